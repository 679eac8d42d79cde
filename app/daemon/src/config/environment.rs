//! Settings out of the environment, which any program can set: it only tightens.

use std::ffi::OsString;

use laika_policy::config::{Layer, Setting, Source, Standing, Wish, nearest};

use super::ConfigError;

/// Variables that are no settings: places, and what measurements and tests are told.
pub const OTHER_VARIABLES: [&str; 9] = [
    "LAIKA_CACHE",
    "LAIKA_CASES",
    "LAIKA_CHROMIUM",
    "LAIKA_DATA",
    "LAIKA_FIXTURE",
    "LAIKA_HOME",
    "LAIKA_MISSES",
    "LAIKA_MODELS",
    "LAIKA_PAGE",
];
/// Those that tests tell their own child processes something with.
const OF_TESTS: &str = "LAIKA_TEST_";

pub(super) fn layer(variables: &[(String, OsString)]) -> Result<Layer, ConfigError> {
    let mut wishes = Vec::new();
    for (name, value) in variables {
        let other = OTHER_VARIABLES.contains(&name.as_str()) || name.starts_with(OF_TESTS);
        // An empty variable is none.
        if other || value.is_empty() {
            continue;
        }
        // Somebody may rely on a variable that is spelt wrongly: they get to know.
        let Some(setting) = Setting::of_variable(name) else {
            let names: Vec<String> = Setting::all().map(Setting::variable).collect();
            let near = nearest(name, &names).map(str::to_owned);
            return Err(ConfigError::UnknownVariable { name: name.clone(), near });
        };
        let place = name.clone();
        let text = value
            .to_str()
            .ok_or_else(|| ConfigError::Syntax { place: place.clone(), why: "it is not text".into() })?;
        match setting.read_text(text) {
            Ok(value) => wishes.push(Wish { value, place }),
            Err(why) => return Err(ConfigError::Value { place, why }),
        }
    }
    Ok(Layer { source: Source::Environment, standing: Standing::Environment, wishes })
}
