//! Erasing: payloads and their salts go, headers and hashes stay, and a record in the chain says what went (C-23).

pub(crate) mod collected;
mod payloads;
mod site;

use laika_protocol::ids::{ArtifactId, RunId};
use laika_protocol::run::ErasedFor;
use rusqlite::{Transaction, params};

use crate::write::{Log, Writer, head};
use crate::{Progress, Signing, Store, StoreError};

pub use site::Site;

use payloads::Which;

const MS_PER_DAY: u64 = 86_400_000;

/// How long runs are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Windows {
    /// Days after a run last changed.
    pub days: u32,
    /// Days after a run last changed that read a sensitive site; the smaller of both counts.
    pub sensitive_days: u32,
}

/// What is forgotten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forget {
    /// One run.
    Run(RunId),
    /// Every run that read the site, as a whole: its other payloads may repeat what was read there. And every source
    /// of it in any collection, with whatever was made from that.
    Site(Site),
    /// Everything.
    Everything,
}

/// What was erased.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removed {
    /// Runs that lost payloads.
    pub runs: u64,
    /// Payloads.
    pub payloads: u64,
    /// Messages.
    pub messages: u64,
    /// Sources of collections.
    pub sources: u64,
    /// Artifacts whose files the caller must remove now, those of what was made from collections among them.
    pub artifacts: Vec<ArtifactId>,
    /// The head that was signed after it.
    pub signing: Signing,
    /// Whether the files of the database hold none of it any more. False while somebody else reads an older state, or
    /// where there was no space to rewrite it: what was erased is gone from the log, but may still lie in its files.
    pub clean: bool,
}

impl Store {
    /// Erases what was seen on pages before the run's last checkpoint, which stands for it (RUN-044).
    ///
    /// # Errors
    /// When there is no such run, or nothing can be written; then nothing was erased.
    pub fn compact(&self, run: RunId, now_ms: u64) -> Result<Removed, StoreError> {
        self.work(move |writer, _| compact(writer, &run, now_ms), &mut |_| {})
    }

