//! What a setting can be set to, and reading it.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

use laika_protocol::ids::Origin;
use laika_protocol::limits::{Limit, Limits};
use laika_protocol::quoted;
use laika_protocol::wire::SiteMode;
use serde_json::{Map, json};

use super::{Blocked, MOST_ASK_TIMEOUT_S, SearchEngine, Setting, ToolsTable};
use crate::redact::Keep;

/// A setting with what it is set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// How much a run may do.
    Mode(SiteMode),
    /// Whether nothing of a run is kept.
    Private(bool),
    /// Whether other hosts than those of documents are refused.
    Strict(bool),
    /// Where searches go; none if they are switched off.
    SearchEngine(Option<SearchEngine>),
    /// The only origins; none if there is no list.
    AllowedOrigins(Option<BTreeSet<Origin>>),
    /// What no run may go to.
    BlockedOrigins(BTreeSet<Blocked>),
    /// The model that plans; none for the one that was chosen.
    Model(Option<ModelName>),
    /// First characters of a typed text that the log keeps.
    AuditPrefixChars(u64),
    /// How much of a packet is kept.
    KeepPackets(Keep),
    /// Whether runs may be exported as training data.
    TrainingExport(bool),
    /// Seconds that an ask waits.
    AskTimeoutS(u64),
    /// Which tools are on, and how they are set.
    Tools(ToolsTable),
    /// A bound of the table.
    Limit(Limit, u64),
}

/// The name of a model: part of a file's name, so nothing in it leads elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelName(String);

impl ModelName {
    /// Reads a name: 1 to 64 lower-case letters, digits, `.`, `_` and `-`, a letter or digit first.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let first = text.bytes().next().is_some_and(plain);
        let fits = text.bytes().all(|byte| plain(byte) || b"._-".contains(&byte));
        (first && fits && text.len() <= 64 && !text.contains("..")).then(|| Self(text.to_string()))
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What was written, before anybody knows what it means.
#[derive(Clone, Debug, PartialEq)]
pub enum Raw<'a> {
    /// A text.
    Text(&'a str),
    /// `true` or `false`.
    Switch(bool),
    /// A number.
    Number(i64),
    /// A list of texts.
    List(Vec<&'a str>),
    /// A table.
    Table(Map<String, serde_json::Value>),
    /// Something that no setting takes, by its name.
    Other(&'static str),
}

/// A value that a setting does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{key}` takes {takes}, not {found}")]
pub struct ValueError {
    /// The setting.
    pub key: String,
    /// What it takes.
    pub takes: String,
    /// What was written.
    pub found: String,
}

impl Setting {
    /// Reads what a file says.
    ///
    /// # Errors
    /// When the setting does not take it.
    pub fn read(self, raw: &Raw<'_>) -> Result<Value, ValueError> {
        let value = match (self, raw) {
            (Self::Mode, Raw::Text(text)) => mode(text).map(Value::Mode),
            (Self::Private, Raw::Switch(on)) => Some(Value::Private(*on)),
            (Self::Strict, Raw::Switch(on)) => Some(Value::Strict(*on)),
            (Self::TrainingExport, Raw::Switch(on)) => Some(Value::TrainingExport(*on)),
            (Self::SearchEngine, Raw::Text("off")) => Some(Value::SearchEngine(None)),
            (Self::SearchEngine, Raw::Text(text)) => {
                SearchEngine::parse(text).map(|engine| Value::SearchEngine(Some(engine)))
            }
            (Self::AllowedOrigins, Raw::Text("any")) => Some(Value::AllowedOrigins(None)),
            (Self::AllowedOrigins, Raw::List(list)) => {
                let origins = list.iter().map(|text| Origin::parse(text).ok()).collect::<Option<_>>();
                origins.map(|origins| Value::AllowedOrigins(Some(origins)))
            }
            (Self::BlockedOrigins, Raw::List(list)) => {
                let blocked = list.iter().map(|text| Blocked::parse(text)).collect::<Option<_>>();
                blocked.map(Value::BlockedOrigins)
            }
            (Self::Model, Raw::Text(text)) => ModelName::parse(text).map(|name| Value::Model(Some(name))),
            (Self::AuditPrefixChars, Raw::Number(number)) => {
                within(*number, 0, Limit::VerboseAuditPrefix.row().default).map(Value::AuditPrefixChars)
            }
            (Self::KeepPackets, Raw::Text("redacted")) => Some(Value::KeepPackets(Keep::Redacted)),
            (Self::KeepPackets, Raw::Text("full")) => Some(Value::KeepPackets(Keep::Full)),
            (Self::AskTimeoutS, Raw::Number(number)) => {
                within(*number, 1, MOST_ASK_TIMEOUT_S).map(Value::AskTimeoutS)
            }
            (Self::Tools, Raw::List(list)) => Some(Value::Tools(ToolsTable::only(list))),
            (Self::Tools, Raw::Table(table)) => {
                let table = serde_json::from_value::<ToolsTable>(table.clone().into());
                let table = table.map_err(|error| self.refuse(format!("a table in which {error}")))?;
                Some(Value::Tools(table.with_names_of_today()))
            }
            (Self::Limit(limit), Raw::Number(number)) => {
                let number = u64::try_from(*number).ok();
                let fits = |number: &u64| Limits::default().tighten(limit.row().name, *number).is_ok();
                number.filter(fits).map(|number| Value::Limit(limit, number))
            }
            _ => None,
        };
        // `true` in quotes looks like what it takes.
        let is_text = matches!(raw, Raw::Text("true" | "false"))
            || matches!(raw, Raw::Text(text) if text.parse::<i64>().is_ok());
        value.ok_or_else(|| self.refuse(format!("{}{raw}", if is_text { "the text " } else { "" })))
    }

    /// Reads what a variable or a flag says: lists have commas, numbers and switches are written out.
    ///
    /// # Errors
    /// When the setting does not take it.
    pub fn read_text(self, text: &str) -> Result<Value, ValueError> {
        let raw = match self {
            Self::Private | Self::Strict | Self::TrainingExport => match text {
                "true" | "1" => Raw::Switch(true),
                "false" | "0" => Raw::Switch(false),
                _ => Raw::Text(text),
            },
            Self::AllowedOrigins if text == "any" => Raw::Text(text),
            Self::AllowedOrigins | Self::BlockedOrigins | Self::Tools => {
                Raw::List(text.split(',').map(str::trim).collect())
            }
            Self::AuditPrefixChars | Self::AskTimeoutS | Self::Limit(_) => {
                text.parse().map_or(Raw::Text(text), Raw::Number)
            }
            Self::Mode | Self::SearchEngine | Self::Model | Self::KeepPackets => Raw::Text(text),
        };
        self.read(&raw)
    }

    fn refuse(self, found: String) -> ValueError {
        ValueError { key: self.key(), takes: self.takes(), found }
    }
}

fn mode(text: &str) -> Option<SiteMode> {
    [SiteMode::Observe, SiteMode::Assist, SiteMode::Autopilot].into_iter().find(|mode| name(*mode) == text)
}

const fn name(mode: SiteMode) -> &'static str {
    match mode {
        SiteMode::Observe => "observe",
        SiteMode::Assist => "assist",
        SiteMode::Autopilot => "autopilot",
    }
}

fn within(number: i64, least: u64, most: u64) -> Option<u64> {
    u64::try_from(number).ok().filter(|number| (least..=most).contains(number))
}

impl fmt::Display for Raw<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(&quoted(text)),
            Self::Switch(on) => write!(f, "{on}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::List(list) => {
                let items: Vec<String> = list.iter().take(4).map(|item| quoted(item)).collect();
                write!(f, "[{}{}]", items.join(", "), if list.len() > 4 { ", …" } else { "" })
            }
            Self::Table(_) => f.write_str("a table"),
            Self::Other(what) => f.write_str(what),
        }
    }
}

