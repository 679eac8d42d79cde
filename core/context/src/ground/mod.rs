//! Summaries and answers that stand on what was read (MODEL-024..031).
//!
//! A document is read in parts. Of each part the model gives points, each with a quotation of the part, word for word.
//! What it says beside the quotation is held against the words around it, sentence by sentence; what is not supported
//! is replaced by the quotation's own sentence. Where the model gives nothing of use, the best sentences are taken as
//! they are.

mod chrome;
mod chunk;
mod extract;
mod gate;
mod held;
mod material;
mod notes;
mod passages;
mod points;
mod replies;
mod summary;
mod support;

pub use chrome::is_chrome;
pub use chunk::chunks;
pub use extract::{Passage, extractive};
pub use gate::access_note;
pub use held::keep_supported;
pub use material::Material;
pub use summary::{Grounded, Grounding, Method, Size};
pub use support::{Support, Unsupported, is_about_opposite, support, supported};
