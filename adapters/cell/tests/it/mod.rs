//! What the tests share.

mod code;
mod escape;
mod plugin;
mod running;
mod reading;
