//! `weather`: now and on the next days, from a server that answers as Open-Meteo or wttr.in does (INK-066).

mod open_meteo;
mod sky;
mod wttr;

use std::fmt::Write as _;

use laika_protocol::ToolError;
use laika_protocol::tools::ToolResult;
use laika_protocol::tools::typed::{AskWeather, Weather};

use super::client::Client;
use super::said::clean;
use super::settings::{CACHE_TTL, has_way, not_set, server, unavailable};
use crate::outside::Destination;
use crate::refusal::{answer, invalid};
use crate::toolbox::{BuiltIn, Kit, Set, Setting, Takes, Task, Unavailable};

/// Days where nothing is said.
const USUAL_DAYS: u32 = 3;

pub(super) const WEATHER: BuiltIn = BuiltIn {
    settings: &[
        Setting {
            name: "service",
            takes: Takes::OneOf(&["open_meteo", "wttr"]),
            about: "how the server at `endpoint` answers; as Open-Meteo if not set",
            argument: None,
        },
        Setting {
            name: "endpoint",
            takes: Takes::Address,
            about: "who knows the weather, such as `https://api.open-meteo.com`; nobody is asked where this is not set",
            argument: None,
        },
        Setting {
            name: "geocoder",
            takes: Takes::Address,
            about: "who knows where places are, such as `https://geocoding-api.open-meteo.com`; `endpoint` if not set",
            argument: None,
        },
        Setting {
            name: "units",
            takes: Takes::OneOf(&["metric", "imperial"]),
            about: "°C and km/h, or °F and mph; metric if not set",
            argument: None,
        },
        CACHE_TTL,
    ],
    needs: &[has_way, has_service],
    goes_to: |task| {
        let asked: AskWeather = task.read()?;
        let service = Service::of(task.set).map_err(|missing| unavailable(&missing))?;
        server(service.asked_first(coordinates(&asked.place).is_some()))
    },
    ..BuiltIn::new("weather", |task, _| tell(task))
};

/// Who is asked, and where.
#[derive(Clone, Copy)]
enum Service<'a> {
    OpenMeteo { forecast: &'a str, geocoder: &'a str },
    Wttr(&'a str),
}

impl<'a> Service<'a> {
    fn of(set: Set<'a>) -> Result<Self, Unavailable> {
        let fix = "`laika tools config weather endpoint=https://api.open-meteo.com` sets it (and geocoder=…)";
        let endpoint =
            set.text("endpoint").ok_or_else(|| not_set("nobody who knows the weather is set", fix))?;
        Ok(match set.text("service") {
            Some("wttr") => Self::Wttr(endpoint),
            Some(_) | None => {
                Self::OpenMeteo { forecast: endpoint, geocoder: set.text("geocoder").unwrap_or(endpoint) }
            }
        })
    }

    /// One call asks one server. A name goes to the one that knows places; what it answers is a call of its own, if the
    /// weather is known elsewhere.
    fn asked_first(self, is_point: bool) -> &'a str {
        match self {
            Self::Wttr(endpoint) => endpoint,
            Self::OpenMeteo { forecast, .. } if is_point => forecast,
            Self::OpenMeteo { geocoder, .. } => geocoder,
        }
    }
}

fn has_service(_: &Kit, set: Set<'_>) -> Result<(), Unavailable> {
    Service::of(set).map(|_| ())
}

/// Latitude and longitude, where a place is given by them.
fn coordinates(place: &str) -> Option<(f64, f64)> {
    let (latitude, longitude) = place.split_once(',')?;
    let (latitude, longitude): (f64, f64) = (latitude.trim().parse().ok()?, longitude.trim().parse().ok()?);
    ((-90.0..=90.0).contains(&latitude) && (-180.0..=180.0).contains(&longitude))
        .then_some((latitude, longitude))
}

/// What is asked.
struct Wanted {
    place: String,
    days: usize,
    imperial: bool,
}

fn tell(task: &Task<'_>) -> Result<ToolResult, ToolError> {
    let asked: AskWeather = task.read()?;
    let service = Service::of(task.set).map_err(|missing| unavailable(&missing))?;
    let wanted = Wanted {
        place: clean(&asked.place, 200),
        days: asked.days.unwrap_or(USUAL_DAYS) as usize,
        imperial: task.set.text("units") == Some("imperial"),
    };
    if wanted.place.is_empty() {
        return Err(invalid("E_PLACE", "there is no place to tell the weather of"));
    }
    let client = Client::of(task)?;
    let weather = match service {
        Service::Wttr(endpoint) => wttr::ask(&client, endpoint, &wanted)?,
        Service::OpenMeteo { forecast, geocoder } => {
            let point = coordinates(&wanted.place);
            match point {
                Some(point) => open_meteo::forecast(&client, forecast, point, &wanted)?,
                None => {
                    let places = open_meteo::places(&client, geocoder, &wanted.place)?;
                    let first = places.first().map(|place| (place.name.clone(), coordinates(&place.place)));
                    let one_server = Destination::of(forecast) == Destination::of(geocoder);
                    match first {
                        Some((name, Some(point))) if one_server => {
                            let weather = open_meteo::forecast(&client, forecast, point, &wanted)?;
                            Weather { place: name, places, ..weather }
                        }
                        Some(_) | None => {
                            Weather { place: wanted.place.clone(), places, ..Weather::default() }
                        }
                    }
                }
            }
        }
    };
    told(weather, wanted.imperial)
}

fn told(weather: Weather, imperial: bool) -> Result<ToolResult, ToolError> {
    let units = if imperial { "imperial" } else { "metric" };
    let weather = Weather { units: units.to_owned(), ..weather };
    let (degree, speed, depth) = if imperial { ("°F", "mph", "in") } else { ("°C", "km/h", "mm") };
    let mut text = format!("Weather of {}\n", weather.place);
    let mut summary = format!("{}: ", weather.place);
    // Writing to a text cannot fail.
    if let Some(now) = &weather.now {
        let mut line = format!("{}, {} {degree}", now.sky, now.temperature);
        if let Some(wind) = now.wind {
            let _ = write!(line, ", wind {wind} {speed}");
        }
        if let Some(humidity) = now.humidity {
            let _ = write!(line, ", humidity {humidity} %");
        }
        let _ = writeln!(text, "Now: {line}");
        summary.push_str(&line);
    }
    for day in &weather.days {
        let _ = write!(text, "{}: {}, {} to {} {degree}", day.date, day.sky, day.low, day.high);
        if let Some(wet) = day.precipitation {
            let _ = write!(text, ", {wet} {depth}");
        }
        if let Some(chance) = day.chance {
            let _ = write!(text, " ({chance} %)");
        }
        text.push('\n');
    }
    if weather.now.is_none() && weather.days.is_empty() {
        for place in &weather.places {
            let _ = writeln!(text, "- {}: {}", place.name, place.place);
        }
        let first = weather.places.first().map(|place| format!("{} is at {}", place.name, place.place));
        summary = format!("{}; ask for the weather of that place by its numbers", first.unwrap_or_default());
        let next = weather.places.first().map(|place| place.place.clone());
        return Ok(answer(&weather, summary, text)?.with("nextPlace", next));
    }
    answer(&weather, summary, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_may_be_given_by_its_numbers() {
        assert_eq!(coordinates("52.52, 13.41"), Some((52.52, 13.41)));
        assert_eq!(coordinates("-90,-180"), Some((-90.0, -180.0)));
        for text in ["91,0", "0,181", "Berlin, Germany", "NaN,0", "inf,0", "1", "", ","] {
            assert_eq!(coordinates(text), None, "{text}");
        }
    }
}
