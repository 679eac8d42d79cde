//! Open-Meteo: where places are, and what the weather will be there.

use laika_protocol::ToolError;
use laika_protocol::tools::typed::{NamedPlace, Weather, WeatherDay, WeatherNow};
use serde_json::Value;

use super::Wanted;
use super::sky::in_words;
use crate::net::client::{Client, Question, below, host_of};
use crate::net::failure::unreadable;
use crate::net::said::{TITLE, clean, json, nothing_found, number, text, whole};
use crate::net::settings::USUAL;

/// Places of one name.
const MOST_PLACES: usize = 5;
/// What is asked of today and of each day.
const NOW: &str = "temperature_2m,apparent_temperature,relative_humidity_2m,weather_code,wind_speed_10m";
const DAILY: &str =
    "weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum,precipitation_probability_max";

/// Places of a name, the likeliest first.
pub(super) fn places(client: &Client<'_>, base: &str, name: &str) -> Result<Vec<NamedPlace>, ToolError> {
    let mut url = below(base, "v1/search")?;
    url.query_pairs_mut().extend_pairs([
        ("name", name),
        ("count", "5"),
        ("language", "en"),
        ("format", "json"),
    ]);
    let question = Question::json(url, USUAL);
    let (answer, _) = client.interface(&question)?;
    let body = json(host_of(&question.url), &answer)?;
    let results = body.get("results").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let places: Vec<NamedPlace> = results.iter().take(MOST_PLACES).filter_map(place).collect();
    if places.is_empty() {
        return Err(nothing_found("there is no place of this name; try a larger one nearby"));
    }
    Ok(places)
}

fn place(value: &Value) -> Option<NamedPlace> {
    let parts = ["name", "admin1", "country"].iter().filter_map(|key| text(value, key, TITLE));
    let mut name = parts.collect::<Vec<_>>();
    name.dedup();
    let (latitude, longitude) = (number(value, "latitude")?, number(value, "longitude")?);
    let place = format!("{latitude},{longitude}");
    super::coordinates(&place).filter(|_| !name.is_empty())?;
    Some(NamedPlace { name: name.join(", "), place })
}

/// The weather at a point.
pub(super) fn forecast(
    client: &Client<'_>,
    base: &str,
    (latitude, longitude): (f64, f64),
    wanted: &Wanted,
) -> Result<Weather, ToolError> {
    let mut url = below(base, "v1/forecast")?;
    let mut pairs = url.query_pairs_mut();
    pairs.append_pair("latitude", &latitude.to_string()).append_pair("longitude", &longitude.to_string());
    pairs.extend_pairs([("current", NOW), ("daily", DAILY), ("timezone", "auto")]);
    pairs.append_pair("forecast_days", &wanted.days.to_string());
    if wanted.imperial {
        pairs.extend_pairs([
            ("temperature_unit", "fahrenheit"),
            ("wind_speed_unit", "mph"),
            ("precipitation_unit", "inch"),
        ]);
    }
    drop(pairs);
    let question = Question::json(url, USUAL);
    let (answer, _) = client.interface(&question)?;
    let host = host_of(&question.url);
    let body = json(host, &answer)?;
    let now = body.get("current").and_then(now);
    let days = body.get("daily").map_or_else(Vec::new, |daily| days(daily, wanted.days));
    if now.is_none() && days.is_empty() {
        return Err(unreadable(host, "there is no weather in it"));
    }
    Ok(Weather { place: wanted.place.clone(), now, days, ..Weather::default() })
}

fn now(value: &Value) -> Option<WeatherNow> {
    Some(WeatherNow {
        sky: in_words(whole(value, "weather_code").unwrap_or(-1)).to_owned(),
        temperature: number(value, "temperature_2m")?,
        feels_like: number(value, "apparent_temperature"),
        humidity: number(value, "relative_humidity_2m"),
        wind: number(value, "wind_speed_10m"),
    })
}

/// The days stand in columns; a day that is not whole is left out.
fn days(daily: &Value, most: usize) -> Vec<WeatherDay> {
    let at = |key: &str, row: usize| daily.get(key)?.get(row)?.as_f64().filter(|number| number.is_finite());
    let day = |row: usize| {
        let date = clean(daily.get("time")?.get(row)?.as_str()?, 20);
        let code = daily.get("weather_code").and_then(|codes| codes.get(row)?.as_i64()).unwrap_or(-1);
        Some(WeatherDay {
            date,
            sky: in_words(code).to_owned(),
            low: at("temperature_2m_min", row)?,
            high: at("temperature_2m_max", row)?,
            precipitation: at("precipitation_sum", row),
            chance: at("precipitation_probability_max", row),
        })
    };
    (0..most).filter_map(day).collect()
}
