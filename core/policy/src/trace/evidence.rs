//! Everything a value can come from: the person's words and directories, settings, handles, and untrusted documents.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::limits::PACKET_MAX_BYTES;
use laika_protocol::tools::ArgRole;
use serde_json::{Map, Value};

use super::amount::Amount;
use super::call::{Source, leaves};
use super::index::{Found, Index};
use super::normal::{is_plain, normal};
use super::words::{Words, stands_whole};
use crate::descriptor::{Described, Role};
use crate::inject::{self, Seen, Suspicion};
use crate::row::Action;
use crate::{Place, Policy};

const MOST_DOCUMENTS: usize = 1_000;
const MOST_ENTRIES: usize = 100_000;

/// Content that was read. All of it is untrusted for ever (C-22).
#[derive(Clone, Debug)]
pub struct Document {
    /// Its id in the pack.
    pub id: String,
    /// Where it was read.
    pub place: Place,
    /// Who wrote it, where the place has many authors: a mail's sender, a comment's author (S5).
    pub author: Option<String>,
    /// Whether others may not know it: logged-in sites, local files, collections, results of servers (S3).
    pub confidential: bool,
    /// Whether it was read on a sensitive site.
    pub sensitive: bool,
    /// Whether the person's own words asked for exactly this.
    pub requested: bool,
    /// Whether a person could not see it.
    pub hidden: bool,
    /// What it says.
    pub text: String,
}

impl Document {
    /// A document that anybody can read, that nobody asked for, and that has no author.
    #[must_use]
    pub fn plain(id: impl Into<String>, place: Place, text: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            place,
            author: None,
            confidential: false,
            sensitive: false,
            requested: false,
            hidden: false,
            text: text.into(),
        }
    }
}

/// An object that a page or a server listed, named by its id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handle {
    /// Whose it is.
    pub place: Place,
    /// Its id.
    pub value: String,
    /// Whether the person's own words asked for exactly the list it stands in.
    pub requested: bool,
}

/// Something the person entered before this run: a contact, an account they paid, a site they use (S19).
#[derive(Clone, Debug)]
pub struct DirectoryEntry {
    /// What it may stand for.
    pub role: ArgRole,
    /// What it may be used for.
    pub verbs: Vec<Action>,
    /// The value.
    pub value: String,
    /// The name the person knows it by.
    pub name: Option<String>,
    /// How much may go there without asking, when the person names it.
    pub limit: Option<Amount>,
}

/// Evidence beyond its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvidenceError {
    /// More documents than a pack can have.
    #[error("more than {MOST_DOCUMENTS} documents")]
    Documents,
    /// More text than a pack can have.
    #[error("more than {PACKET_MAX_BYTES} bytes of text")]
    Bytes,
    /// More entries than a directory can have.
    #[error("more than {MOST_ENTRIES} directory entries or handles")]
    Entries,
}

/// How an object came to be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listed {
    /// In answer to the person's own words only.
    Requested,
    /// Otherwise.
    Unasked,
}

/// Whether words say what is wanted: two words, a long one, or a name with digits or dots in it. Every text has an "a".
fn says_what(text: &str) -> bool {
    let words = text.split_whitespace().filter(|word| word.chars().count() > 2).count();
    let name =
        text.chars().count() > 3 && text.contains(|c: char| c.is_ascii_digit() || matches!(c, '.' | '@'));
    words >= 2 || name || text.chars().count() >= 6
}

/// One document, indexed.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) id: String,
    pub(crate) place: Place,
    pub(crate) confidential: bool,
    pub(crate) sensitive: bool,
    pub(crate) requested: bool,
    pub(crate) suspicion: Suspicion,
}

/// Everything a value can come from, indexed once.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    pub(crate) words: Words,
    /// By value.
    directory: BTreeMap<String, Vec<DirectoryEntry>>,
    /// The values that each name stands for.
    named: BTreeMap<String, BTreeSet<String>>,
    pub(crate) phrases: Vec<String>,
    pub(crate) handles: Vec<Handle>,
    pub(crate) documents: Vec<Known>,
    document_bytes: usize,
    pub(crate) index: Index,
}

