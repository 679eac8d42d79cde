//! Where goods go to: a state of the USA by its letters or its name, and a postal code that may belong to it.

use std::sync::LazyLock;

use laika_protocol::tools::typed::Destination;
use laika_protocol::{ErrorCode, ToolError};
use serde::Deserialize;

use crate::refusal::invalid;

/// The states, in a data file.
static STATES: LazyLock<Result<States, String>> = LazyLock::new(|| {
    toml::from_str(include_str!("../../data/us_states.toml")).map_err(|error| error.to_string())
});

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct States {
    state: Vec<State>,
}

/// A state, or the federal district.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    /// Its two letters.
    pub(super) code: String,
    /// Its name.
    pub(super) name: String,
    /// The zone of the shipping table.
    pub(super) zone: String,
    /// First digits of its postal codes.
    zip: Vec<String>,
}

/// The state of a destination, and what is odd about it.
pub(super) fn state(destination: &Destination) -> Result<(&'static State, Vec<String>), ToolError> {
    let states = STATES.as_ref().map_err(|error| broken("us_states", error))?;
    let wanted = destination.state.trim();
    let is_it =
        |state: &&State| state.code.eq_ignore_ascii_case(wanted) || state.name.eq_ignore_ascii_case(wanted);
    let Some(state) = states.state.iter().find(is_it) else {
        let message = format!("`{wanted}` is no state of the USA\nhint: give two letters such as `CA`");
        return Err(invalid("E_UNKNOWN_STATE", &message));
    };
    let mut notes = Vec::new();
    if let Some(zip) = destination.zip.as_deref().map(str::trim) {
        if !is_zip(zip) {
            let message =
                format!("`{zip}` is no postal code of the USA\nhint: give five digits, such as `94107`");
            return Err(invalid("E_INVALID_ZIP", &message));
        }
        if !state.zip.iter().any(|digits| zip.starts_with(digits)) {
            notes.push(format!("the postal code {zip} looks like one of another state than {}", state.name));
        }
    }
    Ok((state, notes))
}

/// Five digits, or nine with a hyphen.
fn is_zip(text: &str) -> bool {
    let digits =
        |part: &str, count: usize| part.len() == count && part.bytes().all(|digit| digit.is_ascii_digit());
    text.split_once('-').map_or_else(|| digits(text, 5), |(five, four)| digits(five, 5) && digits(four, 4))
}

/// A table of this build cannot be read: a fault of ours, which a test would have found.
pub(super) fn broken(table: &str, error: &str) -> ToolError {
    ToolError::new(ErrorCode::Internal, format!("the table `{table}` cannot be read: {error}"))
}
