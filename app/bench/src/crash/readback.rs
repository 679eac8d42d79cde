//! Everything that a log gives back, in words, so that two logs can be compared.

use laika_protocol::ids::ProfileId;
use laika_protocol::run::Record;
use laika_store::{Reader, RunFilter, StoreError};

/// More than any case holds.
const ALL: u32 = 100_000;

/// Reads everything: runs, events, calls, locks, grants, conversations, settings, artifacts and the last head.
pub(super) fn read(reader: &Reader) -> Result<Vec<String>, StoreError> {
    let mut lines = Vec::new();
    let mut profiles = Vec::<ProfileId>::new();
    for run in reader.runs(&RunFilter { limit: Some(ALL), ..RunFilter::default() })? {
        let id = &run.row.run;
        lines.extend(reader.events(id, 0, ALL)?.iter().map(|event| format!("{event:?}")));
        for (_, record) in reader.records(id)? {
            if let Record::Intent(intent) = &record {
                lines.push(format!("{:?}", reader.recorded(&intent.step.request_id)?));
            }
        }
        lines.push(format!("open {:?}", reader.unanswered(id)?));
        lines.push(format!("{:?}", reader.sites(id)?));
        lines.push(format!("{:?}", reader.grants(id)?));
        if !profiles.contains(&run.row.profile) {
            profiles.push(run.row.profile.clone());
        }
        lines.push(format!("{run:?}"));
    }
    for profile in &profiles {
        lines.push(format!("{:?}", reader.overrides(profile)?));
    }
    for conversation in reader.conversations(ALL)? {
        lines.push(format!("{:?}", reader.messages(&conversation.id)?));
        lines.push(format!("{conversation:?}"));
    }
    lines.push(format!("{:?}", reader.locks()?));
    lines.push(format!("{:?}", reader.artifacts(None)?));
    lines.push(format!("{:?}", reader.head()?));
    Ok(lines)
}
