//! The side that asks: one process for each document, ended when it has answered, takes too long, or is no longer
//! wanted. What it says is held to be hostile.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use laika_os::confine::ChildProcess;
use laika_protocol::cell::{ReadText, Reading};

use super::answer;
use super::wire::{self, MOST_DOCUMENT_BYTES};
use super::{ReadCode, ReadError};

/// How often it is asked whether the answer is still wanted.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Starts a process for each document.
#[derive(Clone, Debug)]
pub struct Reader {
    /// The program whose main function is [`super::worker::run`].
    pub program: PathBuf,
    /// What makes it that.
    pub arguments: Vec<OsString>,
}

impl Reader {
    /// Reads a document in a process of its own.
    ///
    /// # Errors
    /// When it cannot be read, the process broke off over it, the time is over, or `cancelled` says so.
    pub fn read(
        &self,
        document: &[u8],
        reading: &Reading,
        deadline: Duration,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<ReadText, ReadError> {
        let until = Instant::now() + deadline;
        if document.len() > MOST_DOCUMENT_BYTES {
            let message = format!("the document is larger than {} MiB", MOST_DOCUMENT_BYTES >> 20);
            return Err(ReadError::new(ReadCode::TooLarge, message));
        }
        let (child, mut input, output) =
            ChildProcess::start(&self.program, &self.arguments, &[]).map_err(|error| {
                ReadError::new(
                    ReadCode::Start,
                    format!("the process that reads documents does not start: {error}"),
                )
            })?;
        let line = thread::scope(|scope| {
            scope.spawn(move || {
                // A process that ends early is heard of by the other pipe.
                let _ = wire::ask(&mut input, reading, document);
            });
            let (sender, answer) = mpsc::sync_channel(1);
            scope.spawn(move || drop(sender.send(wire::said(output))));
            let line = wait(&answer, until, deadline, cancelled);
            // Both pipes end with it, and so do both threads.
            drop(child);
            line
        })?;
        answer::checked(&line, reading)
    }
}

fn wait(
    answer: &mpsc::Receiver<std::io::Result<Vec<u8>>>,
    until: Instant,
    deadline: Duration,
    cancelled: &dyn Fn() -> bool,
) -> Result<Vec<u8>, ReadError> {
    loop {
        match answer.recv_timeout(LOOK_EVERY) {
            Ok(Ok(line)) => return Ok(line),
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return Err(answer::broke_off()),
            Err(RecvTimeoutError::Timeout) if cancelled() => {
                return Err(ReadError::new(ReadCode::Cancelled, "the document is no longer wanted"));
            }
            Err(RecvTimeoutError::Timeout) if Instant::now() >= until => {
                let message =
                    format!("reading the document took longer than {} s", deadline.as_secs().max(1));
                return Err(ReadError::new(ReadCode::Timeout, message));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}
