//! Verifying: is this log what was written, as far as anyone can tell?
//!
//! What a good answer means is always the same: tamper-evident since the last head you hold elsewhere. Whoever owns
//! the machine can write a whole new log; only a head that they do not hold shows it.

mod deep;
mod heads;
mod log;
pub(crate) mod walk;

use std::fmt;

use laika_protocol::ids::RunId;

use crate::{Anchor, RunHead};

pub(crate) use heads::{Covered, Line};

/// The one claim.
pub(crate) const WORDING: &str = "tamper-evident since the last head you hold elsewhere";

/// What is verified.
#[derive(Clone, Debug, Default)]
pub struct Check<'a> {
    /// One run; the whole log if none is named.
    pub run: Option<RunId>,
    /// Heads of the log that were kept elsewhere.
    pub anchors: &'a [Anchor],
    /// Heads of runs that were kept elsewhere.
    pub run_heads: &'a [RunHead],
    /// Also the database itself, and the digests of stored messages.
    pub deep: bool,
}

/// What verifying found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Events that were looked at.
    pub events: u64,
    /// Runs they belong to.
    pub runs: u64,
    /// Payloads that were erased, each with a record that says so.
    pub erased: u64,
    /// Signed heads that were looked at.
    pub heads: u64,
    /// The last of them.
    pub head: Option<Anchor>,
    /// Heads from elsewhere that were found in the log.
    pub confirmed: u64,
    /// What is wrong, the first bad event first.
    pub problems: Vec<Problem>,
    /// Problems beyond those that are listed.
    pub more_problems: u64,
}

impl Report {
    /// Whether nothing is wrong.
    #[must_use]
    pub const fn is_intact(&self) -> bool {
        self.problems.is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problems.first() {
            None => write!(f, "intact, {} payloads erased", self.erased)?,
            Some(first) => {
                let count = self.problems.len() as u64 + self.more_problems;
                write!(f, "not intact, {count} problems, the first: {}", first.sentence)?;
            }
        }
        write!(
            f,
            "; {} events of {} runs, {} signed heads, {} heads from elsewhere confirmed; {WORDING}",
            self.events, self.runs, self.heads, self.confirmed
        )
    }
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What kind.
    pub fault: Fault,
    /// The event in the log.
    pub log_seq: Option<u64>,
    /// Its run.
    pub run: Option<String>,
    /// Its place in the run.
    pub seq: Option<u64>,
    /// What is wrong, in words.
    pub sentence: String,
}

impl Problem {
    /// The stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.fault.code()
    }

    pub(crate) const fn new(fault: Fault, sentence: String) -> Self {
        Self { fault, log_seq: None, run: None, seq: None, sentence }
    }
}

/// Kinds of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// A row or line is not of the form.
    Form,
    /// The numbers of the log do not count up one by one.
    Gap,
    /// The numbers of a run do not count up one by one.
    RunGap,
    /// An event does not name the log's event before it.
    Link,
    /// An event does not name its run's event before it.
    RunLink,
    /// A header was changed.
    Hash,
    /// A payload was changed.
    Payload,
    /// A payload is gone and nothing says that it was erased.
    Missing,
    /// What is said about erasing does not fit.
    Erasure,
    /// A signed head does not fit.
    Head,
    /// The list of runs does not agree with the events.
    Run,
    /// A head of the log from elsewhere is not in the log.
    Anchor,
    /// A head of a run from elsewhere is not in the log.
    RunHead,
    /// A stored message is not what a record says.
    Message,
    /// The database is damaged.
    Database,
    /// A part of a bundle is not what its events give.
    Bundle,
}

impl Fault {
    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Form => "E_LOG_FORM",
            Self::Gap => "E_LOG_GAP",
            Self::RunGap => "E_LOG_RUN_GAP",
            Self::Link => "E_LOG_LINK",
            Self::RunLink => "E_LOG_RUN_LINK",
            Self::Hash => "E_LOG_HASH",
            Self::Payload => "E_LOG_PAYLOAD",
            Self::Missing => "E_LOG_MISSING",
            Self::Erasure => "E_LOG_ERASURE",
            Self::Head => "E_LOG_HEAD",
            Self::Run => "E_LOG_RUN",
            Self::Anchor => "E_LOG_ANCHOR",
            Self::RunHead => "E_LOG_RUN_HEAD",
            Self::Message => "E_LOG_MESSAGE",
            Self::Database => "E_LOG_DATABASE",
            Self::Bundle => "E_LOG_BUNDLE",
        }
    }
}

/// Problems, bounded: the earliest events are kept.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    list: Vec<Problem>,
    dropped: u64,
}

impl Problems {
    /// What a report lists at most.
    const MOST: usize = 100;

    pub(crate) fn add(&mut self, problem: Problem) {
        self.list.push(problem);
        if self.list.len() >= 4 * Self::MOST {
            self.cut();
        }
    }

    /// The list in the order of the log, and how many more there are.
    pub(crate) fn finish(mut self) -> (Vec<Problem>, u64) {
        self.cut();
        (self.list, self.dropped)
    }

    fn cut(&mut self) {
        self.list.sort_by_key(|problem| problem.log_seq.unwrap_or(u64::MAX));
        let more = self.list.len().saturating_sub(Self::MOST);
        self.dropped += more as u64;
        self.list.truncate(Self::MOST);
    }
}
