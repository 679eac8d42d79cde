//! CONNECT: bytes both ways, unread, until both sides have ended or the context says stop.

use std::io;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::sleep;

use super::BUFFER;
use crate::context::Connection;
use crate::count::Row;
use crate::problem::Problem;

/// A tunnel that nothing goes through ends after this long; after one side has ended, much sooner.
const QUIET: Duration = Duration::from_secs(30 * 60);
const QUIET_HALF_CLOSED: Duration = Duration::from_secs(60);

pub(super) async fn run(
    client: &mut TcpStream,
    server: &mut TcpStream,
    connection: &Connection,
) -> Result<(), Problem> {
    client.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await.map_err(|_| Problem::BrokenOff)?;
    connection.touch();
    let (from_client, to_client) = client.split();
    let (from_server, to_server) = server.split();
    let up = pump(from_client, to_server, connection, &connection.row.up);
    let down = pump(from_server, to_client, connection, &connection.row.down);
    tokio::pin!(up, down);
    let (mut up_open, mut down_open) = (true, true);
    while up_open || down_open {
        let patience = if up_open && down_open { QUIET } else { QUIET_HALF_CLOSED };
        tokio::select! {
            ended = &mut up, if up_open => {
                up_open = false;
                ended.map_err(|_| Problem::BrokenOff)?;
            }
            ended = &mut down, if down_open => {
                down_open = false;
                ended.map_err(|_| Problem::BrokenOff)?;
            }
            () = sleep(patience.saturating_sub(connection.quiet_for())) => {
                if connection.quiet_for() >= patience { return Err(Problem::Timeout) }
            }
        }
    }
    Ok(())
}

/// Passes bytes on until the reader ends, and then says so to the other side.
async fn pump(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    connection: &Connection,
    counter: &AtomicU64,
) -> io::Result<()> {
    let mut buffer = vec![0; BUFFER];
    loop {
        let length = from.read(&mut buffer).await?;
        if length == 0 {
            return to.shutdown().await;
        }
        to.write_all(&buffer[..length]).await?;
        connection.touch();
        Row::add(counter, length as u64);
    }
}
