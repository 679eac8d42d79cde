//! The terminal that a person answers in.

use std::io::{self, IsTerminal as _};

use rustix::termios::{QueueSelector, tcflush};

/// Whether a person can be asked here: questions go to standard error, answers come from standard input.
#[must_use]
pub fn has_person() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Forgets what was typed before the question was there (S18).
pub fn forget_typed() {
    // Where there is no terminal, nothing was typed.
    let _ = tcflush(io::stdin(), QueueSelector::IFlush);
}
