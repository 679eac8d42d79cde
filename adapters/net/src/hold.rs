//! One connection at a time to a host while something is submitted to it.
//!
//! A browser sends a request again when a connection that it had kept, or opened ahead, breaks: also a form, also without
//! asking. Below the log that would be a second submit (S11). So while a submit is on its way its host gets one new
//! tunnel; a browser that wants another one waits, and is refused when the first one breaks.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::sync::Notify;
use tokio::time::timeout_at;

use crate::context::locked;
use crate::problem::Problem;

/// Nobody forgets to release for longer than this.
const LONGEST: Duration = Duration::from_secs(60);

#[derive(Debug)]
struct Hold {
    until: Instant,
    given: bool,
    broken: bool,
    changed: Arc<Notify>,
}

/// The hosts that are held.
#[derive(Debug, Default)]
pub(crate) struct Holds(Mutex<HashMap<String, Hold>>);

/// The one tunnel to a held host. When it ends, whoever waits for another is refused.
pub(crate) struct Turn<'a> {
    holds: &'a Holds,
    host: String,
    held: Option<Arc<Notify>>,
}

impl Holds {
    pub(crate) fn hold(&self, host: &str) {
        let hold = Hold {
            until: Instant::now() + LONGEST,
            given: false,
            broken: false,
            changed: Arc::new(Notify::new()),
        };
        if let Some(before) = locked(&self.0).insert(host.to_owned(), hold) {
            before.changed.notify_waiters();
        }
    }

    pub(crate) fn release(&self, host: &str) {
        if let Some(hold) = locked(&self.0).remove(host) {
            hold.changed.notify_waiters();
        }
    }

    /// Waits until a tunnel to a host may be opened.
    pub(crate) async fn turn(&self, host: String) -> Result<Turn<'_>, Problem> {
        loop {
            let (changed, until) = {
                let mut holds = locked(&self.0);
                if holds.get(&host).is_some_and(|hold| hold.until <= Instant::now()) {
                    holds.remove(&host);
                }
                let Some(hold) = holds.get_mut(&host) else {
                    return Ok(Turn { holds: self, host, held: None });
                };
                if hold.broken {
                    return Err(Problem::Held);
                }
                if !hold.given {
                    hold.given = true;
                    let held = Some(Arc::clone(&hold.changed));
                    drop(holds);
                    return Ok(Turn { holds: self, host, held });
                }
                (Arc::clone(&hold.changed).notified_owned(), hold.until)
            };
            // Late or woken up, the state decides. The note is taken under the lock, so that none is missed.
            let _ = timeout_at(until.into(), changed).await;
        }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let Some(held) = &self.held else { return };
        if let Some(hold) = locked(&self.holds.0).get_mut(&self.host) {
            // It may be another hold by now.
            hold.broken |= Arc::ptr_eq(&hold.changed, held);
        }
        held.notify_waiters();
    }
}
