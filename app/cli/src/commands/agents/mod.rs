//! Other agents that borrow Laika: serving them, adding Laika to them, and what they may know.

mod behind;
pub(crate) mod install;
pub(crate) mod known;
pub(crate) mod serve;
