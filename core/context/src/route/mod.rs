//! The router: which tool, a question back, or neither (PIPE-002). It is weighed, not written.
//!
//! A small model that writes a tool's name is mostly guided by how likely that name is anyway. So every name is weighed
//! after the request and after requests that say nothing; the difference is what the request has to do with it. Words
//! that the request shares with a tool count beside that.

mod concepts;
mod decide;
mod key;
mod lexicon;
mod prefilter;
mod routing;

pub use decide::{Decision, Score, fit};
pub(crate) use lexicon::ln;
pub use prefilter::prefilter;
pub use routing::{Prior, Routing};
