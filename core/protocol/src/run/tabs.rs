//! Records of tabs: which one a run works in, and who may change it.

use alloc::string::String;

use serde::{Deserialize, Serialize};

use crate::ids::{Origin, ProfileId};

/// The tab a run is attached to, well enough to find it again (RUN-040).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TabRef {
    /// The profile.
    pub profile_id: ProfileId,
    /// The tab when it was last seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous_tab_id: Option<u32>,
    /// Its origin then.
    pub last_known_origin: Origin,
    /// Its address then, without what a query or fragment may carry.
    pub last_known_url: String,
    /// Its title then.
    pub last_known_title: String,
    /// When.
    pub last_seen_at_ms: u64,
}

/// Laika opened a tab or window for the run; closing it is Stop (RUN-034).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TaskTab {
    /// The window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window_id: Option<u32>,
    /// The tab.
    pub tab_id: u32,
    /// Always true.
    pub created_by_laika: bool,
}

/// A tab that one run alone may change (RUN-049).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TabLock {
    /// The profile.
    pub profile_id: ProfileId,
    /// The tab.
    pub tab_id: u32,
}
