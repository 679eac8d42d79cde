//! What stands behind the companion window: the Laika that is running, and this program's own commands.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use laika_daemon::serving::{Ask, Client, Connected, Refusal, ServeError, Told};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::news::Lines;
use super::saved::save;
use super::stored::stored;
use super::verbs::{Here, How, find};
use crate::arguments::grants::Add;
use crate::arguments::runs::Folder;
use crate::commands::{config, grants};

/// Bytes of what a command prints.
const MOST_PRINTED: usize = 8 * 1024 * 1024;

/// What a window says to `/api/laika`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    verb: String,
    #[serde(default)]
    with: Map<String, Value>,
}

/// What a window says to `/api/ask`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    ask: Ask,
}

/// The Laika of one folder.
pub(super) struct Laika {
    pub(super) program: PathBuf,
    pub(super) folder: PathBuf,
    /// The same as it was named, or not: what lies in a folder that the environment names counts for less (S12).
    pub(super) named: Folder,
    /// Where files go that the person saves.
    pub(super) save_to: PathBuf,
    pub(super) lines: Lines,
    /// One command at a time: some of them take long, and none of them waits for another.
    pub(super) commands: Mutex<()>,
}

fn refused(code: &str, sentence: impl Into<String>) -> Refusal {
    Refusal::new(code, sentence)
}

fn of_serving(error: ServeError) -> Refusal {
    match error {
        ServeError::Refused(refusal) => refusal,
        other @ (ServeError::Running { .. }
        | ServeError::Socket { .. }
        | ServeError::Harden(_)
        | ServeError::Daemon(_)
        | ServeError::Gone(_)) => Refusal::new(other.code(), other.to_string()),
    }
}

impl Laika {
    /// A connection of its own for each request: none waits for another.
    fn client(&self) -> Result<Client, Refusal> {
        let connected = Client::connect(&self.folder, Box::new(|_, _| {}), Box::new(|| {}));
        match connected.map_err(of_serving)? {
            Connected::To(client) => {
                client.request(Ask::Companion {}).map_err(of_serving)?;
                Ok(client)
            }
            Connected::Nobody => Err(refused("E_GONE", "Laika is starting again")),
        }
    }

    /// Answers `/api/laika`.
    pub(super) fn laika(&self, may_act: bool, body: &[u8]) -> Value {
        match self.wanted(may_act, body) {
            Ok(value) => json!({ "ok": true, "value": value }),
            Err(Refusal { code, sentence }) => json!({ "ok": false, "code": code, "sentence": sentence }),
        }
    }

    fn wanted(&self, may_act: bool, body: &[u8]) -> Result<Value, Refusal> {
        let wanted: Wanted = serde_json::from_slice(body)
            .map_err(|_| refused("E_MESSAGE", "this is nothing that a window says"))?;
        let none =
            || refused("E_NO_VERB", "this Laika cannot do that from its window; look for it in a terminal");
        let verb = find(&wanted.verb).ok_or_else(none)?;
        if verb.acts && !may_act {
            let sentence = "this window is for looking; `laika open` opens one in which you can act";
            return Err(refused("E_VIEW_ONLY", sentence));
        }
        let how = verb.with(&wanted.with).map_err(|error| refused("INVALID_ARGUMENT", error.to_string()))?;
        self.done(how, &wanted.verb, may_act)
    }

    fn done(&self, how: How, verb: &str, may_act: bool) -> Result<Value, Refusal> {
        match how {
            How::Saved(how) => {
                let file = self.done(*how, verb, may_act)?;
                let bytes =
                    STANDARD.decode(file["data"].as_str().unwrap_or_default()).map_err(|_| unreadable())?;
                let path = save(&self.save_to, file["name"].as_str().unwrap_or_default(), &bytes)?;
                Ok(json!({ "name": file["name"], "saved": path.display().to_string() }))
            }
            How::Session => Ok(json!({
                "mayAct": may_act, "version": env!("CARGO_PKG_VERSION"), "home": self.folder.display().to_string(),
            })),
            How::Stored => stored(&self.folder),
            How::Setting(key, name) => {
                let printed = self.run(&["config", "show", "--json"].map(str::to_owned), true)?;
                let all: Value = serde_json::from_slice(&printed).map_err(|_| unreadable())?;
                let set = all["settings"].as_array().into_iter().flatten().find(|one| one["key"] == key);
                Ok(json!({ name: set.map(|one| &one["value"]) }))
            }
            How::Collect(what) => {
                let progress = |done: usize, all: usize, what: &str| {
                    self.lines.say(&json!({
                        "says": "progress", "verb": verb, "done": done, "all": all, "what": what,
                    }));
                };
                self.client()?.collect(*what, progress).map_err(of_serving)
            }
            How::Copy(what) => {
                let file = self.client()?.collect(*what, |_, _, _| {}).map_err(of_serving)?;
                let bytes =
                    STANDARD.decode(file["data"].as_str().unwrap_or_default()).map_err(|_| unreadable())?;
                Ok(json!({ "text": String::from_utf8(bytes).map_err(|_| unreadable())? }))
            }
            How::Ask(ask) => {
                let told = self.client()?.request(*ask).map_err(of_serving)?;
                Ok(if let Told::Collected { value, .. } = told { value } else { json!({}) })
            }
            How::Here(deed) => self.here(*deed).map_err(|error| said(&spoken(&error))),
            How::Bare(words) => {
                let printed = self.run(&words, false)?;
                serde_json::from_slice(&printed).map_err(|_| unreadable())
            }
            How::Command(words) => {
                let printed = self.run(&words, true)?;
                serde_json::from_slice(&printed).map_err(|_| unreadable())
            }
            How::Lines(words) => {
                let printed = self.run(&words, true)?;
                let lines = printed.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
                let values = lines.map(serde_json::from_slice).collect::<Result<Vec<Value>, _>>();
                values
                    .map(Value::from)
                    .or_else(|_| serde_json::from_slice(&printed))
                    .map_err(|_| unreadable())
            }
            How::File(words, name) => self.file(words, &name),
            How::Deed(words) => {
                self.run(&words, true)?;
                Ok(json!({}))
            }
        }
    }

