//! `laika model preview-egress`: what would leave, byte for byte.

use anyhow::{Result, anyhow};
use laika_context::ground::{Grounding, Size};
use laika_daemon::thinking::{Cloud, Egress, NoWire, first_question};
use laika_model::catalogue::{LibraryError, Reach};
use laika_model::remote::Remote;
use laika_policy::cloud::CloudDocument;
use serde_json::Value;

use super::arguments::PreviewEgress;
use super::{failed, library};
use crate::commands::think::{page, read_observation};
use crate::printer::{Outcome, Printer};

pub(super) fn run(asked: &PreviewEgress, printer: &mut Printer) -> Result<Outcome> {
    let library = library(&asked.folder)?;
    let name = &asked.name;
    let server = library.server(name).map_err(failed)?;
    let server = match server {
        Some(server) if server.reach != Reach::Here => server,
        Some(_) => return Err(failed(LibraryError::NotCloud(name.clone()))),
        None => {
            // Weights are on this machine too.
            library.find(name).map_err(failed)?;
            return Err(failed(LibraryError::NotCloud(name.clone())));
        }
    };
    let observation = read_observation(&asked.observation, printer)?;
    let (_, material) = page(&observation)?;
    let grounding = Grounding::new(vec![material], asked.question.as_deref(), Size::default());
    let ask = first_question(&grounding).map_err(|error| anyhow!("{error} ({})", error.code()))?;
    let ask = ask.ok_or_else(|| anyhow!("nothing would be asked: the page has no text"))?;
    let egress = Egress {
        rules: library.cloud_rules().map_err(failed)?,
        private: false,
        documents: CloudDocument::of_page(&observation),
    };
    let connection = &server.connection;
    let remote = connection.api(None).and_then(|api| Remote::new(api, NoWire, connection.settings()));
    let cloud = Cloud::new(remote.map_err(|error| failed(error.into()))?, egress);
    let outgoing = cloud.prepare(&ask).map_err(|error| failed(error.into()))?;
    if asked.pretty {
        let value: Value = serde_json::from_slice(outgoing.bytes())?;
        printer.data(format_args!("{value:#}\n"));
    } else {
        printer.data(std::str::from_utf8(outgoing.bytes())?);
    }
    printer.say("to", cloud.destination());
    printer.say("sha256", outgoing.digest().as_str().trim_start_matches("sha256:"));
    printer.say("size", format_args!("{} bytes", outgoing.bytes().len()));
    match outgoing.refusal() {
        Some(refusal) => {
            printer.say("decision", format_args!("it may not leave: {refusal} ({})", refusal.code()))
        }
        None => printer.say("decision", "it may leave; nothing was sent"),
    }
    Ok(Outcome::Done)
}
