//! Traces every value of one call.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::Path;
use laika_protocol::ids::HttpUrl;
use laika_protocol::tools::ArgRole;
use serde::Serialize;
use serde_json::{Map, Value};
use url::Url;

use super::amount::Amount;
use super::evidence::{Evidence, Listed};
use super::inside::{InsideKind, inside};
use crate::classify::{TextClass, classify_text};
use crate::descriptor::{Described, FREE_TEXT, Role};

/// More values or bytes than any tool takes.
const MOST_LEAVES: usize = 1_000;
const MOST_BYTES: usize = 256 * 1024;

/// Where a value comes from, the most trusted first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The person's own words, as one whole value.
    User,
    /// The person's directory, by a name in their words.
    DirectoryByName,
    /// A value that says nothing: a flag, a number, a date, one of a fixed list, a phrase of the settings.
    Setting,
    /// The person's directory.
    Directory,
    /// An object listed in answer to the person's own words.
    RequestedHandle,
    /// An object of the current document or server.
    Handle,
    /// A document that the person's own words asked for, and no sentence that tells us to use it.
    Requested,
    /// Untrusted documents.
    Document,
    /// Nothing known: it carries the labels of the whole pack (S3).
    Nowhere,
}

impl Source {
    /// The name in listings.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::DirectoryByName => "directory_by_name",
            Self::Setting => "setting",
            Self::Directory => "directory",
            Self::RequestedHandle => "requested_handle",
            Self::Handle => "handle",
            Self::Requested => "requested",
            Self::Document => "document",
            Self::Nowhere => "nowhere",
        }
    }

    /// Whether the person themselves gave the value.
    #[must_use]
    pub const fn is_yours(self) -> bool {
        matches!(self, Self::User | Self::DirectoryByName | Self::Setting)
    }

    /// Whether neither the person nor anything they asked for gave it.
    #[must_use]
    pub const fn is_untrusted(self) -> bool {
        matches!(self, Self::Document | Self::Nowhere)
    }
}

/// Something inside a text, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Inside {
    /// What it is.
    pub kind: InsideKind,
    /// Its words.
    pub text: String,
    /// Where they come from.
    pub source: Source,
}

/// One value of a call, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Traced {
    /// Where it stands in the arguments.
    pub path: Path,
    /// What it is.
    #[serde(serialize_with = "role_name")]
    pub role: ArgRole,
    /// Where it comes from.
    pub source: Source,
    /// The documents it stands in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub documents: Vec<String>,
    /// Whether a document tells its reader to do something with it.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub directed: bool,
    /// What hides inside it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inside: Vec<Inside>,
    /// What its text looks like.
    #[serde(skip)]
    pub class: TextClass,
    /// How long its text is.
    #[serde(skip)]
    pub bytes: usize,
    /// Whether the person wrote it to the letter.
    #[serde(skip)]
    pub exact: bool,
}

fn role_name<S: serde::Serializer>(role: &ArgRole, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(role.as_str())
}

/// Every value of a call.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The values, in the order of the call.
    pub values: Vec<Traced>,
    /// The addresses among them, read.
    pub(crate) urls: Vec<(Url, Source)>,
    /// The amounts among them.
    pub(crate) amounts: Vec<(Option<Amount>, Source)>,
    /// The recipients among them, as written.
    pub(crate) recipients: Vec<(String, Source)>,
}

/// One scalar of the arguments, or a key inside a structure: whoever chooses the keys can write with them.
pub(crate) struct Leaf<'a> {
    pub(crate) path: Path,
    pub(crate) role: &'a Role,
    pub(crate) value: Cow<'a, Value>,
}

impl Leaf<'_> {
    pub(crate) fn text(&self) -> Cow<'_, str> {
        self.value.as_str().map_or_else(|| Cow::Owned(self.value.to_string()), Cow::Borrowed)
    }
}

/// A call that is larger than any tool takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLarge;

