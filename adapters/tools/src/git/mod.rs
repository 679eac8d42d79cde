//! Git, asked and told through its own program, in a repository whose settings and contents may be an attacker's.
//!
//! The program gets an array of arguments, an environment of its own and settings that stand above the repository's. A
//! setting of the repository that is not known to be harmless refuses the call; one that names a program is overridden.

mod change;
mod program;
mod proposal;
mod query;
mod repository;
mod revision;
mod settings;

pub use change::{Identity, change};
pub use program::Git;
pub use proposal::{as_decided, propose};
pub use query::query;