    /// Does what needs the person, who is at the terminal of this process and acts in its window (S1, S2).
    fn here(&self, deed: Here) -> anyhow::Result<Value> {
        let _one_at_a_time = self.commands.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match deed {
            Here::Set { key, value } => config::set::propose(&self.named, &key, &value)?.keep(),
            Here::Grant(add) => {
                Ok(json!({ "made": grants::agreed(&Add { folder: self.named.clone(), ..add })? }))
            }
        }
    }

    /// Runs a command of this program, in the same folder where it is about one, and gives what it printed.
    fn run(&self, words: &[String], at_home: bool) -> Result<Vec<u8>, Refusal> {
        let _one_at_a_time = self.commands.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut command = Command::new(&self.program);
        command.args(words).stdin(Stdio::null());
        if at_home {
            command.arg("--home").arg(&self.folder);
        }
        let output = command.output().map_err(|error| refused("E_INTERNAL", error.to_string()))?;
        // 1 is "not everything is well", and what is not is in the output.
        if output.stdout.len() <= MOST_PRINTED && matches!(output.status.code(), Some(0 | 1)) {
            return Ok(output.stdout);
        }
        Err(said(&String::from_utf8_lossy(&output.stderr)))
    }

    fn file(&self, mut words: Vec<String>, name: &str) -> Result<Value, Refusal> {
        let folder = tempfile::tempdir().map_err(|error| refused("E_INTERNAL", error.to_string()))?;
        let path = folder.path().join("file");
        words.push(path.display().to_string());
        self.run(&words, true)?;
        Ok(json!({ "name": name, "type": "application/octet-stream", "data": encoded(&path)? }))
    }

    /// Answers `/api/ask` with everything that is told of it.
    pub(super) fn ask(&self, may_act: bool, body: &[u8]) -> Value {
        let told = serde_json::from_slice::<Asked>(body)
            .map_err(|_| refused("E_MESSAGE", "this is nothing that a window asks"))
            .and_then(|asked| self.asked(may_act, asked.ask));
        match told {
            Ok(told) => json!([told]),
            Err(Refusal { code, sentence }) => json!([Told::Error { id: None, code, sentence }]),
        }
    }

    fn asked(&self, may_act: bool, ask: Ask) -> Result<Told, Refusal> {
        #[expect(clippy::wildcard_enum_match_arm, reason = "whatever else there is, no window says")]
        let acts = match &ask {
            Ask::Status {} | Ask::Grants {} | Ask::Preview { .. } | Ask::Site { .. } => false,
            Ask::Begin { .. }
            | Ask::Answer { .. }
            | Ask::Resume { .. }
            | Ask::Stop { .. }
            | Ask::Pause { .. }
            | Ask::Panic {}
            | Ask::Unlock {}
            | Ask::Revoke { .. }
            | Ask::Authorise { .. }
            | Ask::Decline { .. }
            | Ask::SiteMode { .. }
            | Ask::AgentReply { .. } => true,
            _ => return Err(refused("E_MESSAGE", "this is nothing that a window asks")),
        };
        if acts && !may_act {
            let sentence = "this window is for looking; `laika open` opens one in which you can act";
            return Err(refused("E_VIEW_ONLY", sentence));
        }
        self.client()?.request(ask).map_err(of_serving)
    }
}

fn unreadable() -> Refusal {
    refused("E_INTERNAL", "what the command printed cannot be read")
}

fn encoded(path: &Path) -> Result<String, Refusal> {
    let bytes = fs::read(path).map_err(|error| refused("E_INTERNAL", error.to_string()))?;
    Ok(STANDARD.encode(bytes))
}

/// An error as a command says it.
fn spoken(error: &anyhow::Error) -> String {
    let mut lines = error.chain().map(ToString::to_string);
    let first = lines.next().unwrap_or_default();
    let hints = lines.filter(|line| line.starts_with("hint: "));
    core::iter::once(format!("error: {first}")).chain(hints).collect::<Vec<_>>().join("\n")
}

/// The first thing that a command said was wrong, and its code.
fn said(errors: &str) -> Refusal {
    let line = errors.lines().find_map(|line| line.strip_prefix("error: ")).unwrap_or("it did not work");
    let hint = errors.lines().find_map(|line| line.strip_prefix("hint: "));
    let (sentence, code) = match line.trim_end().strip_suffix(')').and_then(|rest| rest.rsplit_once(" (")) {
        Some((sentence, code)) if code.chars().all(|c| c.is_ascii_uppercase() || c == '_') => {
            (sentence, code)
        }
        Some(_) | None => (line, "E_COMMAND"),
    };
    let sentence = hint.map_or_else(|| sentence.to_owned(), |hint| format!("{sentence}; {hint}"));
    Refusal::new(code, sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_command_says_is_told_with_its_code() {
        for (errors, code, sentence) in [
            ("error: there is no note 3 (E_NO_NOTE)\nhint: look\n", "E_NO_NOTE", "there is no note 3; look"),
            ("warning: x\nerror: a (b) c\n", "E_COMMAND", "a (b) c"),
            ("", "E_COMMAND", "it did not work"),
        ] {
            let refusal = said(errors);
            assert_eq!((refusal.code.as_str(), refusal.sentence.as_str()), (code, sentence));
        }
    }
}
