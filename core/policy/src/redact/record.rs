//! A record on its way to the log.

use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::canonical::{self, CanonicalError};
use laika_protocol::run::{Kind, Record};

use super::text::kept;
use super::value::clean_value;
use super::{Redacted, shown_url};

/// Characters of a label or title that are kept.
const MOST_LABEL_CHARS: usize = 120;
/// Characters of a page that are kept.
const MOST_EXCERPT_CHARS: usize = 2_000;
/// Characters of the person's own words that are kept.
const MOST_MESSAGE_CHARS: usize = 32_000;

/// A record as it lies in the log: its kind and its canonical bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its kind.
    pub kind: Kind,
    /// Its canonical bytes (RFC 8785), which name the kind again.
    pub bytes: Vec<u8>,
}

/// Takes out of a record what must not be stored, and writes it.
///
/// Every kind is listed, so that a new one cannot be stored before somebody decided what of it may be.
///
/// # Errors
/// When a number in it has no canonical form.
pub fn record(mut record: Record) -> Result<Redacted<Stored>, CanonicalError> {
    match &mut record {
        Record::UserMessage(message) => clean(&mut message.text, MOST_MESSAGE_CHARS),
        Record::Observed(observed) => {
            let sensitive = observed.exposed.iter().any(|exposed| exposed.sensitive);
            if sensitive {
                observed.excerpt = None;
                observed.digest = None;
                observed.title = None;
                // Where the person was, not what they looked at there.
                observed.url = observed.context.as_ref().map(|context| String::from(context.origin.as_str()));
            }
            observed.excerpt.iter_mut().for_each(|text| clean(text, MOST_EXCERPT_CHARS));
            observed.title.iter_mut().for_each(|text| clean(text, MOST_LABEL_CHARS));
            observed.url.iter_mut().for_each(|url| *url = shown_url(url));
        }
        Record::Extracted(extracted) => {
            extracted.citations.iter_mut().for_each(|text| clean(text, MOST_LABEL_CHARS));
        }
        Record::Intent(intent) => {
            clean(&mut intent.tool, MOST_LABEL_CHARS);
            intent.provider.iter_mut().for_each(|text| clean(text, MOST_LABEL_CHARS));
            let arguments = core::mem::take(&mut intent.arguments).into_iter();
            intent.arguments = arguments
                .map(|(path, mut value)| {
                    clean_value(&mut value, MOST_EXCERPT_CHARS);
                    (kept(&path, MOST_EXCERPT_CHARS), value)
                })
                .collect();
            if let Some(field) = &mut intent.field {
                for text in [&mut field.label, &mut field.autocomplete, &mut field.input_type] {
                    clean(text, MOST_LABEL_CHARS);
                }
            }
        }
        Record::Granted(granted) => {
            clean(&mut granted.grant, MOST_LABEL_CHARS);
            clean_value(&mut granted.scope, MOST_EXCERPT_CHARS);
        }
        Record::ModelPrompt(prompt) => clean(&mut prompt.model, MOST_LABEL_CHARS),
        Record::ModelOutput(output) => clean(&mut output.model, MOST_LABEL_CHARS),
        Record::Checkpoint(checkpoint) => {
            clean(&mut checkpoint.goal, MOST_EXCERPT_CHARS);
            checkpoint.facts.iter_mut().for_each(|text| clean(text, MOST_EXCERPT_CHARS));
            checkpoint.next.iter_mut().for_each(|text| clean(text, MOST_EXCERPT_CHARS));
        }
        Record::Summary(summary) => {
            summary.lines.iter_mut().for_each(|text| clean(text, MOST_EXCERPT_CHARS));
        }
        Record::TabAttached(tab) => {
            clean(&mut tab.last_known_title, MOST_LABEL_CHARS);
            tab.last_known_url = shown_url(&tab.last_known_url);
        }
        // Ids, codes, origins, counts and digests.
        Record::Started(_)
        | Record::Decided(_)
        | Record::Approval(_)
        | Record::Revoked(_)
        | Record::GestureRequired(_)
        | Record::GesturePerformed(_)
        | Record::CrossSiteIntent(_)
        | Record::StepResult(_)
        | Record::Verified(_)
        | Record::Handoff(_)
        | Record::Takeover(_)
        | Record::Resumed(_)
        | Record::Cancelled(_)
        | Record::Paused(_)
        | Record::Ended(_)
        | Record::Rollback(_)
        | Record::Branch(_)
        | Record::SurfaceChanged(_)
        | Record::TaskTab(_)
        | Record::TabLocked(_)
        | Record::TabUnlocked(_)
        | Record::Erased(_) => {}
    }
    Ok(Redacted(Stored { kind: record.kind(), bytes: canonical::to_bytes(&record)? }))
}

fn clean(text: &mut String, most_chars: usize) {
    *text = kept(text, most_chars);
}
