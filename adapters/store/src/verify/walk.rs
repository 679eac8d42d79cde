//! Walking along the chain, event by event: the same walk for a database, a run and a bundle.

use std::collections::{BTreeMap, HashMap};

use laika_protocol::run::{Kind, Record};

use super::{Fault, Problem, Problems};
use crate::StoreError;
use crate::chain::{Hash, Parts, commitment};
use crate::names::name_of;

/// An event on the way, borrowed from wherever it lies.
#[derive(Debug)]
pub(crate) struct Seen<'a> {
    pub(crate) parts: Parts<'a>,
    pub(crate) hash: Hash,
    /// Salt and payload.
    pub(crate) payload: Option<(&'a [u8], &'a [u8])>,
    /// Reason and time.
    pub(crate) erased: Option<(&'a str, u64)>,
}

/// Whether the events are all of the log or those of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Along {
    /// Every event of the log.
    Log,
    /// The events of runs, with others between them.
    Runs,
}

/// Where a walk is.
#[derive(Debug)]
pub(crate) struct Walk {
    along: Along,
    log_seq: u64,
    log_hash: Hash,
    runs: HashMap<Box<str>, Here>,
    scratch: Vec<u8>,
    pub(crate) events: u64,
    pub(crate) erased: u64,
    pub(crate) problems: Problems,
}

/// Where a walk is in a run.
#[derive(Debug, Default)]
pub(crate) struct Here {
    pub(crate) seq: u64,
    pub(crate) hash: Hash,
    /// Events without a payload that no record has explained yet, by the first of them. The record comes after them.
    gaps: BTreeMap<u64, Gap>,
}

/// Neighbouring events that were erased together.
#[derive(Debug, Clone)]
struct Gap {
    last: u64,
    /// Where the first of them lies in the log; not known of the rest of one that was explained in part.
    log_seq: Option<u64>,
    reason: Box<str>,
    at_ms: u64,
}

impl Walk {
    pub(crate) fn new(along: Along) -> Self {
        Self {
            along,
            log_seq: 0,
            log_hash: Hash::NONE,
            runs: HashMap::new(),
            scratch: Vec::with_capacity(256),
            events: 0,
            erased: 0,
            problems: Problems::default(),
        }
    }

    /// The runs that were met, and where they end.
    pub(crate) const fn runs(&self) -> &HashMap<Box<str>, Here> {
        &self.runs
    }

    /// Goes on to the next event. Of one event only the first fault is told; the walk goes on from what it claims.
    pub(crate) fn step(&mut self, seen: &Seen<'_>) {
        self.events += 1;
        let parts = &seen.parts;
        let Ok(run) = std::str::from_utf8(parts.run) else {
            self.tell(seen, Fault::Form, "the id of its run is not text");
            return;
        };
        if !self.runs.contains_key(run) {
            self.runs.insert(run.into(), Here::default());
        }
        let (mut run_seq, mut run_hash) = (0, Hash::NONE);
        if let Some(here) = self.runs.get_mut(run) {
            (run_seq, run_hash) = (here.seq, here.hash);
            (here.seq, here.hash) = (parts.seq, seen.hash);
        }
        let (log_seq, log_hash) = (self.log_seq, self.log_hash);
        (self.log_seq, self.log_hash) = (parts.log_seq, seen.hash);
        let whole = self.along == Along::Log;
        let fault = if parts.hash(&mut self.scratch) != seen.hash {
            Some((Fault::Hash, "its header was changed"))
        } else if whole && Some(parts.log_seq) != log_seq.checked_add(1) {
            Some((Fault::Gap, "events before it are missing from the log"))
        } else if Some(parts.log_seq) == log_seq.checked_add(1) && parts.log_prev != log_hash.0 {
            // Also of a run: where two of its events are neighbours in the log, the log's chain is known.
            Some((Fault::Link, "it does not follow the log's event before it"))
        } else if !whole && parts.log_seq <= log_seq {
            Some((Fault::Gap, "it does not come after the event before it"))
        } else if Some(parts.seq) != run_seq.checked_add(1) {
            Some((Fault::RunGap, "events before it are missing from its run"))
        } else if parts.run_prev != run_hash.0 {
            Some((Fault::RunLink, "it does not follow its run's event before it"))
        } else {
            None
        };
        if let Some((fault, sentence)) = fault {
            self.tell(seen, fault, sentence);
        }
        self.content(seen, run);
    }

