//! Tabs of the person's own browser that are lent for one capture. They are held in memory alone: a tab is nothing that
//! outlives the browser it is in, and what was lent to one process is not lent to the next.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use laika_protocol::ids::{ProfileId, SourceId};

/// Why a tab is not lent any more. The page is then captured by its address, without the person's logins. A private window
/// is not among them: nothing of that is kept at all.
const OVER: &[&str] =
    &["E_TAB_CLOSED", "E_BROWSER_GONE", "E_NO_SITE_ACCESS", "E_ORIGIN_CHANGED", "E_RESTRICTED_PAGE"];

/// A tab, in the browser of a profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tab {
    pub(super) id: u32,
    pub(super) profile: ProfileId,
}

/// The tabs that are lent, by the source that is read there.
#[derive(Default)]
pub(super) struct Lent(Mutex<BTreeMap<SourceId, Tab>>);

impl Lent {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<SourceId, Tab>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on the source is read there.
    pub(super) fn lend(&self, source: SourceId, tab: Tab) {
        self.lock().insert(source, tab);
    }

    /// Where the source is read.
    pub(super) fn of(&self, source: &SourceId) -> Option<Tab> {
        self.lock().get(source).cloned()
    }

    /// It is read there no more.
    pub(super) fn give_back(&self, source: &SourceId) {
        self.lock().remove(source);
    }

    /// Whether this says that a tab is gone, or is not what was lent.
    pub(super) fn is_over(code: &str) -> bool {
        OVER.contains(&code)
    }
}
