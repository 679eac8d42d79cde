//! Answering what somebody wrote and passing it on: which words are the text, who gets it, what opens the field for it, and
//! what sends it.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::ids::HandleId;
use laika_protocol::observation::{Element, Observation};

use super::fields::{called, typed_in};
use super::only;
use super::rows::{self, IN_FRONT, ONE_OF_MANY, one_of};
use super::stated::is_clickable;
use crate::execute::quoted;
use crate::text::{fold, words};

const REPLYING: &[&str] =
    &["reply", "respond", "answer", "antworte", "beantworte", "réponds", "responde", "contesta"];
const FORWARDING: &[&str] = &["forward", "transfère", "reenvía"];
/// These pass on only what somebody else sent.
const GIVING: &[&str] = &["send", "give", "sende", "schicke", "envoie", "envía"];
/// Words before the text of an answer that stands without quotation marks.
const SAYING: &[&str] =
    &[" with the text ", " with the words ", " saying ", " with ", " mit ", " avec ", " con "];
/// The longest text or name that is taken without quotation marks.
const MOST_TEXT: usize = 200;
/// Words between those that say something.
const FILLING: &[&str] = &[
    "the", "that", "this", "it", "you", "your", "got", "received", "have", "has", "sent", "me", "on",
    "which", "die", "der", "das", "es", "weiter",
];
const TO: &[&str] = &["to", "an", "à", "para"];
const FROM: &[&str] = &["from", "by", "von", "de"];
const YOU: &[&str] = &["you", "me", "us"];

/// What opens the field for it.
const REPLY_NAMES: &[&str] =
    &["reply", "respond", "answer", "antworten", "répondre", "responder", "返信", "回复"];
const FORWARD_NAMES: &[&str] =
    &["forward", "weiterleiten", "transférer", "faire suivre", "reenviar", "転送", "转发"];
/// What fields for those who get it are called.
const RECIPIENT: &[&str] = &[
    "to",
    "recipient",
    "recipients",
    "an",
    "empfänger",
    "à",
    "destinataire",
    "destinataires",
    "para",
    "destinatario",
    "destinatarios",
];
/// What sends it.
const SENDING: &[&str] = &["send", "senden", "absenden", "abschicken", "envoyer", "enviar", "送信", "发送"];

/// Something to write to somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Letter {
    /// The text of an answer; nothing where something is passed on.
    text: Option<String>,
    /// Who something is passed on to.
    to: Option<String>,
    /// Whose letter it is about, where the same sentence says that.
    of: Option<String>,
}

/// What a clause says to write, or to whom to pass something on; nothing where it does neither.
pub(super) fn letter(clause: &str) -> Option<Letter> {
    let first = words(clause).into_iter().next()?;
    if REPLYING.contains(&first.as_str()) {
        let text = answer(clause)?;
        return Some(Letter { text: Some(text), to: None, of: None });
    }
    let gives = GIVING.contains(&first.as_str());
    if gives || FORWARDING.contains(&first.as_str()) { passed_on(clause, gives) } else { None }
}

/// The text of an answer: what stands in quotation marks, or behind a word that opens it.
fn answer(clause: &str) -> Option<String> {
    if let [text] = quoted(clause).as_slice() {
        return Some(text.clone());
    }
    let behind =
        SAYING.iter().find_map(|mark| clause.split_once(mark)).filter(|_| quoted(clause).is_empty())?;
    let text = behind.1.trim();
    (!text.is_empty() && text.len() <= MOST_TEXT).then(|| text.to_string())
}

/// Who gets something, and whose it is, in any order: "the mail from Ada to Grace", "Grace the mail from Ada". A word that
/// belongs to neither makes it another wish.
fn passed_on(clause: &str, gives: bool) -> Option<Letter> {
    let bare = |word: &str| word.trim_matches(['"', '“', '”', '.', ',', '!']).to_string();
    let said: Vec<String> = clause.split_whitespace().map(bare).collect();
    let lower: Vec<String> = said.iter().map(|word| word.to_lowercase()).collect();
    let is = |at: usize, known: &[&str]| lower.get(at).is_some_and(|word| known.contains(&word.as_str()));
    let is_name = |at: usize| {
        let other = [TO, FROM, FILLING, ONE_OF_MANY, YOU].iter().any(|known| is(at, known));
        at < said.len() && !other && !said[at].is_empty()
    };
    let name = |from: usize| {
        let end = (from..said.len()).find(|at| !is_name(*at)).unwrap_or(said.len());
        (end > from).then(|| (said[from..end].join(" "), end))
    };
    let (mut to, mut of, mut about) = (None, None, false);
    let mut at = 1;
    while at < said.len() {
        if is(at, TO) && is(at + 1, YOU) {
            at += 2;
        } else if is(at, TO) || is(at, FROM) {
            let (found, end) = name(at + 1)?;
            let known = if is(at, TO) { &mut to } else { &mut of };
            if known.replace(found).is_some() {
                return None;
            }
            at = end;
        } else if is(at, ONE_OF_MANY) || is(at, FILLING) {
            about |= is(at, ONE_OF_MANY) || is(at, IN_FRONT);
            at += 1;
        } else if let Some((found, end)) = name(at) {
            // "Grace the mail" before it, "the mail Ada sent" behind it; what is no name is no person.
            if !found.starts_with(char::is_uppercase) && !found.contains('@') {
                return None;
            }
            let known = if about { &mut of } else { &mut to };
            if known.replace(found).is_some() || about && !is(end, &["sent"]) {
                return None;
            }
            at = end;
        } else {
            return None;
        }
    }
    let in_front = lower.iter().any(|word| IN_FRONT.contains(&word.as_str()));
    let passes_on = !gives || about && (of.is_some() || in_front);
    (to.is_some() && passes_on).then_some(Letter { text: None, to, of })
}

