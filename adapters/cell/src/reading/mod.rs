//! Reading a document that somebody else made: a page, a PDF document, data, or plain text.
//!
//! The side that asks is [`Reader`]; the process that reads is [`worker`]. Parsers run only there.

mod answer;
mod document;
mod encoding;
mod error;
mod html;
mod json;
mod kind;
mod parent;
mod pdf;
mod text;
mod wire;
pub mod worker;
mod xml;

pub use error::{ReadCode, ReadError};
pub use parent::Reader;
pub use wire::{MOST_DOCUMENT_BYTES, MOST_TEXT_CHARS};
