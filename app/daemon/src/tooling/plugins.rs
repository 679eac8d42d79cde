//! Plugins that the person installed: each with what it said of itself when they approved it, and held to that.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use laika_cell::plugin::{
    self, Call, Called, Descriptor, Fetch, Fetched, Granted, Host, Installed, PluginError,
};
use laika_os::files::{FileError, private};
use laika_policy::{Described, Place};
use laika_protocol::http::{HeaderValue, HttpRequest, Method};
use laika_protocol::ids::{Origin, ReasonCode};
use laika_protocol::secret::SafeUrl;
use laika_protocol::tools::ToolResult;
use laika_protocol::tools::typed::Invoke;
use laika_protocol::{ErrorCode, ToolError};
use laika_tools::Bounds;
use laika_tools::outside::{Destination, Way};
use laika_tools::toolbox::{Integrations, Operation};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Where they are, in Laika's folder, and what was approved.
const FOLDER: &str = "plugins";
const APPROVED: &str = "plugins.json";
/// Milliseconds and bytes of a request that is made for a plugin.
const REQUEST_MS: u64 = 20_000;
const REQUEST_BYTES: usize = 2 << 20;

/// What a person approved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Approval {
    /// Every file of it.
    pub fingerprint: String,
    /// What it said of itself.
    pub descriptor: Value,
    /// The servers that requests may be made to.
    pub hosts: BTreeSet<Origin>,
    /// When that was.
    pub approved_ms: u64,
}

/// Why plugins cannot be read, kept or used.
#[derive(Debug, thiserror::Error)]
pub enum PluginsError {
    /// A plugin is not as it must be.
    #[error(transparent)]
    Plugin(#[from] PluginError),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A folder cannot be read or written.
    #[error("the plugin's files cannot be kept: {0}")]
    Copy(#[from] io::Error),
    /// What is kept about plugins is damaged.
    #[error("what was approved cannot be read; remove `{APPROVED}` from Laika's folder and approve again")]
    Damaged,
    /// There is none of that name.
    #[error("there is no plugin `{0}`")]
    Unknown(String),
}

impl PluginsError {
    /// The stable code.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::Plugin(error) => error.reason(),
            Self::File(_) | Self::Copy(_) => "E_PLUGIN_FILES",
            Self::Damaged => "E_PLUGIN_APPROVALS",
            Self::Unknown(_) => "E_PLUGIN_UNKNOWN",
        }
    }
}

/// The plugins of Laika's folder.
#[derive(Clone, Debug)]
pub struct Plugins {
    home: PathBuf,
    laika: PathBuf,
    path: Option<OsString>,
}

impl Plugins {
    /// Those of this folder. `laika` is this program, which starts them; `path` is where interpreters are.
    #[must_use]
    pub fn new(home: &Path, laika: &Path, path: Option<OsString>) -> Self {
        Self { home: home.to_owned(), laika: laika.to_owned(), path }
    }

