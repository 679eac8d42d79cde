//! wttr.in, which takes names of places itself.

use laika_protocol::ToolError;
use laika_protocol::tools::typed::{Weather, WeatherDay, WeatherNow};
use serde_json::Value;

use super::Wanted;
use crate::net::client::{Client, Question, below, host_of};
use crate::net::failure::unreadable;
use crate::net::said::{TITLE, json, number, text};
use crate::net::settings::USUAL;

pub(super) fn ask(client: &Client<'_>, base: &str, wanted: &Wanted) -> Result<Weather, ToolError> {
    let mut url = below(base, "")?;
    if let Ok(mut segments) = url.path_segments_mut() {
        segments.push(&wanted.place);
    }
    url.query_pairs_mut().append_pair("format", "j1");
    let question = Question::json(url, USUAL);
    let (answer, _) = client.interface(&question)?;
    let host = host_of(&question.url);
    let body = json(host, &answer)?;
    let now = body.pointer("/current_condition/0").and_then(|value| now(value, wanted.imperial));
    let days = body.get("weather").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let days: Vec<WeatherDay> =
        days.iter().take(wanted.days).filter_map(|value| day(value, wanted.imperial)).collect();
    if now.is_none() && days.is_empty() {
        return Err(unreadable(host, "there is no weather in it"));
    }
    let area = body.pointer("/nearest_area/0").map_or_else(Vec::new, |area| {
        ["areaName", "country"].iter().filter_map(|key| inner(area, key)).collect()
    });
    let place = if area.is_empty() { wanted.place.clone() } else { area.join(", ") };
    Ok(Weather { place, now, days, ..Weather::default() })
}

/// Texts stand in a list of one with a name of their own.
fn inner(value: &Value, key: &str) -> Option<String> {
    text(value.get(key)?.get(0)?, "value", TITLE)
}

fn now(value: &Value, imperial: bool) -> Option<WeatherNow> {
    let key = |metric: &'static str, other: &'static str| if imperial { other } else { metric };
    Some(WeatherNow {
        sky: inner(value, "weatherDesc").unwrap_or_else(|| "unknown".to_owned()),
        temperature: number(value, key("temp_C", "temp_F"))?,
        feels_like: number(value, key("FeelsLikeC", "FeelsLikeF")),
        humidity: number(value, "humidity"),
        wind: number(value, key("windspeedKmph", "windspeedMiles")),
    })
}

fn day(value: &Value, imperial: bool) -> Option<WeatherDay> {
    let key = |metric: &'static str, other: &'static str| if imperial { other } else { metric };
    let hours = value.get("hourly").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let noon = hours.get(hours.len() / 2);
    let all = |name: &'static str| hours.iter().filter_map(move |hour| number(hour, name));
    let has_rain = hours.iter().any(|hour| hour.get("precipMM").is_some());
    // Sums of hundredths are hundredths, whatever a float says.
    let rain = (all(key("precipMM", "precipInches")).sum::<f64>() * 100.0).round() / 100.0;
    Some(WeatherDay {
        date: text(value, "date", 20)?,
        sky: noon.and_then(|hour| inner(hour, "weatherDesc")).unwrap_or_else(|| "unknown".to_owned()),
        low: number(value, key("mintempC", "mintempF"))?,
        high: number(value, key("maxtempC", "maxtempF"))?,
        precipitation: has_rain.then_some(rain),
        chance: all("chanceofrain").max_by(f64::total_cmp),
    })
}
