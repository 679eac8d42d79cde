//! How a moment is written: named formats, and patterns.

use jiff::Zoned;
use laika_protocol::ToolError;

use crate::refusal::invalid;

/// The longest moment that is written, in characters.
const MOST_LETTERS: usize = 200;
const NAMES: [&str; 6] = ["iso", "rfc2822", "unix", "date", "time", "weekday"];

/// Whether a text is a format rather than a phrase.
pub(super) fn is_format(text: &str) -> bool {
    NAMES.contains(&text) || text.contains('%')
}

/// The moment in a format.
pub(super) fn write(at: &Zoned, format: &str) -> Result<String, ToolError> {
    match format {
        "iso" => Ok(iso(at)),
        "rfc2822" => jiff::fmt::rfc2822::to_string(at).map_err(|error| unknown(format, &error.to_string())),
        "unix" => Ok(at.timestamp().as_second().to_string()),
        "date" => Ok(at.date().to_string()),
        "time" => pattern(at, "%H:%M:%S"),
        "weekday" => pattern(at, "%A"),
        _ if format.contains('%') => pattern(at, format),
        _ => Err(unknown(format, "it is none of the named formats and has no `%`")),
    }
}

/// With its offset, and without a fraction of a second.
pub(super) fn iso(at: &Zoned) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

fn pattern(at: &Zoned, pattern: &str) -> Result<String, ToolError> {
    let text =
        jiff::fmt::strtime::format(pattern, at).map_err(|error| unknown(pattern, &error.to_string()))?;
    if text.chars().count() > MOST_LETTERS {
        return Err(unknown(pattern, "what it gives is too long"));
    }
    Ok(text)
}

fn unknown(format: &str, why: &str) -> ToolError {
    let message =
        format!("`{format}` is no format: {why}\nhint: use one of {}, or `%Y-%m-%d`", NAMES.join(", "));
    invalid("E_DATE_FORMAT", &message)
}
