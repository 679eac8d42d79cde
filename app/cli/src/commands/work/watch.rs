//! Watching a run: what it does is said line by line, what it asks is answered in place, Ctrl-C stops it.

use std::io::{self, BufRead as _};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use laika_daemon::config::Flags;
use laika_daemon::service::Reply;
use laika_daemon::working::{Asks, Card, Finished, MakePlanner, News, Order};
use laika_protocol::ids::RunId;
use laika_protocol::limits::Limit;
use laika_protocol::run::Pause;
use laika_protocol::wire::{RunState, RunStatus, SiteMode};

use super::card::{self, Said};
use super::end::{End, finish};
use super::link::{self, Link};
use crate::arguments::work::How;
use crate::commands::runs::summary;
use crate::output;
use crate::printer::{Outcome, Printer};
use laika_os::terminal::has_person;

/// Something that happened, from whichever side.
pub(super) enum Heard {
    News(Option<RunId>, Box<News>),
    Said(Box<Card>, Said),
    Typed(Option<String>),
    Again,
    Interrupt,
    /// The Laika that was at work is gone.
    Gone,
}

/// Laika at work, with a terminal that watches it.
pub(crate) struct Terminal {
    link: Box<dyn Link>,
    sender: Sender<Heard>,
    heard: Receiver<Heard>,
    /// How long a card is shown before an answer counts.
    armed_after: Duration,
    headed: bool,
}

impl Terminal {
    /// Finds the Laika that is running, or starts one in this process.
    pub(crate) fn open(how: &How, printer: &Printer) -> Result<Self> {
        Self::over(how, |sender| link::open(how, sender, printer))
    }

    /// One in this process, with planners of one's own.
    pub(crate) fn with(how: &How, planners: MakePlanner, printer: &Printer) -> Result<Self> {
        Self::over(how, |sender| link::here(how, planners, sender, printer))
    }

    fn over(how: &How, link: impl FnOnce(&Sender<Heard>) -> Result<Box<dyn Link>>) -> Result<Self> {
        let armed = how.folder.config(Flags::default())?.limits().get(Limit::ApproveArmMs);
        let (sender, heard) = mpsc::channel();
        let link = link(&sender)?;
        interrupts(sender.clone())?;
        Ok(Self { link, sender, heard, armed_after: Duration::from_millis(armed), headed: how.headed })
    }

    /// Starts a run and watches it until it ends, or waits for somebody who is not there.
    pub(crate) fn run(&self, order: Order, printer: &mut Printer) -> Result<End> {
        let person = matches!(order.asks, Asks::Person);
        if matches!(order.asks, Asks::Nobody) && order.mode != SiteMode::Observe {
            printer.say("note", "nobody is at this terminal: what would be asked is refused");
        }
        let run = self.link.begin(order)?;
        Ok(self.watch(run, None, person, printer))
    }

    /// Lets a run go on that stands like this, and watches it in the same way.
    pub(crate) fn resume(
        &self,
        state: RunState,
        words: Option<String>,
        printer: &mut Printer,
    ) -> Result<End> {
        let run = state.run_id.clone();
        self.link.resume(&run, words)?;
        Ok(self.watch(run, Some(state), has_person(), printer))
    }

    fn watch(&self, run: RunId, resumed: Option<RunState>, person: bool, printer: &mut Printer) -> End {
        let mut watching = Watching {
            link: &*self.link,
            sender: self.sender.clone(),
            person,
            armed_after: self.armed_after,
            headed: self.headed,
            resuming: resumed.is_some(),
            end: End { run: Some(run.clone()), state: resumed, ..End::default() },
            run,
            interrupts: 0,
            pictures: 0,
            asked: None,
            reading: false,
        };
        watching.until_over(&self.heard, printer);
        watching.end
    }

    /// Offers the only thing that a private run can leave.
    fn save_summary(&self, run: &RunId, printer: &mut Printer) {
        if let Err(error) = summary::save(|shown| self.link.summarise(run, shown), printer) {
            printer.say("not saved", error);
        }
    }

    /// Ends everything that was started for it.
    pub(crate) fn close(self) {
        self.link.end();
    }
}

/// One run from its start to its end.
pub(super) fn watch(order: Order, how: &How, printer: &mut Printer) -> Result<Outcome> {
    let terminal = Terminal::open(how, printer)?;
    let outcome = terminal.run(order, printer).and_then(|end| {
        let outcome = finish(&end, how, printer)?;
        if let Some(run) = end.run.as_ref().filter(|_| how.save_summary) {
            terminal.save_summary(run, printer);
        }
        Ok(outcome)
    });
    terminal.close();
    outcome
}

