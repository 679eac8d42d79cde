//! `laika approvals`: everything that waits for the person, from whichever run or agent, one question at a time.

use std::collections::VecDeque;
use std::io::{self, BufRead as _};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use laika_daemon::agents::{AgentAsk, AgentReply, AskedFor};
use laika_daemon::config::Flags;
use laika_daemon::service::Reply;
use laika_daemon::serving::{Ask, Client, Connected};
use laika_daemon::working::{Card, News};
use laika_os::terminal::{forget_typed, has_person};
use laika_protocol::ids::RunId;
use laika_protocol::limits::Limit;
use laika_protocol::text::one_line;
use laika_protocol::wire::RunStatus;

use super::card;
use super::link::explained;
use crate::arguments::agents::Approvals;
use crate::commands::serve;
use crate::printer::{Outcome, Printer};

/// Something that waits.
enum Question {
    Card(RunId, Box<Card>),
    Agent(Box<AgentAsk>),
}

enum Heard {
    News(Option<RunId>, Box<News>),
    Typed(Option<String>),
    Gone,
}

pub(crate) fn run(asked: &Approvals, printer: &mut Printer) -> Result<Outcome> {
    if !has_person() {
        return Err(anyhow!("hint: run this at a terminal").context("only a person answers (E_NO_PERSON)"));
    }
    serve::start(&asked.folder, Some(serve::IDLE_EXIT_S), printer)?;
    let (sender, heard) = mpsc::channel();
    let (news, gone, typed) = (sender.clone(), sender.clone(), sender);
    let connected = Client::connect(
        &asked.folder.path()?,
        Box::new(move |run, told| _ = news.send(Heard::News(run, Box::new(told)))),
        Box::new(move || _ = gone.send(Heard::Gone)),
    );
    let Connected::To(client) = connected.map_err(explained)? else { bail!("Laika is not running") };
    client.ask(Ask::Watch { run: None }).map_err(explained)?;
    thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            if typed.send(Heard::Typed(line.ok())).is_err() {
                return;
            }
        }
        _ = typed.send(Heard::Typed(None));
    });
    let armed = asked.folder.config(Flags::default())?.limits().get(Limit::ApproveArmMs);
    printer.say("laika", "everything that waits for you is shown here; Ctrl-C leaves");
    let mut inbox =
        Inbox { client, waiting: VecDeque::new(), shown: None, armed: Duration::from_millis(armed) };
    inbox.attend(&heard, asked.once, printer)
}

struct Inbox {
    client: Client,
    waiting: VecDeque<Question>,
    /// When the first of them was shown.
    shown: Option<Instant>,
    armed: Duration,
}

impl Inbox {
    fn attend(&mut self, heard: &Receiver<Heard>, once: bool, printer: &Printer) -> Result<Outcome> {
        while let Ok(heard) = heard.recv() {
            match heard {
                Heard::News(run, news) => self.news(run, *news),
                Heard::Typed(None) => return Ok(Outcome::Done),
                Heard::Typed(Some(line)) => {
                    if self.answer(line.trim(), printer)? && once {
                        return Ok(Outcome::Done);
                    }
                }
                Heard::Gone => bail!("the Laika that was at work is gone (E_GONE)"),
            }
            self.show(printer);
        }
        Ok(Outcome::Done)
    }

    fn news(&mut self, run: Option<RunId>, news: News) {
        // Only what waits is shown here.
        match (run, news) {
            (Some(run), News::Ask(card)) => {
                self.drop_if(|question| matches!(question, Question::Card(other, _) if *other == run));
                self.waiting.push_back(Question::Card(run, card));
            }
            // Answered elsewhere, or void.
            (Some(run), News::State { state: Some(state), .. })
                if state.status != RunStatus::AwaitingApproval =>
            {
                self.drop_if(|question| matches!(question, Question::Card(other, _) if *other == run));
            }
            (_, News::AgentAsk(ask)) => self.waiting.push_back(Question::Agent(ask)),
            (_, News::AgentAnswered { id }) => {
                self.drop_if(|question| matches!(question, Question::Agent(ask) if ask.id == id));
            }
            _ => {}
        }
    }

