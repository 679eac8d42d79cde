//! What waits to be handled. What the person wants at once is handled first, whatever else waits (RUN-032).

use std::collections::VecDeque;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use laika_agent::{CommitId, Event, RunEvent};
use laika_protocol::ids::{RunId, Sha256};
use laika_store::{Appended, Artifact, StoreError, ToolUse};

use crate::DaemonError;
use crate::summary::{Summarised, Wish};

/// More than this waits only when something is broken; then the loop stops taking in anything but what ends runs.
const MOST_WAITING: usize = 4_096;

/// Something to be handled.
#[derive(Debug)]
pub(crate) enum Item {
    /// An event.
    Event(Event),
    /// What became of a commit.
    Commit(RunId, CommitId, Result<Appended, StoreError>),
    /// A file that is to be listed.
    Keep(Box<Artifact>),
    /// A tool that was used.
    Used(ToolUse),
    /// A wish for a summary of a private run.
    Summary(Wish),
}

impl Item {
    /// Whether it goes before everything else: stop, panic, takeover.
    const fn is_urgent(&self) -> bool {
        matches!(
            self,
            Self::Event(
                Event::Panic
                    | Event::Machine(_)
                    | Event::Run(_, RunEvent::Stop(_) | RunEvent::Takeover(_) | RunEvent::Pause)
                    // What left is in the log also where a stop follows it at once.
                    | Event::Run(_, RunEvent::Prompted { left: Some(_), .. })
            )
        )
    }
}

/// Whether an older item would let go on what a newer, urgent one stops. It came first, so it must not be handled last.
fn is_undone(older: &Item, urgent: &Item) -> bool {
    let Item::Event(older) = older else { return false };
    let lets_go_on = match older {
        Event::Start(start) => Some(&start.started.run),
        Event::Run(
            run,
            RunEvent::Resume(_) | RunEvent::Authorised | RunEvent::Answered { .. } | RunEvent::Gesture { .. },
        ) => Some(run),
        Event::Unlock => None,
        Event::Run(..) | Event::Panic | Event::Offline | Event::Online | Event::Machine(_) => return false,
    };
    match urgent {
        Item::Event(Event::Panic) => true,
        Item::Event(Event::Run(run, _)) => lets_go_on == Some(run),
        Item::Event(_) | Item::Commit(..) | Item::Keep(_) | Item::Used(_) | Item::Summary(_) => false,
    }
}

#[derive(Debug, Default)]
struct Queue {
    urgent: VecDeque<Item>,
    others: VecDeque<Item>,
}

#[derive(Debug, Default)]
struct Shared {
    queue: Mutex<Queue>,
    filled: Condvar,
}

/// The end that is read by the loop.
#[derive(Debug, Default)]
pub struct Inbox {
    shared: Arc<Shared>,
}

/// The end that everybody writes to.
#[derive(Clone, Debug)]
pub struct Sender {
    shared: Arc<Shared>,
}

impl Inbox {
    /// The writing end.
    #[must_use]
    pub fn sender(&self) -> Sender {
        Sender { shared: Arc::clone(&self.shared) }
    }

    /// The next thing to handle, if one comes in time.
    pub(crate) fn next(&self, patience: Duration) -> Option<Item> {
        let is_empty = |queue: &mut Queue| queue.urgent.is_empty() && queue.others.is_empty();
        let waited = self.shared.filled.wait_timeout_while(self.shared.lock(), patience, is_empty);
        let mut queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        queue.urgent.pop_front().or_else(|| queue.others.pop_front())
    }
}

impl Sender {
    /// Hands in an event. False when so much waits that it was not taken; what ends or stops something always is.
    pub fn send(&self, event: Event) -> bool {
        self.put(Item::Event(event))
    }

    /// Has a file listed that was kept.
    pub(crate) fn keep(&self, artifact: Artifact) {
        self.put(Item::Keep(Box::new(artifact)));
    }

    /// Has a use of a tool counted.
    pub(crate) fn used(&self, used: ToolUse) {
        self.put(Item::Used(used));
    }

    /// Asks what could be kept of a private run; keeps it, where `shown` is of exactly that.
    #[must_use]
    pub fn summarise(&self, run: &RunId, shown: Option<Sha256>) -> Receiver<Result<Summarised, DaemonError>> {
        let (reply, told) = mpsc::channel();
        self.put(Item::Summary(Wish { run: run.clone(), shown, reply }));
        told
    }

    pub(crate) fn put(&self, item: Item) -> bool {
        let mut queue = self.shared.lock();
        let urgent = item.is_urgent();
        if !urgent && matches!(item, Item::Event(_)) && queue.others.len() >= MOST_WAITING {
            return false;
        }
        if urgent {
            queue.others.retain(|older| !is_undone(older, &item));
            queue.urgent.push_back(item);
        } else {
            queue.others.push_back(item);
        }
        self.shared.filled.notify_one();
        true
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // A queue is never left half-changed, so a panic elsewhere does not spoil it.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use laika_protocol::run::{CancelledBy, TakeoverInput};

    /// RUN-032: stop, panic and takeover are handled before everything that waits, and are taken in when nothing else is.
    #[test]
    fn i10_what_stops_something_goes_first() {
        let (inbox, run) = (Inbox::default(), RunId::parse("run-1").unwrap());
        let sender = inbox.sender();
        let of_run = |event| Event::Run(run.clone(), event);
        while sender.send(of_run(RunEvent::TakeoverOver)) {}
        assert!(sender.send(of_run(RunEvent::Takeover(TakeoverInput::Key))));
        assert!(sender.send(of_run(RunEvent::Stop(CancelledBy::Stop))));
        assert!(sender.send(Event::Panic));
        let next = || inbox.next(Duration::ZERO).unwrap();
        assert!(matches!(next(), Item::Event(Event::Run(_, RunEvent::Takeover(_)))));
        assert!(matches!(next(), Item::Event(Event::Run(_, RunEvent::Stop(_)))));
        assert!(matches!(next(), Item::Event(Event::Panic)));
        assert!(matches!(next(), Item::Event(Event::Run(_, RunEvent::TakeoverOver))));
    }
}
