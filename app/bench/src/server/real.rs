//! The server: llama.cpp's own, on a free port of this machine, with a key.

use anyhow::{Context as _, Result};
use laika_daemon::thinking::{AnyModel, Chosen, Egress};
use laika_model::catalogue::{Connection, ServerKind};
use laika_protocol::secret::Secret;
use serde::Deserialize;

use crate::Options;
use crate::model::start_driver;
use crate::models::Candidate;
use crate::talk::Talk;

const DRIVER: &str = include_str!("../../drivers/model/server.py");
/// It guards nothing but a server of this measurement.
pub(super) const KEY: &str = "sk-bench-4f1c0e0d9b3b7d55";

pub(super) struct RealServer {
    talk: Talk,
    base: String,
}

#[derive(Deserialize)]
struct Ready {
    base: String,
}

impl RealServer {
    pub(super) fn start(
        options: &Options,
        candidate: &Candidate,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Self> {
        let (talk, line) = start_driver(options, candidate, ("server.py", DRIVER), &[KEY], progress)
            .context("the server does not start")?;
        let Ready { base } = serde_json::from_str(&line).context("the server does not say where it is")?;
        Ok(Self { talk, base })
    }

    /// The model behind it, as the product speaks to it: through the network process.
    pub(super) async fn connect(&self, options: &Options, kind: ServerKind, key: &str) -> Result<AnyModel> {
        let connection = Connection {
            name: "real".into(),
            kind,
            at: self.base.clone(),
            model: "local".into(),
            context: 4096,
            price: None,
            sampling: true,
            has_key: true,
        };
        let chosen = Chosen::Server(connection, Some(Secret::new(key.to_owned())));
        Ok(AnyModel::start(&options.laika, &chosen, Egress::default()).await?)
    }

    pub(super) fn kill(&mut self) -> Result<()> {
        self.talk.kill()
    }
}
