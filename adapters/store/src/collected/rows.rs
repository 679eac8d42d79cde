//! Rows of collections as they are handed in and out, where the words of the protocol do not suffice.

use std::ops::Range;

use laika_protocol::collection::{Collection, Failure, Source, SourceState, Transform};
use laika_protocol::ids::{ArtifactId, CollectionId, Sha256, SourceId};

/// A collection in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedCollection {
    /// The collection.
    pub collection: Collection,
    /// How far its sources are.
    pub sources: SourceCounts,
    /// How many things were made from it, all versions.
    pub made: u64,
}

/// How many sources are how far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SourceCounts {
    /// They wait for their turn, or for their next try.
    pub waiting: u64,
    /// They are being captured.
    pub capturing: u64,
    /// There is a text.
    pub captured: u64,
    /// They could not be captured.
    pub failed: u64,
}

impl SourceCounts {
    /// All of them.
    #[must_use]
    pub const fn all(&self) -> u64 {
        self.waiting + self.capturing + self.captured + self.failed
    }
}

/// What came of sources that were added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AddedSources {
    /// Those that are new, in the order they were handed in.
    pub added: Vec<SourceId>,
    /// Those whose address the collection already has.
    pub known: Vec<KnownSource>,
}

/// An address that a collection already has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownSource {
    /// The address.
    pub url: String,
    /// The source that has it.
    pub id: SourceId,
}

/// How far a source is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceProgress {
    /// The state.
    pub state: SourceState,
    /// How often it was tried since it last worked.
    pub tries: u32,
    /// When it is tried again; at once if nothing is said.
    pub retry_at_ms: Option<u64>,
    /// Why the last try failed.
    pub failure: Option<Failure>,
}

/// What came of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptCapture {
    /// Its number.
    pub number: u32,
    /// Whether it is a new version; if not, the text is the one of before, and only its time is new.
    pub is_new: bool,
}

/// A source that was found by its words.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The source.
    pub source: Source,
    /// The number of the capture that has the words: the latest.
    pub capture: u32,
    /// A piece of the captured text, as it stands there. It is untrusted.
    pub excerpt: String,
    /// Its first character in the captured text.
    pub start: u32,
    /// Where the words stand in the piece, in characters; nowhere if only the title has them.
    pub hits: Vec<Range<u32>>,
    /// How well it fits: the lower, the better.
    pub rank: f64,
}

/// Something that was made from a collection, without its body, which is encrypted and lies elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeRow {
    /// Its id, which is that of the file.
    pub id: ArtifactId,
    /// The collection.
    pub collection: CollectionId,
    /// What it is.
    pub transform: Transform,
    /// Its title.
    pub title: String,
    /// From 1 for each transform and title of a collection. The store counts.
    pub version: u32,
    /// When.
    pub created_at_ms: u64,
    /// Bytes of its body.
    pub bytes: u64,
    /// The digest of the encrypted file.
    pub cipher_sha256: Sha256,
    /// What it rests on, in no order.
    pub sources: Vec<MadeSource>,
}

/// A source that something rests on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MadeSource {
    /// The source; it may be gone.
    pub id: SourceId,
    /// The number of its capture.
    pub capture: u32,
    /// The digest of the captured text.
    pub hash: Sha256,
    /// Whether anything of it is used.
    pub used: bool,
}
