//! What the gate knows of a tool: of this build, of a plugin, of a server. What nobody declared counts as consequential.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::tools::{self, ArgRole, Effect, Permission, Tool};
use laika_protocol::{Defect, DefectKind, Path, quoted};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::Place;
use crate::row::Action;

/// What an argument is, as the gate sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// One of the roles of the tool table.
    Known(ArgRole),
    /// One of a fixed list of short words.
    OneOf(Vec<String>),
    /// A date or a time.
    When,
}

/// A tool, as the gate sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// Its name.
    pub name: String,
    /// What it does.
    pub action: Action,
    /// Whose it is: where its arguments go. Tools of this build have none; their effect is on the page or here.
    pub provider: Option<Place>,
    /// What each argument is, a field of a structure by its dotted name. What is not listed is free text that leaves.
    pub arguments: BTreeMap<String, Role>,
    /// Whether it always asks.
    pub confirm: bool,
    /// Whether a call that names nobody reaches nobody: a calendar entry without guests, but never a reply.
    pub alone_without_recipients: bool,
    /// Whether it is a tool of this build: its arguments have a schema, and its handles are of the page in front.
    pub(crate) is_own: bool,
}

pub(crate) const FREE_TEXT: &Role = &Role::Known(ArgRole::FreeText);
const MOST_ARGUMENTS: usize = 64;
const MOST_OPTIONS: usize = 64;

