//! Settings that several network tools have, and what they need.

use std::time::Duration;

use laika_protocol::{ErrorCode, ToolError};

use crate::outside::Destination;
use crate::refusal::refusal;
use crate::toolbox::{Kit, Set, Setting, Takes, Unavailable};

/// For how long an answer counts that says nothing itself.
pub(super) const USUAL: Duration = Duration::from_secs(15 * 60);

/// How long answers are used again.
pub(super) const CACHE_TTL: Setting = Setting {
    name: "cache_ttl",
    takes: Takes::UpTo(24 * 3600),
    about: "for how many seconds an answer is used again; what the server says if not set",
    argument: None,
};

/// The key of a service.
pub(super) const KEY: Setting = Setting {
    name: "key",
    takes: Takes::Key,
    about: "the name of the key that the service wants",
    argument: None,
};

/// How many pictures are given.
pub(super) const MOST_PICTURES: Setting = Setting {
    name: "max_results",
    takes: Takes::UpTo(50),
    about: "the most pictures that a search gives",
    argument: Some("count"),
};

/// Whether what is not for everybody may be found.
pub(super) const SAFE_SEARCH: Setting = Setting {
    name: "safe_search",
    takes: Takes::Switch,
    about: "`false` lets a call ask for what is not for everybody",
    argument: None,
};

/// Whether a search is safe: it is, unless the person's settings and the call both say otherwise.
pub(super) fn is_safe(set: Set<'_>, asked: Option<bool>) -> bool {
    set.get("safe_search") != Some(&serde_json::Value::Bool(false)) || asked.unwrap_or(true)
}

/// A way outside is needed.
pub(super) fn has_way(kit: &Kit, _: Set<'_>) -> Result<(), Unavailable> {
    if kit.outside.is_some() {
        return Ok(());
    }
    let fix = "start Laika where its network process can run";
    Err(Unavailable { why: "there is no way to the network here".to_owned(), fix: fix.to_owned() })
}

/// Something that only the person can set.
pub(super) fn not_set(why: &str, fix: &str) -> Unavailable {
    Unavailable { why: why.to_owned(), fix: fix.to_owned() }
}

/// The same as an error of a call.
pub(super) fn unavailable(missing: &Unavailable) -> ToolError {
    let message = format!("{}; {}", missing.why, missing.fix);
    refusal(ErrorCode::Unavailable, "E_TOOL_UNAVAILABLE", &message)
}

/// The server at an address that is set.
pub(super) fn server(address: &str) -> Result<Option<Destination>, ToolError> {
    let none = || refusal(ErrorCode::Unavailable, "E_TOOL_SETTING", "the address that is set cannot be read");
    Destination::of(address).ok_or_else(none).map(Some)
}
