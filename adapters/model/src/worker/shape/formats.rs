//! How the values of our formats are written.
//!
//! A pattern may allow less than its format does, and never more: what a model writes under it is always accepted.

use serde_json::{Map, Value, json};

/// What every whole number holds exactly, everywhere.
const SAFE: i64 = 9_007_199_254_740_991;
/// Beyond this a model has no number to tell.
const FAR: f64 = 1e15;

/// A label of a host name that cannot be read as a number or as an encoded name.
macro_rules! label {
    () => {
        "[a-z][a-z0-9]{0,30}(-[a-z0-9]{1,30}){0,3}"
    };
}

const OPAQUE: &str = "^[A-Za-z0-9_.:-]{1,128}$";

/// The pattern of the values of a format, `None` where there is no such format.
fn pattern(format: &str) -> Option<&'static str> {
    Some(match format {
        "uuid" => "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
        "doc-id" => "^doc:[A-Za-z0-9_.-]{1,40}(:[A-Za-z0-9_.-]{1,40}){0,2}$",
        "node-id" => "^n:(0|[1-9][0-9]{0,8})$",
        "handle-id" => "^h_[A-Za-z0-9_-]{22,86}$",
        // A model knows only the names of its pack.
        "handle-alias" | "handle-ref" => "^laika-(0|[1-9][0-9]{0,8})$",
        "origin" => concat!("^https?://", label!(), "(\\.", label!(), "){1,3}$"),
        "http-url" => {
            concat!(
                "^https?://",
                label!(),
                "(\\.",
                label!(),
                "){1,3}([/?#][A-Za-z0-9/?&=+%._~:@!,;-]{0,1000})?$"
            )
        }
        "document-id" | "profile-id" | "run-id" | "collection-id" | "source-id" | "artifact-id"
        | "idempotency-key" | "nonce" => OPAQUE,
        "tool-name" => "^[a-z][a-z0-9_]{0,19}(\\.[a-z][a-z0-9_]{0,19}){0,2}$",
        "reason-code" => "^[PE]_[A-Z0-9_]{1,62}$",
        "sha256" => "^sha256:[0-9a-f]{64}$",
        "protocol-version" => "^(0|[1-9][0-9]{0,5})\\.(0|[1-9][0-9]{0,5})$",
        "utc-millis" => {
            "^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3])(:[0-5][0-9]){2}\\.[0-9]{3}Z$"
        }
        "utc" => "^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3])(:[0-5][0-9]){2}Z$",
        _ => return None,
    })
}

/// Replaces the format of a string by its pattern. Fails with the name of a format that nobody knows.
pub(super) fn of_string(schema: &mut Map<String, Value>) -> Result<(), String> {
    let Some(format) = schema.shift_remove("format") else { return Ok(()) };
    // Where the values are listed they say it all.
    if ["pattern", "enum", "const"].iter().any(|keyword| schema.contains_key(*keyword)) {
        return Ok(());
    }
    let name = format.as_str().unwrap_or_default();
    let pattern = pattern(name).ok_or_else(|| format!("nobody knows the format `{name}`"))?;
    schema.insert("pattern".into(), pattern.into());
    Ok(())
}

/// Bounds a number, so that it is one for whoever reads it.
pub(super) fn of_number(schema: &mut Map<String, Value>, whole: bool) {
    let format = schema.shift_remove("format");
    if ["enum", "const"].iter().any(|keyword| schema.contains_key(*keyword)) {
        return;
    }
    let (least, most) = match format.as_ref().and_then(Value::as_str).unwrap_or_default() {
        "uint8" => (json!(0), json!(u8::MAX)),
        "uint16" => (json!(0), json!(u16::MAX)),
        "uint32" => (json!(0), json!(u32::MAX)),
        "uint64" | "uint" => (json!(0), json!(SAFE)),
        "int8" => (json!(i8::MIN), json!(i8::MAX)),
        "int16" => (json!(i16::MIN), json!(i16::MAX)),
        "int32" => (json!(i32::MIN), json!(i32::MAX)),
        _ if whole => (json!(-SAFE), json!(SAFE)),
        _ => (json!(-FAR), json!(FAR)),
    };
    for (bound, keyword, other) in
        [(least, "minimum", "exclusiveMinimum"), (most, "maximum", "exclusiveMaximum")]
    {
        if !schema.contains_key(keyword) && !schema.contains_key(other) {
            schema.insert(keyword.into(), bound);
        }
    }
}

#[cfg(test)]
mod tests {
    use laika_protocol::ids::FORMATS;

    use super::*;

    #[test]
    fn every_format_has_a_pattern() {
        for format in FORMATS {
            assert!(pattern(format.name).is_some(), "{}", format.name);
        }
    }
}
