//! The real loop with a real browser, in which one scenario after the other is played.

use std::collections::BTreeSet;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow};
use laika_daemon::service::{Reply, Service};
use laika_daemon::working::{Asks, Card, News, Order, Part, Where, Workshop};
use laika_daemon::{Settings, now_ms};
use laika_protocol::ToolError;
use laika_protocol::ids::RunId;
use laika_protocol::run::{Pause, Record, TakeoverInput};
use laika_protocol::wire::{Decision, RunStatus};
use laika_store::{Options as StoreOptions, Reader, Store};

use super::planner::Scripted;
use super::scenario::{Says, Scenario, Wish};
use super::site::answer;
use crate::at_work::{Ears, settings};
use crate::processes;
use crate::web::Site;

/// A scenario that is not over by then hangs.
const BOUND: Duration = Duration::from_secs(60);
/// How long after a stop nothing may come any more.
const QUIET: Duration = Duration::from_millis(700);
/// What is under way when a run is stopped has arrived by then.
const ARRIVED: Duration = Duration::from_millis(300);
/// Budgets that are lower than usual, so that they are soon spent.
const BUDGETS: [(&str, u64); 3] =
    [("run_retries", 5), ("autopilot_steps", 4), ("model_calls_per_minute", 10)];

/// What came of one scenario.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    pub(super) status: Option<RunStatus>,
    pub(super) pause: Option<Pause>,
    pub(super) codes: Vec<String>,
    pub(super) effects: usize,
    /// Every state it was in.
    pub(super) states: BTreeSet<&'static str>,
    /// Every reason it waited for.
    pub(super) pauses: BTreeSet<&'static str>,
    /// What happened after it was stopped.
    pub(super) late: Option<String>,
    /// Whether the log says why it waits, was stopped or failed.
    pub(super) says_why: bool,
    pub(super) hung: bool,
    pub(super) took: Duration,
}

type Current = Arc<Mutex<Option<(Scenario, String)>>>;

/// Laika at work, and the site it works on.
pub(super) struct Lab {
    laika: PathBuf,
    folder: tempfile::TempDir,
    settings: fn() -> Result<Settings>,
    service: Option<Service>,
    site: Site,
    current: Current,
    sender: Sender<(Option<RunId>, News)>,
    heard: Receiver<(Option<RunId>, News)>,
}

impl Lab {
    pub(super) fn start(laika: &Path, pages: Vec<&'static str>) -> Result<Self> {
        let (sender, heard) = mpsc::channel();
        let mut lab = Self {
            laika: laika.to_owned(),
            folder: tempfile::tempdir().context("no folder for the log")?,
            settings: tightened,
            service: None,
            site: Site::start(move |asked| answer(asked, &pages))?,
            current: Current::default(),
            sender,
            heard,
        };
        lab.begin()?;
        Ok(lab)
    }

    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Ends Laika and its browser.
    pub(super) fn end(&mut self) {
        if let Some(service) = self.service.take() {
            service.end();
        }
    }

    fn begin(&mut self) -> Result<()> {
        let store = Store::open(StoreOptions::folder(self.folder.path()), now_ms())?;
        let (current, site) = (Arc::clone(&self.current), self.site.origin());
        let planners = move |_: &RunId, _: &Order| {
            let current = current.lock().unwrap_or_else(PoisonError::into_inner);
            let (moves, thinks, here) = current.as_ref().map_or((&[][..], 0, ""), |(scenario, here)| {
                (scenario.moves, scenario.thinks, here.as_str())
            });
            Box::new(Scripted::new(moves, Duration::from_millis(thinks), &site, here)) as _
        };
        let workshop = Workshop::new(self.laika.clone(), Arc::new(planners));
        let ears = Arc::new(Ears(self.sender.clone()));
        self.service = Some(Service::start((self.settings)()?, store, workshop, ears, true)?);
        Ok(())
    }

    fn service(&self) -> Result<&Service> {
        self.service.as_ref().context("Laika has ended")
    }

