//! Settings that a person types now.

use laika_policy::config::{Layer, Setting, Source, Standing, Value, Wish, nearest};

use super::ConfigError;

/// What was typed.
#[derive(Clone, Debug, Default)]
pub struct Flags(Vec<Wish>);

impl Flags {
    /// Adds what a flag says, where it was given.
    #[must_use]
    pub fn with(mut self, flag: &str, value: Option<Value>) -> Self {
        self.0.extend(value.map(|value| Wish { value, place: flag.to_owned() }));
        self
    }

    /// Adds `key=value`, as a flag for any setting takes it.
    ///
    /// # Errors
    /// When there is no such setting, or it does not take the value.
    pub fn with_word(mut self, flag: &str, word: &str) -> Result<Self, ConfigError> {
        let place = flag.to_owned();
        let Some((key, text)) = word.split_once('=') else {
            return Err(ConfigError::Syntax { place, why: "it takes KEY=VALUE".into() });
        };
        let Some(setting) = Setting::of_key(key) else {
            let near = nearest(key, &Setting::keys()).map(str::to_owned);
            return Err(ConfigError::UnknownKey { place, key: key.to_owned(), near });
        };
        let value =
            setting.read_text(text).map_err(|why| ConfigError::Value { place: place.clone(), why })?;
        self.0.push(Wish { value, place });
        Ok(self)
    }

    pub(super) fn layer(self) -> Layer {
        Layer { source: Source::Flag, standing: Standing::Trusted, wishes: self.0 }
    }
}
