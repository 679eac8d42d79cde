//! How much of a document is kept, and the notes about what was not.

use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::limits::{DOCUMENT_MAX_DEPTH, DOCUMENT_MAX_NODES, DOCUMENT_MAX_TEXT_BYTES};
use laika_protocol::{Defect, DefectKind, Path};

/// Notes kept at most; a hostile document must not turn into a larger list of complaints.
const MOST_NOTES: usize = 100;

/// What is left of each bound, and where in the document we are.
pub(super) struct Bounds {
    depth: usize,
    nodes_left: usize,
    bytes_left: usize,
    full: bool,
    /// The way here: a list's name and an index, again and again.
    place: Vec<(&'static str, usize)>,
    notes: Vec<Defect>,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            depth: 0,
            nodes_left: DOCUMENT_MAX_NODES,
            bytes_left: DOCUMENT_MAX_TEXT_BYTES,
            full: false,
            place: Vec::new(),
            notes: Vec::new(),
        }
    }
}

impl Bounds {
    pub(super) fn descend(&mut self) {
        self.depth += 1;
    }

    pub(super) fn ascend(&mut self) {
        self.depth -= 1;
    }

    pub(super) fn at(&mut self, list: &'static str, index: usize) {
        self.place.push((list, index));
    }

    pub(super) fn leave(&mut self) {
        self.place.pop();
    }

    /// Whether a bound on the whole document was reached; nothing after it is kept.
    pub(super) fn is_full(&self) -> bool {
        self.full
    }

    /// Whether one more node fits here.
    pub(super) fn admit_node(&mut self) -> bool {
        if self.depth > DOCUMENT_MAX_DEPTH {
            self.note(DefectKind::OutOfRange, "the document is too deep here; this part was dropped");
            return false;
        }
        if self.nodes_left == 0 {
            self.fill("the document has too many nodes; the rest was dropped");
            return false;
        }
        self.nodes_left -= 1;
        true
    }

    /// Whether so many more bytes fit, all or nothing.
    pub(super) fn admit_bytes(&mut self, bytes: usize) -> bool {
        if bytes > self.bytes_left {
            self.fill("the document holds too much text; the rest was dropped");
            return false;
        }
        self.bytes_left -= bytes;
        true
    }

    /// As much of a text as fits.
    pub(super) fn cut<'t>(&mut self, text: &'t str) -> &'t str {
        if self.admit_bytes(text.len()) {
            return text;
        }
        let end = text.floor_char_boundary(self.bytes_left);
        self.bytes_left = 0;
        &text[..end]
    }

    fn fill(&mut self, message: &str) {
        if !self.full {
            self.full = true;
            self.note(DefectKind::OutOfRange, message);
        }
    }

    /// Notes something about the node we are at.
    pub(super) fn note(&mut self, kind: DefectKind, message: impl Into<String>) {
        self.record(kind, message.into(), Self::path);
    }

    /// Notes something about a field of the node we are at.
    pub(super) fn note_at(&mut self, field: &str, kind: DefectKind, message: impl Into<String>) {
        self.record(kind, message.into(), |bounds| bounds.path().key(field));
    }

    fn record(&mut self, kind: DefectKind, message: String, path: impl Fn(&Self) -> Path) {
        if self.notes.len() < MOST_NOTES {
            self.notes.push(Defect::note(kind, path(self), message));
        }
    }

    fn path(&self) -> Path {
        self.place.iter().fold(Path::root(), |path, (list, index)| path.key(list).index(*index))
    }

    pub(super) fn into_notes(self) -> Vec<Defect> {
        self.notes
    }
}
