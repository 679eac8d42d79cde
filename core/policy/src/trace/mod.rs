//! Provenance: where every value of a call comes from, and what it would carry.

mod amount;
mod call;
mod directive;
mod evidence;
mod index;
mod inside;
mod normal;
mod orders;
mod words;

pub(crate) use call::leaves;
pub(crate) use directive::Verb;
pub(crate) use normal::{is_unspaced, normal, percent_decoded};

pub use amount::Amount;
pub use call::{Inside, Source, Trace, Traced};
pub use evidence::{DirectoryEntry, Document, Evidence, EvidenceError, Handle};
pub use inside::InsideKind;
