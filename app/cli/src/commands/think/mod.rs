//! Seeing a model think: what it would choose, what it would do, what it reads out of a page. Nothing is done.

pub(crate) mod plan;
pub(crate) mod route;
pub(crate) mod summarize;

use std::env;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use laika_daemon::thinking::{Mind, ThinkError};
use laika_model::catalogue::Library;
use laika_model::{Cancel, Embedded, EmbeddedOptions};
use laika_protocol::observation::Observation;

use crate::arguments::think::Model;
use crate::input;
use crate::printer::Printer;

/// Runs something with the chosen model in its own process. Ctrl-C takes the question back.
fn with_mind<T>(
    chosen: &Model,
    printer: &mut Printer,
    think: impl AsyncFnOnce(&mut Mind<Embedded>, &Cancel, &mut Printer) -> Result<T, ThinkError>,
) -> Result<T> {
    let library = Library::usual()?;
    let entry = match &chosen.model {
        Some(name) => library.find(name)?,
        None => library.default_model()?,
    };
    let weights = library.weights(&entry.model.name)?;
    let program = env::current_exe().context("cannot find this program itself")?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    runtime.block_on(async {
        printer.say("model", &entry.model.name);
        let model = Embedded::start(&program, &weights, EmbeddedOptions::default()).await?;
        let cancel = Cancel::new();
        let stop = cancel.clone();
        tokio::spawn(async move {
            if tokio::signal::ctrl_c().await.is_ok() {
                stop.cancel();
            }
        });
        think(&mut Mind::new(model), &cancel, printer)
            .await
            .map_err(|error| anyhow!("{error} ({})", error.code()))
    })
}

/// An observation, as `laika observe --json` prints it.
fn read_observation(file: &Path, printer: &mut Printer) -> Result<Observation> {
    let text = input::read(file, printer)?;
    serde_json::from_str(&text).map_err(|error| {
        anyhow!("hint: `laika observe URL --json` writes one")
            .context(format!("{} is not an observation: {error}", input::name(file)))
    })
}