impl Value {
    /// The setting.
    #[must_use]
    pub const fn setting(&self) -> Setting {
        match self {
            Self::Mode(_) => Setting::Mode,
            Self::Private(_) => Setting::Private,
            Self::Strict(_) => Setting::Strict,
            Self::SearchEngine(_) => Setting::SearchEngine,
            Self::AllowedOrigins(_) => Setting::AllowedOrigins,
            Self::BlockedOrigins(_) => Setting::BlockedOrigins,
            Self::Model(_) => Setting::Model,
            Self::AuditPrefixChars(_) => Setting::AuditPrefixChars,
            Self::KeepPackets(_) => Setting::KeepPackets,
            Self::TrainingExport(_) => Setting::TrainingExport,
            Self::AskTimeoutS(_) => Setting::AskTimeoutS,
            Self::Tools(_) => Setting::Tools,
            Self::Limit(limit, _) => Setting::Limit(*limit),
        }
    }

    /// What it is set to, for programs.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        match self {
            Self::Mode(mode) => json!(mode),
            Self::Private(on) | Self::Strict(on) | Self::TrainingExport(on) => json!(on),
            Self::SearchEngine(engine) => json!(engine.as_ref().map(SearchEngine::to_string)),
            Self::AllowedOrigins(origins) => json!(origins),
            Self::BlockedOrigins(blocked) => {
                json!(blocked.iter().map(Blocked::to_string).collect::<Vec<_>>())
            }
            Self::Model(model) => json!(model.as_ref().map(ModelName::as_str)),
            Self::AuditPrefixChars(number) | Self::AskTimeoutS(number) | Self::Limit(_, number) => {
                json!(number)
            }
            Self::KeepPackets(_) => json!(self.to_string()),
            Self::Tools(tools) => json!(tools),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |items: Vec<String>| if items.is_empty() { "none".to_string() } else { items.join(", ") };
        match self {
            Self::Mode(mode) => f.write_str(name(*mode)),
            Self::Private(on) | Self::Strict(on) | Self::TrainingExport(on) => write!(f, "{on}"),
            Self::SearchEngine(None) => f.write_str("off"),
            Self::SearchEngine(Some(engine)) => engine.fmt(f),
            Self::AllowedOrigins(None) => f.write_str("any"),
            Self::AllowedOrigins(Some(origins)) => {
                f.write_str(&list(origins.iter().map(|one| format!("{one}")).collect()))
            }
            Self::BlockedOrigins(blocked) => {
                f.write_str(&list(blocked.iter().map(Blocked::to_string).collect()))
            }
            Self::Model(None) => f.write_str("as chosen"),
            Self::Model(Some(name)) => f.write_str(name.as_str()),
            Self::AuditPrefixChars(number) | Self::AskTimeoutS(number) | Self::Limit(_, number) => {
                write!(f, "{number}")
            }
            Self::Tools(tools) => tools.fmt(f),
            Self::KeepPackets(Keep::Redacted) => f.write_str("redacted"),
            Self::KeepPackets(Keep::Full) => f.write_str("full"),
        }
    }
}
