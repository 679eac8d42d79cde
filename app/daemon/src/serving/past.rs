//! What the person does to what lies in the log, while this process holds it: runs are taken back and forgotten, a
//! private one is summarised, and what they say of sites is kept.

use std::thread;
use std::time::{Duration, Instant};

use laika_protocol::ids::{Origin, RunId, Sha256};
use laika_store::Forget;
use serde_json::{Value, json};

use super::attend::Connection;
use super::error::Refusal;
use super::server::reader;
use crate::sites::{self, SiteRule};

/// Long enough for a slow disk.
const RECORDED_WITHIN: Duration = Duration::from_secs(15);
/// How often the log is looked at meanwhile.
const LOOKS_EVERY: Duration = Duration::from_millis(20);

impl Connection<'_> {
    /// Takes a run back, and waits until the log says so.
    pub(super) fn roll_back(&self, run: &RunId, to_seq: u64) -> Result<(), Refusal> {
        self.needs_person("take a run back")?;
        self.needs_rest(Some(run))?;
        let branch = || -> Result<u64, Refusal> {
            let none = || Refusal::new("E_NO_RUN", format!("there is no run {run}"));
            Ok(u64::from(reader(&self.shared.folder)?.run(run)?.ok_or_else(none)?.row.branch))
        };
        let before = branch()?;
        self.with(|service| {
            service.roll_back(run, to_seq);
            Ok(())
        })?;
        let began = Instant::now();
        while began.elapsed() < RECORDED_WITHIN {
            if branch()? > before {
                return Ok(());
            }
            thread::sleep(LOOKS_EVERY);
        }
        // The loop says why not to whoever watches the run; here it is only known that it is not so.
        Err(Refusal::new(
            "E_NOT_RECORDED",
            "the run was not taken back; it may have no such event, or be over",
        ))
    }

    /// Forgets a run, or everything.
    pub(super) fn forget(&self, run: Option<RunId>) -> Result<Value, Refusal> {
        self.needs_person("forget a run")?;
        self.needs_rest(run.as_ref())?;
        let what = run.map_or(Forget::Everything, Forget::Run);
        self.shared.collecting()?.forget(what)
    }

    /// Shows what could be kept of a private run, and keeps what was shown: the only way out of one (PRIV-003).
    pub(super) fn save_summary(&self, run: &RunId, shown: Option<Sha256>) -> Result<Value, Refusal> {
        self.needs_person("save a summary of a private run")?;
        self.needs_distance(run)?;
        let told = self.with(|service| Ok(service.summarise(run, shown)))?;
        let told = told.recv_timeout(RECORDED_WITHIN);
        let summarised =
            told.map_err(|_| Refusal::new("E_NOT_RECORDED", "the log did not answer; try it again"))??;
        Ok(json!(summarised))
    }

    /// Keeps what the person says of a site. What takes less care is theirs alone to say.
    pub(super) fn set_site(&self, origin: Origin, rule: SiteRule) -> Result<(), Refusal> {
        if rule.loosens(&sites::of_site(Some(&self.shared.folder), &origin), &origin) {
            self.needs_person("take less care on a site")?;
        }
        self.shared.collecting()?.set_site(origin, rule)
    }

    /// Nothing is taken from under a run that is at work.
    fn needs_rest(&self, run: Option<&RunId>) -> Result<(), Refusal> {
        let at_work = self.shared.hub.at_work();
        match run {
            Some(run) if at_work.contains(run) => {
                Err(Refusal::new("E_AT_WORK", format!("{run} is at work; stop it first")))
            }
            None if !at_work.is_empty() => {
                Err(Refusal::new("E_AT_WORK", "runs are at work; `laika stop` stops them"))
            }
            Some(_) | None => Ok(()),
        }
    }
}