/// Every scalar of the arguments, with the role of the argument or field it stands in.
pub(crate) fn leaves<'a>(
    tool: &'a Described,
    arguments: &'a Map<String, Value>,
) -> Result<Vec<Leaf<'a>>, TooLarge> {
    let mut leaves = Vec::new();
    let mut bytes = 0;
    let mut open: Vec<(Path, Cow<'a, str>, &Role, &Value)> = Vec::new();
    for (name, value) in arguments.iter().rev() {
        bytes += name.len();
        let path = Path::root().key(name);
        if !tool.is_own && !tool.arguments.contains_key(name) {
            let key = Cow::Owned(Value::from(name.as_str()));
            leaves.push(Leaf { path: path.clone(), role: FREE_TEXT, value: key });
        }
        open.push((path, Cow::Borrowed(name), tool.role(name), value));
    }
    if bytes > MOST_BYTES {
        return Err(TooLarge);
    }
    while let Some((path, name, role, value)) = open.pop() {
        match value {
            Value::Array(items) => {
                let items = items.iter().enumerate().rev();
                open.extend(items.map(|(at, item)| (path.index(at), name.clone(), role, item)));
            }
            Value::Object(fields) => {
                for (key, field) in fields.iter().rev() {
                    bytes += key.len();
                    let below = alloc::format!("{name}.{key}");
                    let path = path.key(key);
                    match tool.arguments.get(&below) {
                        Some(role) => open.push((path, below.into(), role, field)),
                        // The structures of our own tools have schemas, so that their keys say nothing.
                        None if tool.is_own => open.push((path, below.into(), role, field)),
                        None => {
                            let key = Cow::Owned(Value::from(key.as_str()));
                            leaves.push(Leaf { path: path.clone(), role: FREE_TEXT, value: key });
                            open.push((path, below.into(), role, field));
                        }
                    }
                }
            }
            Value::Null => {}
            Value::Bool(_) | Value::Number(_) => {
                leaves.push(Leaf { path, role, value: Cow::Borrowed(value) })
            }
            Value::String(text) => {
                bytes += text.len();
                leaves.push(Leaf { path, role, value: Cow::Borrowed(value) });
            }
        }
        if bytes > MOST_BYTES || leaves.len() + open.len() > MOST_LEAVES {
            return Err(TooLarge);
        }
    }
    Ok(leaves)
}

impl Trace {
    /// Traces every value of a call.
    pub(crate) fn of(
        tool: &Described,
        arguments: &Map<String, Value>,
        evidence: &Evidence,
    ) -> Result<Self, TooLarge> {
        let mut trace = Self::default();
        for leaf in leaves(tool, arguments)? {
            trace.add(tool, &leaf, evidence);
        }
        Ok(trace)
    }

    fn add(&mut self, tool: &Described, leaf: &Leaf<'_>, evidence: &Evidence) {
        let text = leaf.text();
        let role = match leaf.role {
            Role::Known(role) => effective(*role, &leaf.value),
            Role::OneOf(options) if options.iter().any(|option| *option == text) => ArgRole::Choice,
            Role::When if is_when(&text) => ArgRole::Count,
            // A value that is not what its role says is words.
            Role::OneOf(_) | Role::When => ArgRole::FreeText,
        };
        let mut found = Vec::new();
        let mut directed = false;
        let mut hidden = Vec::new();
        let mut in_documents = |value: &str| {
            let (source, place) = evidence.source_in_documents(value);
            found = place.documents;
            directed = place.directed;
            source
        };
        let source = match role {
            ArgRole::Choice | ArgRole::Count | ArgRole::Flag | ArgRole::Tab | ArgRole::Structure => {
                Source::Setting
            }
            ArgRole::Handle if tool.is_own => Source::Handle,
            ArgRole::Handle => {
                let (content, place) = evidence.source_in_documents(&text);
                found = place.documents;
                directed = place.directed;
                match evidence.handle(tool.provider.as_ref(), &text) {
                    // Content tells us to do something with exactly this object.
                    _ if place.named_object => Source::Document,
                    Some(Listed::Requested) => Source::RequestedHandle,
                    Some(Listed::Unasked) => Source::Handle,
                    None if evidence.words.hold(&text) => Source::User,
                    // Nobody listed it: somebody's content names it, or the model made it up.
                    None => content,
                }
            }
            ArgRole::Url => {
                let url = address(&text, !tool.is_own);
                let source = match &url {
                    Some(url) if evidence.words.hold_url(url) => Source::User,
                    Some(_) if evidence.entry(role, tool.action, &text).is_some() => Source::Directory,
                    _ => in_documents(&text),
                };
                self.urls.extend(url.map(|url| (url, source)));
                source
            }
            ArgRole::Amount => {
                let amount = Amount::of_value(&leaf.value);
                let own = amount.is_some_and(|amount| evidence.words.hold_amount(amount));
                let source = if own { Source::User } else { in_documents(&text) };
                self.amounts.push((amount, source));
                source
            }
            ArgRole::Recipient | ArgRole::Path => {
                let own = text.chars().nth(2).is_some() && evidence.words.name(&text);
                let source = match evidence.entry(role, tool.action, &text) {
                    _ if own => Source::User,
                    Some((_, true)) => Source::DirectoryByName,
                    Some((_, false)) => Source::Directory,
                    None => in_documents(&text),
                };
                if role == ArgRole::Recipient {
                    self.recipients.push((text.to_string(), source));
                }
                source
            }
            ArgRole::FreeText | ArgRole::LocalText => {
                if text.is_empty() {
                    Source::Setting
                } else if evidence.words.hold(&text) {
                    Source::User
                } else if evidence.is_phrase(&text) {
                    Source::Setting
                } else {
                    hidden = inside(&text)
                        .into_iter()
                        .map(|(kind, text)| Inside {
                            kind,
                            text: text.to_string(),
                            source: inside_source(kind, text, evidence),
                        })
                        .collect();
                    in_documents(&text)
                }
            }
        };
        let leaves = !tool.is_own && matches!(role, ArgRole::Handle | ArgRole::Path)
            || matches!(role, ArgRole::FreeText | ArgRole::Recipient | ArgRole::Url);
        let class = if leaves { classify_text(&text).class } else { TextClass::Normal };
        let bytes = text.len();
        let exact = source == Source::User && evidence.words.hold_exactly(&text);
        let documents = evidence.ids(&found);
        let path = leaf.path.clone();
        self.values.push(Traced {
            path,
            role,
            source,
            documents,
            directed,
            inside: hidden,
            class,
            bytes,
            exact,
        });
    }

