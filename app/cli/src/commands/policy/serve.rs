//! `laika policy serve --jsonl`: verdicts for other programs.

use std::io::{self, BufRead, IsTerminal, Read};

use anyhow::{Context, Result};
use laika_policy::{Policy, Reason};
use laika_protocol::quoted;
use serde_json::{Value, json};

use super::request::{self, Refusal};
use crate::printer::{Outcome, Printer};

/// The longest line that is read; a longer one is answered with a refusal and skipped.
const MOST_BYTES: u64 = 32 * 1024 * 1024;

/// The longest id that is sent back whole in a refusal.
const MOST_ID_BYTES: usize = 200;

pub(super) fn run(policy: &Policy, words_are_the_users: bool, printer: &mut Printer) -> Result<Outcome> {
    let mut input = io::stdin().lock();
    if input.is_terminal() {
        printer.say("hint", "one JSON request a line; end with Ctrl-D");
    }
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input
            .by_ref()
            .take(MOST_BYTES)
            .read_until(b'\n', &mut line)
            .context("cannot read standard input")?;
        if read == 0 {
            return Ok(Outcome::Done);
        }
        let whole = line.ends_with(b"\n") || (read as u64) < MOST_BYTES;
        let answer = if whole {
            if line.trim_ascii().is_empty() {
                continue;
            }
            answer(policy, &line, words_are_the_users)
        } else {
            input.skip_until(b'\n').context("cannot read standard input")?;
            refused(&Value::Null, &Refusal::new(format!("a line has at most {} MiB", MOST_BYTES >> 20)))
        };
        printer.data(format_args!("{answer}\n"));
        if printer.flush() {
            return Ok(Outcome::Done);
        }
    }
}

fn answer(policy: &Policy, line: &[u8], words_are_the_users: bool) -> Value {
    let Ok(text) = std::str::from_utf8(line) else {
        return refused(&Value::Null, &Refusal::new("a line is UTF-8"));
    };
    match request::answer(policy, text, words_are_the_users) {
        Ok(answer) => answer,
        Err((id, refusal)) => refused(&id, &refusal),
    }
}

/// What cannot be read is not allowed: the answer is a Deny that says what is wrong.
fn refused(id: &Value, refusal: &Refusal) -> Value {
    let reason = Reason::Arguments;
    let long = id.as_str().filter(|text| text.len() > MOST_ID_BYTES).map(|text| Value::from(quoted(text)));
    let id = long.unwrap_or_else(|| id.clone());
    json!({
        "id": id,
        "decision": "deny",
        "reasonCode": reason.code(),
        "reason": reason.sentence(),
        "error": { "message": refusal.message, "defects": refusal.defects },
    })
}
