//! What is wrong with a piece of input: a stable code, the JSON path, and one sentence a person understands.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde::Serialize;

use crate::ErrorCode;

/// Whether a defect stops the input from being used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Severity {
    /// Something was normalised or ignored; nothing is lost by going on.
    Note,
    /// The input, or the part of it at this path, must not be used.
    Error,
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $severity:ident, $error:ident;)*) => {
        /// The kind of a defect. Codes are stable: logs and tests name them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum DefectKind { $($(#[$doc])* $name,)* }

        impl DefectKind {
            /// Every kind, in the order of the table.
            pub const ALL: &[DefectKind] = &[$(DefectKind::$name,)*];

            /// The stable code.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// How much it weighs where nothing else is said.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity,)* }
            }

            /// The protocol error code a refusal for this reason carries (C-14).
            #[must_use]
            pub const fn error_code(self) -> ErrorCode {
                match self { $(Self::$name => ErrorCode::$error,)* }
            }
        }
    };
}

kinds! {
    /// The input is larger than its cap and was not read.
    TooLarge = "TOO_LARGE", Error, InvalidArgument;
    /// Not JSON.
    Syntax = "SYNTAX", Error, InvalidArgument;
    /// JSON that stops before it is complete.
    Truncated = "TRUNCATED", Error, InvalidArgument;
    /// Nested deeper than allowed.
    TooDeep = "TOO_DEEP", Error, InvalidArgument;
    /// One object names a key twice.
    DuplicateKey = "DUPLICATE_KEY", Error, InvalidArgument;
    /// A number that does not survive every JSON reader unchanged.
    NumberRange = "NUMBER_RANGE", Error, InvalidArgument;
    /// Another protocol, or a version this build does not speak.
    WrongVersion = "WRONG_VERSION", Error, Unsupported;
    /// A value of another JSON type than the schema says.
    WrongType = "WRONG_TYPE", Error, SchemaMismatch;
    /// A required field is absent.
    MissingField = "MISSING_FIELD", Error, SchemaMismatch;
    /// A field the schema does not know.
    UnknownField = "UNKNOWN_FIELD", Error, SchemaMismatch;
    /// A value outside a fixed list.
    NotAllowed = "NOT_ALLOWED", Error, SchemaMismatch;
    /// A number, length or count outside its bounds.
    OutOfRange = "OUT_OF_RANGE", Error, SchemaMismatch;
    /// A string that is not of the required form (a UUID, a time, a URL, a handle).
    BadFormat = "BAD_FORMAT", Error, SchemaMismatch;
    /// Two entries carry the same id.
    DuplicateId = "DUPLICATE_ID", Error, InvalidArgument;
    /// Two places that must agree do not.
    Mismatch = "MISMATCH", Error, InvalidArgument;
    /// No JSON object at all.
    NoObject = "NO_OBJECT", Error, InvalidArgument;
    /// The object stands inside an array.
    NotTopLevel = "NOT_TOP_LEVEL", Error, InvalidArgument;
    /// An object of no known shape.
    UnknownDialect = "UNKNOWN_DIALECT", Error, SchemaMismatch;
    /// A known shape that does not answer this task.
    WrongDialect = "WRONG_DIALECT", Error, SchemaMismatch;
    /// A tool that does not exist.
    UnknownTool = "UNKNOWN_TOOL", Error, InvalidArgument;
    /// A tool that exists but was not offered in this request.
    ToolNotOffered = "TOOL_NOT_OFFERED", Error, InvalidArgument;
    /// A handle that no supplied document has.
    UnknownHandle = "UNKNOWN_HANDLE", Error, InvalidArgument;
    /// A handle of an older observation.
    StaleHandle = "STALE_HANDLE", Error, StaleHandle;
    /// Two spellings of one argument with different values.
    AliasConflict = "ALIAS_CONFLICT", Error, InvalidArgument;
    /// A citation of a document that was not supplied.
    UnknownDocument = "UNKNOWN_DOCUMENT", Error, InvalidArgument;
    /// A citation whose quote, node and handle are all absent from its document.
    QuoteNotFound = "QUOTE_NOT_FOUND", Error, InvalidArgument;
    /// Thinking was skipped.
    Thinking = "THINKING", Note, InvalidArgument;
    /// A code fence was unwrapped.
    Fence = "FENCE", Note, InvalidArgument;
    /// Text around the object was ignored.
    ExtraText = "EXTRA_TEXT", Note, InvalidArgument;
    /// The model's envelope fields were ignored; the core stamps its own.
    EnvelopeIgnored = "ENVELOPE_IGNORED", Note, InvalidArgument;
    /// An older name was translated.
    AliasUsed = "ALIAS_USED", Note, InvalidArgument;
    /// A value was rounded to what the tool takes.
    Quantised = "QUANTISED", Note, InvalidArgument;
    /// A budget was lowered to its hard cap.
    LimitClamped = "LIMIT_CLAMPED", Note, InvalidArgument;
    /// A further call was recorded and will not run without a new plan.
    CallDeferred = "CALL_DEFERRED", Note, InvalidArgument;
    /// A document node that is not allowed was dropped.
    UnknownNode = "UNKNOWN_NODE", Note, SchemaMismatch;
    /// A link was shown as text.
    LinkAsText = "LINK_AS_TEXT", Note, InvalidArgument;
}

