//! Plain HTTP: one request to the server, one answer back, nothing kept open and nothing repeated.

use std::convert::Infallible;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::net::tcp::{ReadHalf, WriteHalf};
use tokio::time::timeout;

use super::answer::{self, OWN_FIELD};
use super::request::{Request, write_fields};
use super::{BUFFER, OF_THE_CONNECTION};
use crate::context::Connection;
use crate::count::Row;
use crate::head::{self, Head, Lines};
use crate::problem::Problem;

/// The server has this long to begin its answer, and for each further piece of it.
const ANSWER_WITHIN: Duration = Duration::from_secs(120);
const PIECE_WITHIN: Duration = Duration::from_secs(10 * 60);
/// The browser has this long for each piece of a body.
const BODY_WITHIN: Duration = Duration::from_secs(60);
/// A server may say "go on" so often before it answers.
const MOST_INTERIM: usize = 8;

pub(super) async fn run(
    client: &mut TcpStream,
    server: &mut TcpStream,
    request: &Request,
    connection: &Connection,
) -> Result<(), Problem> {
    let mut answered = false;
    let ended = {
        let (mut from_client, mut to_client) = client.split();
        let (mut from_server, mut to_server) = server.split();
        tokio::select! {
            Err(gone) = send(&mut from_client, &mut to_server, request, connection) => Err(gone),
            ended = pass_back(&mut from_server, &mut to_client, connection, &mut answered) => ended,
        }
    };
    match ended {
        // The browser has all it wanted, or wants no more.
        Err(Gone::Client) if answered => Ok(()),
        Err(Gone::Client) => Err(Problem::BrokenOff),
        Err(Gone::Server(problem)) if answered => Err(problem),
        Err(Gone::Server(problem)) => {
            answer::problem(client, problem).await;
            Err(problem)
        }
        Ok(()) => {
            answer::finish(client).await;
            Ok(())
        }
    }
}

/// Who did not do their part.
enum Gone {
    Client,
    Server(Problem),
}

/// Sends the request, and then watches whether the browser still waits for the answer.
async fn send(
    from_client: &mut ReadHalf<'_>,
    to_server: &mut WriteHalf<'_>,
    request: &Request,
    connection: &Connection,
) -> Result<Infallible, Gone> {
    let row = &connection.row;
    let mut rest = request.rest;
    let mut piece = [&*request.head, &*request.early].concat();
    loop {
        if to_server.write_all(&piece).await.is_err() {
            // It may have answered already without reading everything, so its answer decides.
            std::future::pending::<()>().await;
        }
        connection.touch();
        Row::add(&row.up, piece.len() as u64);
        if rest == 0 {
            break;
        }
        piece.resize(BUFFER.min(usize::try_from(rest).unwrap_or(BUFFER)), 0);
        match timeout(BODY_WITHIN, from_client.read(&mut piece)).await {
            Ok(Ok(length)) if length > 0 => {
                piece.truncate(length);
                rest -= length as u64;
            }
            _ => return Err(Gone::Client),
        }
    }
    // A browser says nothing more on this connection but that it is done with it.
    let _ = from_client.read(&mut [0]).await;
    Err(Gone::Client)
}

/// Passes the answer back to the browser.
async fn pass_back(
    from_server: &mut ReadHalf<'_>,
    to_client: &mut WriteHalf<'_>,
    connection: &Connection,
    answered: &mut bool,
) -> Result<(), Gone> {
    let mut piece = Vec::new();
    let head = timeout(ANSWER_WITHIN, final_head(from_server, &mut piece)).await;
    let head = head.unwrap_or(Err(Problem::Timeout)).map_err(Gone::Server)?;
    *answered = true;
    to_client.write_all(&head).await.map_err(|_| Gone::Client)?;
    Row::add(&connection.row.down, head.len() as u64);
    loop {
        to_client.write_all(&piece).await.map_err(|_| Gone::Client)?;
        connection.touch();
        Row::add(&connection.row.down, piece.len() as u64);
        piece.resize(BUFFER, 0);
        let read = timeout(PIECE_WITHIN, from_server.read(&mut piece)).await;
        let read = read.map_err(|_| Gone::Server(Problem::Timeout))?;
        match read.map_err(|_| Gone::Server(Problem::BrokenOff))? {
            0 => return Ok(()),
            length => piece.truncate(length),
        }
    }
}

/// The head of the answer as the browser gets it.
async fn final_head(server: &mut ReadHalf<'_>, early: &mut Vec<u8>) -> Result<Vec<u8>, Problem> {
    for _ in 0..MOST_INTERIM {
        let head = head::read(server, early, Lines::Lenient).await;
        let head = head.map_err(|_| Problem::BrokenOff)?.ok_or(Problem::BrokenOff)?;
        match head.status() {
            Some(100 | 102 | 103) => {}
            // Nobody asked for another protocol, and a server has no business asking for the proxy's credentials.
            None | Some(101 | 407) => return Err(Problem::BrokenOff),
            Some(_) => return Ok(response(&head)),
        }
    }
    Err(Problem::BrokenOff)
}

fn response(head: &Head) -> Vec<u8> {
    let mut bytes = format!("{}\r\n", head.first).into_bytes();
    // Another way to the same server would not lead through here.
    let without: Vec<_> = OF_THE_CONNECTION.iter().copied().chain(["alt-svc", OWN_FIELD]).collect();
    write_fields(&mut bytes, head, &without);
    bytes
}
