//! Addresses of sources: one form for each, so that a page is collected once; and which of many links are worth collecting.

mod address;
mod choose;
mod furniture;
mod parameters;
mod variants;

pub use address::{Address, Refused};
pub use choose::{Offered, choose, offered};