struct Watching<'a> {
    run: RunId,
    link: &'a dyn Link,
    sender: Sender<Heard>,
    person: bool,
    armed_after: Duration,
    /// Whether the browser has a window.
    headed: bool,
    /// Whether it was told to go on, and has not been seen to.
    resuming: bool,
    end: End,
    interrupts: u32,
    pictures: u32,
    asked: Option<Box<Card>>,
    /// Whether a line is being read from the terminal.
    reading: bool,
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
                Heard::Gone => {
                    let gone = "the Laika that was at work is gone; the run is paused";
                    printer.say("trouble", format_args!("{gone} (E_GONE)"));
                    self.end.trouble = Some(gone.to_owned());
                    true
                }
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
            News::Result { tool, result } => self.end.results.push((tool, *result)),
            News::Ended { done, how } => printer.say(if done { "done" } else { "not done" }, how),
            News::Ask(card) => {
                card::show(&card, printer);
                self.asked = Some(card.clone());
                let (sender, again) = (self.sender.clone(), self.sender.clone());
                card::read(
                    self.armed_after,
                    move |said| _ = sender.send(Heard::Said(card, said)),
                    move || _ = again.send(Heard::Again),
                );
            }
            News::Answered { card, grant, why } => {
                match &grant {
                    Some(grant) => {
                        printer.say("granted", format_args!("{} ({grant}): {}", card.tool, card.reason))
                    }
                    None => printer.say(
                        "refused",
                        format_args!("{}: {} ({})", card.tool, card.reason, card.reason_code),
                    ),
                }
                if let Some(why) = &why {
                    printer.say("not granted", format_args!("{} ({})", why.sentence, why.code));
                }
                self.end.answered.push((*card, grant, why));
            }
            News::Denied { tool, code, sentence } => {
                printer.say("denied", format_args!("{tool}: {sentence} ({code})"));
                self.end.denied.push((tool, code, sentence));
            }
            News::Picture { png } => self.picture(&png, printer),
            News::Kept(file) => {
                printer.say(
                    "kept",
                    format_args!("{} ({} bytes), encrypted; it is not opened", file.name, file.bytes),
                );
                self.end.files.push(*file);
            }
            News::Question { text } => {
                printer.say("question", &text);
                self.end.question = Some(text);
            }
            News::Handoff { what, .. } => {
                printer.say("yours", what);
                if !self.headed {
                    printer.say("hint", "this browser has no window; with --headed it has one");
                }
            }
            // `laika approvals` shows what agents ask for.
            News::AgentAsk(_) | News::AgentAnswered { .. } | News::Collection { .. } => {}
            // A run in the person's browser is authorised there.
            News::Authorise { .. } => printer.say("yours", "authorise it in the panel of your browser"),
            News::Conflict { .. } | News::Candidates { .. } | News::Gesture { .. } | News::Offer { .. } => {}
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
        match output::write(Path::new(&file), png) {
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
        if status != RunStatus::AwaitingApproval {
            // Somebody answered elsewhere, or the question is void.
            self.asked = None;
        }
        if status.is_over() {
            return true;
        }
        if status == RunStatus::Takeover {
            if before != Some(RunStatus::Takeover) {
                printer.say("yours", "you act in the window; Laika waits and does not watch what you type");
                self.ask_for_words(printer);
            }
            return false;
        }
        if status != RunStatus::Paused {
            self.resuming = false;
            return false;
        }
        // A run that is read back shows that it waits before it goes on; that nobody knows how its last step ended is
        // found out only then, and is for the person to judge.
        let found = before != Some(RunStatus::Paused) && pause == Some(Pause::OutcomeUnknown);
        if before == Some(RunStatus::Paused) || self.resuming && !found {
            return false;
        }
        let why = pause.map_or("The run waits.", Pause::sentence);
        printer.say("paused", why);
        if !self.person {
            return true;
        }
        self.ask_for_words(printer);
        false
    }

    /// Asks at the terminal how a run that waits goes on; once, however often it is told that it waits.
    fn ask_for_words(&mut self, printer: &Printer) {
        if !self.person || std::mem::replace(&mut self.reading, true) {
            return;
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
            Said::Stop => return self.tried(self.link.stop(&self.run), printer),
            Said::Offered | Said::Explain => {
                card::explain(&card, printer);
                return self
                    .news(News::Ask(Box::new(card)), &mut Printer::new(crate::arguments::Color::Auto));
            }
        };
        self.asked = None;
        self.tried(self.link.answer(&self.run, &card, reply), printer)
    }

    /// Says why something was not done. Nothing is over by that.
    fn tried(&self, done: Result<()>, printer: &Printer) -> bool {
        if let Err(error) = done {
            printer.say("error", error);
        }
        false
    }

    fn typed(&mut self, words: Option<String>, printer: &Printer) -> bool {
        self.reading = false;
        let resumed = match words.as_deref() {
            None | Some("q") => return true,
            Some("s") => self.link.stop(&self.run),
            Some("") => self.link.resume(&self.run, None),
            Some(words) => self.link.resume(&self.run, Some(words.to_owned())),
        };
        self.tried(resumed, printer)
    }

    /// Once stops the run, twice stops everything and locks Laika.
    fn interrupt(&mut self, printer: &Printer) -> bool {
        self.interrupts += 1;
        match self.interrupts {
            1 => {
                printer.say("laika", "stopping; press Ctrl-C again to stop everything and lock Laika");
                self.tried(self.link.stop(&self.run), printer)
            }
            2 => {
                printer
                    .say("laika", "everything is stopped and locked; `laika unlock` lets Laika work again");
                self.tried(self.link.panic(), printer)
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
