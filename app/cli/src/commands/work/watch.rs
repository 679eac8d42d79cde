//! Watching a run: what it does is said line by line, what it asks is answered in place, Ctrl-C stops it.

use std::io::{self, BufRead as _};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use anyhow::{Result, anyhow};
use laika_daemon::service::{Reply, Service};
use laika_daemon::working::{Asks, Audience, Card, Finished, MakePlanner, News, Order};
use laika_protocol::ids::RunId;
use laika_protocol::run::Pause;
use laika_protocol::wire::{RunState, RunStatus, SiteMode};

use super::card::{self, Said};
use super::end::{End, finish};
use super::start;
use crate::arguments::work::How;
use crate::printer::{Outcome, Printer};

/// Something that happened, from whichever side.
enum Heard {
    News(Option<RunId>, Box<News>),
    Said(Box<Card>, Said),
    Typed(Option<String>),
    Again,
    Interrupt,
}

/// Hands everything on to the loop below.
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

/// Laika at work in this process, with a terminal that watches it.
pub(crate) struct Terminal {
    service: Service,
    sender: Sender<Heard>,
    heard: Receiver<Heard>,
}

impl Terminal {
    /// Starts Laika in this process.
    pub(crate) fn open(how: &How, printer: &Printer) -> Result<Self> {
        Self::with(how, start::thinkers(how, printer)?, printer)
    }

    /// The same with planners of one's own.
    pub(crate) fn with(how: &How, planners: MakePlanner, printer: &Printer) -> Result<Self> {
        let (sender, heard) = mpsc::channel();
        let service = start::service(how, planners, Arc::new(Ears(sender.clone())), printer)?;
        interrupts(sender.clone())?;
        Ok(Self { service, sender, heard })
    }

    /// Starts a run and watches it until it ends, or waits for somebody who is not there.
    pub(crate) fn run(&self, order: Order, printer: &mut Printer) -> Result<End> {
        let person = matches!(order.asks, Asks::Person);
        if matches!(order.asks, Asks::Nobody) && order.mode != SiteMode::Observe {
            printer.say("note", "nobody is at this terminal: what would be asked is refused");
        }
        let begun = self.service.begin(order);
        let run = begun.map_err(|error| anyhow!("{} ({})", error.message, error.code.code()))?;
        let mut watching = Watching {
            service: &self.service,
            sender: self.sender.clone(),
            person,
            end: End { run: Some(run.clone()), ..End::default() },
            run,
            interrupts: 0,
            pictures: 0,
            asked: None,
        };
        watching.until_over(&self.heard, printer);
        Ok(watching.end)
    }

    /// Ends everything that was started.
    pub(crate) fn close(self) {
        self.service.end();
    }
}

/// One run from its start to its end, in this process.
pub(super) fn watch(order: Order, how: &How, printer: &mut Printer) -> Result<Outcome> {
    let terminal = Terminal::open(how, printer)?;
    let end = terminal.run(order, printer);
    terminal.close();
    finish(&end?, how, printer)
}

struct Watching<'a> {
    run: RunId,
    service: &'a Service,
    sender: Sender<Heard>,
    person: bool,
    end: End,
    interrupts: u32,
    pictures: u32,
    asked: Option<Box<Card>>,
}

