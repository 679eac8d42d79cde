//! What the tests share.

mod code;
mod escape;
mod plugin;
mod reading;
mod running;