/// The fields of this page that it is written into, each with what belongs there.
pub(super) fn fields(letter: &Letter, page: &Observation) -> Vec<(HandleId, String, String)> {
    let fields = typed_in(page);
    let aim = |field: Option<&Element>, value: &Option<String>| {
        Some((field?.handle_id.clone(), called(field?), value.clone()?))
    };
    let found = match letter.text {
        Some(_) => aim(only(fields.into_iter().filter(|field| is_long(field))), &letter.text),
        None => aim(recipients(&fields), &letter.to),
    };
    found.into_iter().collect()
}

/// What is pressed to get to such a field: what answers or passes on; before that, whose letter it is.
pub(super) fn way<'a>(letter: &Letter, page: &'a Observation) -> Option<&'a Element> {
    let names = if letter.text.is_some() { REPLY_NAMES } else { FORWARD_NAMES };
    let opens = |element: &&Element| {
        is_clickable(element) && names.contains(&fold(&element.accessible_name).as_str())
    };
    let whose = || rows::called(letter.of.as_deref()?, page);
    one_of(page.elements.iter().filter(opens)).or_else(whose)
}

/// What sends it, where only one thing is called so.
pub(super) fn sender(page: &Observation) -> Option<&Element> {
    let sends = |element: &&Element| {
        let first = words(&element.accessible_name).into_iter().next().unwrap_or_default();
        is_clickable(element) && SENDING.contains(&first.as_str())
    };
    one_of(page.elements.iter().filter(sends))
}

/// Room for more than a line.
fn is_long(field: &Element) -> bool {
    field.role == "textbox" && field.attributes.input_type.is_none()
}

/// The field for those who get it: one that is called so, else the only line without a name.
fn recipients<'a>(fields: &[&'a Element]) -> Option<&'a Element> {
    let named = |field: &&&Element| {
        let name = words(&called(field));
        name.len() <= 2 && name.iter().any(|word| RECIPIENT.contains(&word.as_str()))
    };
    let nameless = |field: &&&Element| called(field).is_empty() && !is_long(field) && field.role == "textbox";
    let all = || fields.iter();
    only(all().filter(named)).or_else(|| only(all().filter(nameless))).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::seen;
    use alloc::format;
    use alloc::string::ToString;

    #[test]
    fn what_is_written_and_to_whom() {
        for (clause, expected) in [
            ("reply to them with the text \"Thanks, Ada.\"", "text Thanks, Ada."),
            ("Reply \"On my way\"", "text On my way"),
            ("answer it with see you soon", "text see you soon"),
            ("Antworte ihr mit „Bis morgen“", "text Bis morgen"),
            ("reply to Ada", "-"),
            ("forward that email to Grace", "to Grace"),
            ("Forward to Grace the email from Ada Lovelace", "to Grace of Ada Lovelace"),
            ("Forward Grace the message Ada sent you", "to Grace of Ada"),
            ("send Grace the email you got from Ada", "to Grace of Ada"),
            ("send it to \"Grace Hopper\"", "to Grace Hopper"),
            ("Forward the mail by Ada to grace@navy.example", "to grace@navy.example of Ada"),
            ("give me a short summary of it", "-"),
            ("send to Grace", "-"),
            ("send the form", "-"),
            ("Send 5 pounds to Grace", "-"),
            ("Send Ada a card", "-"),
            ("forward", "-"),
            ("go forward", "-"),
        ] {
            let told = letter(clause).map_or_else(
                || "-".to_string(),
                |letter| {
                    let part = |name: &str, part: Option<String>| part.map(|part| format!("{name} {part}"));
                    let parts = [part("text", letter.text), part("to", letter.to), part("of", letter.of)];
                    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
                },
            );
            assert_eq!(told, expected, "{clause}");
        }
    }

    #[test]
    fn it_goes_into_the_field_that_is_there_for_it() {
        let mut page = seen::page(&[
            ("textbox", "Search mail"),
            ("textbox", "To"),
            ("textbox", ""),
            ("generic", "send"),
            ("button", "Forward"),
            ("generic", "Ada"),
        ]);
        for at in [0, 1] {
            page.elements[at].attributes.input_type = Some("text".into());
        }
        let into = |clause: &str, page: &Observation| {
            let fields = fields(&letter(clause).unwrap(), page);
            fields.into_iter().map(|(_, name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(into("forward it to Grace", &page), "To=Grace");
        assert_eq!(into("reply \"yes\"", &page), "=yes");
        assert_eq!(sender(&page).map(|it| it.accessible_name.as_str()), Some("send"));
        let by = |clause: &str| way(&letter(clause).unwrap(), &page).map(|it| it.accessible_name.as_str());
        assert_eq!(by("forward the mail from Ada to Grace"), Some("Forward"));
        assert_eq!(by("reply \"yes\""), None);
        let list = seen::page(&[("generic", "Ada"), ("textbox", "Search mail")]);
        let first = way(&letter("forward the mail from Ada to Grace").unwrap(), &list);
        assert_eq!(first.map(|it| it.accessible_name.as_str()), Some("Ada"));
        assert_eq!(into("forward it to Grace", &list), "", "a search is no field for it");
    }
}
