//! A scripted outside world for the real loop: a page that counts, a model that wants one more, a person who agrees.
//!
//! What is measured through it is the product's own loop and log; only what lies outside of them is scripted.

mod world;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use laika_agent::{Event, RunEvent, Start};
use laika_daemon::{Daemon, Settings, now_ms};
use laika_policy::Policy;
use laika_protocol::ids::{Origin, ProfileId, RunId};
use laika_protocol::run::{Started, Surface, UserMessage};
use laika_protocol::wire::SiteMode;
use laika_store::{Options, Store};

pub(crate) use world::{PAGE, ScriptedWorld, fresh_uuid};

/// How long nothing may happen before somebody looks why.
const PATIENCE: Duration = Duration::from_millis(1_500);
/// How often a run is resumed whose log fails.
const MOST_TRIES: u32 = 4;

/// What the scripted process is started with.
#[derive(Clone, Debug)]
pub struct Script {
    /// The folder of the log and of the side effects.
    pub folder: PathBuf,
    /// How many runs.
    pub runs: u32,
    /// How many steps each of them takes.
    pub steps: u32,
    /// How the log is opened.
    pub options: Options,
    /// Whether the runs are private.
    pub private: bool,
    /// What the person wants.
    pub goal: String,
}

/// Starts or resumes scripted runs and goes on until all are completed. False when the log keeps failing.
///
/// # Errors
/// When the log cannot be opened or the page cannot be read.
pub fn play(script: &Script, out: &mut (impl Write + Send)) -> Result<bool> {
    let effects = script.folder.join("effects");
    std::fs::create_dir_all(&effects).context("cannot make the folder of the side effects")?;
    let store = Store::open(script.options.clone(), now_ms())?;
    let completed = Arc::new(Mutex::new(BTreeSet::new()));
    let wanted: BTreeSet<RunId> = (1..=script.runs).map(run_id).collect::<Result<_>>()?;
    for run in &wanted {
        if store
            .reader()?
            .run(run)?
            .is_some_and(|run| run.row.status == laika_protocol::wire::RunStatus::Completed)
        {
            completed.lock().unwrap_or_else(PoisonError::into_inner).insert(run.clone());
        }
    }
    let world = ScriptedWorld::new(&effects, script.steps, Arc::clone(&completed), out);
    let mut daemon = Daemon::open(settings()?, store, world)?;
    for _ in 0..MOST_TRIES {
        let sender = daemon.sender();
        let missing: Vec<&RunId> = {
            let completed = completed.lock().unwrap_or_else(PoisonError::into_inner);
            wanted.iter().filter(|run| !completed.contains(*run)).collect()
        };
        for run in missing {
            // A log that fails now may be fine in a moment; a run that it does not know was never begun.
            let known = daemon.store().reader().and_then(|reader| reader.run(run));
            let Ok(known) = known else { continue };
            sender.send(match known {
                Some(_) => Event::Run(run.clone(), RunEvent::Resume(None)),
                None => start(run, script)?,
            });
        }
        daemon.work(PATIENCE, |state| {
            let completed = completed.lock().unwrap_or_else(PoisonError::into_inner);
            completed.is_superset(&wanted) && state.runs().next().is_none()
        });
        if completed.lock().unwrap_or_else(PoisonError::into_inner).is_superset(&wanted) {
            return Ok(true);
        }
        thread::sleep(Duration::from_millis(50));
    }
    Ok(false)
}

fn settings() -> Result<Settings> {
    let policy = Policy::read(include_str!("../../../../policy/default.json"))
        .map_err(|defects| anyhow!("the policy has {} defects", defects.len()))?;
    Ok(Settings::new(policy, [7; 32]))
}

fn start(run: &RunId, script: &Script) -> Result<Event> {
    let started = Started {
        run: run.clone(),
        profile: ProfileId::parse("default")?,
        surface: Surface::Isolated,
        mode: SiteMode::Assist,
        conversation: None,
        private: script.private,
        needs_authorisation: false,
        may_read: Vec::new(),
        may_act: vec![Origin::parse(PAGE)?],
        exposed: Vec::new(),
    };
    let goal = UserMessage { message_id: fresh_uuid()?, text: script.goal.clone(), caller: false };
    Ok(Event::Start(Box::new(Start { started, goal, directory: Vec::new() })))
}

fn run_id(number: u32) -> Result<RunId> {
    Ok(RunId::parse(&format!("run-{number}"))?)
}

/// The log of a scripted folder.
#[must_use]
pub fn log_folder(folder: &Path) -> PathBuf {
    folder.join("data")
}
