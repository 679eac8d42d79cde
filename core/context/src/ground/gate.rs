//! What stands between the reader and the page, said plainly (MODEL-028).

use laika_protocol::observation::Signal;

use crate::text::words;

/// Words below which a page shows next to nothing.
const SPARSE: usize = 40;

/// What to say before anything else where only a part of a page can be read; nothing on a page that is open.
#[must_use]
pub fn access_note(signals: &[Signal], text: &str) -> Option<&'static str> {
    let closed = signals.iter().find_map(|signal| match signal {
        Signal::Paywall => Some("Only part of this page is visible: reading on costs money."),
        Signal::AuthGate => Some("Only part of this page is visible: reading on needs a login."),
        Signal::AgeGate => Some("Only part of this page is visible: it asks for an age first."),
        Signal::GeoBlock => Some("Only part of this page is visible: it is closed to this region."),
        Signal::ScriptRequired => Some("Only part of this page is visible: it says that it needs scripts."),
        Signal::OverlayOrDialog | Signal::ConsentOverlay | Signal::AuthFields => None,
    });
    let is_sparse = words(text).len() < SPARSE;
    let covered = || {
        let over = [Signal::OverlayOrDialog, Signal::ConsentOverlay];
        (is_sparse && signals.iter().any(|signal| over.contains(signal)))
            .then_some("Only part of this page is visible: something lies over it.")
    };
    closed.or_else(covered).or_else(|| is_sparse.then_some("This page shows very little text."))
}
