//! What a server sent back, before anybody knows whether it is an answer.

use std::time::Duration;

use laika_policy::redact::scrub;
use laika_protocol::http::HttpResponse;
use laika_protocol::json::{self, Caps};
use laika_protocol::quoted;
use laika_protocol::secret::Secret;
use serde_json::{Map, Value};

use super::RemoteError;
use super::error::Said;

/// A server that wants to be asked later is asked after this long at most.
const MOST_RETRY_AFTER: Duration = Duration::from_secs(20);
/// Characters of an explanation that are looked at.
const MOST_SAID: usize = 160;
/// So many characters of a key in a row are a part of it, and not a coincidence. A shorter key, such as a local server
/// has that needs none, is a word that anybody may say.
const KEY_PIECE: usize = 12;

/// The JSON object of a good answer.
pub(super) fn object(
    response: &HttpResponse,
    key: Option<&Secret>,
) -> Result<Map<String, Value>, RemoteError> {
    let status = response.status;
    if !(200..300).contains(&status) {
        return Err(refused(response, key));
    }
    if !is_json(response) {
        return Err(RemoteError::ContentType);
    }
    match parsed(response) {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(_) => Err(RemoteError::Malformed("it is not an object".into())),
        Err(why) => Err(RemoteError::Malformed(why)),
    }
}

fn refused(response: &HttpResponse, key: Option<&Secret>) -> RemoteError {
    let status = response.status;
    let said = Said(explanation(response).and_then(|text| harmless(&text, key)));
    match status {
        300..=399 => RemoteError::Redirect(status),
        401 | 403 => RemoteError::Key { status, said },
        429 => RemoteError::Limited { said },
        502..=504 | 529 => RemoteError::Busy { status, said },
        _ => RemoteError::Status { status, said },
    }
}

fn is_json(response: &HttpResponse) -> bool {
    response.header("content-type").is_some_and(|value| {
        let kind = value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
    })
}

fn parsed(response: &HttpResponse) -> Result<Value, String> {
    let text = std::str::from_utf8(&response.body).map_err(|_| "it is not UTF-8".to_owned())?;
    // A defect's own words may quote the answer, so only its kind is told.
    json::read(text, Caps::bytes(text.len()))
        .map_err(|defects| defects.first().map_or("it is not JSON", |defect| defect.kind.code()).to_owned())
}

/// What a server says about its refusal, where servers say it.
fn explanation(response: &HttpResponse) -> Option<String> {
    let body = parsed(response).ok().filter(|_| is_json(response))?;
    let places = [&body["error"]["message"], &body["error"], &body["message"], &body["detail"]];
    places.into_iter().find_map(Value::as_str).map(str::to_owned)
}

/// A short piece of a text, without secrets, and nothing of a text that holds a part of the key.
fn harmless(text: &str, key: Option<&Secret>) -> Option<String> {
    if holds_key(text, key) {
        return None;
    }
    let short: String = text.chars().take(MOST_SAID).collect();
    Some(quoted(&scrub(&short)))
}

/// Whether a text repeats a part of the key.
pub(super) fn holds_key(text: &str, key: Option<&Secret>) -> bool {
    let Some(key) = key.map(Secret::expose) else { return false };
    // A key is ASCII, so it can be cut anywhere.
    (KEY_PIECE..=key.len()).any(|end| key.get(end - KEY_PIECE..end).is_some_and(|piece| text.contains(piece)))
}

/// How long a server wants to be left alone.
pub(super) fn retry_after(response: &HttpResponse) -> Option<Duration> {
    let seconds = response.header("retry-after")?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds).min(MOST_RETRY_AFTER))
}

/// What a model said without what it only thought.
pub(super) fn without_thinking(text: &str) -> &str {
    let mut rest = text.trim_start();
    while let Some(thought) = rest.strip_prefix("<think>") {
        // A thought that was cut off leaves nothing said.
        rest = thought.split_once("</think>").map_or("", |(_, said)| said).trim_start();
    }
    let is_object = rest.starts_with(['{', '[', '"']);
    match rest.split_once("</think>") {
        // Some templates open the thought for the model.
        Some((thought, said)) if !is_object && !thought.contains("<think>") => said.trim_start(),
        _ => rest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thoughts_are_not_said() {
        for (text, said) in [
            ("<think>hm {}</think>\n{\"a\":1}", "{\"a\":1}"),
            ("<think>a</think><think>b</think> c", "c"),
            ("<think>cut", ""),
            ("hm</think> c", "c"),
            ("{\"quote\":\"</think>\"}", "{\"quote\":\"</think>\"}"),
            ("plain", "plain"),
        ] {
            assert_eq!(without_thinking(text), said);
        }
    }

    #[test]
    fn a_part_of_the_key_is_noticed() {
        let key = Secret::new("sk-abcdefghijklmnop".into());
        for (text, holds) in [
            ("Incorrect API key provided: sk-abcde***nop", false),
            ("Incorrect API key provided: cdefghijklmn", true),
            ("sk-abcdefghijklmnop", true),
            ("", false),
        ] {
            assert_eq!(holds_key(text, Some(&key)), holds, "{text}");
        }
        assert!(!holds_key("ollama is a server", Some(&Secret::new("ollama".into()))));
        assert!(!holds_key("anything", None));
    }
}
