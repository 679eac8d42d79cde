//! What the person wrote down about sites, on its way from the log to a model.

use std::path::Path;

use laika_context::pack::{Note, NoteKind};
use laika_protocol::ids::{FormatError, Origin, ProfileId};
use laika_store::{Reader, SiteNote};

/// The profile of what the person keeps for themselves, whatever browser a run works in.
///
/// # Errors
/// Never, as long as it is spelled well.
pub fn profile() -> Result<ProfileId, FormatError> {
    ProfileId::parse("default")
}

/// A note as a model is told it; nothing, where its kind is unknown.
#[must_use]
pub fn note(written: &SiteNote) -> Option<Note> {
    let kind = NoteKind::ALL.into_iter().find(|kind| kind.as_str() == written.kind)?;
    Some(Note { origin: written.origin.to_string(), kind, text: written.text.clone() })
}

/// What the person wrote down about a site, as a model is told it. A note that cannot be read is missed, and stops nothing.
#[must_use]
pub fn about(folder: Option<&Path>, site: &Origin) -> Vec<Note> {
    let (Some(folder), Ok(profile)) = (folder, profile()) else { return Vec::new() };
    let found = Reader::open(folder).and_then(|reader| reader.notes(&profile, Some(site)));
    found.unwrap_or_default().iter().filter_map(note).collect()
}
