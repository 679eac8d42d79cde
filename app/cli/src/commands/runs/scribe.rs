//! The loop without anybody who acts: what the person decides about a run is recorded, and nothing else happens.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use anyhow::{Result, bail};
use laika_agent::{Effect, Event, State};
use laika_daemon::{Daemon, Executor, Sender, Settings};
use laika_store::{Appended, RunHead, Store};

/// Long enough for a slow disk; what is recorded here takes a commit or two.
const PATIENCE: Duration = Duration::from_secs(20);

/// What the loop said.
#[derive(Default)]
pub(crate) struct Heard {
    pub(crate) head: Option<RunHead>,
    refused: Option<String>,
}

struct Scribe(Rc<RefCell<Heard>>);

impl Executor for Scribe {
    fn perform(&mut self, effect: Effect, _: &Sender) {
        if let Effect::Refuse { error, .. } = effect {
            self.0.borrow_mut().refused = Some(error.message);
        }
    }

    fn acknowledged(&mut self, appended: &Appended) {
        self.0.borrow_mut().head = Some(appended.head.clone());
    }

    fn trouble(&mut self, code: &'static str, sentence: &str) {
        self.0.borrow_mut().refused = Some(format!("{sentence} ({code})"));
    }
}

/// Records what follows from an event, until `enough` says so.
pub(crate) fn record(
    store: Store,
    event: Event,
    mut enough: impl FnMut(&State, &Heard) -> bool,
) -> Result<Heard> {
    let heard = Rc::new(RefCell::new(Heard::default()));
    // Nothing is sealed here, so no key is needed.
    let settings = Settings::new(crate::commands::policy::shipped()?, [0; 32]);
    let mut daemon = Daemon::beside(settings, store, Scribe(Rc::clone(&heard)));
    daemon.sender().send(event);
    daemon.work(PATIENCE, |state| {
        let heard = heard.borrow();
        heard.refused.is_some() || enough(state, &heard)
    });
    let heard = heard.take();
    match heard.refused {
        Some(refused) => bail!("{refused}"),
        None => Ok(heard),
    }
}
