//! What the person says of single sites: what a site is, and the most that may be done there (POL-019, POL-022, POL-024).
//!
//! Their word comes first. It lifts none of the rules that hold everywhere (POL-020), and what it makes looser is theirs
//! alone to say.

use std::path::Path;

use laika_policy::SiteClass;
use laika_policy::classify::{SiteSignals, UserLabel, classify_site};
use laika_protocol::ids::Origin;
use laika_protocol::wire::SiteMode;
use laika_store::{DATABASE, Override, Reader, Store};
use serde::{Deserialize, Serialize};

use crate::notes::profile;
use crate::now_ms;
use crate::serving::Refusal;

/// What holds on a site.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SiteRule {
    /// What the site is.
    #[serde(default)]
    pub label: Option<UserLabel>,
    /// The most that may be done there.
    #[serde(default)]
    pub mode: Option<SiteMode>,
}

impl SiteRule {
    /// As it is kept.
    #[must_use]
    pub fn of(kept: &Override) -> Self {
        let label = kept.label.as_deref().map(|label| match label {
            "not_sensitive" => UserLabel::NotSensitive,
            // A word that is not known is taken for the careful one.
            _ => UserLabel::Sensitive,
        });
        Self { label, mode: kept.mode }
    }

    /// The word that is kept for the label.
    #[must_use]
    pub fn word(&self) -> Option<&'static str> {
        self.label.map(|label| match label {
            UserLabel::Sensitive => "sensitive",
            UserLabel::NotSensitive => "not_sensitive",
        })
    }

    /// Whether it says nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What the site is with it, as far as its address tells.
    #[must_use]
    pub fn class(&self, origin: &Origin) -> SiteClass {
        let signals = SiteSignals {
            url: origin.as_str(),
            title: "",
            has_password_field: false,
            has_payment_field: false,
            user_label: self.label,
            curated: None,
        };
        classify_site(&signals).class
    }

    /// The most that may be done there with it: a sensitive site is read, unless the person set a mode for it (POL-024).
    #[must_use]
    pub fn most(&self, origin: &Origin) -> SiteMode {
        let usual =
            if self.class(origin) == SiteClass::Sensitive { SiteMode::Observe } else { SiteMode::Autopilot };
        self.mode.unwrap_or(usual)
    }

    /// Whether less care would be taken there than with the other.
    #[must_use]
    pub fn loosens(&self, before: &Self, origin: &Origin) -> bool {
        self.class(origin) < before.class(origin) || self.most(origin) > before.most(origin)
    }
}

/// What the person says of a site. A log that cannot be read says that it is sensitive: nobody knows better.
#[must_use]
pub fn of_site(folder: Option<&Path>, site: &Origin) -> SiteRule {
    let Some(folder) = folder.filter(|folder| folder.join(DATABASE).is_file()) else {
        return SiteRule::default();
    };
    let careful = SiteRule { label: Some(UserLabel::Sensitive), mode: None };
    let Ok(profile) = profile() else { return careful };
    let Ok(all) = Reader::open(folder).and_then(|reader| reader.overrides(&profile)) else { return careful };
    all.iter().find(|one| one.origin == *site).map(SiteRule::of).unwrap_or_default()
}

/// Keeps what the person says of a site; forgets it where the rule says nothing.
///
/// # Errors
/// When it cannot be written.
pub fn keep(store: &Store, origin: Origin, rule: SiteRule) -> Result<(), Refusal> {
    let profile = profile().map_err(|error| Refusal::new("E_INTERNAL", error.to_string()))?;
    if rule.is_empty() {
        store.clear_override(profile, origin)?;
        return Ok(());
    }
    let label = rule.word().map(str::to_owned);
    store.set_override(Override { profile, origin, label, mode: rule.mode, created_at_ms: now_ms() })?;
    Ok(())
}

/// Everything that the person says of sites.
///
/// # Errors
/// When the log cannot be read.
pub fn all(reader: &Reader) -> Result<Vec<(Origin, SiteRule)>, Refusal> {
    let profile = profile().map_err(|error| Refusal::new("E_INTERNAL", error.to_string()))?;
    Ok(reader.overrides(&profile)?.iter().map(|one| (one.origin.clone(), SiteRule::of(one))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pol_055_what_takes_less_care_is_told_apart() {
        let shop = Origin::parse("https://shop.example").unwrap();
        let bank = Origin::parse("https://online.lakecity.bank").unwrap();
        let none = SiteRule::default();
        let sensitive = SiteRule { label: Some(UserLabel::Sensitive), mode: None };
        let ordinary = SiteRule { label: Some(UserLabel::NotSensitive), mode: None };
        let mode = |mode| SiteRule { label: None, mode: Some(mode) };
        for (site, before, then, loosens) in [
            (&shop, none, sensitive, false),
            (&shop, sensitive, none, true),
            (&shop, none, mode(SiteMode::Observe), false),
            (&shop, mode(SiteMode::Observe), mode(SiteMode::Assist), true),
            (&shop, mode(SiteMode::Observe), none, true),
            // A mode that a run may have anyway.
            (&shop, none, mode(SiteMode::Autopilot), false),
            (&shop, none, ordinary, false),
            (&bank, none, ordinary, true),
            (&bank, none, sensitive, false),
            // On a sensitive site any mode beyond reading is more than before.
            (&bank, none, mode(SiteMode::Assist), true),
            (&bank, none, mode(SiteMode::Observe), false),
            (&bank, mode(SiteMode::Assist), none, false),
        ] {
            assert_eq!(then.loosens(&before, site), loosens, "{site} {before:?} {then:?}");
        }
    }
}
