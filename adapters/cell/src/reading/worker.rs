//! The process that reads one document. It is confined before the first byte of it arrives, and ends when it has
//! answered.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::panic;
use std::thread;

use laika_os::confine::{Allowed, Calls, allow_calls, confine, limit_memory};
use laika_protocol::cell::{ReadText, Reading};
use rustix::process::{Resource, Rlimit, setrlimit};

use super::document;
/// What the worker does with a document once it is confined. Only for measuring and for finding faults: whoever calls it
/// elsewhere lets the document's author into that process.
pub use super::document::read as read_document;
use super::wire::{self, Said};
use super::{ReadCode, ReadError};

/// Its pipes, and one to spare.
const DESCRIPTORS: u64 = 8;
/// The document, its tree or its unpacked streams, and the text.
const MEMORY_BYTES: u64 = 768 << 20;
/// Parsers of others call themselves for each level of nesting.
const STACK_BYTES: usize = 64 << 20;
/// Whoever asked has given up long before.
const CPU_SECONDS: u64 = 60;

/// The main function of the worker.
///
/// # Errors
/// When it cannot be confined, or nobody speaks to it. The process must end then.
pub fn run() -> io::Result<()> {
    let mut answer = quiet()?;
    if let Err(error) = shut_in() {
        let message = format!("the process that reads documents cannot be confined on this machine: {error}");
        return wire::say(&mut answer, &Said::Refused(ReadError::new(ReadCode::Unconfined, message)));
    }
    let (reading, bytes) = wire::asked(&mut io::stdin().lock())?;
    wire::say(&mut answer, &read(reading, bytes)?)
}

/// Takes the answering pipe away from whoever prints: a parser's complaints are written by the document's author, and
/// must reach neither our answer nor a person's terminal.
///
/// # Errors
/// When there is no place to send them instead.
pub fn quiet() -> io::Result<File> {
    let answer: OwnedFd = rustix::io::dup(rustix::stdio::stdout())?;
    let nowhere = File::options().write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdout(&nowhere)?;
    rustix::stdio::dup2_stderr(&nowhere)?;
    panic::set_hook(Box::new(|_| ()));
    Ok(answer.into())
}

/// Confines this process for good to computing with its pipes. Call it before any other thread exists.
///
/// # Errors
/// When the system refuses what it says it can do. The caller must not go on then.
pub fn shut_in() -> io::Result<()> {
    limit_memory(MEMORY_BYTES)?;
    setrlimit(Resource::Cpu, Rlimit { current: Some(CPU_SECONDS), maximum: Some(CPU_SECONDS) })?;
    confine(&Allowed { read: &[], connect: false, descriptors: DESCRIPTORS })?;
    allow_calls(Calls::Compute)
}

/// Reads on a thread with room for deep nesting; what panics there is an answer, too.
fn read(reading: Reading, bytes: Vec<u8>) -> io::Result<Said> {
    let reader = thread::Builder::new()
        .name("reader".into())
        .stack_size(STACK_BYTES)
        .spawn(move || document::read(&bytes, &reading))?;
    Ok(match reader.join() {
        Ok(Ok(text)) => Said::Text(Box::<ReadText>::new(text)),
        Ok(Err(error)) => Said::Refused(error),
        Err(_) => Said::Refused(ReadError::new(
            ReadCode::Unreadable,
            "the document is damaged in a way that its reader does not know",
        )),
    })
}
