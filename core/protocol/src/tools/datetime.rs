//! `datetime`: what time it is, and what span of time a phrase means (INK-061, INK-062).

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::as_is;
use super::{ArgRole, Argument, Category, Effect, Legacy, Permission, Tool};
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "datetime",
    aliases: &[],
    category: Category::Reckoning,
    line: "tell or work out dates, times and time zones",
    effect: Effect::Local,
    arguments: &[
        Argument::new("query", ArgRole::LocalText),
        Argument::new("format", ArgRole::LocalText),
        Argument::new("zone", ArgRole::Choice),
        Argument::new("now", ArgRole::LocalText),
    ],
    argument_schema: TypeSchema::of::<AskDateTime>(),
    result_schema: TypeSchema::of::<TimeSpan>(),
    permissions: &[Permission::ReadOnly],
    preconditions: &[],
    postconditions: &[],
    normalise: as_is,
    legacy: Some(Legacy::whole("DATETIME", "query")),
};

/// A phrase to understand, or nothing for the time it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AskDateTime {
    /// The phrase, such as `tomorrow at 5pm`; what time it is if not said. A format may stand here too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200))]
    pub query: Option<String>,
    /// `iso`, `rfc2822`, `unix`, `date`, `time`, or a pattern such as `%A, %d %B %Y`; `iso` if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 100))]
    pub format: Option<String>,
    /// The zone by its name, such as `Europe/Berlin`; that of the machine if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 64))]
    pub zone: Option<String>,
    /// The moment that the phrase starts from, as a date with a time and an offset; the time it is if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 64))]
    pub now: Option<String>,
}

/// A span of time: from its start up to, and without, its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TimeSpan {
    /// The start, with its offset.
    pub start: String,
    /// The end, with its offset; it is no part of the span.
    pub end: String,
    /// How fine the phrase was.
    pub granularity: Granularity,
    /// The zone.
    pub zone: String,
    /// The start in the format that was asked for.
    pub formatted: String,
    /// The weekday of the start.
    pub weekday: String,
    /// What was taken for granted where the phrase could mean more than one thing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// How fine a phrase is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Granularity {
    /// A second.
    Second,
    /// A minute.
    Minute,
    /// A part of a day, such as a morning.
    Part,
    /// A day.
    Day,
    /// A Saturday and a Sunday.
    Weekend,
    /// A week from Monday.
    Week,
    /// A month.
    Month,
    /// A quarter.
    Quarter,
    /// A year.
    Year,
    /// A span with two ends that were said.
    Range,
}

impl Granularity {
    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Second => "second",
            Self::Minute => "minute",
            Self::Part => "part",
            Self::Day => "day",
            Self::Weekend => "weekend",
            Self::Week => "week",
            Self::Month => "month",
            Self::Quarter => "quarter",
            Self::Year => "year",
            Self::Range => "range",
        }
    }
}
