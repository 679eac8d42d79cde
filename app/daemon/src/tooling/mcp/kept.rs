//! What a person agreed to about a server: how it is reached, what it was granted, and each of its tools as it described
//! itself then. It lies in Laika's folder and nowhere else: no project and no variable adds a server (S12).

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use laika_mcp::client::Offered;
use laika_os::files::private;
use laika_policy::inject::{Seen, inspect};
use laika_protocol::ids::Origin;
use laika_protocol::tools;
use laika_tools::outside::Destination;
use laika_tools::toolbox::is_key_name;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;

use super::ServersError;

/// The file, in Laika's folder.
pub(in super::super) const APPROVED: &str = "mcp-servers.json";
/// Bytes of it: what many tools say of themselves is long.
const MOST_BYTES: usize = 8 << 20;
/// Words in the name of a variable that say that its value signs somebody in.
const SECRET_WORDS: &[&str] = &["KEY", "TOKEN", "SECRET", "PASSW", "CREDENTIAL", "AUTH"];
/// Folders that are not of files: what lies there is of other processes and of the machine.
const NO_FILES: &[&str] = &["/proc", "/sys", "/dev", "/run", "/var/run"];

/// A server, and what it may do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Wanted {
    /// How it is reached.
    pub reached: Reached,
    /// Folders it may read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folders: Vec<PathBuf>,
    /// Folders it may write, too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folders_rw: Vec<PathBuf>,
    /// Whether it may connect by itself.
    #[serde(default)]
    pub network: bool,
    /// Variables of its environment.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, String>,
    /// Variables of its environment whose values are keys of the key store, by the names of those.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub env_keys: BTreeMap<String, String>,
    /// The key that signs in at an address, by its name in the key store.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bearer: Option<String>,
}

/// How a server is reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Reached {
    /// As a process of this machine.
    Command {
        /// The program as it was typed, and its arguments.
        words: Vec<String>,
    },
    /// At an address, through the network process.
    Url(String),
}

/// A server that a person agreed to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Kept {
    /// How it is reached, and what it may do.
    pub server: Wanted,
    /// Its tools, by their names.
    pub tools: BTreeMap<String, Pinned>,
    /// When that was.
    pub approved_ms: u64,
}

/// A tool as it described itself when the person agreed to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Pinned {
    /// The fingerprint of all that it said.
    pub sha256: String,
    /// Whether the person says that it only reads. Its own word for that counts for nothing.
    #[serde(default)]
    pub reads: bool,
    /// What it said.
    pub says: Offered,
}

impl Pinned {
    /// What a model may be told of it: nothing where its words talk to a model instead of to a person.
    #[must_use]
    pub fn told(&self) -> Option<&str> {
        if talks_to_models(&self.says) { None } else { self.says.description.as_deref() }
    }
}

/// Whether what a tool says of itself gives orders to whoever reads it.
#[must_use]
pub fn talks_to_models(tool: &Offered) -> bool {
    let mut words = vec![tool.description.clone().unwrap_or_default(), tool.title.clone().unwrap_or_default()];
    texts(&Value::Object(tool.input_schema.clone()), &mut words);
    words.iter().any(|text| inspect(&Seen { text, hidden: false }).is_suspicious())
        || inspect(&Seen { text: &words.join("\n"), hidden: false }).is_suspicious()
}

