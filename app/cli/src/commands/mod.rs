//! The commands.

pub(crate) mod check;
pub(crate) mod render;
pub(crate) mod tools;