impl Evidence {
    /// Takes in the person's own words: what they entered in a trusted place, and nothing else (S1).
    #[must_use]
    pub fn of_words<'a>(policy: &Policy, words: impl IntoIterator<Item = &'a str>) -> Self {
        let mut evidence = Self::default();
        words.into_iter().for_each(|text| evidence.words.add(text));
        evidence.phrases = policy.phrases().iter().map(|phrase| normal(phrase)).collect();
        evidence
    }

    /// Adds the person's directories.
    ///
    /// # Errors
    /// When there are too many entries.
    pub fn with_directory(mut self, entries: Vec<DirectoryEntry>) -> Result<Self, EvidenceError> {
        if entries.len() > MOST_ENTRIES {
            return Err(EvidenceError::Entries);
        }
        for entry in entries {
            if let Some(name) = &entry.name {
                self.named.entry(name.clone()).or_default().insert(normal(&entry.value));
            }
            self.directory.entry(normal(&entry.value)).or_default().push(entry);
        }
        Ok(self)
    }

    /// Adds the handles of this run.
    ///
    /// # Errors
    /// When there are too many.
    pub fn with_handles(mut self, handles: Vec<Handle>) -> Result<Self, EvidenceError> {
        if handles.len() > MOST_ENTRIES {
            return Err(EvidenceError::Entries);
        }
        self.handles = handles;
        self.handles.sort_unstable_by(|a, b| a.value.cmp(&b.value));
        Ok(self)
    }

    /// Adds documents that were in the pack, or in its history, and indexes and inspects them. Those that were added
    /// before stay as they are, so that each is looked at once in a run.
    ///
    /// # Errors
    /// When there are too many, or they are too large.
    pub fn with_documents(mut self, documents: Vec<Document>) -> Result<Self, EvidenceError> {
        if self.documents.len() + documents.len() > MOST_DOCUMENTS {
            return Err(EvidenceError::Documents);
        }
        self.document_bytes += documents.iter().map(|document| document.text.len()).sum::<usize>();
        if self.document_bytes > PACKET_MAX_BYTES {
            return Err(EvidenceError::Bytes);
        }
        self.index.add(documents.iter().map(|document| document.text.as_str()));
        self.documents.extend(documents.into_iter().map(|document| Known {
            suspicion: inject::inspect(&Seen { text: &document.text, hidden: document.hidden }),
            id: document.id,
            place: document.place,
            confidential: document.confidential,
            sensitive: document.sensitive,
            requested: document.requested,
        }));
        Ok(self)
    }

    /// Whether the person's own words asked for what this reading call returns: every value that says what to read is
    /// theirs, and there is one.
    #[must_use]
    pub fn is_requested(&self, tool: &Described, arguments: &Map<String, Value>) -> bool {
        let Ok(leaves) = leaves(tool, arguments) else { return false };
        let mut selecting = leaves
            .iter()
            .filter(|leaf| match leaf.role {
                Role::Known(role) => matches!(
                    role,
                    ArgRole::Url | ArgRole::Recipient | ArgRole::FreeText | ArgRole::Path | ArgRole::Handle
                ),
                Role::OneOf(_) | Role::When => false,
            })
            .filter(|leaf| !leaf.text().is_empty())
            .peekable();
        selecting.peek().is_some()
            && selecting.all(|leaf| says_what(&leaf.text()) && self.words.hold(&leaf.text()))
    }

    /// The documents that try to give orders.
    pub fn suspicious(&self) -> impl Iterator<Item = (&str, &Suspicion)> {
        let suspicious = self.documents.iter().filter(|document| document.suspicion.is_suspicious());
        suspicious.map(|document| (document.id.as_str(), &document.suspicion))
    }

    /// The person's entry for this use, and whether they named it: as they wrote it there, and not as a part of a longer
    /// name. A name that two values share names neither.
    pub(crate) fn entry(
        &self,
        role: ArgRole,
        action: Action,
        value: &str,
    ) -> Option<(&DirectoryEntry, bool)> {
        let entries = self.directory.get(&normal(value))?;
        let mut fitting = entries.iter().filter(|entry| entry.role == role && entry.verbs.contains(&action));
        let entry = fitting.find(|entry| is_plain(value) || entry.value == value)?;
        let named = entry.name.as_deref().is_some_and(|name| {
            let only = self.named.get(name).is_some_and(|values| values.len() == 1);
            let longer = |other: &String| other.len() > name.len() && stands_whole(other, name);
            let covered = self.named.keys().any(|other| longer(other) && self.words.hold_exactly(other));
            only && !covered && self.words.hold_exactly(name)
        });
        Some((entry, named))
    }

    /// Whether this server listed an object of this id, and whether only in answer to the person's own words.
    pub(crate) fn handle(&self, place: Option<&Place>, value: &str) -> Option<Listed> {
        let from = self.handles.partition_point(|handle| handle.value.as_str() < value);
        let same = self.handles.iter().skip(from).take_while(|handle| handle.value == value);
        let mut own = same.filter(|handle| Some(&handle.place) == place).peekable();
        own.peek()?;
        Some(if own.all(|handle| handle.requested) { Listed::Requested } else { Listed::Unasked })
    }

    pub(crate) fn is_phrase(&self, text: &str) -> bool {
        let longest = self.phrases.iter().map(String::len).max().unwrap_or_default();
        text.len() <= 2 * longest && self.phrases.contains(&normal(text))
    }

    pub(crate) fn ids(&self, documents: &[usize]) -> Vec<String> {
        documents
            .iter()
            .filter_map(|at| self.documents.get(*at))
            .map(|document| document.id.to_string())
            .collect()
    }

    /// Where a value stands that is not the person's own.
    pub(crate) fn source_in_documents(&self, value: &str) -> (Source, Found) {
        let found = self.index.find(value);
        let requested = |at: &usize| self.documents.get(*at).is_some_and(|document| document.requested);
        let source = match found.documents.as_slice() {
            [] => Source::Nowhere,
            // Somebody else's sentence that tells us to use the value is enough to doubt it.
            some if some.iter().any(requested) && !found.directed => Source::Requested,
            _ => Source::Document,
        };
        (source, found)
    }
}