    fn host(&self) -> Host<'_> {
        Host { laika: &self.laika, path: self.path.as_deref() }
    }

    /// What was approved, by name.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn approved(&self) -> Result<BTreeMap<String, Approval>, PluginsError> {
        let Some(text) = private::read(&self.home.join(APPROVED))? else { return Ok(BTreeMap::new()) };
        serde_json::from_slice(&text).map_err(|_| PluginsError::Damaged)
    }

    /// What a plugin says of itself, asked in a process that can do nothing.
    ///
    /// # Errors
    /// When it is none, or says nothing that can be used.
    pub fn look_at(&self, folder: &Path, until: Instant) -> Result<(Installed, Descriptor), PluginsError> {
        let installed = Installed::open(folder)?;
        let descriptor = plugin::describe(&self.host(), &installed, until, &|| false)?;
        Ok((installed, descriptor))
    }

    /// Copies a plugin into Laika's folder and keeps that the person approved it as it is. Another one of its name goes.
    ///
    /// # Errors
    /// When it is not as it was looked at, or cannot be kept.
    pub fn keep(
        &self,
        looked_at: &Installed,
        descriptor: &Descriptor,
        now_ms: u64,
    ) -> Result<(), PluginsError> {
        let name = looked_at.name().to_owned();
        let (place, fresh) = (self.folder(&name), self.home.join(FOLDER).join(format!(".{name}.new")));
        drop(fs::remove_dir_all(&fresh));
        copy(looked_at.folder(), &fresh)?;
        // What was copied is what was looked at, or nothing is kept.
        Installed::open_approved(&fresh, looked_at.fingerprint())?;
        let mut approved = self.approved()?;
        // Whatever happens between the two, files and approval fit each other or the plugin is refused.
        drop(fs::remove_dir_all(&place));
        fs::rename(&fresh, &place)?;
        let hosts = descriptor.operations.iter().flat_map(|operation| operation.hosts.iter().cloned());
        let approval = Approval {
            fingerprint: looked_at.fingerprint().to_owned(),
            descriptor: descriptor.said.clone(),
            hosts: hosts.collect(),
            approved_ms: now_ms,
        };
        approved.insert(name, approval);
        self.write(&approved)
    }

    /// Forgets a plugin and deletes its files.
    ///
    /// # Errors
    /// When there is none of that name, or it cannot be forgotten.
    pub fn remove(&self, name: &str) -> Result<(), PluginsError> {
        let mut approved = self.approved()?;
        if approved.remove(name).is_none() {
            return Err(PluginsError::Unknown(name.to_owned()));
        }
        self.write(&approved)?;
        Ok(fs::remove_dir_all(self.folder(name))?)
    }

    /// Has a plugin do one thing with nothing granted, for whoever writes it.
    ///
    /// # Errors
    /// When it cannot, or says what no plugin may say.
    pub fn try_out(
        &self,
        folder: &Path,
        operation: &str,
        arguments: serde_json::Map<String, Value>,
        until: Instant,
    ) -> Result<Called, PluginsError> {
        let (installed, descriptor) = self.look_at(folder, until)?;
        let call = Call {
            descriptor: &descriptor,
            operation,
            arguments,
            idempotency_key: "try".to_owned(),
            granted: Granted::default(),
        };
        let mut refuse =
            |_| Fetched::refused("E_FETCH_NOT_GRANTED", "nothing is granted while it is tried out");
        Ok(plugin::call(&self.host(), &installed, &call, &mut refuse, until, &|| false)?)
    }

    fn folder(&self, name: &str) -> PathBuf {
        self.home.join(FOLDER).join(name)
    }

    fn write(&self, approved: &BTreeMap<String, Approval>) -> Result<(), PluginsError> {
        let text = serde_json::to_vec_pretty(approved).map_err(|_| PluginsError::Damaged)?;
        Ok(private::replace(&self.home.join(APPROVED), &text)?)
    }

    fn known(&self, name: &str) -> Result<(Approval, Descriptor), PluginsError> {
        let approval = self.approved()?.remove(name).ok_or_else(|| PluginsError::Unknown(name.to_owned()))?;
        let descriptor = Descriptor::read(name, approval.descriptor.clone())?;
        Ok((approval, descriptor))
    }
}

impl Integrations for Plugins {
    fn names(&self) -> Vec<String> {
        self.approved().map(|all| all.into_keys().collect()).unwrap_or_default()
    }

    fn operation(&self, asked: &Invoke) -> Result<Operation, ToolError> {
        let (approval, descriptor) = self.known(&asked.integration).map_err(|error| unusable(&error))?;
        let operation = descriptor.operation(&asked.operation).map_err(|error| failed(&error))?;
        operation.arguments.check(&asked.payload).map_err(|why| failed(&PluginError::Arguments(why)))?;
        let mut described = Described::read(&descriptor.for_gate(operation)).map_err(|defects| {
            let why = defects.first().map(ToString::to_string).unwrap_or_default();
            failed(&PluginError::Descriptor(why))
        })?;
        if described.provider.is_none() {
            described.provider = Place::parse(&format!("plugin:{}", asked.integration)).ok();
        }
        let granted = operation.hosts.iter().filter(|host| approval.hosts.contains(*host));
        // The person saw the address when they approved it, also one on their own machine.
        let hosts = granted.filter_map(|host| Destination::of(host.as_str())).collect();
        Ok(Operation { described, hosts })
    }