    /// Looks at the payload, or at why there is none.
    fn content(&mut self, seen: &Seen<'_>, run: &str) {
        let erasing = seen.parts.kind == Kind::Erased.as_str().as_bytes();
        match (seen.payload, seen.erased) {
            (Some((salt, payload)), None) => {
                if salt.len() != 16 || commitment(salt, payload).0 != seen.parts.commitment {
                    self.tell(seen, Fault::Payload, "its payload was changed");
                } else if erasing {
                    self.erasing(seen, run, payload);
                }
            }
            (Some(_), Some(_)) => {
                self.tell(seen, Fault::Erasure, "its payload is said to be erased and is there");
            }
            (None, None) => self.tell(seen, Fault::Missing, "its payload is missing"),
            (None, Some(_)) if erasing => {
                self.tell(seen, Fault::Missing, "it says what was erased, and is itself gone");
            }
            (None, Some((reason, at_ms))) => {
                let seq = seen.parts.seq;
                let Some(here) = self.runs.get_mut(run) else { return };
                match here.gaps.last_entry() {
                    Some(mut gap)
                        if Some(seq) == gap.get().last.checked_add(1)
                            && *gap.get().reason == *reason
                            && gap.get().at_ms == at_ms =>
                    {
                        gap.get_mut().last = seq;
                    }
                    _ => {
                        let gap = Gap {
                            last: seq,
                            log_seq: Some(seen.parts.log_seq),
                            reason: reason.into(),
                            at_ms,
                        };
                        here.gaps.insert(seq, gap);
                    }
                }
            }
        }
    }

    /// A record says which events of its run were erased: exactly those, before it, for this reason and at this time.
    fn erasing(&mut self, seen: &Seen<'_>, run: &str, payload: &[u8]) {
        let Ok(Record::Erased(erased)) = Record::read(payload) else {
            self.tell(seen, Fault::Erasure, "it does not say what was erased");
            return;
        };
        let reason = name_of(&erased.reason);
        let mut wrong = false;
        if let Some(here) = self.runs.get_mut(run) {
            for &(first, last) in &erased.events {
                let told = here.gaps.range(..=first).next_back().filter(|(_, gap)| {
                    first <= last
                        && last <= gap.last
                        && *gap.reason == *reason
                        && gap.at_ms == seen.parts.at_ms
                });
                let Some((&begin, _)) = told else {
                    wrong = true;
                    continue;
                };
                self.erased += last - first + 1;
                let Some(gap) = here.gaps.remove(&begin) else { continue };
                if last < gap.last {
                    here.gaps.insert(last + 1, Gap { log_seq: None, ..gap.clone() });
                }
                if begin < first {
                    here.gaps.insert(begin, Gap { last: first - 1, ..gap });
                }
            }
        }
        if wrong {
            self.tell(seen, Fault::Erasure, "it says that payloads were erased which are not gone that way");
        }
    }

    /// At the end: whatever is gone without a record that says so. `place` finds an event of a run in the log.
    pub(crate) fn finish(
        &mut self,
        mut place: impl FnMut(&str, u64) -> Result<Option<u64>, StoreError>,
    ) -> Result<(), StoreError> {
        for (run, here) in &mut self.runs {
            for (first, gap) in std::mem::take(&mut here.gaps) {
                let log_seq = match gap.log_seq {
                    Some(log_seq) => Some(log_seq),
                    None => place(run, first)?,
                };
                self.problems.add(Problem {
                    fault: Fault::Missing,
                    log_seq,
                    run: Some(run.to_string()),
                    seq: Some(first),
                    sentence: format!(
                        "events {first} to {} of run `{run}`: their payloads are missing and no record says that \
                         they were erased",
                        gap.last
                    ),
                });
            }
        }
        Ok(())
    }

    pub(crate) fn tell(&mut self, seen: &Seen<'_>, fault: Fault, sentence: &str) {
        let run = String::from_utf8_lossy(seen.parts.run).into_owned();
        let sentence = format!("event {} of run `{run}`: {sentence}", seen.parts.seq);
        self.problems.add(Problem {
            fault,
            log_seq: Some(seen.parts.log_seq),
            run: Some(run),
            seq: Some(seen.parts.seq),
            sentence,
        });
    }
}
