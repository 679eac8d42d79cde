//! What a plugin says of itself, checked before anybody sees it, and as the gate reads it.

use std::collections::{BTreeMap, BTreeSet};

use laika_protocol::ids::Origin;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::installed::is_name;
use super::schema::Schema;
use super::{PROTOCOL, PluginError};

/// Operations of one plugin.
const MOST_OPERATIONS: usize = 32;
/// Hosts of one operation.
const MOST_HOSTS: usize = 16;
/// Characters of a description, which is shown to people and to models.
const DESCRIPTION_CHARS: usize = 300;
/// Characters of a version.
const VERSION_CHARS: usize = 40;

/// What a plugin can do. Its words are untrusted, even though its files were approved.
#[derive(Clone, Debug, PartialEq)]
pub struct Descriptor {
    /// Its name, which is that of its folder's `plugin.toml`.
    pub name: String,
    /// Its own version.
    pub version: String,
    /// What can be asked of it.
    pub operations: Vec<Operation>,
    /// All of this as it was said, to be kept with an approval.
    pub said: Value,
}

/// One thing that a plugin can do.
#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    /// Its name.
    pub name: String,
    /// What it does, in a sentence.
    pub description: String,
    /// What it takes.
    pub arguments: Schema,
    /// What each argument is to the gate; what is not listed is text that leaves.
    pub roles: BTreeMap<String, Value>,
    /// What it needs, by the names of permissions.
    pub permissions: Vec<String>,
    /// What it does, by the name of an action; the gate takes it for the worst if not said.
    pub action: Option<String>,
    /// Origins it wants requests made to.
    pub hosts: Vec<Origin>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Said {
    protocol: u32,
    name: String,
    version: String,
    operations: Vec<SaidOperation>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SaidOperation {
    name: String,
    description: String,
    #[serde(default)]
    arguments: Option<Value>,
    #[serde(default)]
    roles: BTreeMap<String, Value>,
    #[serde(default)]
    permissions: Vec<String>,
    #[serde(default)]
    action: Option<String>,
    #[serde(default)]
    hosts: Vec<String>,
}

impl Descriptor {
    /// Reads what the plugin of this name says of itself.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn read(name: &str, value: Value) -> Result<Self, PluginError> {
        let wrong = |message: String| PluginError::Descriptor(message);
        let said: Said = serde_json::from_value(value.clone()).map_err(|error| wrong(error.to_string()))?;
        if said.protocol != PROTOCOL {
            return Err(wrong(format!("it speaks version {}, this is version {PROTOCOL}", said.protocol)));
        }
        if said.name != name {
            return Err(wrong("its name is not that of its `plugin.toml`".into()));
        }
        if said.version.is_empty() || said.version.len() > VERSION_CHARS || !said.version.is_ascii() {
            return Err(wrong(format!("a version has 1 to {VERSION_CHARS} characters")));
        }
        if said.operations.is_empty() || said.operations.len() > MOST_OPERATIONS {
            return Err(wrong(format!("a plugin has 1 to {MOST_OPERATIONS} operations")));
        }
        let mut names = BTreeSet::new();
        let operations = said.operations.into_iter().map(|said| {
            let name = said.name.clone();
            let operation =
                Operation::read(said).map_err(|why| wrong(format!("operation `{}`: {why}", short(&name))))?;
            if names.insert(name) {
                Ok(operation)
            } else {
                Err(wrong("two operations have the same name".into()))
            }
        });
        let operations = operations.collect::<Result<_, _>>()?;
        Ok(Self { name: said.name, version: said.version, operations, said: value })
    }

    /// The operation of this name.
    ///
    /// # Errors
    /// When there is none.
    pub fn operation(&self, name: &str) -> Result<&Operation, PluginError> {
        let found = self.operations.iter().find(|operation| operation.name == name);
        found.ok_or_else(|| PluginError::NoOperation(short(name)))
    }

    /// One operation as a descriptor of the gate (`laika_policy::Described::read`).
    #[must_use]
    pub fn for_gate(&self, operation: &Operation) -> Value {
        let mut value = Map::new();
        value.insert("name".into(), format!("{}.{}", self.name, operation.name).into());
        if let Some(action) = &operation.action {
            value.insert("action".into(), action.as_str().into());
        }
        // Where its arguments go. With several hosts nobody can say which, and so none is named.
        if let [only] = operation.hosts.as_slice() {
            value.insert("provider".into(), only.as_str().into());
        }
        value.insert("arguments".into(), json!(operation.roles));
        value.insert("permissions".into(), json!(operation.permissions));
        Value::Object(value)
    }
}

impl Operation {
    fn read(said: SaidOperation) -> Result<Self, String> {
        if !is_name(&said.name) {
            return Err("a name has 1 to 40 letters a to z, digits and hyphens".into());
        }
        let length = said.description.chars().count();
        if length == 0 || length > DESCRIPTION_CHARS || said.description.chars().any(char::is_control) {
            return Err(format!("a description is one line of 1 to {DESCRIPTION_CHARS} characters"));
        }
        let arguments = Schema::read_object(said.arguments.as_ref())?;
        for name in said.roles.keys() {
            let listed = name.split('.').next().is_some_and(|first| arguments.has(first));
            if !listed {
                return Err(format!("`roles` names `{}`, which is no argument", short(name)));
            }
        }
        if said.hosts.len() > MOST_HOSTS {
            return Err(format!("an operation has at most {MOST_HOSTS} hosts"));
        }
        let hosts = said.hosts.iter().map(|host| origin(host)).collect::<Result<Vec<_>, _>>()?;
        let asks = said.permissions.iter().any(|one| one == "network");
        if asks == hosts.is_empty() {
            return Err("the permission `network` and `hosts` belong together".into());
        }
        Ok(Self {
            name: said.name,
            description: said.description,
            arguments,
            roles: said.roles,
            permissions: said.permissions,
            action: said.action,
            hosts,
        })
    }
}

/// A whole origin: nothing behind the port, and encrypted unless it is this machine.
fn origin(text: &str) -> Result<Origin, String> {
    let wrong = || format!("`{}` is no origin such as `https://api.example.org`", short(text));
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:/[]".contains(&byte);
    let exact = |origin: &Origin| origin.as_str() == text && text.bytes().all(plain);
    let origin = Origin::of_url(text).filter(exact).ok_or_else(wrong)?;
    let here = ["http://127.0.0.1:", "http://localhost:", "http://[::1]:"];
    let is_safe = text.starts_with("https://") || here.iter().any(|start| text.starts_with(start));
    if is_safe { Ok(origin) } else { Err(wrong()) }
}

/// A few letters of what a plugin said, for a sentence of ours.
pub(super) fn short(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(60).collect()
}