impl From<&Tool> for Described {
    fn from(tool: &Tool) -> Self {
        let arguments = tool.arguments.iter();
        Self {
            name: tool.name.to_owned(),
            action: Action::from(tool.effect),
            provider: None,
            arguments: arguments.map(|one| (one.name.to_owned(), Role::Known(one.role))).collect(),
            confirm: tool.permissions.contains(&Permission::UserConfirmation),
            alone_without_recipients: false,
            is_own: true,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    #[serde(default)]
    action: Option<String>,
    #[serde(default)]
    provider: Option<Place>,
    #[serde(default)]
    arguments: BTreeMap<String, FileRole>,
    #[serde(default)]
    permissions: Vec<String>,
    #[serde(default)]
    alone_without_recipients: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum FileRole {
    Name(String),
    #[serde(rename_all = "snake_case")]
    Detailed {
        role: String,
        #[serde(default)]
        options: Vec<String>,
    },
}

impl Described {
    /// A tool of this build as one call uses it: a change that is only tried out changes nothing.
    #[must_use]
    pub fn for_call(tool: &Tool, arguments: &Map<String, Value>) -> Self {
        let described = Self::from(tool);
        let tries = tool.effect == Effect::WriteFiles && arguments.get("dryRun") == Some(&Value::Bool(true));
        if tries { Self { action: Action::Local, confirm: false, ..described } } else { described }
    }

    /// A tool nobody described: consequential, every argument free text.
    #[must_use]
    pub fn undeclared(name: &str, provider: Option<Place>) -> Self {
        Self {
            name: name.to_owned(),
            action: Action::Undeclared,
            provider,
            arguments: BTreeMap::new(),
            confirm: false,
            alone_without_recipients: false,
            is_own: false,
        }
    }

    /// A tool of this build through which one operation of a plugin is used: it does what the operation does, for whoever
    /// the plugin is, and its payload is what the operation takes.
    #[must_use]
    pub fn operation(tool: &Tool, operation: &Self) -> Self {
        // What of the payload nobody described is free text that leaves.
        let known = |role| if role == ArgRole::Structure { ArgRole::FreeText } else { role };
        let own = tool.arguments.iter().map(|one| (one.name.to_owned(), Role::Known(known(one.role))));
        let payload = operation.arguments.iter();
        let payload = payload.map(|(name, role)| (format!("payload.{name}"), role.clone()));
        Self { name: tool.name.to_owned(), arguments: own.chain(payload).collect(), ..operation.clone() }
    }

    /// Reads a descriptor that somebody trusted wrote: the person, or a plugin whose hash they approved.
    ///
    /// # Errors
    /// Everything that is wrong with it. A malformed descriptor describes nothing; its tool is not called.
    pub fn read(value: &Value) -> Result<Self, Vec<Defect>> {
        let file: File = serde_json::from_value(value.clone()).map_err(|error| {
            [Defect::new(DefectKind::WrongType, Path::root(), format!("not a tool descriptor: {error}"))]
        })?;
        let mut defects = Vec::new();
        let mut refuse = |path: Path, message: String| {
            defects.push(Defect::new(DefectKind::NotAllowed, path, message));
        };
        let path = Path::root();
        if file.name.is_empty() || file.name.len() > 128 || !file.name.bytes().all(|b| b.is_ascii_graphic()) {
            refuse(path.key("name"), "a name has 1 to 128 visible ASCII characters".to_string());
        }
        if tools::resolve(&file.name).is_some() {
            refuse(path.key("name"), "this is the name of a tool of Laika's own".to_string());
        }
        if file.arguments.len() > MOST_ARGUMENTS {
            refuse(path.key("arguments"), format!("a tool has at most {MOST_ARGUMENTS} arguments"));
        }
        let declared = file.action.as_deref().map(|name| {
            let action = serde_json::from_value(Value::from(name)).ok().filter(|action| is_foreign(*action));
            action.unwrap_or_else(|| {
                refuse(path.key("action"), format!("{} is not something a tool declares", quoted(name)));
                Action::Undeclared
            })
        });
        // Levels of the older permission system are static attributes that the one gate reads (C-31, C-32).
        let mut permissions = Vec::new();
        for name in &file.permissions {
            match Permission::of_name(name) {
                Some(permission) => permissions.push(permission),
                None => refuse(path.key("permissions"), format!("there is no permission {}", quoted(name))),
            }
        }
        let arguments = file.arguments.into_iter().filter_map(|(name, role)| match role_of(&role) {
            Ok(role) => Some((name, role)),
            Err(message) => {
                refuse(path.key("arguments").key(&name), message);
                None
            }
        });
        let arguments = arguments.collect();
        let described = Self {
            name: file.name,
            action: with_permissions(declared, &permissions),
            provider: file.provider,
            arguments,
            confirm: permissions.contains(&Permission::UserConfirmation),
            alone_without_recipients: file.alone_without_recipients,
            is_own: false,
        };
        if defects.is_empty() { Ok(described) } else { Err(defects) }
    }

    /// The role of an argument; what is not listed leaves as free text.
    #[must_use]
    pub fn role(&self, argument: &str) -> &Role {
        self.arguments.get(argument).unwrap_or(FREE_TEXT)
    }
}

/// What a tool does by its own word and its permissions, whichever is stricter.
fn with_permissions(declared: Option<Action>, permissions: &[Permission]) -> Action {
    let has = |permission: Permission| permissions.contains(&permission);
    let writes = has(Permission::SystemWrite) || has(Permission::ProjectWrite);
    match declared {
        // A reader that writes is a writer for good; a reader with the network asks somebody.
        Some(Action::Read | Action::Local) if writes => Action::Delete,
        Some(Action::Write) if writes => Action::Delete,
        Some(Action::Read | Action::Local) if has(Permission::Network) => Action::Network,
        Some(action) => action,
        None if writes => Action::Delete,
        None if has(Permission::Network) => Action::Network,
        None if has(Permission::ReadOnly) => Action::Read,
        None => Action::Undeclared,
    }
}

/// Acts on a page are the business of our own tools.
const fn is_foreign(action: Action) -> bool {
    !matches!(
        action,
        Action::Capture
            | Action::Scroll
            | Action::SwitchTab
            | Action::Click
            | Action::Type
            | Action::Navigate
            | Action::History
    )
}

fn role_of(role: &FileRole) -> Result<Role, String> {
    let (name, options) = match role {
        FileRole::Name(name) => (name, &[][..]),
        FileRole::Detailed { role, options } => (role, options.as_slice()),
    };
    Ok(match name.as_str() {
        "choice" => {
            let short = |option: &String| option.len() <= 64 && !option.contains(char::is_whitespace);
            if options.is_empty() || options.len() > MOST_OPTIONS || !options.iter().all(short) {
                return Err(format!("a choice lists its 1 to {MOST_OPTIONS} short `options`"));
            }
            Role::OneOf(options.to_vec())
        }
        "when" => Role::When,
        "payload" => Role::Known(ArgRole::FreeText),
        // A tab and a structure are of our own tools.
        other => match ArgRole::of_name(other) {
            Some(role) if !matches!(role, ArgRole::Tab | ArgRole::Structure) => Role::Known(role),
            _ => return Err(format!("there is no role {}", quoted(other))),
        },
    })
}