impl Watching<'_> {
    fn until_over(&mut self, heard: &Receiver<Heard>, printer: &mut Printer) {
        while let Ok(heard) = heard.recv() {
            let over = match heard {
                Heard::News(run, news) if run.is_none() || run.as_ref() == Some(&self.run) => {
                    self.news(*news, printer)
                }
                Heard::News(..) => false,
                Heard::Said(card, said) => self.said(*card, said, printer),
                Heard::Typed(words) => self.typed(words, printer),
                Heard::Again => {
                    printer.say("answer", "please type y, n, e or s");
                    false
                }
                Heard::Interrupt => self.interrupt(printer),
            };
            if over {
                return;
            }
        }
    }

    fn news(&mut self, news: News, printer: &mut Printer) -> bool {
        match news {
            News::State { state: Some(state), .. } => return self.state(*state, printer),
            News::State { state: None, .. } => {}
            News::Doing { what } => printer.say("laika", what),
            News::Step(step) => {
                self.end.steps.push((*step).clone());
                let target = step.target.map(|target| format!(" \"{target}\"")).unwrap_or_default();
                let role = step.role.map(|role| format!(" ({role})")).unwrap_or_default();
                printer.say("step", format_args!("{}{target}{role}: {}", step.tool, step.why));
            }
            News::Ended { done, how } => printer.say(if done { "done" } else { "not done" }, how),
            News::Ask(card) => {
                card::show(&card, printer);
                self.asked = Some(card.clone());
                let (sender, again) = (self.sender.clone(), self.sender.clone());
                card::read(
                    move |said| _ = sender.send(Heard::Said(card, said)),
                    move || _ = again.send(Heard::Again),
                );
            }
            News::Answered { card, grant } => {
                match &grant {
                    Some(grant) => {
                        printer.say("granted", format_args!("{} ({grant}): {}", card.tool, card.reason))
                    }
                    None => printer.say(
                        "refused",
                        format_args!("{}: {} ({})", card.tool, card.reason, card.reason_code),
                    ),
                }
                self.end.answered.push((*card, grant));
            }
            News::Picture { png } => self.picture(&png, printer),
            News::Question { text } => {
                printer.say("question", &text);
                self.end.question = Some(text);
            }
            News::Handoff { what, .. } => printer.say("yours", what),
            News::Suspicion { place, signs } => {
                printer.say(
                    "suspicious",
                    format_args!(
                        "{place} holds text that tries to give orders ({}); nothing of it is followed",
                        signs.join(", ")
                    ),
                );
                self.end.suspicious = true;
            }
            News::Answer(finished) => self.answer(*finished),
            News::Refused { error } => {
                printer.say("refused", format_args!("{} ({})", error.message, error.code.code()));
                self.end.trouble = Some(error.message);
                return self.end.state.is_none();
            }
            News::Trouble { code, sentence } => {
                printer.say("trouble", format_args!("{sentence} ({code})"));
                self.end.trouble = Some(sentence);
            }
        }
        false
    }

    /// Keeps a picture beside where the person works, under a name of its own.
    fn picture(&mut self, png: &[u8], printer: &Printer) {
        self.pictures += 1;
        let file = format!("{}-{}.png", self.run, self.pictures);
        match std::fs::write(&file, png) {
            Ok(()) => printer.say("saved", file),
            Err(error) => printer.say("error", format_args!("{file} cannot be written: {error}")),
        }
    }

    fn answer(&mut self, finished: Finished) {
        self.end.finished = Some(finished);
    }

    /// True when nothing more will happen while this terminal watches.
    fn state(&mut self, state: RunState, printer: &Printer) -> bool {
        let before = self.end.state.as_ref().map(|before| before.status);
        let (status, pause) = (state.status, state.pause);
        self.end.state = Some(state);
        if status.is_over() {
            return true;
        }
        if status != RunStatus::Paused || before == Some(RunStatus::Paused) {
            return false;
        }
        let why = pause.map_or("The run waits.", Pause::sentence);
        printer.say("paused", why);
        if !self.person {
            return true;
        }
        printer.say(
            "answer",
            "type what to add, or press Enter to go on; s stops the run, q leaves it as it is",
        );
        let sender = self.sender.clone();
        thread::spawn(move || {
            let mut line = String::new();
            let read = io::stdin().lock().read_line(&mut line);
            let typed = matches!(read, Ok(read) if read > 0).then(|| line.trim().to_owned());
            _ = sender.send(Heard::Typed(typed));
        });
        false
    }

    fn said(&mut self, card: Card, said: Said, printer: &Printer) -> bool {
        // A card that is not the one on screen is not what was answered.
        if self.asked.as_ref().is_none_or(|asked| asked.digest != card.digest) {
            return false;
        }
        let reply = match said {
            Said::Once => Reply::Once,
            Said::Offered if card.offer.is_some() => Reply::Offered,
            Said::No => Reply::No,
            Said::Stop => {
                self.service.stop(&self.run);
                return false;
            }
            Said::Offered | Said::Explain => {
                card::explain(&card, printer);
                return self
                    .news(News::Ask(Box::new(card)), &mut Printer::new(crate::arguments::Color::Auto));
            }
        };
        self.asked = None;
        if let Err(error) = self.service.answer(&self.run, card.request_id, card.digest, reply) {
            printer.say("error", error.message);
        }
        false
    }

    fn typed(&mut self, words: Option<String>, printer: &Printer) -> bool {
        let resumed = match words.as_deref() {
            None | Some("q") => return true,
            Some("s") => {
                self.service.stop(&self.run);
                return false;
            }
            Some("") => self.service.resume(&self.run, None),
            Some(words) => self.service.resume(&self.run, Some(words.to_owned())),
        };
        if let Err(error) = resumed {
            printer.say("error", error.message);
        }
        false
    }

    /// Once stops the run, twice stops everything and locks Laika.
    fn interrupt(&mut self, printer: &Printer) -> bool {
        self.interrupts += 1;
        match self.interrupts {
            1 => {
                printer.say("laika", "stopping; press Ctrl-C again to stop everything and lock Laika");
                self.service.stop(&self.run);
                false
            }
            2 => {
                printer
                    .say("laika", "everything is stopped and locked; `laika unlock` lets Laika work again");
                self.service.panic();
                false
            }
            _ => true,
        }
    }
}

/// Hears Ctrl-C.
fn interrupts(sender: Sender<Heard>) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    thread::spawn(move || {
        runtime.block_on(async {
            while tokio::signal::ctrl_c().await.is_ok() {
                if sender.send(Heard::Interrupt).is_err() {
                    return;
                }
            }
        });
    });
    Ok(())
}
