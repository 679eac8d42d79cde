//! The way to Laika at work: the one that is running, or one in this process.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use anyhow::{Context as _, Result, anyhow};
use laika_daemon::Summarised;
use laika_daemon::service::{Reply, Service};
use laika_daemon::serving::{Ask, Choice, Client, Connected, ServeError, asks_after, order_of};
use laika_daemon::working::{Asks, Audience, Card, MakePlanner, News, Order};
use laika_protocol::ToolError;
use laika_protocol::ids::{RunId, Sha256};

use laika_os::terminal::has_person;

use super::start;
use super::watch::Heard;
use crate::arguments::runs::Folder;
use crate::arguments::work::How;
use crate::commands::runs::summary;
use crate::commands::serve;
use crate::printer::Printer;

/// What can be wanted of Laika at work. What comes of it is heard.
pub(super) trait Link {
    fn begin(&self, order: Order) -> Result<RunId>;
    fn answer(&self, run: &RunId, card: &Card, reply: Reply) -> Result<()>;
    fn resume(&self, run: &RunId, words: Option<String>) -> Result<()>;
    fn stop(&self, run: &RunId) -> Result<()>;
    fn panic(&self) -> Result<()>;
    /// Says what could be kept of a private run; keeps it, where that was shown.
    fn summarise(&self, run: &RunId, shown: Option<Sha256>) -> Result<Summarised>;
    /// Ends what was started for this link.
    fn end(self: Box<Self>);
}

/// The Laika that is running, or else one in this process.
pub(super) fn open(how: &How, heard: &Sender<Heard>, printer: &Printer) -> Result<Box<dyn Link>> {
    // What is private leaves nothing behind, and a process that stays would.
    if how.background && !how.private {
        serve::start(&how.folder, Some(serve::IDLE_EXIT_S), printer)?;
    }
    let (news, gone) = (heard.clone(), heard.clone());
    let connected = Client::connect(
        &how.folder.path()?,
        // Whoever watched may have left already.
        Box::new(move |run, told| _ = news.send(Heard::News(run, Box::new(told)))),
        Box::new(move || _ = gone.send(Heard::Gone)),
    );
    match connected.map_err(explained)? {
        Connected::To(client) => {
            printer.say("laika", format_args!("at work in process {}", client.pid()));
            Ok(Box::new(There { client, model: choice(how) }))
        }
        Connected::Nobody => here(how, start::thinkers(how, printer)?, heard, printer),
    }
}

/// One in this process.
pub(super) fn here(
    how: &How,
    planners: MakePlanner,
    heard: &Sender<Heard>,
    printer: &Printer,
) -> Result<Box<dyn Link>> {
    let service = start::service(how, planners, Arc::new(Ears(heard.clone())), printer)?;
    Ok(Box::new(Here { service, folder: how.folder.clone() }))
}

/// What thinks, as it was typed.
pub(super) fn choice(how: &How) -> Choice {
    match &how.model {
        _ if how.no_model => Choice::Without,
        Some(name) => Choice::Named(name.clone()),
        None => Choice::Usual,
    }
}

/// An error of a server with its code, and what can be done about it.
pub(crate) fn explained(error: ServeError) -> anyhow::Error {
    let hint = match error.code() {
        "E_GONE" => "its runs are paused; `laika runs resume RUN` lets one go on",
        "E_ALREADY_RUNNING" => "`laika status` says what it does",
        "E_STORE_LOCKED" => "a Laika in another terminal is at work; wait until it is done, or stop it there",
        "E_VERSION" => "end the one that is running with `kill`, and start it again",
        "E_SOCKET" => "`laika doctor` says what is wrong with it",
        _ => "",
    };
    let message = match &error {
        // A refusal shows its code by itself.
        ServeError::Refused(refusal) => refusal.to_string(),
        ServeError::Running { .. }
        | ServeError::Socket { .. }
        | ServeError::Harden(_)
        | ServeError::Daemon(_)
        | ServeError::Gone(_) => format!("{error} ({})", error.code()),
    };
    if hint.is_empty() { anyhow!(message) } else { anyhow!("hint: {hint}").context(message) }
}

