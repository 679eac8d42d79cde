//! The queue of captures: the oldest source that is due comes first, a few at once, and one that fails is tried again
//! later. It stands in the log alone, so a crash loses nothing and nothing is captured twice at once.

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use laika_protocol::collection::{Failure, Source, SourceState};
use laika_store::SourceProgress;

use super::capturing::{Came, Want};
use super::lent::Lent;
use super::{Collecting, making, now};
use crate::agents::Hands;
use crate::now_ms;
use crate::serving::Refusal;

/// So many at once: each is a page in the browser.
const AT_ONCE: usize = 2;
/// It looks at least so often whether something is due.
const LOOKS_EVERY: Duration = Duration::from_secs(15);
/// After so many tries only the person tries again.
const MOST_TRIES: u32 = 4;
/// Seconds to the second try; four times that to the next, and so on.
const FIRST_PAUSE_S: u64 = 15;
/// What another try does not mend.
const FINAL: &[&str] = &[
    "E_GATED",
    "E_NEEDS_YOU",
    "E_PRIVATE_WINDOW",
    "E_EMPTY_PAGE",
    "E_HTTP_STATUS",
    // Where an address leads does not change by itself; which site to read is the person's to say.
    "E_ORIGIN_NOT_ALLOWED",
    "E_SENSITIVE_SITE",
    "E_SENSITIVE_TEXT",
    "E_RESTRICTED_PAGE",
    "INVALID_ARGUMENT",
    "POLICY_DENIED",
];

/// Works until it is told to end. `hands` gives nothing when Laika ends.
///
/// # Errors
/// When the system gives no thread.
pub fn start<H>(collecting: &Arc<Collecting>, hands: H) -> std::io::Result<JoinHandle<()>>
where
    H: Fn() -> Option<Box<dyn Hands + Send>> + Clone + Send + 'static,
{
    let collecting = Arc::clone(collecting);
    thread::Builder::new().name("captures".into()).spawn(move || {
        let mut at_work: Vec<JoinHandle<()>> = Vec::new();
        while !collecting.is_over() {
            at_work.retain(|one| !one.is_finished());
            let free = AT_ONCE.saturating_sub(at_work.len());
            let due = collecting.due(free).unwrap_or_default();
            for source in due {
                let (collecting, hands) = (Arc::clone(&collecting), hands.clone());
                let one = thread::Builder::new().name("capture".into()).spawn(move || {
                    if let Some(hands) = hands() {
                        collecting.capture(&source, &*hands);
                    }
                    collecting.wake();
                });
                at_work.extend(one);
            }
            collecting.sleep(LOOKS_EVERY);
        }
        // Those under way wait for the loop, which ends them; what they were at is begun again next time.
        drop(at_work);
    })
}

impl Collecting {
    /// Takes the next ones: from here on they are being captured.
    fn due(&self, most: usize) -> Result<Vec<Source>, Refusal> {
        if most == 0 {
            return Ok(Vec::new());
        }
        let due = self.reader()?.due_sources(now_ms(), u32::try_from(most).unwrap_or(1))?;
        for source in &due {
            let taken = SourceProgress {
                state: SourceState::Capturing,
                tries: source.tries.saturating_add(1),
                retry_at_ms: None,
                failure: source.failure.clone(),
            };
            self.store.set_source_progress(source.id.clone(), taken)?;
            self.changed(&source.collection_id);
        }
        Ok(due)
    }

    fn capture(&self, source: &Source, hands: &dyn Hands) {
        let came = self.look_at(source, hands);
        if self.is_over() {
            return;
        }
        let kept = came.and_then(|came| Ok(self.keep(source, came)?));
        if let Err(failure) = kept {
            // A source that is gone needs no progress.
            let _ = self.store.set_source_progress(source.id.clone(), after(source, failure));
        }
        self.changed(&source.collection_id);
    }

    /// In the person's tab while it is lent, else by its address in a browser of Laika's own.
    fn look_at(&self, source: &Source, hands: &dyn Hands) -> Result<Came, Failure> {
        let want = Want::Text(source.mode);
        if let Some(tab) = self.lent.of(&source.id) {
            let came = self.captures.look(hands, &source.url, want, Some(tab));
            match came {
                Err(failure) if Lent::is_over(&failure.code) => self.lent.give_back(&source.id),
                Err(failure) => return Err(failure),
                Ok(came) => {
                    self.lent.give_back(&source.id);
                    return Ok(came);
                }
            }
        }
        self.captures.look(hands, &source.url, want, None)
    }

    fn keep(&self, source: &Source, came: Came) -> Result<(), Refusal> {
        let (body, is_sensitive) = match came {
            Came::Text(body) => (*body, false),
            Came::Sensitive(body) => (*body, true),
            Came::Links(..) => return Err(Refusal::new("E_INTERNAL", "a text was asked for")),
        };
        // First: from here on, forgetting the site that the address led to takes this, too.
        if let Some(site) = &body.read_on {
            self.store.read_on(source.id.clone(), site.clone())?;
        }
        if is_sensitive {
            // Marked first: from here on the store itself refuses anything but totals (CTX-011).
            self.store.mark_source(source.id.clone(), true, true)?;
            let capture = making::totals(source, body, now()?)?;
            self.store.put_capture(capture)?;
            return Ok(());
        }
        self.store.put_capture(body.capture(source.id.clone(), 0, now()?))?;
        Ok(())
    }
}

/// What becomes of a source that could not be captured.
fn after(source: &Source, failure: Failure) -> SourceProgress {
    let tries = source.tries.saturating_add(1);
    let again = tries < MOST_TRIES && !FINAL.contains(&failure.code.as_str());
    let pause = FIRST_PAUSE_S.saturating_mul(4_u64.saturating_pow(tries.saturating_sub(1)));
    SourceProgress {
        state: if again { SourceState::Waiting } else { SourceState::Failed },
        tries,
        retry_at_ms: again.then(|| now_ms().saturating_add(pause.saturating_mul(1_000))),
        failure: Some(failure),
    }
}
