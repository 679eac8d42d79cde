//! The tab's own history, and which of it can be loaded again without sending something twice (S11).

use std::sync::Arc;

use laika_protocol::{ErrorCode, ToolError};
use serde_json::{Value, json};

use super::Tab;
use super::core::TabCore;
use super::navigate::{Before, Navigated, deadline};
use crate::CALL;
use crate::error::{bad_answer, fault};
use crate::hub::text;

/// A place the tab was at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryEntry {
    /// Its address, which may hold secrets.
    pub url: String,
    /// Whether it was asked for by GET. What is not known was not.
    pub is_get: bool,
    /// Whether the tab is there now.
    pub current: bool,
}

struct Entry {
    id: i64,
    shown: HistoryEntry,
}

impl Tab {
    /// Where the tab was, oldest first.
    ///
    /// # Errors
    /// When the tab is closed or the browser does not answer.
    pub async fn history(&self) -> Result<Vec<HistoryEntry>, ToolError> {
        Ok(self.entries().await?.into_iter().map(|entry| entry.shown).collect())
    }

    /// Goes back (negative) or forward in the history.
    ///
    /// # Errors
    /// When there is no such place, it was not loaded by GET, or as for [`Tab::navigate`].
    pub async fn go(&self, delta: i32) -> Result<Navigated, ToolError> {
        let entries = self.entries().await?;
        let current = entries.iter().position(|entry| entry.shown.current).ok_or_else(bad_answer)?;
        let wanted = isize::try_from(delta).ok().and_then(|delta| current.checked_add_signed(delta));
        let entry = wanted.and_then(|at| entries.get(at)).filter(|_| delta != 0).ok_or_else(|| {
            fault(ErrorCode::NotFound, "E_NO_HISTORY", "the tab has no page there to go to")
        })?;
        repeatable(&entry.shown)?;
        self.moved("Page.navigateToHistoryEntry", json!({ "entryId": entry.id })).await
    }

    /// Loads the document again.
    ///
    /// # Errors
    /// When it was not loaded by GET, or as for [`Tab::navigate`].
    pub async fn reload(&self) -> Result<Navigated, ToolError> {
        let entries = self.entries().await?;
        let entry = entries.iter().find(|entry| entry.shown.current).ok_or_else(bad_answer)?;
        repeatable(&entry.shown)?;
        self.moved("Page.reload", json!({})).await
    }

    async fn moved(&self, method: &str, parameters: Value) -> Result<Navigated, ToolError> {
        let deadline = deadline();
        let before = Before::of(&self.core.model());
        self.free().await;
        self.core.session.call(method, parameters, CALL).await?;
        self.committed(&before, None, deadline).await?;
        self.arrived(&before, deadline).await
    }

    async fn entries(&self) -> Result<Vec<Entry>, ToolError> {
        let answer = self.core.session.call("Page.getNavigationHistory", json!({}), CALL).await?;
        let model = self.core.model();
        let current = answer["currentIndex"].as_u64();
        let entries = answer["entries"].as_array().ok_or_else(bad_answer)?;
        let entries = (0..).zip(entries).map(|(at, entry)| {
            let id = entry["id"].as_i64().unwrap_or_default();
            let current = Some(at) == current;
            let url = text(entry, "url").to_owned();
            let is_get =
                url == "about:blank" || if current { model.is_get() } else { model.entry_is_get(id) };
            Entry { id, shown: HistoryEntry { url, is_get, current } }
        });
        Ok(entries.collect())
    }
}

fn repeatable(entry: &HistoryEntry) -> Result<(), ToolError> {
    if entry.is_get {
        return Ok(());
    }
    let message = "loading this page again may send something twice; open an address instead";
    Err(fault(ErrorCode::PolicyDenied, "P_DENY_REPOST", message))
}

/// Remembers how the entry the tab is at now was loaded.
pub(super) fn note_entry(core: &Arc<TabCore>) {
    let place = |core: &TabCore| {
        let model = core.model();
        model.frame(0).map(|frame| (frame.loader.clone(), frame.same_document))
    };
    let before = place(core);
    let Ok(reply) = core.session.send("Page.getNavigationHistory", &json!({})) else { return };
    let core = Arc::clone(core);
    tokio::spawn(async move {
        let Ok(answer) = reply.answer(CALL).await else { return };
        // The tab may be somewhere else by now; then the entry is another's.
        if place(&core) != before {
            return;
        }
        let at = answer["currentIndex"].as_u64().and_then(|at| usize::try_from(at).ok());
        let Some(entry) = at.map(|at| &answer["entries"][at]) else { return };
        let mut model = core.model();
        let same = model.frame(0).is_some_and(|frame| frame.url == text(entry, "url"));
        if let Some(id) = entry["id"].as_i64().filter(|_| same) {
            let is_get = model.is_get();
            model.note_entry(id, is_get);
        }
    });
}
