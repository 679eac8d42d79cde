//! `weather`: the weather of a place, now and on the next days (INK-066).

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::as_is;
use super::{ArgRole, Argument, Category, Effect, Legacy, Permission, Tool};
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "weather",
    aliases: &[],
    category: Category::Network,
    line: "get the weather of a place",
    effect: Effect::Fetch,
    arguments: &[Argument::new("place", ArgRole::FreeText), Argument::new("days", ArgRole::Count)],
    argument_schema: TypeSchema::of::<AskWeather>(),
    result_schema: TypeSchema::of::<Weather>(),
    permissions: &[Permission::ReadOnly, Permission::Network],
    preconditions: &[],
    postconditions: &[],
    normalise: as_is,
    legacy: Some(Legacy::whole("WEATHER", "place")),
};

/// Where.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AskWeather {
    /// The name of a place, or its latitude and longitude, such as `52.52,13.41`.
    #[schemars(length(min = 1, max = 200))]
    pub place: String,
    /// How many days, with today; 3 if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 14))]
    pub days: Option<u32>,
}

/// The weather. Where the names of places are looked up by another server, only `places` is there: ask again with one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Weather {
    /// The place that it is for.
    pub place: String,
    /// The units: `metric` or `imperial`.
    pub units: String,
    /// How it is now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<WeatherNow>,
    /// The days, with today.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 14))]
    pub days: Vec<WeatherDay>,
    /// Places of that name, the likeliest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 5))]
    pub places: Vec<NamedPlace>,
}

/// How it is now.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WeatherNow {
    /// In words.
    pub sky: String,
    /// The temperature, in °C or °F.
    pub temperature: f64,
    /// How warm it feels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feels_like: Option<f64>,
    /// Moisture of the air, in percent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub humidity: Option<f64>,
    /// Speed of the wind, in km/h or mph.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wind: Option<f64>,
}

/// A day.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WeatherDay {
    /// Its date.
    pub date: String,
    /// In words.
    pub sky: String,
    /// The lowest temperature.
    pub low: f64,
    /// The highest temperature.
    pub high: f64,
    /// Rain and snow, in mm or inches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precipitation: Option<f64>,
    /// How likely rain or snow is, in percent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<f64>,
}

/// A place that has a name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NamedPlace {
    /// Its name, with the country.
    pub name: String,
    /// Latitude and longitude, as this tool takes them.
    pub place: String,
}
