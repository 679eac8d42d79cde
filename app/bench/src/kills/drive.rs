//! One run after another: somebody starts it, answers its cards and lets it go on when it waits; somebody else kills.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use laika_daemon::serving::{Ask, Client};
use laika_daemon::working::{Card, News};
use laika_protocol::ids::RunId;
use laika_protocol::run::Pause;
use laika_protocol::wire::{RunState, RunStatus};
use laika_store::Reader;

use super::case::{Case, Victim};
use super::shop::{GOAL, GOAL_OF_A_MODEL, Shop};
use super::terminal::Terminal;
use crate::processes::{self, Process};
use crate::serving::Serving;

/// Nothing moves for so long: it hangs. A model may think for 300 seconds, and on a busy machine it does.
const SILENCE: Duration = Duration::from_secs(330);
/// It is not at its end by then: it hangs as well.
const BOUND: Duration = Duration::from_secs(1_200);
/// A card takes no answer before this; a person is slower anyway.
const READ_A_CARD: Duration = Duration::from_millis(850);
/// Whoever gets no reaction types again.
const AGAIN: Duration = Duration::from_millis(2_500);
/// A run that waits more often than this is left as it is.
const MOST_RESUMES: usize = 8;
/// What belonged to a server that was killed is gone by then.
const GONE: Duration = Duration::from_secs(10);

/// Something that was heard, and from which server.
struct Heard(usize, RunId, News);

/// What came of one run.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub(super) case: Case,
    pub(super) run: Option<RunId>,
    /// Where the run stood when the victim was killed; nothing if it was over before.
    pub(super) hit: Option<RunStatus>,
    /// Where it stood last, by the word of the server.
    pub(super) status: Option<RunStatus>,
    pub(super) pause: Option<Pause>,
    /// Enquiries that arrived at the shop.
    pub(super) arrived: usize,
    /// Those of them that held everything the person wanted to send.
    pub(super) whole: usize,
    /// How often it waited and was told to go on.
    pub(super) resumes: usize,
    /// From the kill until the run was at work again, where it had to stop.
    pub(super) recovered: Option<Duration>,
    pub(super) took: Duration,
    pub(super) hung: bool,
    /// What the person saw, where something is wrong with it.
    pub(super) shown: String,
}

/// The server, the shop, and who watches both.
pub(super) struct Lab {
    laika: PathBuf,
    model: String,
    serving: Serving,
    client: Option<Client>,
    shop: Shop,
    sender: Sender<Heard>,
    heard: Receiver<Heard>,
    /// Which server this is.
    life: usize,
    /// Runs of earlier cases.
    known: BTreeSet<RunId>,
    /// Processes that outlived the server they belonged to.
    left: usize,
}

impl Lab {
    pub(super) fn start(laika: &Path, model: &str) -> Result<Self> {
        let (sender, heard) = mpsc::channel();
        let mut lab = Self {
            laika: laika.to_owned(),
            model: model.to_owned(),
            serving: Serving::start(laika)?,
            client: None,
            shop: Shop::start()?,
            sender,
            heard,
            life: 0,
            known: BTreeSet::new(),
            left: 0,
        };
        lab.watch()?;
        Ok(lab)
    }

    pub(super) fn folder(&self) -> &Path {
        self.serving.folder()
    }

    /// Ends the server in good order. How many processes outlived theirs is what is left.
    pub(super) fn end(&mut self) -> Result<usize> {
        let family = processes::family(self.serving.process_id());
        let client = self.client.take().context("nobody watches")?;
        self.serving.end(client)?;
        Ok(self.left + processes::survivors(&family, GONE).len())
    }

    fn watch(&mut self) -> Result<()> {
        let (sender, life) = (self.sender.clone(), self.life);
        let hears = Box::new(move |run: Option<RunId>, news| {
            if let Some(run) = run {
                // Whoever listened may be gone.
                let _ = sender.send(Heard(life, run, news));
            }
        });
        let client = self.serving.connect(hears, Box::new(|| {}))?;
        client.ask(Ask::Watch { run: None })?;
        self.client = Some(client);
        Ok(())
    }

