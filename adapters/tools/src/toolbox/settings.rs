//! What a person can set for a tool: names, what each takes, and clear words where something else was written.

use laika_protocol::ids::ReasonCode;
use laika_protocol::{ErrorCode, ToolError};
use serde_json::{Map, Value};

use crate::outside::Destination;

/// One thing that can be set for a tool.
#[derive(Debug)]
pub struct Setting {
    /// Its name in a file of settings.
    pub name: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// What it is for.
    pub about: &'static str,
    /// The argument that it bounds or fills in.
    pub argument: Option<&'static str>,
}

/// What a setting takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// `true` or `false`.
    Switch,
    /// Only `true`: it cannot be loosened.
    True,
    /// A number from 1 to this one, which is the most that a call may ask for.
    UpTo(u64),
    /// A list of patterns that are added to a call's own.
    Patterns,
    /// A text that a call may replace.
    Text,
    /// The address of a server, `http` or `https`.
    Address,
    /// The address of a server with this place in its path or query, which is filled in for each call.
    AddressWith(&'static str),
    /// The address of a server, with `{language}` in its name where each language has one of its own.
    LanguageAddress,
    /// The name of a key in the store of keys; never the key itself.
    Key,
    /// One of these words.
    OneOf(&'static [&'static str]),
}

impl Takes {
    /// In words.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self::Switch => "`true` or `false`".to_owned(),
            Self::True => "`true`".to_owned(),
            Self::UpTo(most) => format!("a number from 1 to {most}"),
            Self::Patterns => "a list of patterns, none of which begins with `!`".to_owned(),
            Self::Text => "a text".to_owned(),
            Self::Address => "the address of a server, such as `https://search.example`".to_owned(),
            Self::AddressWith(place) => {
                format!("the address of a server with `{place}` in it, such as `https://a.example/{place}`")
            }
            Self::LanguageAddress => {
                "the address of a server, such as `https://{language}.wikipedia.org`".to_owned()
            }
            Self::Key => {
                "the name of a key that `laika tools key` keeps: letters, digits, `-`, `_`".to_owned()
            }
            Self::OneOf(words) => format!("one of {}", words.join(", ")),
        }
    }

    fn fits(self, value: &Value) -> bool {
        match self {
            Self::Switch => value.is_boolean(),
            Self::True => *value == Value::Bool(true),
            Self::UpTo(most) => value.as_u64().is_some_and(|number| (1..=most).contains(&number)),
            // One that begins with `!` would lift others, a person's own among them.
            Self::Patterns => value.as_array().is_some_and(|list| {
                list.iter().all(|one| one.as_str().is_some_and(|pattern| !pattern.starts_with('!')))
            }),
            Self::Text => value.is_string(),
            Self::Address => value.as_str().is_some_and(|address| Destination::of(address).is_some()),
            // What a call fills in must not choose the server.
            Self::AddressWith(place) => value.as_str().is_some_and(|address| {
                let of = |text: &str| Destination::of(&address.replace(place, text));
                address.contains(place) && of("a").is_some() && of("a") == of("b")
            }),
            Self::LanguageAddress => value
                .as_str()
                .is_some_and(|address| Destination::of(&address.replace("{language}", "en")).is_some()),
            Self::Key => value.as_str().is_some_and(is_key_name),
            Self::OneOf(words) => value.as_str().is_some_and(|word| words.contains(&word)),
        }
    }
}

/// Whether a key can be kept under this name. A key itself rarely can, so that one in the wrong place is noticed.
#[must_use]
pub fn is_key_name(name: &str) -> bool {
    (1..=32).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'_')
}

/// What is set for one tool.
#[derive(Clone, Copy, Debug)]
pub struct Set<'a>(pub(super) Option<&'a Map<String, Value>>);

impl<'a> Set<'a> {
    /// Nothing is set.
    pub const NONE: Self = Self(None);

    /// These.
    pub(crate) const fn of(all: &'a Map<String, Value>) -> Self {
        Self(Some(all))
    }

    /// All of it.
    pub(crate) const fn all(self) -> Option<&'a Map<String, Value>> {
        self.0
    }

    /// What is set under this name.
    #[must_use]
    pub fn get(self, name: &str) -> Option<&'a Value> {
        self.0?.get(name)
    }

    /// A text.
    #[must_use]
    pub fn text(self, name: &str) -> Option<&'a str> {
        self.get(name)?.as_str()
    }

    /// A number.
    #[must_use]
    pub fn number(self, name: &str) -> Option<u64> {
        self.get(name)?.as_u64()
    }

    /// A switch.
    #[must_use]
    pub fn is_on(self, name: &str) -> bool {
        self.get(name) == Some(&Value::Bool(true))
    }
}

/// Holds what is set against what a tool takes.
pub(super) fn check(tool: &str, known: &[Setting], set: &Map<String, Value>) -> Result<(), ToolError> {
    for (name, value) in set {
        let message = match known.iter().find(|setting| setting.name == name) {
            Some(setting) if setting.takes.fits(value) => continue,
            Some(setting) => format!("`{name}` of `{tool}` takes {}", setting.takes.words()),
            None if known.is_empty() => format!("nothing can be set for `{tool}`"),
            None => {
                let names: Vec<&str> = known.iter().map(|setting| setting.name).collect();
                format!("`{tool}` has no setting `{name}`; it has {}", names.join(", "))
            }
        };
        let reason = ReasonCode::parse("E_TOOL_SETTING").ok();
        return Err(ToolError { reason, ..ToolError::new(ErrorCode::InvalidArgument, message) });
    }
    Ok(())
}

/// Arguments within what is set: numbers no larger, lists of what to leave out together, texts where none is given.
pub(super) fn within(
    known: &[Setting],
    set: Set<'_>,
    mut arguments: Map<String, Value>,
) -> Map<String, Value> {
    for (name, value) in set.0.into_iter().flatten() {
        let of = known.iter().find(|setting| setting.name == name);
        let Some(argument) = of.and_then(|setting| setting.argument) else { continue };
        let asked = arguments.get(argument);
        let bounded = match (value, asked) {
            (Value::Number(most), Some(Value::Number(asked))) if asked.as_u64() <= most.as_u64() => continue,
            (Value::Array(always), Some(Value::Array(asked))) => {
                Value::Array(asked.iter().chain(always).cloned().collect())
            }
            (Value::String(_), Some(_)) => continue,
            (set, _) => set.clone(),
        };
        arguments.insert(argument.to_owned(), bounded);
    }
    arguments
}