    fn invoke(&self, asked: &Invoke, way: Way<'_>, bounds: &Bounds) -> Result<ToolResult, ToolError> {
        let (approval, descriptor) = self.known(&asked.integration).map_err(|error| unusable(&error))?;
        let installed = Installed::open_approved(&self.folder(&asked.integration), &approval.fingerprint)
            .map_err(|error| failed(&error))?;
        let call = Call {
            descriptor: &descriptor,
            operation: &asked.operation,
            arguments: asked.payload.clone(),
            idempotency_key: asked.idempotency_key.clone().unwrap_or_default(),
            granted: Granted { hosts: approval.hosts.into_iter().collect(), ..Granted::default() },
        };
        let mut fetch = |wanted: Fetch| fetched(&wanted, way);
        let until = Instant::now() + bounds.left();
        let called =
            plugin::call(&self.host(), &installed, &call, &mut fetch, until, &|| bounds.check().is_err());
        called.map(told).map_err(|error| failed(&error))
    }
}

/// Makes a request for a plugin, once, on the way of its call.
fn fetched(wanted: &Fetch, way: Way<'_>) -> Fetched {
    let method = match wanted.method.as_str() {
        "GET" => Method::Get,
        "POST" => Method::Post,
        _ => return Fetched::refused("E_FETCH_METHOD", "only GET and POST requests are made"),
    };
    let Ok(url) = SafeUrl::parse(&wanted.url) else {
        return Fetched::refused("E_FETCH_ADDRESS", "the address cannot be read");
    };
    let headers = wanted.headers.iter();
    let headers = headers.map(|(name, value)| (name.to_ascii_lowercase(), HeaderValue::Plain(value.clone())));
    let sent = way.send(HttpRequest {
        method,
        url,
        headers: headers.collect(),
        body: wanted.body.clone().unwrap_or_default().into_bytes(),
        deadline_ms: REQUEST_MS,
        most_bytes: REQUEST_BYTES,
    });
    match sent {
        Ok(answer) => Fetched::Answer {
            status: answer.status,
            headers: answer.headers.into_iter().collect(),
            body: String::from_utf8_lossy(&answer.body).into_owned(),
        },
        Err(error) => Fetched::refused(error.finest_code(), &error.message),
    }
}

fn told(called: Called) -> ToolResult {
    let result = ToolResult::done(json!({ "data": called.data }), called.summary, called.text);
    let result = ToolResult { success: called.success, ..result };
    if called.fetches > 0 { result.with("requests", called.fetches) } else { result }
}

fn unusable(error: &PluginsError) -> ToolError {
    let code = match error {
        PluginsError::Plugin(error) => return failed(error),
        PluginsError::Unknown(_) => ErrorCode::NotFound,
        PluginsError::File(_) | PluginsError::Copy(_) | PluginsError::Damaged => ErrorCode::Unavailable,
    };
    ToolError { reason: ReasonCode::parse(error.reason()).ok(), ..ToolError::new(code, error.to_string()) }
}

fn failed(error: &PluginError) -> ToolError {
    let code = match error {
        PluginError::NoOperation(_) => ErrorCode::NotFound,
        PluginError::Arguments(_) => ErrorCode::InvalidArgument,
        PluginError::Timeout => ErrorCode::Timeout,
        PluginError::Cancelled => ErrorCode::Cancelled,
        PluginError::Changed { .. } => ErrorCode::PolicyDenied,
        PluginError::Folder(_)
        | PluginError::Start(_)
        | PluginError::Unconfined(_)
        | PluginError::Descriptor(_) => ErrorCode::Unavailable,
        PluginError::Nonsense(_)
        | PluginError::WrongId
        | PluginError::Flood(_)
        | PluginError::Died(_)
        | PluginError::Refused { .. } => ErrorCode::Internal,
    };
    let message: String = error.to_string().chars().take(480).collect();
    ToolError { reason: ReasonCode::parse(error.reason()).ok(), ..ToolError::new(code, message) }
}

/// Copies plain files and folders; the fingerprint has made sure that there is nothing else.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}
