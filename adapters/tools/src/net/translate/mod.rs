//! `translate`: by a server that answers as LibreTranslate does, or by apertium on this machine (INK-065).

mod apertium;

use laika_protocol::ToolError;
use laika_protocol::tools::ToolResult;
use laika_protocol::tools::typed::{Translate, Translated};
use serde_json::json;

use super::client::{Client, below, host_of};
use super::failure::unreadable;
use super::said::{clean, clean_lines, json as read_json, text};
use super::settings::{KEY, has_way, not_set, server, unavailable};
use crate::refusal::{answer, invalid};
use crate::toolbox::{BuiltIn, Kit, Set, Setting, Takes, Task, Unavailable};
use apertium::Apertium;

/// Characters of a translation: some languages take three times as many.
const MOST_TEXT: usize = 60_000;

pub(super) const TRANSLATE: BuiltIn = BuiltIn {
    settings: &[
        Setting {
            name: "endpoint",
            takes: Takes::Address,
            about: "a server that answers as LibreTranslate does; none is asked where this is not set",
            argument: None,
        },
        Setting {
            name: "offline",
            takes: Takes::Switch,
            about: "`true` uses apertium on this machine, and no server",
            argument: None,
        },
        KEY,
    ],
    needs: &[has_translator],
    goes_to: |task| if is_offline(task.set) { Ok(None) } else { server(endpoint(task.set)?) },
    ..BuiltIn::new("translate", |task, _| translate(task))
};

fn is_offline(set: Set<'_>) -> bool {
    set.is_on("offline")
}

fn has_translator(kit: &Kit, set: Set<'_>) -> Result<(), Unavailable> {
    if is_offline(set) {
        let fix = "install it with a pair of languages (`apt install apertium apertium-en-es`)";
        let none = || not_set("there is no apertium on this machine", fix);
        return Apertium::find(&kit.programs).map(|_| ()).ok_or_else(none);
    }
    has_way(kit, set)?;
    let fix = "`laika tools config translate endpoint=https://…`, or offline=true for apertium";
    set.text("endpoint").map(|_| ()).ok_or_else(|| not_set("nobody who translates is set", fix))
}

fn endpoint(set: Set<'_>) -> Result<&str, ToolError> {
    let missing = || unavailable(&not_set("nobody who translates is set", "set `endpoint` for `translate`"));
    set.text("endpoint").ok_or_else(missing)
}

/// A code such as `de`, `pt-BR` or `zh_Hans`.
fn is_code(code: &str) -> bool {
    code.split(['-', '_'])
        .all(|part| (2..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphabetic()))
}

fn translate(task: &Task<'_>) -> Result<ToolResult, ToolError> {
    let asked: Translate = task.read()?;
    let codes = [Some(&asked.to), asked.from.as_ref()];
    if codes.into_iter().flatten().any(|code| !is_code(code)) {
        return Err(invalid("E_LANGUAGE", "languages are named by their codes, such as `de`"));
    }
    let done = if is_offline(task.set) {
        let apertium = Apertium::find(&task.kit.programs);
        let missing = || unavailable(&not_set("there is no apertium on this machine", "install it"));
        apertium.ok_or_else(missing)?.translate(&asked, task.bounds)?
    } else {
        by_server(task, &asked)?
    };
    let from = done.from.as_deref().unwrap_or("?");
    let summary = format!("{from} → {}: {}", done.to, clean(&done.text, 200));
    let (text, by) = (done.text.clone(), done.by.clone());
    Ok(answer(&done, summary, text)?.with("by", by))
}

fn by_server(task: &Task<'_>, asked: &Translate) -> Result<Translated, ToolError> {
    let url = below(endpoint(task.set)?, "translate")?;
    let mut body = json!({
        "q": asked.text,
        "source": asked.from.as_deref().unwrap_or("auto"),
        "target": asked.to,
        "format": "text",
    });
    if let Some(key) = task.key()? {
        body["api_key"] = key.expose().into();
    }
    let host = host_of(&url);
    let got = Client::of(task)?.post(&url, body.to_string().into_bytes())?;
    let said = read_json(host, &got)?;
    let translated = said.get("translatedText").and_then(serde_json::Value::as_str);
    let translated = translated.ok_or_else(|| unreadable(host, "there is no `translatedText` in it"))?;
    let found = said.get("detectedLanguage").and_then(|one| text(one, "language", 12));
    Ok(Translated {
        text: clean_lines(translated, MOST_TEXT),
        from: asked.from.clone().or(found),
        to: asked.to.clone(),
        by: host.to_owned(),
    })
}