    fn effects(&self, number: usize) -> usize {
        let path = format!("/{number}/act");
        self.site
            .asked()
            .iter()
            .filter(|asked| asked.method == "POST" && asked.path.starts_with(&path))
            .count()
    }

    /// Plays one scenario to its end.
    pub(super) fn play(&mut self, number: usize, scenario: &Scenario) -> Result<Seen> {
        let here = self.site.url(&format!("/{number}"));
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = Some((*scenario, here.clone()));
        let order = Order {
            part: Part::Page,
            goal: "Do what is written down. The name is Mara.".into(),
            urls: vec![if scenario.nowhere { nowhere()? } else { format!("{here}/") }],
            allow: Vec::new(),
            mode: scenario.mode,
            private: false,
            strict: true,
            headed: false,
            surface: Where::default(),
            exposed: Vec::new(),
            asks: Asks::Person,
        };
        let run = self.service()?.begin(order.clone()).map_err(said)?;
        let mut play = Play {
            run,
            order,
            scenario: *scenario,
            seen: Seen::default(),
            wish: scenario.wish,
            went_on: 0,
            resuming: false,
            card: None,
        };
        let began = Instant::now();
        while !play.is_over() {
            if began.elapsed() > BOUND {
                play.seen.hung = true;
                break;
            }
            let heard = self.heard.recv_timeout(Duration::from_millis(10));
            if let Ok((Some(of), news)) = heard
                && of == play.run
            {
                self.hear(&mut play, news)?;
            }
            if let Some((card, _)) = play.card.take_if(|(_, at)| *at <= Instant::now()) {
                let reply = if matches!(scenario.says, Says::No) { Reply::No } else { Reply::Once };
                let answered = self.service()?.answer(&play.run, card.request_id, card.digest, reply);
                answered.map_err(said)?;
            }
        }
        play.seen.took = began.elapsed();
        self.look_back(number, play)
    }

    fn hear(&mut self, play: &mut Play, news: News) -> Result<()> {
        #[expect(clippy::wildcard_enum_match_arm, reason = "all else is for a person to read")]
        match news {
            News::State { state: Some(state), .. } => {
                let before = play.seen.status.replace(state.status);
                play.seen.states.insert(state.status.as_str());
                play.seen.pause = state.pause;
                // A pause may be told more than once.
                if before == Some(state.status) {
                    return Ok(());
                }
                play.resuming = false;
                if let Some((_, wish)) = play.wish.take_if(|(at, _)| *at == state.status) {
                    return self.wish(play, wish);
                }
                if let Some(pause) = state.pause {
                    play.seen.pauses.insert(pause.as_str());
                    if play.went_on < play.scenario.goes_on {
                        play.went_on += 1;
                        play.resuming = true;
                        self.service()?.resume(&play.run, None).map_err(said)?;
                    }
                }
            }
            News::Ask(card) => {
                let after = if let Says::Yes(after) = play.scenario.says { after } else { 0 };
                play.card = Some((card, Instant::now() + Duration::from_millis(after)));
            }
            News::Trouble { code, .. } => play.seen.codes.push(code),
            News::Refused { error } => play.seen.codes.push(error.finest_code().to_owned()),
            _ => {}
        }
        Ok(())
    }

    fn wish(&mut self, play: &mut Play, wish: Wish) -> Result<()> {
        match wish {
            Wish::Stop => self.service()?.stop(&play.run),
            Wish::Pause => self.service()?.pause(&play.run),
            Wish::TakeOver => {
                self.service()?.take_over(&play.run, TakeoverInput::Key);
                thread::sleep(Duration::from_millis(200));
                self.service()?.leave(&play.run);
            }
            Wish::Panic => self.service()?.panic(),
            Wish::KillBrowser => {
                let family = processes::family(std::process::id());
                let typed = processes::with_word(&family, "--type=");
                let all = processes::with_word(&family, "--user-data-dir=");
                let killed = all.iter().filter(|it| !typed.contains(it) && processes::kill(it)).count();
                anyhow::ensure!(killed > 0, "there is no browser to kill");
            }
            Wish::Restart => {
                self.end();
                play.card = None;
                // What the first one said is over with it.
                while self.heard.try_recv().is_ok() {}
                play.seen.status = None;
                self.begin()?;
                self.service()?.remember(&play.run, play.order.clone());
            }
        }
        Ok(())
    }

