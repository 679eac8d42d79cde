//! `laika code-worker`: the process in which JavaScript runs. It has no files, no network and no other programs before it
//! reads the first letter of the code, and the interpreter in it knows of none.

mod interpreter;

use std::io::{self, Read as _, Write as _};

use laika_os::confine::{Allowed, Calls, Confinement, allow_calls, confine, limit_memory};
use laika_protocol::cell::{Program, Ran};
use serde::{Deserialize, Serialize};

use super::{CODE_BYTES, INPUT_BYTES, MOST_MEMORY, MOST_OUTPUT};

/// Its three pipes, and some to spare.
const DESCRIPTORS: u64 = 16;
/// Beside what the program may take: the interpreter's stack, and its input and output once more as text.
const BESIDE: u64 = 256 << 20;
/// What an order may have: its texts, of which each letter may take six to write down, and some to spare.
const ORDER_BYTES: u64 = (6 * (CODE_BYTES + INPUT_BYTES) + (4 << 10)) as u64;
/// Bytes of a value that are given.
pub(super) const VALUE_BYTES: usize = 64 << 10;
/// What an answer may have.
pub(super) const ANSWER_BYTES: usize = 6 * (2 * MOST_OUTPUT + VALUE_BYTES) + (4 << 10);
/// The interpreter's own bound is far below: this is for the code around it.
const STACK_BYTES: usize = 32 << 20;

/// What the worker says, one line each: that it is confined, then what came of the program.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Answer {
    Ready,
    Unconfined(String),
    Ran(Box<Ran>),
}

/// The main function of the worker: confines itself, reads one program, runs it and says what came of it.
///
/// # Errors
/// When it cannot be confined, or the order cannot be read. The process must end then.
pub fn run() -> io::Result<()> {
    limit_memory(MOST_MEMORY + BESIDE)?;
    let confinement = confine(&Allowed { read: &[], connect: false, descriptors: DESCRIPTORS })?;
    if confinement == Confinement::None {
        let why = "this system cannot confine a process to files".to_owned();
        return answer(&Answer::Unconfined(why));
    }
    allow_calls(Calls::Compute)?;
    answer(&Answer::Ready)?;
    let mut order = Vec::new();
    io::stdin().lock().take(ORDER_BYTES).read_to_end(&mut order)?;
    let program: Program = serde_json::from_slice(&order).map_err(io::Error::other)?;
    drop(order);
    let running = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(move || interpreter::run(&program))
        .map_err(io::Error::other)?;
    let ran = running.join().map_err(|_| io::Error::other("the interpreter is broken"))?;
    answer(&Answer::Ran(Box::new(ran.map_err(io::Error::other)?)))
}

fn answer(answer: &Answer) -> io::Result<()> {
    let mut line = serde_json::to_vec(answer).map_err(io::Error::other)?;
    line.push(b'\n');
    let mut output = io::stdout().lock();
    output.write_all(&line)?;
    output.flush()
}
