//! Tools that somebody else wrote: an executable that reads and writes lines of JSON, started for one call in a process
//! that can do nothing but what was granted. `docs/plugins.md` is the guide.
//!
//! The plugin has no socket. Where an operation names hosts and the person granted them, it asks us to make a request,
//! and whoever calls decides whether that is done.

mod descriptor;
mod error;
mod installed;
pub(crate) mod launch;
mod request;
mod schema;
mod talk;
mod wire;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Instant;

use laika_protocol::ids::Origin;
use serde_json::{Map, Value};

pub use self::descriptor::{Descriptor, Operation};
pub use self::error::PluginError;
pub use self::installed::{Installed, MANIFEST};
pub use self::schema::Schema;
pub use self::wire::{
    CallMessage, Complaint, ErrorMessage, Fetch, Fetched, FetchedMessage, FromPlugin, PROTOCOL,
    ProgressMessage, ResultMessage, ToPlugin,
};

/// What starts plugins: our own program, and the `PATH` on which interpreters are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Host<'a> {
    /// The `laika` program.
    pub laika: &'a Path,
    /// A `PATH`.
    pub path: Option<&'a OsStr>,
}

/// One call of an operation.
#[derive(Clone, Debug)]
pub struct Call<'a> {
    /// What the plugin said of itself when it was approved.
    pub descriptor: &'a Descriptor,
    /// Which operation.
    pub operation: &'a str,
    /// With what.
    pub arguments: Map<String, Value>,
    /// Names this very call for a server that must not do it twice.
    pub idempotency_key: String,
    /// What the person granted. What the operation does not ask for is not given to it, granted or not.
    pub granted: Granted,
}

/// What a person granted a plugin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Granted {
    /// Origins that requests may be made to.
    pub hosts: Vec<Origin>,
    /// Folders it may read.
    pub read: Vec<PathBuf>,
    /// The folder it may write.
    pub write: Option<PathBuf>,
}

/// What came of a call. All of it is untrusted.
#[derive(Clone, Debug, PartialEq)]
pub struct Called {
    /// Whether it did what it was asked.
    pub success: bool,
    /// What it found, for programs.
    pub data: Value,
    /// One line about it.
    pub summary: String,
    /// What it found, for people and models.
    pub text: String,
    /// What it said on the way, the last of it.
    pub progress: Vec<String>,
    /// Requests that were made for it.
    pub fetches: usize,
    /// What it wrote to its standard error, the first of it: for whoever writes the plugin.
    pub complaints: String,
}

/// Asks a plugin what it can do. It is started with nothing granted.
///
/// # Errors
/// When its files changed, it cannot be started, or what it says cannot be used.
pub fn describe(
    host: &Host<'_>,
    installed: &Installed,
    deadline: Instant,
    cancelled: &dyn Fn() -> bool,
) -> Result<Descriptor, PluginError> {
    let value = talk::describe(host, installed, deadline, cancelled)?;
    Descriptor::read(installed.name(), value)
}

/// Has a plugin do one thing, once. `fetch` makes the requests it may make: they are to hosts that it asked for and that
/// were granted, and nothing else is known of them.
///
/// # Errors
/// When its files changed, it cannot be started, or it gives no answer that can be used. It is never tried again here.
pub fn call(
    host: &Host<'_>,
    installed: &Installed,
    call: &Call<'_>,
    fetch: &mut dyn FnMut(Fetch) -> Fetched,
    deadline: Instant,
    cancelled: &dyn Fn() -> bool,
) -> Result<Called, PluginError> {
    let operation = call.descriptor.operation(call.operation)?;
    operation.arguments.check(&call.arguments).map_err(PluginError::Arguments)?;
    talk::call(host, installed, call, operation, fetch, deadline, cancelled)
}
