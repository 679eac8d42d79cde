//! `laika runs save-summary`: the only way out of a private run (PRIV-003).

use anyhow::{Result, anyhow, bail};
use laika_daemon::Summarised;
use laika_daemon::serving::{Ask, Client, Told};
use laika_os::terminal::has_person;
use laika_protocol::ids::{RunId, Sha256};
use laika_protocol::quoted;

use crate::arguments::runs::Folder;
use crate::commands::serve::connect;
use crate::commands::work::link::explained;
use crate::printer::{Outcome, Printer};
use crate::typed;

pub(super) fn run(folder: &Folder, name: &str, printer: &mut Printer) -> Result<Outcome> {
    let gone = || format!("there is no private run {} any more (E_NO_RUN)", quoted(name));
    let run = RunId::parse(name).map_err(|_| anyhow!(gone()))?;
    let Some(client) = connect(folder)? else {
        return Err(anyhow!("hint: a private run is gone with the Laika it ran in").context(gone()));
    };
    save(|shown| ask(&client, &run, shown), printer)?;
    Ok(Outcome::Done)
}

/// Asks the Laika that is running.
pub(crate) fn ask(client: &Client, run: &RunId, shown: Option<Sha256>) -> Result<Summarised> {
    let told = client.request(Ask::SaveSummary { run: run.clone(), shown }).map_err(explained)?;
    let Told::Collected { value, .. } = told else { bail!("Laika did not say what it would keep") };
    Ok(serde_json::from_value(value)?)
}

/// Shows exactly what would be kept, and has it kept once the person types so.
pub(crate) fn save(
    summarise: impl Fn(Option<Sha256>) -> Result<Summarised>,
    printer: &mut Printer,
) -> Result<()> {
    if !has_person() {
        bail!("only a person at a terminal can save a summary of a private run (E_NO_PERSON)");
    }
    let Summarised { text, digest, .. } = summarise(None)?;
    printer.data(&text);
    typed::agreed("save", "keep exactly this text as a run of its own", "nothing was kept", printer)?;
    if let Some(run) = summarise(Some(digest))?.saved {
        printer.say("saved", format_args!("{run}; `laika runs show {run}` shows it"));
    }
    Ok(())
}
