//! What listens on this machine's own address: who may knock, and the companion window.
//!
//! Everything on this machine can reach a loopback port: other programs, and every page in every browser, whose author
//! can make any name point here. So each request shows a Host and an Origin of ours and a token, and is bounded in
//! length and time, before anything behind it sees it.
//!
//! What is not HTTP at all is answered by hyper, with a bare 400 or 431.

mod headers;
mod listen;
mod names;
mod refusal;
mod token;
pub mod window;

pub use headers::{Header, bearer, header, length};
pub use listen::{Answer, Answers, Limits, ServeError, listen, read};
pub use names::Names;
pub use refusal::Refusal;
pub use token::TokenHash;
