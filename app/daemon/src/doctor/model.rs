//! The model: are its weights the right bytes, does it start, how fast does it answer, how much does it read?

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use laika_model::catalogue::{Entry, Library, LibraryError, Picked, Presence, Reach, Server};
use laika_model::{Cancel, Embedded, EmbeddedOptions, ModelError, Runner};
use laika_os::key_store::{Choice, KeyStore};
use laika_protocol::model::{Ask, Prompt, Sampling, Speaker, Turn, Usage};
use laika_protocol::secret::Secret;

use super::finding::{Check, Finding};
use super::teller::{Teller, aside};
use crate::thinking::{AnyModel, Chosen, Egress};

/// A short question that every model can answer.
const QUESTION: &str = "What is a web browser? Answer in one sentence.";
const MOST_TOKENS: u32 = 48;
const WITHIN: Duration = Duration::from_secs(90);
/// Slower than this, a person waits a minute for a few sentences.
const LEAST_PER_SECOND: f64 = 3.0;
/// Below this the list of tools and a page do not fit together.
const LEAST_CONTEXT: u32 = 4_096;
const AGAIN: &str = "look again; if it stays so, choose another model with `laika model use NAME`";

pub(super) async fn examine(laika: &Path, folder: &Path, library: &Library, tell: &Teller) {
    let damaged = match verify_all(library, tell).await {
        Ok(damaged) => damaged,
        Err(error) => return tell.found(failed(&error)),
    };
    match library.pick(None) {
        Ok(Picked::Weights(entry)) => {
            tell.doing(format!("starting {}", entry.model.name));
            let options = EmbeddedOptions { within: WITHIN, ..EmbeddedOptions::default() };
            match Embedded::start(laika, entry.files(), options).await {
                Ok(model) => {
                    let what = format!("the process of {} runs", entry.model.name);
                    tell.found(super::confined(Check::ModelProcess, &what, model.confinement()));
                    let asked = ask(&model, tell).await;
                    tell.found(asked.unwrap_or_else(|error| stopped(Check::ModelSpeed, &error)));
                    tell.found(context(model.capabilities().context, Some(entry.model.context)));
                }
                Err(error) => tell.found(stopped(Check::ModelProcess, &error)),
            }
        }
        Ok(Picked::Server(server)) => behind(laika, folder, library, &server, tell).await,
        // The files that could be used were told about already.
        Err(_) if damaged => {}
        Err(LibraryError::NoneHere | LibraryError::Absent(_)) => tell.found(none(library)),
        Err(error) => tell.found(failed(&error)),
    }
}

fn none(library: &Library) -> Finding {
    Check::ModelWeights.warn(
        "E_MODEL_ABSENT",
        "there is no model on this machine; reading works without, acting does not",
        format!("fetch one: laika model pull {}", library.catalogue().recommended()),
    )
}

