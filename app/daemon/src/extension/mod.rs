//! The extension on this machine: its files, and the manifests by which browsers find the native host.

mod files;
mod hosts;

pub use files::{Build, VERSION, is_current, write};
pub use hosts::{Browser, Host, HostState, System, hosts, manifest_in, tell};
