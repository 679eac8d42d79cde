//! The process that works on a project's files. It is confined to them before it is told what to do.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::panic;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use laika_os::confine::Confinement;
use laika_protocol::{ErrorCode, ToolError};

use super::room::Room;
use super::wire::{self, Asked, Deed, Order, Said, Setup};
use crate::refusal::refusal;
use crate::toolbox::{Kit, Set, Task, bounded, row_of_files};
use crate::{Bounds, CallOff};

/// The main function of the worker.
///
/// # Errors
/// When nobody speaks to it. The process must end then.
pub fn run() -> io::Result<()> {
    let mut answer = quiet()?;
    let Some((room, confinement)) = enter(&mut answer)? else { return Ok(()) };
    wire::say(&mut answer, &Said::Ready(confinement.word().to_owned()))?;
    let kit = room.kit();
    let (sender, orders) = mpsc::channel();
    thread::Builder::new().name("orders".into()).spawn(move || listen(&sender))?;
    for (asked, off) in orders {
        wire::say(&mut answer, &done(&kit, &asked, &off))?;
    }
    Ok(())
}

/// Only the first half of [`run`], for proofs: the process is confined as it is for work, and has nothing to do.
///
/// # Errors
/// When it cannot be confined, or nobody says where.
pub fn shut_in() -> io::Result<Confinement> {
    let room = wire::read::<Setup>(&mut io::stdin().lock())?.map(Room::open);
    let room = room.ok_or_else(|| io::Error::other("nobody says where"))?;
    room.map_err(|error| io::Error::other(error.message))?.close()
}

/// Reads where to work, opens it, and shuts the door. `None` when that was refused, and said so.
fn enter(answer: &mut File) -> io::Result<Option<(Room, Confinement)>> {
    let Some(setup) = wire::read::<Setup>(&mut io::stdin().lock())? else { return Ok(None) };
    let room = match Room::open(setup) {
        Ok(room) => room,
        Err(error) => return wire::say(answer, &Said::Refused(error)).map(|()| None),
    };
    match room.close() {
        Ok(confinement) => Ok(Some((room, confinement))),
        Err(error) => {
            let message =
                format!("the process that works on files cannot be confined on this machine: {error}");
            let error = refusal(ErrorCode::Unavailable, "E_FILES_UNCONFINED", &message);
            wire::say(answer, &Said::Refused(error)).map(|()| None)
        }
    }
}

/// Takes the answering pipe away from whoever prints.
fn quiet() -> io::Result<File> {
    let answer: OwnedFd = rustix::io::dup(rustix::stdio::stdout())?;
    rustix::io::fcntl_setfd(&answer, rustix::io::FdFlags::CLOEXEC)?;
    let nowhere = File::options().write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdout(&nowhere)?;
    rustix::stdio::dup2_stderr(&nowhere)?;
    panic::set_hook(Box::new(|_| ()));
    Ok(answer.into())
}

/// Hears orders while one is carried out, so that it can be called off.
fn listen(orders: &Sender<(Box<Asked>, CallOff)>) {
    let mut current = CallOff::default();
    loop {
        match wire::read(&mut io::stdin().lock()) {
            Ok(Some(Order::Begin(asked))) => {
                current = CallOff::default();
                if orders.send((asked, current.clone())).is_err() {
                    return;
                }
            }
            Ok(Some(Order::CallOff)) => current.now(),
            // Nobody waits for an answer any more.
            Ok(None) | Err(_) => return current.now(),
        }
    }
}

fn done(kit: &Kit, asked: &Asked, off: &CallOff) -> Said {
    let mut bounds = Bounds::new(Duration::from_millis(asked.time_ms), off);
    bounds.most_bytes = asked.most_bytes;
    let set = asked.set.as_ref().map_or(Set::NONE, Set::of);
    let mut task = Task::new(&asked.arguments, kit, &bounds);
    task.set = set;
    let Some(row) = row_of_files(&asked.tool) else {
        let message = format!("`{}` is no tool for files", asked.tool);
        return Said::Refused(ToolError::new(ErrorCode::Internal, message));
    };
    let said = match asked.deed {
        Deed::WorkOut => row.change.map_or(Ok(None), |change| change(&task)).map(Said::Change),
        Deed::Do => (row.run)(&task, asked.decided.as_ref())
            .map(|result| Said::Result(Box::new(bounded(result, asked.most_bytes)))),
    };
    said.unwrap_or_else(Said::Refused)
}