    /// What the site and the log say, once it is over or waits.
    fn look_back(&mut self, number: usize, play: Play) -> Result<Seen> {
        let Play { run, mut seen, scenario, .. } = play;
        if scenario.is_stop() {
            thread::sleep(ARRIVED);
            let asked = self.site.asked().len();
            thread::sleep(QUIET);
            let late = self.site.asked().len() - asked;
            seen.late = (late > 0).then(|| format!("{late} requests after it was stopped"));
        }
        if matches!(scenario.wish, Some((_, Wish::Panic))) {
            self.service()?.unlock();
        }
        if seen.status.is_none_or(|status| !status.is_over()) {
            self.service()?.stop(&run);
        }
        let records = self.records(&run)?;
        let mut codes = Vec::new();
        let mut stopped = false;
        for (_, record) in &records {
            #[expect(clippy::wildcard_enum_match_arm, reason = "the others say nothing about this")]
            match record {
                Record::StepResult(result) => {
                    if let Some(error) = result.error {
                        let reason = result.reason_code.as_ref().map(|reason| format!(" {reason}"));
                        codes.push(format!("{}{}", error.code(), reason.unwrap_or_default()));
                    }
                }
                Record::Decided(decided) if decided.decision == Decision::Deny => {
                    codes.push(decided.reason_code.as_str().to_owned());
                }
                Record::Cancelled(_) => stopped = true,
                Record::Intent(_) | Record::Approval(_) if stopped => {
                    seen.late = Some("a call was meant or approved after it was stopped".into());
                }
                Record::Ended(ended) => {
                    seen.says_why |=
                        ended.status != RunStatus::Failed || stopped || ended.reason_code.is_some();
                }
                _ => {}
            }
        }
        codes.append(&mut seen.codes);
        seen.codes = codes;
        seen.effects = self.effects(number);
        Ok(seen)
    }

    /// What the log says of a run that is over. A stop is told at once, and written a moment later.
    fn records(&self, run: &RunId) -> Result<Vec<(u64, Record)>> {
        let (reader, began) = (Reader::open(self.folder.path())?, Instant::now());
        while !reader.run(run)?.is_some_and(|row| row.row.status.is_over()) && began.elapsed() < BOUND {
            thread::sleep(Duration::from_millis(10));
        }
        Ok(reader.records(run)?)
    }
}

struct Play {
    run: RunId,
    order: Order,
    scenario: Scenario,
    seen: Seen,
    wish: Option<(RunStatus, Wish)>,
    went_on: usize,
    /// Whether it was told to go on, and was not seen to.
    resuming: bool,
    card: Option<(Box<Card>, Instant)>,
}

impl Play {
    /// Whether it is over, or waits and nobody lets it go on.
    fn is_over(&self) -> bool {
        let waits = self.seen.status == Some(RunStatus::Paused)
            && !self.resuming
            && self.went_on >= self.scenario.goes_on
            && self.wish.is_none();
        waits || self.seen.status.is_some_and(RunStatus::is_over)
    }
}

fn said(error: ToolError) -> anyhow::Error {
    anyhow!("{} ({})", error.message, error.finest_code())
}

/// An address of this machine at which nobody listens.
fn nowhere() -> Result<String> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).context("no port on loopback")?;
    Ok(format!("http://{}/", listener.local_addr()?))
}

fn tightened() -> Result<Settings> {
    let mut settings = settings()?;
    for (name, number) in BUDGETS {
        settings.limits.tighten(name, number)?;
    }
    Ok(settings)
}