fn texts(value: &Value, words: &mut Vec<String>) {
    match value {
        Value::String(text) => words.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| texts(value, words)),
        Value::Object(values) => values.iter().for_each(|(name, value)| {
            words.push(name.clone());
            texts(value, words);
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The servers of a folder.
pub(super) fn read(home: &Path) -> Result<BTreeMap<String, Kept>, ServersError> {
    let Some(text) = private::read_up_to(&home.join(APPROVED), MOST_BYTES)? else { return Ok(BTreeMap::new()) };
    serde_json::from_slice(&text).map_err(|_| ServersError::Damaged)
}

pub(super) fn write(home: &Path, all: &BTreeMap<String, Kept>) -> Result<(), ServersError> {
    let text = serde_json::to_vec_pretty(all).map_err(|_| ServersError::Damaged)?;
    if text.len() > MOST_BYTES {
        return Err(ServersError::TooMuch);
    }
    Ok(private::replace(&home.join(APPROVED), &text)?)
}

/// Whether a server may have this name beside these tools.
pub(super) fn check_name(name: &str, tools: &[Offered]) -> Result<(), ServersError> {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let is_name = (1..=40).contains(&name.len())
        && name.bytes().all(plain)
        && !name.starts_with('-')
        && !name.ends_with('-');
    if !is_name {
        return Err(ServersError::Name);
    }
    // A tool of ours keeps its name.
    match tools.iter().find(|tool| tools::resolve(&format!("{name}.{}", tool.name)).is_some()) {
        Some(tool) => Err(ServersError::Taken(format!("{name}.{}", tool.name))),
        None => Ok(()),
    }
}

impl Wanted {
    /// A server with nothing granted.
    #[must_use]
    pub const fn new(reached: Reached) -> Self {
        Self {
            reached,
            folders: Vec::new(),
            folders_rw: Vec::new(),
            network: false,
            env: BTreeMap::new(),
            env_keys: BTreeMap::new(),
            bearer: None,
        }
    }

    /// The same with its folders as they really lie, if all of it may be granted at all.
    pub(super) fn checked(mut self, home: &Path) -> Result<Self, ServersError> {
        for folder in self.folders.iter_mut().chain(&mut self.folders_rw) {
            *folder = grantable(folder, home)?;
        }
        for name in self.env.keys() {
            let upper = name.to_ascii_uppercase();
            if SECRET_WORDS.iter().any(|word| upper.contains(word)) {
                return Err(ServersError::Secret(name.clone()));
            }
        }
        let names = self.env.keys().chain(self.env_keys.keys());
        let plain = |name: &&String| {
            let letters = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
            !name.is_empty() && name.len() <= 64 && name.bytes().all(letters)
        };
        if names.clone().any(|name| !plain(&name)) || self.env.values().any(|value| value.contains('\0')) {
            return Err(ServersError::Variable);
        }
        if self.env_keys.values().chain(&self.bearer).any(|key| !is_key_name(key)) {
            return Err(ServersError::Variable);
        }
        match &self.reached {
            Reached::Command { words } if words.is_empty() || self.bearer.is_some() => Err(ServersError::NotFor),
            Reached::Url(_) if self.has_grants() => Err(ServersError::NotFor),
            Reached::Url(url) => destination(url).map(|_| self),
            Reached::Command { .. } => Ok(self),
        }
    }

    /// Whether it was granted what only a process can have.
    fn has_grants(&self) -> bool {
        let paths = self.folders.is_empty() && self.folders_rw.is_empty();
        self.network || !paths || !self.env.is_empty() || !self.env_keys.is_empty()
    }
}

/// Where an address leads: encrypted, or to this very machine.
pub(super) fn destination(address: &str) -> Result<Destination, ServersError> {
    let wrong = || ServersError::Address;
    let url = Url::parse(address).map_err(|_| wrong())?;
    let plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    let here = match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost",
        Some(url::Host::Ipv4(ip)) => ip.is_loopback(),
        Some(url::Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    };
    let safe = url.scheme() == "https" || (url.scheme() == "http" && here);
    if !plain || !safe || Origin::of_url(address).is_none() {
        return Err(wrong());
    }
    Destination::of(address).ok_or_else(wrong)
}

/// A folder that may be granted. Rules about files cannot leave out a part of a folder, so none may hold Laika's own.
fn grantable(folder: &Path, home: &Path) -> Result<PathBuf, ServersError> {
    let shown = || folder.display().to_string();
    let real = folder.canonicalize().map_err(|_| ServersError::Folder(shown()))?;
    let home = home.canonicalize().unwrap_or_else(|_| home.to_owned());
    let machine = |one: &&&str| real.starts_with(one) || Path::new(one).starts_with(&real);
    if real.starts_with(&home) || home.starts_with(&real) || NO_FILES.iter().any(|one| machine(&one)) {
        return Err(ServersError::Folder(shown()));
    }
    Ok(real)
}

/// The tools of a list, pinned as they are.
pub(super) fn pinned(
    tools: &[Offered],
    reads: &BTreeSet<String>,
) -> Result<BTreeMap<String, Pinned>, ServersError> {
    if let Some(unknown) = reads.iter().find(|name| !tools.iter().any(|tool| tool.name == **name)) {
        return Err(ServersError::NoTool(unknown.clone()));
    }
    let pin = |tool: &Offered| {
        let sha256 = tool.fingerprint().map_err(|_| ServersError::Damaged)?;
        Ok((tool.name.clone(), Pinned { sha256, reads: reads.contains(&tool.name), says: tool.clone() }))
    };
    tools.iter().map(pin).collect()
}
