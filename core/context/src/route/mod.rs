//! The router: which tool, a question back, or neither (PIPE-002). It is weighed, not written.
//!
//! A small model that writes a tool's name is mostly guided by how likely that name is anyway. So every name is weighed
//! after the request and after requests that say nothing; the difference is what the request has to do with it. Words
//! that the request shares with a tool count beside that. A model that was trained on such requests is not misled like that
//! and is read once. Only a model that cannot weigh writes its choice.

mod chord;
mod concepts;
mod decide;
mod general;
mod key;
mod lexicon;
mod prefilter;
mod request;
mod routing;
mod spelling;
mod written;

pub use decide::{By, Decision, Fit, Score};
pub(crate) use lexicon::ln;
pub use prefilter::prefilter;
pub use routing::{Prior, Routing};
