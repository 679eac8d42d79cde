//! What the person allows.

use alloc::collections::BTreeMap;

use laika_protocol::ids::Origin;
use serde::{Deserialize, Serialize};

use crate::Place;

/// On or off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Switch {
    /// It may leave.
    On,
    /// It stays here.
    #[default]
    Off,
}

/// What the person allows for models on other machines. Without a word from them nothing leaves (MODEL-032, MODEL-035).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CloudRules {
    /// Whether such models are used at all.
    pub enabled: bool,
    /// Where the one model is.
    pub destination: Option<Origin>,
    /// What was said about each place.
    pub sites: BTreeMap<Place, Switch>,
    /// What counts for ordinary public sites that nothing was said about.
    pub others: Switch,
}

impl CloudRules {
    /// What was said about this very place.
    #[must_use]
    pub fn said_about(&self, place: &Place) -> Option<Switch> {
        self.sites.get(place).copied()
    }
}
