//! What only a person's own click does: offered once, for a short time, and never again by itself.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use laika_browser::mine::{Coming, Gesture, Gestures};
use laika_protocol::ids::{ReasonCode, RunId};
use laika_protocol::{ErrorCode, ToolError};
use tokio::sync::oneshot;

use super::fresh_uuid;
use super::news::News;
use super::tell::Tell;
use crate::daemon::now_ms;

/// How long an offer stands.
const STANDS: Duration = Duration::from_secs(30);

/// The offers that stand, by a word that nobody can guess. Clones are the same.
#[derive(Clone, Default)]
pub(crate) struct Offers(Arc<Mutex<Standing>>);

type Standing = HashMap<(RunId, String), oneshot::Sender<()>>;

impl Offers {
    /// The person did it. False where no such offer stands: it is over, was used, or never was.
    pub(crate) fn performed(&self, run: &RunId, nonce: &str) -> bool {
        let mut offers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        offers.remove(&(run.clone(), nonce.to_owned())).is_some_and(|waits| waits.send(()).is_ok())
    }
}

/// Asks the person of one run.
pub(super) struct Asking {
    pub(super) run: RunId,
    pub(super) offers: Offers,
    pub(super) tell: Tell,
}

impl Gestures for Asking {
    fn ask(&self, gesture: Gesture) -> Coming<'_, Result<(), ToolError>> {
        Box::pin(async move {
            let nonce = fresh_uuid()?.to_string();
            let (done, waits) = oneshot::channel();
            let key = (self.run.clone(), nonce.clone());
            self.offers.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key.clone(), done);
            // However this ends, the offer ends with it.
            let _offer = Offer(&self.offers, key);
            let stands = u64::try_from(STANDS.as_millis()).unwrap_or(u64::MAX);
            self.tell.news(News::Gesture {
                request_id: fresh_uuid()?,
                nonce,
                kind: gesture.kind,
                origin: gesture.origin,
                url: Some(gesture.url),
                expires_at_ms: now_ms().saturating_add(stands),
            });
            match tokio::time::timeout(STANDS, waits).await {
                Ok(Ok(())) => Ok(()),
                Ok(Err(_)) | Err(_) => {
                    let message = "nobody pressed the button in time; nothing was done";
                    let expired = ToolError::new(ErrorCode::PreconditionFailed, message);
                    Err(ToolError { reason: ReasonCode::parse("E_GESTURE_EXPIRED").ok(), ..expired })
                }
            }
        })
    }
}

struct Offer<'a>(&'a Offers, (RunId, String));

impl Drop for Offer<'_> {
    fn drop(&mut self) {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.1);
    }
}