    /// The process that is to die, once it is there.
    fn victim(&self, victim: Victim) -> Option<Process> {
        let family = processes::family(self.serving.process_id());
        let found = match victim {
            Victim::Server => return family.into_iter().find(|it| it.id == self.serving.process_id()),
            Victim::Model => processes::with_word(&family, "model-worker"),
            Victim::Network => processes::with_word(&family, "net-worker"),
            Victim::Browser => {
                let typed = processes::with_word(&family, "--type=");
                let all = processes::with_word(&family, "--user-data-dir=");
                all.into_iter().filter(|it| !typed.contains(it)).collect()
            }
        };
        found.into_iter().next()
    }

    /// Kills it, and starts another one where that is not for the product to do. False where there is nobody to kill.
    fn kill(&mut self, victim: Victim) -> Result<bool> {
        if victim != Victim::Server {
            return Ok(self.victim(victim).is_some_and(|process| processes::kill(&process)));
        }
        let family = processes::family(self.serving.process_id());
        self.serving.kill()?;
        self.client = None;
        self.life += 1;
        self.left += processes::survivors(&family, GONE).len();
        self.serving.start_again()?;
        self.watch()?;
        Ok(true)
    }

    fn terminal(&self, words: &[&str]) -> Result<Terminal> {
        Terminal::start(&self.laika, words, self.serving.folder())
    }

    fn begin(&self, case: &Case) -> Result<Terminal> {
        let mode = if case.autopilot { "autopilot" } else { "assist" };
        let (goal, url) = match case.victim {
            Victim::Model => (GOAL_OF_A_MODEL, self.shop.offers(case.number)),
            Victim::Server | Victim::Browser | Victim::Network => (GOAL, self.shop.url(case.number)),
        };
        self.terminal(&["run", goal, "--url", &url, "--mode", mode, "--model", &self.model])
    }

    /// Plays one run to its end.
    pub(super) fn play(&mut self, case: Case) -> Result<Played> {
        let mut play = Play::new(case);
        let mut terminal = self.begin(&play.played.case)?;
        while !play.is_over() {
            if play.began.elapsed() > BOUND || play.moved.elapsed() > SILENCE {
                play.played.hung = true;
                break;
            }
            if let Ok(Heard(life, run, news)) = self.heard.recv_timeout(Duration::from_millis(5))
                && life == self.life
                && !self.known.contains(&run)
            {
                play.hear(run, news);
            }
            if play.kill_at.is_some_and(|at| at <= Instant::now()) {
                // What was heard meanwhile says where it stands now.
                while let Ok(Heard(_, run, news)) = self.heard.try_recv() {
                    if !self.known.contains(&run) {
                        play.hear(run, news);
                    }
                }
                let (stands, at) = (play.played.status, Instant::now());
                if !play.is_over() && self.kill(play.played.case.victim)? {
                    play.killed(stands, at);
                }
            }
            play.answer(&mut terminal, &self.shop);
            if terminal.is_over() && !play.is_over() {
                play.screens.push_str(&terminal.shown());
                if let Some(another) = self.again(&mut play)? {
                    terminal = another;
                }
            }
        }
        if play.left {
            terminal.types("q");
        }
        // It says how the run ended, and ends; one that does not is ended below.
        terminal.ends(Duration::from_secs(5));
        self.known.extend(play.played.run.clone());
        let Play { mut played, began, screens, .. } = play;
        played.took = began.elapsed();
        played.arrived = self.shop.arrived(played.case.number);
        played.whole = self.shop.whole(played.case.number);
        played.shown = screens + &terminal.shown();
        Ok(played)
    }

    /// The program at the terminal has ended, and the run has not: it is resumed at another terminal, as a person would.
    /// Nothing where there is nothing to resume.
    fn again(&self, play: &mut Play) -> Result<Option<Terminal>> {
        play.terminals += 1;
        if play.terminals > MOST_RESUMES {
            bail!("the program at the terminal ends again and again:\n{}", play.screens);
        }
        let Some(run) = play.played.run.clone() else { return self.begin(&play.played.case).map(Some) };
        let standing = self.client.as_ref().context("nobody watches")?.status()?;
        match standing.runs.into_iter().find(|state| state.run_id == run) {
            Some(state) => play.stands(&state),
            None => {
                // It is over, or it is not there at all; the log says which.
                let row = Reader::open(self.folder())?.run(&run)?;
                play.played.status = row.map(|row| row.row.status);
                play.gone = true;
            }
        }
        if play.is_over() {
            return Ok(None);
        }
        play.resumes();
        self.terminal(&["runs", "resume", run.as_str(), "--model", &self.model]).map(Some)
    }
}