    /// Erases runs whose time is over. What the person collected has no such time: see [`Store::remove_collection`].
    ///
    /// # Errors
    /// When nothing can be written; then nothing was erased.
    pub fn prune(
        &self,
        now_ms: u64,
        windows: Windows,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Removed, StoreError> {
        self.work(move |writer, progress| prune(writer, now_ms, windows, progress), progress)
    }

    /// Forgets what the person wants forgotten, and rewrites the database so that no byte of it stays in its files.
    ///
    /// # Errors
    /// When there is no such run, or nothing can be written; then nothing was forgotten.
    pub fn forget(
        &self,
        what: Forget,
        now_ms: u64,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Removed, StoreError> {
        self.work(move |writer, progress| forget(writer, &what, now_ms, progress), progress)
    }
}

pub(crate) fn compact(writer: &mut Writer, run: &RunId, now_ms: u64) -> Result<Removed, StoreError> {
    let mut removed = writer.transact(|transaction, log| {
        let mut removed = Removed::nothing();
        let which = Which::SeenBeforeCheckpoint;
        removed.payloads = payloads::erase(transaction, log, run, which, ErasedFor::Compaction, now_ms)?;
        removed.runs = u64::from(removed.payloads > 0);
        removed.finish(transaction, log, now_ms)?;
        Ok(removed)
    })?;
    removed.clean = writer.empty_wal();
    Ok(removed)
}

fn prune(
    writer: &mut Writer,
    now_ms: u64,
    windows: Windows,
    progress: &dyn Fn(Progress),
) -> Result<Removed, StoreError> {
    let since = |days: u32| now_ms.saturating_sub(u64::from(days).saturating_mul(MS_PER_DAY)).cast_signed();
    let (all, sensitive) = (since(windows.days), since(windows.days.min(windows.sensitive_days)));
    let mut removed = writer.transact(|transaction, log| {
        let runs = listed(
            transaction,
            "SELECT run_id FROM run WHERE updated_at_ms < CASE WHEN sensitive THEN ?2 ELSE ?1 END \
             AND EXISTS (SELECT 1 FROM run_event e JOIN event_payload p ON p.log_seq = e.log_seq \
             WHERE e.run_id = run.run_id AND e.kind <> 'log.erased')",
            params![all, sensitive],
        )?;
        let mut removed = Removed::nothing();
        for run in each(&runs, progress) {
            removed.run(transaction, log, run, ErasedFor::Retention, now_ms)?;
            // What an artifact was stays listed, with its digest (RUN-045).
            let evicted = "UPDATE artifact SET evicted_at_ms = ?2 WHERE run_id = ?1 AND evicted_at_ms IS NULL \
                           RETURNING artifact_id";
            removed.files(transaction, evicted, params![run.as_str(), now_ms.cast_signed()])?;
        }
        removed.finish(transaction, log, now_ms)?;
        Ok(removed)
    })?;
    removed.clean = writer.empty_wal();
    Ok(removed)
}

fn forget(
    writer: &mut Writer,
    what: &Forget,
    now_ms: u64,
    progress: &dyn Fn(Progress),
) -> Result<Removed, StoreError> {
    let mut removed = writer.transact(|transaction, log| {
        let mut removed = Removed::nothing();
        let runs = match what {
            Forget::Run(run) => vec![run.clone()],
            Forget::Site(site) => removed.site(transaction, site)?,
            Forget::Everything => listed(transaction, "SELECT run_id FROM run", [])?,
        };
        for run in each(&runs, progress) {
            removed.run(transaction, log, run, ErasedFor::Forgotten, now_ms)?;
            let deleted = "DELETE FROM artifact WHERE run_id = ?1 RETURNING artifact_id";
            removed.files(transaction, deleted, [run.as_str()])?;
        }
        if *what == Forget::Everything {
            removed.everything_collected(transaction)?;
            transaction.execute_batch(
                "DELETE FROM site_policy_override; DELETE FROM site_note; DELETE FROM conversations;",
            )?;
        }
        removed.finish(transaction, log, now_ms)?;
        Ok(removed)
    })?;
    progress(Progress { stage: "rewriting the database", done: 0, total: 1 });
    removed.clean = writer.rewrite();
    progress(Progress { stage: "rewriting the database", done: 1, total: 1 });
    Ok(removed)
}

impl Removed {
    const fn nothing() -> Self {
        Self {
            runs: 0,
            payloads: 0,
            messages: 0,
            sources: 0,
            artifacts: Vec::new(),
            signing: Signing::NotDue,
            clean: true,
        }
    }

    /// Erases all payloads of a run and what repeats them beside the chain.
    fn run(
        &mut self,
        transaction: &Transaction<'_>,
        log: &mut Log,
        run: &RunId,
        reason: ErasedFor,
        now_ms: u64,
    ) -> Result<(), StoreError> {
        let payloads = payloads::erase(transaction, log, run, Which::All, reason, now_ms)?;
        self.runs += u64::from(payloads > 0);
        self.payloads += payloads;
        let id = [run.as_str()];
        let each = |sql| transaction.prepare_cached(sql)?.execute(id);
        self.messages += each("DELETE FROM messages WHERE run_id = ?1")? as u64;
        each("DELETE FROM run_site WHERE run_id = ?1")?;
        // A run that nobody can read back cannot go on, and must not keep a tab from others.
        each("DELETE FROM tab_lock WHERE run_id = ?1")?;
        each(
            "UPDATE run SET status = 'failed' \
             WHERE run_id = ?1 AND status NOT IN ('completed', 'cancelled', 'failed')",
        )?;
        each("DELETE FROM grants WHERE run_id = ?1")?;
        // The ids of calls stay, so that none is ever performed again; a key may be a model's own words.
        each("UPDATE request SET idempotency_key = NULL WHERE run_id = ?1")?;
        Ok(())
    }

    /// Takes out what is kept of a site beside the runs, and names the runs that read it.
    fn site(&mut self, transaction: &Transaction<'_>, site: &Site) -> Result<Vec<RunId>, StoreError> {
        let mut runs = Vec::new();
        for origin in site.origins(transaction)? {
            let id = [origin.as_str()];
            transaction.execute("DELETE FROM site_policy_override WHERE origin = ?1", id)?;
            transaction.execute("DELETE FROM site_note WHERE origin = ?1", id)?;
            self.files(transaction, "DELETE FROM artifact WHERE origin = ?1 RETURNING artifact_id", id)?;
            self.collected_from(transaction, &origin)?;
            runs.extend(listed(transaction, "SELECT run_id FROM run_site WHERE origin = ?1", id)?);
        }
        runs.sort();
        runs.dedup();
        Ok(runs)
    }

    /// Collects the artifacts whose files go.
    fn files(
        &mut self,
        transaction: &Transaction<'_>,
        sql: &str,
        parameters: impl rusqlite::Params,
    ) -> Result<(), StoreError> {
        let mut statement = transaction.prepare_cached(sql)?;
        let mut rows = statement.query(parameters)?;
        while let Some(row) = rows.next()? {
            self.artifacts.push(crate::reader::id(row, 0)?);
        }
        Ok(())
    }

    /// After the last run: conversations of which nothing is left, and a head. That it cannot be signed must not keep
    /// anything from being erased.
    fn finish(
        &mut self,
        transaction: &Transaction<'_>,
        log: &mut Log,
        now_ms: u64,
    ) -> Result<(), StoreError> {
        if self.messages > 0 {
            let empty = "DELETE FROM conversations WHERE id NOT IN (SELECT conversation_id FROM messages)";
            transaction.execute(empty, [])?;
        }
        if self.payloads > 0 {
            self.signing = head::try_sign(transaction, log, now_ms)?;
        }
        Ok(())
    }
}

fn listed(
    transaction: &Transaction<'_>,
    sql: &str,
    parameters: impl rusqlite::Params,
) -> Result<Vec<RunId>, StoreError> {
    let mut statement = transaction.prepare_cached(sql)?;
    let mut rows = statement.query(parameters)?;
    let mut runs = Vec::new();
    while let Some(row) = rows.next()? {
        runs.push(crate::reader::id(row, 0)?);
    }
    Ok(runs)
}

/// The runs, with a word about each.
fn each<'a>(runs: &'a [RunId], progress: &'a dyn Fn(Progress)) -> impl Iterator<Item = &'a RunId> {
    let total = runs.len() as u64;
    runs.iter().zip(0..).map(move |(run, done)| {
        progress(Progress { stage: "erasing", done, total });
        run
    })
}