    fn drop_if(&mut self, over: impl Fn(&Question) -> bool) {
        if self.waiting.front().is_some_and(&over) {
            self.shown = None;
        }
        self.waiting.retain(|question| !over(question));
    }

    fn show(&mut self, printer: &Printer) {
        let Some(question) = self.waiting.front().filter(|_| self.shown.is_none()) else { return };
        match question {
            Question::Card(run, card) => {
                printer.say("run", run);
                card::show(card, printer);
            }
            Question::Agent(ask) => show_agent(ask, printer),
        }
        // Nothing that was typed before it was shown counts (S18).
        forget_typed();
        self.shown = Some(Instant::now());
    }

    /// Whether a question was answered.
    fn answer(&mut self, line: &str, printer: &Printer) -> Result<bool> {
        let (Some(question), Some(shown)) = (self.waiting.front(), self.shown) else { return Ok(false) };
        if shown.elapsed() < self.armed {
            return Ok(false);
        }
        let ask = match question {
            Question::Card(run, card) => {
                let (run, request_id, digest) = (run.clone(), card.request_id.clone(), card.digest.clone());
                let reply = match line {
                    "y" => Reply::Once,
                    "a" if card.offer.is_some() => Reply::Offered,
                    "n" => Reply::No,
                    "s" => {
                        self.tried(Ask::Stop { run: Some(run) }, printer);
                        return Ok(true);
                    }
                    "e" => {
                        card::explain(card, printer);
                        return Ok(false);
                    }
                    _ => return Ok(not_understood(printer)),
                };
                Ask::Answer { run, request_id, digest, reply }
            }
            Question::Agent(ask) => {
                let about_place = !matches!(ask.what, AskedFor::Hear { .. });
                let reply = match line {
                    "y" => AgentReply::Session,
                    "a" if about_place => AgentReply::Always,
                    "p" if about_place => AgentReply::Preview,
                    "n" => AgentReply::No,
                    _ => return Ok(not_understood(printer)),
                };
                Ask::AgentReply { ask: ask.id.clone(), digest: ask.digest.clone(), reply }
            }
        };
        self.waiting.pop_front();
        self.shown = None;
        self.tried(ask, printer);
        Ok(true)
    }

    fn tried(&self, ask: Ask, printer: &Printer) {
        match self.client.ask(ask) {
            Ok(_) => printer.say("laika", "said"),
            Err(error) => printer.say("error", explained(error)),
        }
    }
}

fn not_understood(printer: &Printer) -> bool {
    printer.say("answer", "please type one of the letters above");
    false
}

/// What an agent wants, whole: a yes is for all of it.
fn show_agent(ask: &AgentAsk, printer: &Printer) {
    let careful = || printer.say("  careful", "the agent may pass it on to whoever makes it");
    let once = "y: until it leaves · p: yes, but show me first what it is told · a: always · n: no";
    match &ask.what {
        AskedFor::Open { place, url } => {
            printer.say("asks", format_args!("may {} open a page and read what stands there?", ask.agent));
            printer.say("  site", place.as_str());
            printer.say("  page", one_line(url));
            careful();
            printer.say("answer", once);
        }
        AskedFor::Know { places } => {
            printer.say("asks", format_args!("may {} be told what was read there?", ask.agent));
            places.iter().for_each(|place| printer.say("  place", place.as_str()));
            careful();
            printer.say("answer", once);
        }
        AskedFor::Hear { places, text } => {
            printer.say("asks", format_args!("may {} be told exactly this?", ask.agent));
            places.iter().for_each(|place| printer.say("  place", place.as_str()));
            text.lines().for_each(|line| printer.say("  |", one_line(line)));
            careful();
            printer.say("answer", "y: this · n: no");
        }
    }
}
