//! What a person sees: a model's document as safe HTML, Markdown and terminal text.
//!
//! One gate, three printers. [`sanitise`] turns a document into a [`SafeDocument`], and only it can:
//!
//! ```
//! use laika_protocol::{KnownLinks, document::Document};
//! use laika_render::{Evidence, sanitise, to_html};
//!
//! let evidence = Evidence { links: &KnownLinks::default(), citations: &[] };
//! let safe = sanitise(&Document::from_text("<b>Hello</b>"), "", &evidence);
//! assert_eq!(to_html(&safe), "<p>&lt;b&gt;Hello&lt;/b&gt;</p>\n");
//! ```
//!
//! The printers [`to_html`], [`to_html_page`], [`to_markdown`] and [`to_terminal`] take nothing else, so no screen can
//! be handed what a model wrote before it was checked. Making or changing a safe document by hand does not compile:
//!
//! ```compile_fail,E0451
//! fn forge(safe: laika_render::SafeDocument) -> laika_render::SafeDocument {
//!     laika_render::SafeDocument { title: String::from("<script>"), ..safe }
//! }
//! ```
//!
//! Architecture invariants: no markup of a model is ever passed on, every text is text; a link leads to http, https
//! or mailto and was named in what the model was given (S19); work and output are linear in the input.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod html;
mod margin;
mod markdown;
mod page;
mod sanitise;
mod terminal;
mod tree;

pub use html::{ATTRIBUTES, TAGS, to_html};
pub use markdown::to_markdown;
pub use page::{PAGE_TAGS, to_html_page};
pub use sanitise::{Evidence, sanitise};
pub use terminal::{Colour, Terminal, to_terminal};
pub use tree::{LinkCount, SafeDocument};
