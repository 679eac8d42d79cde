//! Tool protocol 1.x: what crosses between the core and a page or extension.

mod call;
mod change;
mod control;
mod read;
mod state;
mod target;

pub use call::*;
pub use change::*;
pub use control::*;
pub use read::{read_control, read_request, read_response};
pub use state::*;
pub use target::*;