/// Reads the weights that are used, and those that are not what they were. Says whether some are wrong.
async fn verify_all(library: &Library, tell: &Teller) -> Result<bool, LibraryError> {
    let mut damaged = false;
    for entry in library.entries()?.into_iter().filter(is_to_verify) {
        let (library, name, telling) = (library.clone(), entry.model.name.clone(), tell.clone());
        tell.doing(format!("reading all of {name}"));
        let verified = aside(move || {
            library.verify(&name, &mut |now| {
                telling.progress("reading the weights", now.done, now.total.unwrap_or(0));
                if telling.is_alone() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        });
        let finding = match verified.await {
            Ok(entry) => right(&entry),
            Err(error) => failed(&error),
        };
        damaged |= finding.state.trouble().is_some();
        tell.found(finding);
    }
    Ok(damaged)
}

fn is_to_verify(entry: &Entry) -> bool {
    match entry.presence {
        Presence::Here => entry.default,
        Presence::Changed | Presence::Unverified => true,
        Presence::Partial(_) | Presence::Absent => false,
    }
}

fn right(entry: &Entry) -> Finding {
    let whose = if entry.imported { "it had when you imported it" } else { "the catalogue names" };
    let size = entry.model.bytes.map(|bytes| format!(", {:.0} MB", bytes as f64 / 1e6)).unwrap_or_default();
    Check::ModelWeights.ok(format!("{}{size}, with the hash that {whose}", entry.model.name))
}

fn failed(error: &LibraryError) -> Finding {
    let fix = error.hint().unwrap_or_else(|| "`laika model list` shows what there is".to_owned());
    let found = error.to_string();
    if let LibraryError::Unpinned(_) = error {
        return Check::ModelWeights.warn(error.code(), found, fix);
    }
    Check::ModelWeights.fail(error.code(), found, fix)
}

fn stopped(check: Check, error: &ModelError) -> Finding {
    check.fail(error.code(), error.to_string(), AGAIN)
}

/// A model behind a server. One on this machine is asked; to others nothing is sent from here.
async fn behind(laika: &Path, folder: &Path, library: &Library, server: &Server, tell: &Teller) {
    let check = Check::ModelServer;
    let connection = &server.connection;
    let name = &connection.name;
    match server.reach {
        Reach::Here => {}
        Reach::On => {
            let found = format!("{name} is on another machine, and on; nothing was sent there to try it");
            return tell.found(check.ok(found));
        }
        Reach::Off => {
            let found = format!("{name} is on another machine, and off");
            let fix = format!("switch it on with `laika model cloud on {name}`, or use another model");
            return tell.found(check.warn("E_CLOUD_OFF", found, fix));
        }
    }
    let again =
        format!("start the server at {}, or connect it again with `laika model connect`", connection.at);
    let key = match key_of(folder, connection.has_key.then(|| connection.key_name())).await {
        Ok(key) => key,
        Err(why) => {
            let fix = "mend what `keys` says, or connect it again with `laika model connect`";
            return tell.found(check.warn(
                "E_MODEL_KEY",
                format!("the key of {name} cannot be read: {why}"),
                fix,
            ));
        }
    };
    tell.doing(format!("asking {name}"));
    let egress = library.cloud_rules().map(|rules| Egress { rules, private: true, documents: Vec::new() });
    let egress = match egress {
        Ok(egress) => egress,
        Err(error) => return tell.found(failed(&error)),
    };
    let chosen = Chosen::Server(connection.clone(), key);
    let asked = async {
        let model = AnyModel::start(laika, &chosen, egress).await?;
        Ok((ask(&model, tell).await?, context(model.capabilities().context, None)))
    };
    match asked.await {
        Ok((speed, context)) => {
            tell.found(check.ok(format!("{name} answers at {}", connection.at)));
            tell.found(speed);
            tell.found(context);
        }
        Err(error) => {
            let error: ModelError = error;
            tell.found(check.fail(error.code(), error.to_string(), again));
        }
    }
}

async fn key_of(folder: &Path, name: Option<String>) -> Result<Option<Secret>, String> {
    let Some(name) = name else { return Ok(None) };
    let folder = folder.to_owned();
    let key = aside(move || KeyStore::open(&folder, Choice::Auto)?.secret(&name)).await;
    match key {
        Ok(Some(key)) => Ok(Some(key)),
        Ok(None) => Err("it is not in the key store".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Asks a short question, and says how fast the answer came.
async fn ask(model: &impl Runner, tell: &Teller) -> Result<Finding, ModelError> {
    tell.doing("asking a short question");
    let turn = Turn { speaker: Speaker::User, text: QUESTION.to_owned() };
    let ask = Ask {
        prompt: Prompt { turns: vec![turn], fixed_turns: 0, answer_starts: String::new() },
        shape: None,
        sampling: Sampling { temperature: 0.0, top_p: 1.0, top_k: 0, min_p: 0.0, seed: 1 },
        max_tokens: MOST_TOKENS,
    };
    let written = model.write(&ask, &Cancel::new()).await?;
    Ok(if written.text.trim().is_empty() {
        Check::ModelSpeed.fail("E_MODEL_SILENT", "it wrote nothing in answer to a question", AGAIN)
    } else {
        speed(&written.usage)
    })
}

fn speed(usage: &Usage) -> Finding {
    let read = usage.read.saturating_sub(usage.reused);
    // What is written after the first token; a server may not tell when that came.
    let after = usage.total_ms - usage.first_ms;
    let (tokens, time) = if usage.written > 1 && after > 0.0 {
        (usage.written - 1, after)
    } else {
        (usage.written, usage.total_ms)
    };
    let rate = |tokens: u32, milliseconds: f64| f64::from(tokens) * 1_000.0 / milliseconds.max(1.0);
    let (reads, writes) = (rate(read, usage.first_ms), rate(tokens, time));
    let seconds = usage.total_ms / 1_000.0;
    let found = if usage.first_ms > 0.0 && read > 0 {
        format!(
            "reads {reads:.0} tokens/s and writes {writes:.1} tokens/s; a question of {read} tokens was answered with {} in {seconds:.1} s",
            usage.written
        )
    } else {
        format!("writes {writes:.1} tokens/s; {} tokens in {seconds:.1} s", usage.written)
    };
    if writes < LEAST_PER_SECOND {
        let fix = "use a smaller model: `laika model list` shows them, `laika model use NAME` chooses one";
        return Check::ModelSpeed.warn("E_MODEL_SLOW", found, fix);
    }
    Check::ModelSpeed.ok(found)
}

fn context(used: u32, most: Option<u32>) -> Finding {
    let of = most
        .filter(|most| *most > used)
        .map(|most| format!(" of the {most} that it can"))
        .unwrap_or_default();
    let found = format!("reads and writes {used} tokens at once{of}");
    if used < LEAST_CONTEXT {
        let fix = "use a model with a larger context: `laika model info NAME` says what it has";
        return Check::ModelContext.warn("E_MODEL_CONTEXT", found, fix);
    }
    Check::ModelContext.ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_told_in_tokens_a_second() {
        let usage = Usage { read: 40, written: 21, first_ms: 500.0, total_ms: 2_500.0, ..Usage::default() };
        let found = speed(&usage);
        assert_eq!(found.state.word(), "ok");
        assert!(found.found.starts_with("reads 80 tokens/s and writes 10.0 tokens/s"), "{found:?}");
        let slow = Usage { total_ms: 30_500.0, ..usage };
        assert_eq!(speed(&slow).state.trouble().unwrap().code, "E_MODEL_SLOW");
        let untold = Usage { first_ms: 0.0, ..usage };
        assert!(speed(&untold).found.starts_with("writes 8.0 tokens/s"), "{:?}", speed(&untold));
    }

    #[test]
    fn a_small_context_is_worth_a_word() {
        assert_eq!(
            context(8_192, Some(32_768)).found,
            "reads and writes 8192 tokens at once of the 32768 that it can"
        );
        assert_eq!(context(2_048, Some(2_048)).state.word(), "warn");
    }

    #[tokio::test]
    async fn a_machine_without_a_model_is_told_which_to_fetch() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path().join("models")).unwrap();
        let (tell, mut news) = tokio::sync::mpsc::unbounded_channel();
        examine(Path::new("/nowhere"), folder.path(), &library, &Teller::new(tell)).await;
        let Some(super::super::News::Found(finding)) = news.recv().await else { unreachable!() };
        assert_eq!(finding.state.word(), "warn");
        assert!(finding.state.trouble().unwrap().fix.contains("laika model pull"), "{finding:?}");
        assert!(news.recv().await.is_none());
        assert!(!folder.path().join("models").exists(), "looking makes nothing");
    }
}
