//! Collections, for whoever is connected. What takes long is done beside the connection, which is told how far it is.

use std::sync::{Arc, PoisonError, Weak};
use std::thread;

use laika_model::Cancel;
use laika_protocol::ids::RunId;

use super::attend::{Connection, MOST_AT_WORK};
use super::error::Refusal;
use super::message::{Choice, Told};
use super::server::Shared;
use crate::agents::Hands;
use crate::collecting::{Collect, Means};
use crate::service::Service;
use crate::working::Order;

/// Things that take long, for one client at once.
const MOST_LONG: usize = 4;

/// Laika's own runs.
pub(super) struct Own(pub(super) Weak<Shared>);

impl Own {
    fn shared(&self) -> Result<Arc<Shared>, Refusal> {
        self.0.upgrade().ok_or_else(|| Refusal::new("E_ENDING", "Laika is ending"))
    }
}

impl Own {
    pub(super) fn print(&self, html: &str) -> Result<Vec<u8>, Refusal> {
        // The loop is let go before anything is waited for.
        let press = self.shared()?.service().as_ref().and_then(Service::press);
        let ending = || Refusal::new("E_ENDING", "Laika is ending");
        Ok(press.ok_or_else(ending)?.print(html)?)
    }
}

impl Hands for Own {
    fn begin(&self, order: Order, before: &dyn Fn(&RunId)) -> Result<RunId, Refusal> {
        let shared = self.shared()?;
        if shared.hub.at_work().len() >= MOST_AT_WORK {
            return Err(Refusal::new("E_BUSY", "too many runs are at work already"));
        }
        let service = shared.service();
        let ending = || Refusal::new("E_ENDING", "Laika is ending");
        Ok(service.as_ref().ok_or_else(ending)?.begin_after(order, before)?)
    }

    fn stop(&self, run: &RunId) {
        let Ok(shared) = self.shared() else { return };
        if let Some(service) = &*shared.service() {
            service.stop(run);
        }
    }
}

impl Connection<'_> {
    /// Does it at once where that takes no time, and beside the connection where it does.
    pub(super) fn collect(&self, id: u64, asked: Collect) -> Result<Vec<Told>, Refusal> {
        let choice = match &asked {
            Collect::Ask { model, .. } | Collect::Make { model, .. } => Some(model),
            Collect::AddFromPage { .. } | Collect::Links { .. } => Some(&Choice::Without),
            Collect::Export { .. } => Some(&Choice::Without),
            Collect::Create { .. }
            | Collect::List {}
            | Collect::Show { .. }
            | Collect::Rename { .. }
            | Collect::Remove { .. }
            | Collect::Add { .. }
            | Collect::Search { .. }
            | Collect::Source { .. }
            | Collect::RemoveSource { .. }
            | Collect::Refresh { .. }
            | Collect::Changes { .. }
            | Collect::Types {}
            | Collect::Made { .. }
            | Collect::Artifact { .. }
            | Collect::MadeChanges { .. }
            | Collect::RemoveArtifact { .. } => None,
            Collect::Forget { .. } => {
                self.needs_person("forget a site")?;
                None
            }
        };
        let collecting = self.shared.collecting()?;
        let hands = Own(Arc::downgrade(self.shared));
        let Some(choice) = choice else {
            let print = |html: &str| hands.print(html);
            let cancel = Cancel::new();
            let means =
                Means { hands: &hands, print: &print, model: None, tell: &|_, _, _| {}, cancel: &cancel };
            return Ok(vec![Told::Collected { id, value: collecting.work(asked, &means)? }]);
        };
        let model = match choice {
            Choice::Without => None,
            Choice::Usual | Choice::Named(_) => Some((self.shared.models)(choice, false)?),
        };
        let cancel = Cancel::new();
        {
            let mut long = self.long.lock().unwrap_or_else(PoisonError::into_inner);
            if long.len() >= MOST_LONG {
                return Err(Refusal::new("E_BUSY", "enough is being done for you already"));
            }
            long.insert(id, cancel.clone());
        }
        let (queue, over) = (self.queue.clone(), Arc::clone(&self.long));
        let spawned = thread::Builder::new().name("collection".into()).spawn(move || {
            let progress = queue.clone();
            let tell = move |done, all, what: &str| {
                // Whoever does not listen is not told.
                let _ = progress.try_send(Told::Progress { id, done, all, what: what.to_owned() });
            };
            let print = |html: &str| hands.print(html);
            let means = Means { hands: &hands, print: &print, model, tell: &tell, cancel: &cancel };
            let came = collecting.work(asked, &means);
            over.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
            // Whoever waited may have left.
            let _ = queue.send(match came {
                Ok(value) => Told::Collected { id, value },
                Err(Refusal { code, sentence }) => Told::Error { id: Some(id), code, sentence },
            });
        });
        spawned.map_err(|error| Refusal::new("E_INTERNAL", error.to_string()))?;
        Ok(Vec::new())
    }

    /// Takes back something that takes long.
    pub(super) fn drop_long(&self, request: u64) {
        let long = self.long.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cancel) = long.get(&request) {
            cancel.cancel();
        }
    }
}
