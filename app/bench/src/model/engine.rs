//! The engine by itself: llama.cpp's own server, without our process, shapes or framing.

use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};
use laika_model::EmbeddedOptions;
use serde::Deserialize;
use serde_json::json;

use crate::models::Candidate;
use crate::talk::Talk;
use crate::{Options, python};

const DRIVER: &str = include_str!("../../drivers/model/engine.py");
const REQUIREMENTS: &str = include_str!("../../drivers/model/requirements.txt");

pub(super) struct Engine(Talk);

/// Starts a driver of the engine with a model, as many threads as the product uses, and further arguments. Returns what
/// it says when it is ready.
pub(crate) fn start_driver(
    options: &Options,
    candidate: &Candidate,
    (name, source): (&str, &str),
    more: &[&str],
    progress: &mut dyn FnMut(&str),
) -> Result<(Talk, String)> {
    let folder = options.cache.join("engine");
    let python = python::environment(&folder, REQUIREMENTS, progress)?;
    let driver = folder.join(name);
    python::write(&driver, source)?;
    let threads = EmbeddedOptions::default().threads.to_string();
    let mut command = Command::new(python);
    command.arg(&driver).arg(&candidate.files.weights).arg(threads).args(more).stderr(Stdio::null());
    let mut talk = Talk::start(&mut command)?;
    let ready = talk.next()?;
    Ok((talk, ready))
}

#[derive(Deserialize)]
pub(super) struct Timings {
    pub(super) prompt_per_second: f64,
    pub(super) predicted_per_second: f64,
}

impl Engine {
    pub(super) fn start(
        options: &Options,
        candidate: &Candidate,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Self> {
        let (talk, _) = start_driver(options, candidate, ("engine.py", DRIVER), &[], progress)
            .context("the engine by itself does not start")?;
        Ok(Self(talk))
    }

    pub(super) fn write(&mut self, prompt: &str, tokens: u32) -> Result<Timings> {
        let answer = self.0.ask(&json!({ "prompt": prompt, "tokens": tokens }))?;
        serde_json::from_str(&answer).context("the engine by itself answers otherwise")
    }
}