/// Hands everything on to whoever watches.
struct Ears(Sender<Heard>);

impl Audience for Ears {
    fn tell(&self, run: &RunId, news: News) {
        self.state(Some(run), news);
    }

    fn state(&self, run: Option<&RunId>, news: News) {
        // Whoever watched may have left already.
        let _ = self.0.send(Heard::News(run.cloned(), Box::new(news)));
    }
}

/// Laika in this process.
struct Here {
    service: Service,
    folder: Folder,
}

fn refused(error: ToolError) -> anyhow::Error {
    anyhow!("{} ({})", error.message, error.finest_code())
}

impl Link for Here {
    fn begin(&self, order: Order) -> Result<RunId> {
        self.service.begin(order).map_err(refused)
    }

    fn answer(&self, run: &RunId, card: &Card, reply: Reply) -> Result<()> {
        let answered = self.service.answer(run, card.request_id.clone(), card.digest.clone(), reply);
        answered.map_err(refused)
    }

    fn resume(&self, run: &RunId, words: Option<String>) -> Result<()> {
        let order = match self.service.order(run) {
            Some(order) => order,
            None => order_of(&self.folder.reader()?, run)?,
        };
        let asks = asks_after(order.asks.clone(), has_person())?;
        self.service.remember(run, Order { asks, ..order });
        self.service.resume_by(run, words, !has_person()).map_err(refused)
    }

    fn stop(&self, run: &RunId) -> Result<()> {
        self.service.stop(run);
        Ok(())
    }

    fn panic(&self) -> Result<()> {
        self.service.panic();
        Ok(())
    }

    fn summarise(&self, run: &RunId, shown: Option<Sha256>) -> Result<Summarised> {
        let told = self.service.summarise(run, shown).recv().context("the loop has ended")?;
        told.map_err(|error| anyhow!("{error} ({})", error.code()))
    }

    fn end(self: Box<Self>) {
        self.service.end();
    }
}

/// The Laika that is running.
struct There {
    client: Client,
    model: Choice,
}

impl There {
    fn ask(&self, ask: Ask) -> Result<()> {
        self.client.ask(ask).map(|_| ()).map_err(explained)
    }
}

impl Link for There {
    fn begin(&self, order: Order) -> Result<RunId> {
        // A grant is never handed over, only named: Laika knows those that it has.
        let (asks, grant) = match order.asks {
            Asks::Grant(agreed) => (Asks::Nobody, Some(agreed.grant.id)),
            asks @ (Asks::Person | Asks::Nobody | Asks::Agent(_)) => (asks, None),
        };
        let order = Box::new(Order { asks, ..order });
        let begun = self.client.ask(Ask::Begin { order, model: self.model.clone(), grant });
        let runs = begun.map_err(explained)?;
        runs.into_iter().next().ok_or_else(|| anyhow!("Laika did not say which run it began"))
    }

    fn answer(&self, run: &RunId, card: &Card, reply: Reply) -> Result<()> {
        let (request_id, digest) = (card.request_id.clone(), card.digest.clone());
        self.ask(Ask::Answer { run: run.clone(), request_id, digest, reply })
    }

    fn resume(&self, run: &RunId, words: Option<String>) -> Result<()> {
        self.ask(Ask::Resume { run: run.clone(), words, model: self.model.clone() })
    }

    fn stop(&self, run: &RunId) -> Result<()> {
        self.ask(Ask::Stop { run: Some(run.clone()) })
    }

    fn panic(&self) -> Result<()> {
        self.ask(Ask::Panic {})
    }

    fn summarise(&self, run: &RunId, shown: Option<Sha256>) -> Result<Summarised> {
        summary::ask(&self.client, run, shown)
    }

    fn end(self: Box<Self>) {}
}