    /// Whether every value that says anything is the person's own.
    pub(crate) fn all_yours(&self) -> bool {
        self.values.iter().all(|value| value.source.is_yours())
    }

    pub(crate) fn with_role(&self, role: ArgRole) -> impl Iterator<Item = &Traced> {
        self.values.iter().filter(move |value| value.role == role)
    }
}

/// An address with two readings is none (see `HttpUrl`). Servers also take addresses without a scheme.
fn address(text: &str, of_server: bool) -> Option<Url> {
    let bare = of_server && text.contains('.') && !text.contains(':');
    HttpUrl::read(text).or_else(|| bare.then(|| HttpUrl::read(&alloc::format!("https://{text}"))).flatten())
}

/// A role that a value cannot have makes it words: a hostile caller fills the roles too.
fn effective(role: ArgRole, value: &Value) -> ArgRole {
    let text = value.as_str();
    match role {
        ArgRole::Count | ArgRole::Tab => match text {
            Some(text) if !is_when(text) => ArgRole::FreeText,
            _ => role,
        },
        ArgRole::Flag => match text {
            Some(text) if !matches!(text, "true" | "false" | "yes" | "no") => ArgRole::FreeText,
            _ => role,
        },
        // One short word of a list; a tool of ours has the list in its schema, or takes any word.
        ArgRole::Choice => match text {
            Some(text)
                if text.len() > 24 || !text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') =>
            {
                ArgRole::FreeText
            }
            _ => role,
        },
        ArgRole::Handle
        | ArgRole::Url
        | ArgRole::Recipient
        | ArgRole::FreeText
        | ArgRole::LocalText
        | ArgRole::Path
        | ArgRole::Amount
        | ArgRole::Structure => role,
    }
}

/// A date, a time or a number, in digits.
fn is_when(text: &str) -> bool {
    (1..=35).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_digit() || b"-+:./ TZ".contains(&b))
        && text.bytes().any(|b| b.is_ascii_digit())
        && text.bytes().filter(u8::is_ascii_digit).count() <= 20
}

fn inside_source(kind: InsideKind, text: &str, evidence: &Evidence) -> Source {
    let own = match kind {
        InsideKind::Url => {
            let with_scheme =
                if text.contains(':') { text.to_string() } else { alloc::format!("https://{text}") };
            Url::parse(&with_scheme).is_ok_and(|url| evidence.words.hold_url(&url))
        }
        InsideKind::Mail | InsideKind::Account | InsideKind::Blob => evidence.words.hold(text),
    };
    if own { Source::User } else { evidence.source_in_documents(text).0 }
}
