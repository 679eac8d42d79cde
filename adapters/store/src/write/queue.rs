//! The queue of the one writer (RUN-007): everything that waits is written in one transaction with one sync.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Writer;
use crate::{Appended, Batch, StoreError};

/// What waits at most; then whoever asks is told that the log is busy.
pub(crate) const MOST_WAITING: usize = 256;
/// What one transaction holds at most.
const MOST_TOGETHER: usize = 256;
/// Batches that nobody waits for are written when there are this many of them,
const MOST_LATER: usize = 64;
/// or when the first has waited this long.
const LATER: Duration = Duration::from_millis(200);

/// Told when a batch is durable, or why it is not.
pub(crate) type Done = Box<dyn FnOnce(Result<Appended, StoreError>) + Send>;

/// Anything else that the writer does.
pub(crate) type Work = Box<dyn FnOnce(&mut Writer) + Send>;

/// What the writer is asked to do.
pub(crate) enum Command {
    /// To write, and to say when it is durable.
    Append(Box<Batch>, Done),
    /// To write when it suits.
    Later(Box<Batch>),
    /// Anything else, after what was asked before it.
    Work(Work),
}

/// The first failure of a batch that nobody waited for.
pub(crate) type Failure = Arc<Mutex<Option<StoreError>>>;

/// What waits to be written.
#[derive(Default)]
struct Waiting {
    batches: Vec<Batch>,
    told: Vec<Option<Done>>,
    /// Since when the oldest waits that nobody waits for.
    since: Option<Instant>,
    urgent: bool,
    work: Option<Work>,
}

/// Serves the queue until nobody can ask any more.
pub(crate) fn serve(mut writer: Writer, commands: &Receiver<Command>, failure: &Failure) {
    let mut waiting = Waiting::default();
    loop {
        let next = match waiting.since {
            None => commands.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(since) => commands.recv_timeout(LATER.saturating_sub(since.elapsed())),
        };
        match next {
            Ok(command) => waiting.take(command),
            Err(RecvTimeoutError::Timeout) => waiting.urgent = true,
            Err(RecvTimeoutError::Disconnected) => {
                waiting.write(&mut writer, failure);
                return;
            }
        }
        while waiting.work.is_none() && waiting.batches.len() < MOST_TOGETHER {
            match commands.try_recv() {
                Ok(command) => waiting.take(command),
                Err(_) => break,
            }
        }
        let due = waiting.since.is_some_and(|since| since.elapsed() >= LATER);
        if waiting.urgent || due || waiting.work.is_some() || waiting.batches.len() >= MOST_LATER {
            waiting.write(&mut writer, failure);
        }
        if let Some(work) = waiting.work.take() {
            work(&mut writer);
        }
    }
}

impl Waiting {
    fn take(&mut self, command: Command) {
        match command {
            Command::Append(batch, done) => {
                self.batches.push(*batch);
                self.told.push(Some(done));
                self.urgent = true;
            }
            Command::Later(batch) => {
                self.batches.push(*batch);
                self.told.push(None);
                self.since.get_or_insert_with(Instant::now);
            }
            Command::Work(work) => self.work = Some(work),
        }
    }

    fn write(&mut self, writer: &mut Writer, failure: &Failure) {
        self.urgent = false;
        self.since = None;
        if self.batches.is_empty() {
            return;
        }
        let results = writer.write(&self.batches);
        self.batches.clear();
        for (told, result) in self.told.drain(..).zip(results) {
            match (told, result) {
                (Some(done), result) => done(result),
                (None, Ok(_)) => {}
                (None, Err(error)) => {
                    failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                }
            }
        }
    }
}
