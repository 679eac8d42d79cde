//! Seeing a model think: what it would choose, what it would do, what it reads out of a page. Nothing is done.

pub(crate) mod plan;
pub(crate) mod route;
pub(crate) mod summarize;

use std::env;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use laika_context::ground::Material;
use laika_context::{Aliases, summary_document};
use laika_daemon::config::Flags;
use laika_daemon::now_ms;
use laika_daemon::thinking::{AnyModel, Chosen, Egress, Mind, ThinkError};
use laika_model::catalogue::{Connection, Library, LibraryError, Picked};
use laika_model::remote::Spent;
use laika_model::{Cancel, ModelError};
use laika_policy::cloud::{CloudDocument, CloudRefusal};
use laika_protocol::ids::DocId;
use laika_protocol::llmcp::{ContextDocument, Source, Trust};
use laika_protocol::observation::Observation;
use laika_protocol::run::Left;
use laika_protocol::secret::Secret;

use crate::arguments::runs::Folder;
use crate::arguments::think::Model;
use crate::model::{failed, library};
use crate::printer::Printer;
use crate::{input, key_store};

/// Runs something with the chosen model, in a process of its own or behind its server; where no model is found and none
/// was named, by words and rules alone (MODEL-001). Ctrl-C takes the question back.
/// The documents are everything that the questions are made from, beside the person's own words.
fn with_mind<T>(
    chosen: &Model,
    documents: Vec<CloudDocument>,
    printer: &mut Printer,
    think: impl AsyncFnOnce(&mut Mind<AnyModel>, &Cancel, &mut Printer) -> Result<T, ThinkError>,
) -> Result<T> {
    let library = library(&chosen.folder)?;
    let config = chosen.folder.config(Flags::default())?;
    let picked = pick(&library, chosen.model.as_deref().or(config.model()))?;
    match &picked {
        Some(picked) => printer.say("model", picked.name()),
        None => printer.say("model", "none is on this machine; words and rules go on alone"),
    }
    let started = to_start(picked.as_ref(), &chosen.folder, printer)?;
    let program = env::current_exe().context("cannot find this program itself")?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let rules = library.cloud_rules().map_err(failed)?;
    let egress = Egress { rules, private: false, documents: documents.clone() };
    runtime.block_on(async {
        let model = AnyModel::start(&program, &started, egress).await.map_err(ThinkError::from);
        let cancel = Cancel::new();
        let stop = cancel.clone();
        tokio::spawn(async move {
            if tokio::signal::ctrl_c().await.is_ok() {
                stop.cancel();
            }
        });
        let model = model.map_err(|error| explained(&error, &documents))?;
        let mut mind = Mind::within(model, config.limits(), now_ms);
        let thought = think(&mut mind, &cancel, printer).await;
        say_spent(mind.model(), picked.as_ref(), printer);
        thought.map_err(|error| explained(&error, &documents))
    })
}

/// The model that was named or is used. A model that is named, or was chosen, is never replaced by none.
pub(crate) fn pick(library: &Library, name: Option<&str>) -> Result<Option<Picked>> {
    match library.pick(name) {
        Err(LibraryError::NoneHere) => Ok(None),
        picked => picked.map(Some).map_err(failed),
    }
}

/// The weights, the server with its key, or nothing.
pub(crate) fn to_start(picked: Option<&Picked>, folder: &Folder, printer: &Printer) -> Result<Chosen> {
    Ok(match picked {
        None => Chosen::Nothing,
        Some(Picked::Weights(entry)) => Chosen::Weights(entry.files()),
        Some(Picked::Server(server)) => {
            Chosen::Server(server.connection.clone(), key_of(&server.connection, folder, printer)?)
        }
    })
}

fn key_of(connection: &Connection, folder: &Folder, printer: &Printer) -> Result<Option<Secret>> {
    if !connection.has_key {
        return Ok(None);
    }
    let key = key_store::hinted(key_store::unlocked(folder, printer)?.secret(&connection.key_name()))?;
    let missing = || {
        anyhow!("hint: connect it again with `laika model connect`")
            .context(format!("the key of {} is not in the key store (E_MODEL_KEY)", connection.name))
    };
    key.map(Some).ok_or_else(missing)
}

/// An error with its code, and what can be done about it.
fn explained(error: &ThinkError, documents: &[CloudDocument]) -> anyhow::Error {
    let message = format!("{error} ({})", error.code());
    if let (ThinkError::Model(ModelError::Absent), Some(hint)) = (error, LibraryError::NoneHere.hint()) {
        return anyhow!("hint: {hint}").context(message);
    }
    let refused =
        if let ThinkError::Model(ModelError::Cloud(refusal)) = error { Some(*refusal) } else { None };
    match refused {
        Some(CloudRefusal::Off | CloudRefusal::Destination) => {
            anyhow!("hint: `laika model cloud on NAME` switches one on").context(message)
        }
        Some(CloudRefusal::Site | CloudRefusal::Confidential) => {
            let places: Vec<&str> = documents.iter().map(|document| document.place.as_str()).collect();
            anyhow!("hint: `laika model cloud allow SITE` allows one of: {}", places.join(", "))
                .context(message)
        }
        _ => anyhow!(message),
    }
}

/// What a server was asked, and what that cost.
fn say_spent(model: &AnyModel, picked: Option<&Picked>, printer: &Printer) {
    if model.is_suspicious() {
        printer.say(
            "guard",
            "an answer from elsewhere tries to give orders or holds a secret; read it with care",
        );
    }
    for Left { to, digest, bytes } in model.left() {
        printer.say("left", format_args!("{bytes} bytes for {to}, {digest}"));
    }
    let (Some(spent), Some(Picked::Server(server))) = (model.spent(), picked) else { return };
    let Spent { requests, read, written, cost, .. } = spent;
    let cost = server.connection.price.map(|_| format!(", cost {cost:.6}")).unwrap_or_default();
    printer.say("spent", format_args!("{requests} requests, {read} tokens read, {written} written{cost}"));
}

/// An observation, as `laika observe --json` prints it.
pub(crate) fn read_observation(file: &Path, printer: &mut Printer) -> Result<Observation> {
    let text = input::read(file, printer)?;
    serde_json::from_str(&text).map_err(|error| {
        anyhow!("hint: `laika observe URL --json` writes one")
            .context(format!("{} is not an observation: {error}", input::name(file)))
    })
}

/// A page as one document, whole, and its text.
pub(crate) fn page(observation: &Observation) -> Result<(ContextDocument, Material)> {
    let content = summary_document(observation, 0, &mut Aliases::default());
    let document = ContextDocument {
        doc_id: DocId::parse("doc:web:page")?,
        kind: content.kind(),
        trust: Trust::Untrusted,
        source: Source { browser: "chromium".into(), tab_id: None },
        content,
    };
    let material = Material::of_document(&document).ok_or_else(|| anyhow!("the observation has no text"))?;
    Ok((document, material))
}
