//! JavaScript: the asking side of `laika code-worker`.

use std::path::Path;
use std::time::{Duration, Instant};

use laika_protocol::cell::{Ended, Program, Ran};

use super::worker::{ANSWER_BYTES, Answer};
use super::{CellError, text};
use crate::enter::{Guest, Silence};

/// How long the process may take beyond the program's own time: to start, to confine itself, and to answer. The program's
/// own time is held inside.
const BESIDE: Duration = Duration::from_secs(10);
/// What the worker itself complains about is short, and its program cannot write there.
const COMPLAINTS: usize = 4 << 10;
/// How long a broken process may take to be gone.
const END_WITHIN: Duration = Duration::from_millis(500);

pub(super) fn run(laika: &Path, program: &Program, cancelled: &dyn Fn() -> bool) -> Result<Ran, CellError> {
    let broken = |error: &dyn std::fmt::Display| CellError::Broken(error.to_string());
    let order = serde_json::to_vec(program).map_err(|error| broken(&error))?;
    let mut guest = Guest::start(laika, &["code-worker"], COMPLAINTS).map_err(|error| broken(&error))?;
    let ready = guest.line(ANSWER_BYTES, Instant::now() + BESIDE, cancelled);
    match ready.map(|line| serde_json::from_slice(&line)) {
        Ok(Ok(Answer::Ready)) => {}
        Ok(Ok(Answer::Unconfined(why))) => return Err(CellError::Unconfined(why)),
        Err(Silence::CalledOff) => return Err(CellError::Cancelled),
        Ok(Ok(Answer::Ran(_)) | Err(_)) | Err(Silence::Ended | Silence::Late | Silence::TooLong) => {
            let (said, _) = guest.complaints();
            return Err(broken(&text::of(&said).trim()));
        }
    }
    guest.say(order);
    guest.end_input();
    let start = Instant::now();
    // The interpreter looks at the clock itself, except in the middle of one very large sum.
    let until = start + Duration::from_millis(program.time_ms) + Duration::from_secs(1);
    let answer = guest.line(ANSWER_BYTES, until, cancelled);
    let took_ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    let ended = match answer.map(|line| serde_json::from_slice(&line)) {
        Ok(Ok(Answer::Ran(ran))) => return Ok(bounded(*ran, program, took_ms)),
        Err(Silence::CalledOff) => return Err(CellError::Cancelled),
        Err(Silence::Late) => Ended::TimedOut,
        // It broke off. Room that it cannot get is the one thing that ends it by its own hand.
        Err(Silence::Ended) => {
            let aborted = guest.ended_within(END_WITHIN).is_some_and(|status| status.code().is_none());
            if aborted { Ended::OutOfMemory } else { Ended::Killed }
        }
        Ok(Ok(Answer::Ready | Answer::Unconfined(_)) | Err(_)) | Err(Silence::TooLong) => Ended::Killed,
    };
    guest.kill();
    Ok(Ran { ended, stdout: String::new(), stderr: String::new(), value: None, cut_bytes: 0, took_ms })
}

/// The worker may have been taken over: what it says is bounded here once more.
fn bounded(mut ran: Ran, program: &Program, took_ms: u64) -> Ran {
    for field in [Some(&mut ran.stdout), Some(&mut ran.stderr), ran.value.as_mut()].into_iter().flatten() {
        let gone = text::cut(field, program.output_bytes.max(super::worker::VALUE_BYTES));
        ran.cut_bytes = ran.cut_bytes.saturating_add(gone);
    }
    Ran { took_ms, ..ran }
}
