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
use crate::collecting::{Collect, Means, NewSource};
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

/// What the panel in the person's browser may: it fills collections with what is in its own tabs. It reads nothing out of
/// them, so that what was collected on one site is not told beside another. Of a private window nothing is kept (I14).
pub(super) fn panel_may(asked: &Collect, is_private: bool) -> Result<(), Refusal> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "whatever else there is, no panel asks")]
    let may = match asked {
        Collect::Titles {} | Collect::Create { .. } => true,
        Collect::Add { sources, .. } => {
            sources.iter().all(|one| matches!(one, NewSource::Tab { .. } | NewSource::Url { .. }))
        }
        _ => false,
    };
    if !may {
        let sentence = "collections are shown by `laika open` and in a terminal";
        return Err(Refusal::new("E_NOT_IN_PANEL", sentence));
    }
    if is_private {
        return Err(Refusal::new("E_PRIVATE_WINDOW", "nothing of a private window is kept"));
    }
    Ok(())
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
            | Collect::Titles {}
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
            let means = Means {
                hands: &hands,
                print: &print,
                model: None,
                tell: &|_, _, _| {},
                cancel: &cancel,
                browser: self.extension.as_ref().map(|extension| extension.bridge.profile()),
            };
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
            let means =
                Means { hands: &hands, print: &print, model, tell: &tell, cancel: &cancel, browser: None };
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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn refused(asked: Value, is_private: bool) -> Option<String> {
        panel_may(&serde_json::from_value(asked).unwrap(), is_private).err().map(|refusal| refusal.code)
    }

    #[test]
    fn a_panel_fills_collections_and_reads_nothing_out_of_them() {
        let tab = json!({ "type": "tab", "tabId": 7, "url": "https://a.example/" });
        let url = json!({ "type": "url", "url": "https://a.example/" });
        let note = json!({ "type": "note", "text": "words" });
        let file = json!({ "type": "file", "name": "a.txt", "text": "words" });
        let add = |sources: Value| json!({ "do": "add", "collection": "A", "sources": sources });
        for (asked, may) in [
            (json!({ "do": "titles" }), true),
            (json!({ "do": "create", "title": "A" }), true),
            (add(json!([tab, url])), true),
            (add(json!([tab, note])), false),
            (add(json!([file])), false),
            (json!({ "do": "list" }), false),
            (json!({ "do": "show", "collection": "A" }), false),
            (json!({ "do": "search", "query": "a" }), false),
            (json!({ "do": "ask", "collection": "A", "question": "b?" }), false),
            (json!({ "do": "add_from_page", "collection": "A", "page": "https://a.example/" }), false),
            (json!({ "do": "remove", "collection": "A" }), false),
            (json!({ "do": "forget", "site": "https://a.example" }), false),
        ] {
            let why = refused(asked.clone(), false);
            assert_eq!(why.as_deref(), (!may).then_some("E_NOT_IN_PANEL"), "{asked}");
            let private = refused(asked.clone(), true);
            assert_eq!(private.as_deref(), Some(if may { "E_PRIVATE_WINDOW" } else { "E_NOT_IN_PANEL" }));
        }
    }
}
