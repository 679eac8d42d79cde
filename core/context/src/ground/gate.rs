//! What stands between the reader and the page, said plainly (MODEL-028).

use laika_protocol::observation::Signal;

use crate::text::words;

/// Words below which a page shows next to nothing.
const SPARSE: usize = 40;

const PAYWALL: &str = "Only part of this page is visible: reading on costs money.";
const LOGIN: &str = "Only part of this page is visible: reading on needs a login.";
const AGE: &str = "Only part of this page is visible: it asks for an age first.";
const REGION: &str = "Only part of this page is visible: it is closed to this region.";
const SCRIPTS: &str = "Only part of this page is visible: it says that it needs scripts.";
const COVERED: &str = "Only part of this page is visible: something lies over it.";
const LITTLE: &str = "This page shows very little text.";

/// Everything that can be said.
pub(super) const ACCESS_NOTES: &[&str] = &[PAYWALL, LOGIN, AGE, REGION, SCRIPTS, COVERED, LITTLE];

/// What to say before anything else where only a part of a page can be read; nothing on a page that is open.
#[must_use]
pub fn access_note(signals: &[Signal], text: &str) -> Option<&'static str> {
    let closed = signals.iter().find_map(|signal| match signal {
        Signal::Paywall => Some(PAYWALL),
        Signal::AuthGate => Some(LOGIN),
        Signal::AgeGate => Some(AGE),
        Signal::GeoBlock => Some(REGION),
        Signal::ScriptRequired => Some(SCRIPTS),
        Signal::OverlayOrDialog | Signal::ConsentOverlay | Signal::AuthFields => None,
    });
    let is_sparse = words(text).len() < SPARSE;
    let covered = || {
        let over = [Signal::OverlayOrDialog, Signal::ConsentOverlay];
        (is_sparse && signals.iter().any(|signal| over.contains(signal))).then_some(COVERED)
    };
    closed.or_else(covered).or_else(|| is_sparse.then_some(LITTLE))
}
