//! What the operating system gives: a folder and a place for keys, files that others must not touch, confined child
//! processes, a process that cannot be looked into, how the machine stands, and which addresses are public.
//!
//! Architecture invariant: fails closed. A key that was made before and cannot be read now is an error with a hint,
//! never a new key, because a new key would make everything written with the old one unreadable without a word. A
//! process that cannot be confined says so, and an address that is not known to be public is not.

#[cfg(not(unix))]
compile_error!("a key file is safe only where owner and mode of a file can be checked: Linux and macOS");

pub mod address;
pub mod confine;
pub mod files;
pub mod folder;
pub mod harden;
pub mod key_store;
pub mod machine;
pub mod terminal;
