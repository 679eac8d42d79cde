//! LLMCP v1: the packets between the core and a model, and the documents inside them.

mod documents;
mod packet;
mod read;
mod request;
mod response;

pub use documents::*;
pub use packet::*;
pub use read::{Packet, check_packet, read_packet};
pub use request::*;
pub use response::*;