/// A run while it is played.
struct Play {
    played: Played,
    began: Instant,
    moved: Instant,
    /// How often the state was entered in which the victim dies.
    entered: usize,
    kill_at: Option<Instant>,
    killed: Option<Instant>,
    card: Option<(Box<Card>, Instant)>,
    /// When a line is typed to let it go on.
    go_on_at: Option<Instant>,
    /// How often a program at a terminal ended before its run.
    terminals: usize,
    /// What earlier terminals showed.
    screens: String,
    /// Whether it waits and is left as it is.
    left: bool,
    /// Whether the server knows nothing of it any more.
    gone: bool,
}

impl Play {
    fn new(case: Case) -> Self {
        let played = Played {
            case,
            run: None,
            hit: None,
            status: None,
            pause: None,
            arrived: 0,
            whole: 0,
            resumes: 0,
            recovered: None,
            took: Duration::ZERO,
            hung: false,
            shown: String::new(),
        };
        Self {
            played,
            began: Instant::now(),
            moved: Instant::now(),
            entered: 0,
            kill_at: None,
            killed: None,
            card: None,
            go_on_at: None,
            terminals: 0,
            screens: String::new(),
            left: false,
            gone: false,
        }
    }

    fn is_over(&self) -> bool {
        self.left || self.gone || self.played.status.is_some_and(RunStatus::is_over)
    }

    fn hear(&mut self, run: RunId, news: News) {
        if self.played.run.get_or_insert_with(|| run.clone()) != &run {
            return;
        }
        self.moved = Instant::now();
        #[expect(clippy::wildcard_enum_match_arm, reason = "all else is for a person to read")]
        match news {
            News::State { state: Some(state), .. } => self.stands(&state),
            News::Ask(card) => self.card = Some((card, Instant::now() + READ_A_CARD)),
            _ => {}
        }
    }

    fn stands(&mut self, state: &RunState) {
        let before = self.played.status.replace(state.status);
        self.played.pause = state.pause;
        if before == Some(state.status) {
            return;
        }
        self.moved = Instant::now();
        if state.status == self.played.case.state && self.killed.is_none() {
            self.entered += 1;
            if self.entered == self.played.case.nth {
                self.kill_at = Some(Instant::now() + self.played.case.after);
            }
        }
        if state.status != RunStatus::AwaitingApproval {
            self.card = None;
        }
        let waits = state.status == RunStatus::Paused;
        self.go_on_at = waits.then(|| Instant::now() + Duration::from_millis(300));
        if !waits
            && before == Some(RunStatus::Paused)
            && let Some(killed) = self.killed
        {
            self.played.recovered.get_or_insert(killed.elapsed());
        }
    }

    fn killed(&mut self, stood: Option<RunStatus>, at: Instant) {
        (self.kill_at, self.killed) = (None, Some(at));
        self.played.hit = stood;
        if self.played.case.victim == Victim::Server {
            // Its cards went with it.
            self.card = None;
        }
        self.moved = Instant::now();
    }

    fn resumes(&mut self) {
        self.played.resumes += 1;
        self.go_on_at = None;
    }

    /// Does what a person at the terminal does: answers a card, and lets a run go on that waits.
    fn answer(&mut self, terminal: &mut Terminal, shop: &Shop) {
        let now = Instant::now();
        if let Some((card, at)) = &mut self.card
            && *at <= now
        {
            *at = now + AGAIN;
            // The person looks at the shop first: what has arrived is not sent again.
            let sends = card.sends.is_some() && card.tool == "browser.click";
            let again = sends && shop.arrived(self.played.case.number) > 0;
            terminal.types(if again { "n" } else { "y" });
        }
        if self.go_on_at.is_some_and(|at| at <= now) {
            // A no was meant; and whoever waits too often waits for good.
            let enough = self.played.pause == Some(Pause::Rejected) || self.played.resumes >= MOST_RESUMES;
            if enough {
                self.left = true;
            } else {
                terminal.types("");
                self.resumes();
                self.go_on_at = Some(now + AGAIN);
            }
        }
    }
}