impl Serialize for DefectKind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

/// One thing that is wrong, or was put right, in an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Defect {
    /// Whether the input may still be used.
    pub severity: Severity,
    /// The stable code.
    #[serde(rename = "code")]
    pub kind: DefectKind,
    /// Where: `$.context.documents[0].content`.
    pub path: Path,
    /// What: one sentence without a full stop; values from the input are cut and escaped.
    pub message: String,
}

impl Defect {
    /// A defect with the usual severity of its kind.
    #[must_use]
    pub fn new(kind: DefectKind, path: Path, message: impl Into<String>) -> Self {
        Self { severity: kind.severity(), kind, path, message: message.into() }
    }

    /// The same finding where it does not stop anything.
    #[must_use]
    pub fn note(kind: DefectKind, path: Path, message: impl Into<String>) -> Self {
        Self { severity: Severity::Note, ..Self::new(kind, path, message) }
    }

    /// Whether this stops the input from being used.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.path, self.kind.code(), self.message)
    }
}

/// Defects listed of one input; a hostile one must not turn into a list larger than itself.
const MOST_DEFECTS: usize = 1_000;

/// Adds a defect unless the list is full; the last entry then says so.
pub(crate) fn add(
    defects: &mut Vec<Defect>,
    kind: DefectKind,
    path: &Path,
    message: impl FnOnce() -> String,
) {
    if defects.len() + 1 < MOST_DEFECTS {
        defects.push(Defect::new(kind, path.clone(), message()));
    } else if defects.len() < MOST_DEFECTS {
        let message = format!("more defects follow; only the first {} are listed", MOST_DEFECTS - 1);
        defects.push(Defect::new(kind, path.clone(), message));
    }
}

/// A place in a JSON value, written as JSONPath.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Path(Vec<Segment>);

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Segment {
    Key(String),
    Index(usize),
}

impl Path {
    /// The whole value.
    #[must_use]
    pub const fn root() -> Self {
        Self(Vec::new())
    }

    /// The field `key` below this place.
    #[must_use]
    pub fn key(&self, key: &str) -> Self {
        let mut path = self.clone();
        path.push_key(key);
        path
    }

    /// Element `index` below this place.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        let mut path = self.clone();
        path.push_index(index);
        path
    }

    /// The same place as seen from a value that holds this one at `parent`.
    #[must_use]
    pub fn within(&self, parent: &Path) -> Self {
        let mut path = parent.clone();
        path.0.extend(self.0.iter().cloned());
        path
    }

    pub(crate) fn push_key(&mut self, key: &str) {
        self.0.push(Segment::Key(cut(key, LONGEST_KEY)));
    }

    pub(crate) fn push_index(&mut self, index: usize) {
        self.0.push(Segment::Index(index));
    }

    pub(crate) fn pop(&mut self) {
        self.0.pop();
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("$")?;
        for segment in &self.0 {
            match segment {
                Segment::Index(index) => write!(f, "[{index}]")?,
                Segment::Key(key) if is_plain(key) => write!(f, ".{key}")?,
                Segment::Key(key) => write!(f, "[\"{}\"]", key.chars().flat_map(escape).collect::<String>())?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Path {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

const LONGEST_KEY: usize = 64;
const LONGEST_VALUE: usize = 80;

fn is_plain(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

/// A value of the input as it may stand in a message: cut, escaped, in backticks.
#[must_use]
pub fn quoted(value: &str) -> String {
    let shown: String = cut(value, LONGEST_VALUE).chars().flat_map(escape).collect();
    format!("`{shown}`")
}

fn escape(c: char) -> impl Iterator<Item = char> {
    let plain = !c.is_control() && !matches!(c, '`' | '"') && !crate::text::is_deceptive(c);
    plain.then_some(c).into_iter().chain((!plain).then(|| c.escape_unicode()).into_iter().flatten())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_read_as_json_path() {
        let path = Path::root().key("context").key("documents").index(2).key("odd key\n");
        assert_eq!(path.to_string(), r#"$.context.documents[2]["odd key\u{a}"]"#);
        assert_eq!(Path::root().to_string(), "$");
    }

    #[test]
    fn values_in_messages_are_cut_and_escaped() {
        assert_eq!(quoted("a\u{1b}[31m\u{202e}b"), "`a\\u{1b}[31m\\u{202e}b`");
        assert!(quoted(&"x".repeat(10_000)).len() < 100);
    }

    #[test]
    fn codes_are_unique() {
        let mut codes: Vec<_> = DefectKind::ALL.iter().map(|kind| kind.code()).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), DefectKind::ALL.len());
    }
}
