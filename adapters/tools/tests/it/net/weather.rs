//! `weather`: two services, and that one call asks one server.

use expect_test::expect;
use laika_protocol::tools::typed::Weather;
use serde_json::{Value, json};

use super::super::data;
use super::server::Recorded;
use super::{World, recorded, shown};

fn world(settings: Value) -> World {
    let world = World::with(json!({ "weather": settings }));
    for host in ["geo.example", "meteo.example"] {
        world.plays(&format!("{host}/v1/search"), Recorded::json(recorded!("geocoding.json")));
        world.plays(&format!("{host}/v1/forecast"), Recorded::json(recorded!("forecast.json")));
    }
    world.plays("wttr.example/", Recorded::json(recorded!("wttr.json")));
    world
}

/// INK-066: a name is looked up and its weather told, where one server knows both.
#[test]
fn ink_066_open_meteo_tells_the_weather_of_a_name() {
    let world = world(json!({ "endpoint": "https://meteo.example" }));
    let result = world.asks("WEATHER", json!({ "place": "Berlin" })).unwrap();
    expect![[r#"
        Berlin, State of Berlin, Germany: light rain, 4.2 °C, wind 14.8 km/h, humidity 87 %
        ----
        Weather of Berlin, State of Berlin, Germany
        Now: light rain, 4.2 °C, wind 14.8 km/h, humidity 87 %
        2026-11-17: light rain, 2 to 6.1 °C, 3.4 mm (80 %)
        2026-11-18: overcast, 0.5 to 5 °C, 0 mm (10 %)
        2026-11-19: clear, -3 to 2.5 °C (0 %)
        ----
        {
          "place": "Berlin, State of Berlin, Germany",
          "units": "metric",
          "now": {
            "sky": "light rain",
            "temperature": 4.2,
            "feelsLike": 1.0,
            "humidity": 87.0,
            "wind": 14.8
          },
          "days": [
            {
              "date": "2026-11-17",
              "sky": "light rain",
              "low": 2.0,
              "high": 6.1,
              "precipitation": 3.4,
              "chance": 80.0
            },
            {
              "date": "2026-11-18",
              "sky": "overcast",
              "low": 0.5,
              "high": 5.0,
              "precipitation": 0.0,
              "chance": 10.0
            },
            {
              "date": "2026-11-19",
              "sky": "clear",
              "low": -3.0,
              "high": 2.5,
              "chance": 0.0
            }
          ],
          "places": [
            {
              "name": "Berlin, State of Berlin, Germany",
              "place": "52.52437,13.41053"
            },
            {
              "name": "Berlin, New Hampshire, United States",
              "place": "44.46867,-71.18508"
            }
          ]
        }
        {}
    "#]]
    .assert_eq(&shown(&result));
    assert_eq!(
        world.server.lines()[0],
        "GET meteo.example/v1/search?name=Berlin&count=5&language=en&format=json"
    );
    assert!(
        world.server.lines()[1]
            .starts_with("GET meteo.example/v1/forecast?latitude=52.52437&longitude=13.41053&")
    );
    assert!(world.server.lines()[1].ends_with("&timezone=auto&forecast_days=3"));
}

/// One call asks one server: where names are looked up elsewhere, that is a call of its own, and the weather is the next.
#[test]
fn two_servers_are_two_calls() {
    let world = world(json!({ "endpoint": "https://meteo.example", "geocoder": "https://geo.example" }));
    let first = world.asks("weather", json!({ "place": "Berlin" })).unwrap();
    assert!(
        first.summary.starts_with("Berlin, State of Berlin, Germany is at 52.52437,13.41053;"),
        "{}",
        first.summary
    );
    assert!(world.server.lines().iter().all(|line| line.starts_with("GET geo.example/")));
    let next = first.metadata["nextPlace"].as_str().unwrap();
    let second: Weather = data(&world.asks("weather", json!({ "place": next, "days": 2 })).unwrap());
    assert_eq!((second.now.unwrap().temperature, second.days.len()), (4.2, 2));
    assert!(world.server.lines()[1].starts_with("GET meteo.example/v1/forecast?"));
    assert_eq!(world.server.lines().len(), 2);
}

/// INK-066: wttr.in takes names itself.
#[test]
fn ink_066_wttr_tells_the_weather() {
    let world = world(json!({ "endpoint": "https://wttr.example", "service": "wttr" }));
    let result = world.asks("weather", json!({ "place": "Berlin/../x?y" })).unwrap();
    expect![[r#"
        Berlin, Germany: Light rain, 4 °C, wind 15 km/h, humidity 87 %
        ----
        Weather of Berlin, Germany
        Now: Light rain, 4 °C, wind 15 km/h, humidity 87 %
        2026-11-17: Light rain, 2 to 6 °C, 0.3 mm (90 %)
        2026-11-18: unknown, 0 to 5 °C
        ----
        {
          "place": "Berlin, Germany",
          "units": "metric",
          "now": {
            "sky": "Light rain",
            "temperature": 4.0,
            "feelsLike": 1.0,
            "humidity": 87.0,
            "wind": 15.0
          },
          "days": [
            {
              "date": "2026-11-17",
              "sky": "Light rain",
              "low": 2.0,
              "high": 6.0,
              "precipitation": 0.3,
              "chance": 90.0
            },
            {
              "date": "2026-11-18",
              "sky": "unknown",
              "low": 0.0,
              "high": 5.0
            }
          ]
        }
        {}
    "#]]
    .assert_eq(&shown(&result));
    assert_eq!(world.server.lines(), ["GET wttr.example/Berlin%2F..%2Fx%3Fy?format=j1"]);
}

#[test]
fn units_are_a_setting() {
    let world = world(json!({ "endpoint": "https://wttr.example", "service": "wttr", "units": "imperial" }));
    let result = world.asks("weather", json!({ "place": "Berlin", "days": 1 })).unwrap();
    assert!(result.summary.contains("39 °F, wind 9 mph"), "{}", result.summary);
    let open = self::world(json!({ "endpoint": "https://meteo.example", "units": "imperial" }));
    open.asks("weather", json!({ "place": "1,2" })).unwrap();
    assert!(
        open.server.lines()[0]
            .ends_with("&temperature_unit=fahrenheit&wind_speed_unit=mph&precipitation_unit=inch")
    );
}

#[test]
fn what_is_not_set_or_not_there_is_told() {
    let bare = world(json!({}));
    let why = bare.refused("weather", json!({ "place": "Berlin" }));
    assert!(why.contains("nobody who knows the weather is set") && why.contains("endpoint="), "{why}");
    assert_eq!(bare.server.lines().len(), 0);
    let world = world(json!({ "endpoint": "https://meteo.example" }));
    world.plays("meteo.example/v1/search", Recorded::json(r#"{"generationtime_ms": 0.2}"#));
    assert!(world.refused("weather", json!({ "place": "Qwzx" })).contains("no place of this name"));
    world.plays("meteo.example/v1/forecast", Recorded::json(r#"{"error": true, "reason": "x"}"#));
    assert!(world.refused("weather", json!({ "place": "1,2" })).contains("there is no weather in it"));
    for arguments in [
        json!({}),
        json!({ "place": "" }),
        json!({ "place": "x", "days": 0 }),
        json!({ "place": "x", "days": 15 }),
    ] {
        assert!(world.refused("weather", arguments.clone()).starts_with("INVALID_ARGUMENT"), "{arguments}");
    }
    assert!(world.refused("weather", json!({ "place": "\u{200b}" })).contains("E_PLACE"));
}
