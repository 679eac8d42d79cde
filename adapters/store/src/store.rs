//! The handle of the log: what a program that writes holds.

use std::fmt;
use std::sync::mpsc::{self, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use laika_protocol::ids::{ArtifactId, Origin, ProfileId};

use crate::place::{Options, Source};
use crate::random::Random;
use crate::write::queue::{self, Command, Failure};
use crate::write::{Setup, Writer, settings};
use crate::{Anchor, Appended, Artifact, Batch, Override, Reader, SiteNote, StoreError, ToolUse};

/// The log, open for writing. Copies are cheap and share one writer; the log closes with the last of them.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    commands: Option<SyncSender<Command>>,
    thread: Option<JoinHandle<()>>,
    source: Source,
    failure: Failure,
}

/// How far a long piece of work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What it does now.
    pub stage: &'static str,
    /// How much of that is done.
    pub done: u64,
    /// Out of how much.
    pub total: u64,
}

impl Store {
    /// Opens the log, makes it if there is none, and brings its tables up to date.
    ///
    /// # Errors
    /// When another process writes to it, it is of another program or newer than this one, or the disk fails.
    pub fn open(options: Options, now_ms: u64) -> Result<Self, StoreError> {
        let setup = Setup { schema: crate::schema::LATEST, random: Random::System };
        Self::of(Writer::open(&options, now_ms, setup)?)
    }

    pub(crate) fn of(writer: Writer) -> Result<Self, StoreError> {
        let (commands, receiver) = mpsc::sync_channel(queue::MOST_WAITING);
        let failure: Failure = Arc::new(Mutex::new(None));
        let source = writer.source().clone();
        let told = Arc::clone(&failure);
        let thread = thread::Builder::new()
            .name("laika-log".into())
            .spawn(move || queue::serve(writer, &receiver, &told))
            .map_err(StoreError::stream("start the writer"))?;
        let inner = Inner { commands: Some(commands), thread: Some(thread), source, failure };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Writes a batch and returns when it is durable. Not to be called where [`Store::submit`] answers.
    ///
    /// # Errors
    /// When the batch is at fault or nothing could be written; then nothing of it was.
    pub fn append(&self, batch: Batch) -> Result<Appended, StoreError> {
        let (done, answer) = mpsc::sync_channel(1);
        let tell = Box::new(move |result| drop(done.send(result)));
        self.send(Command::Append(Box::new(batch), tell))?;
        answer.recv().map_err(|_| StoreError::Closed)?
    }

    /// Writes a batch and says when it is durable. `done` is called on the writer's thread and must not block.
    ///
    /// # Errors
    /// When the queue is full or the log is closed; then `done` is not called.
    pub fn submit(
        &self,
        batch: Batch,
        done: impl FnOnce(Result<Appended, StoreError>) + Send + 'static,
    ) -> Result<(), StoreError> {
        self.offer(Command::Append(Box::new(batch), Box::new(done)))
    }

    /// Writes a batch when it suits: in order, with the next durable one or after a fifth of a second.
    /// [`Store::failure`] says whether one could not be written.
    ///
    /// # Errors
    /// When the queue is full or the log is closed.
    pub fn later(&self, batch: Batch) -> Result<(), StoreError> {
        self.offer(Command::Later(Box::new(batch)))
    }

    /// The first failure, since this was last asked, of a batch that nobody waited for.
    #[must_use]
    pub fn failure(&self) -> Option<StoreError> {
        self.inner.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Writes everything that was handed in before.
    ///
    /// # Errors
    /// When the log is closed.
    pub fn flush(&self) -> Result<(), StoreError> {
        self.work(|_, _| Ok(()), &mut |_| {})
    }

    /// Signs where the log stands, to be kept elsewhere.
    ///
    /// # Errors
    /// When the log is empty, or the key is not there.
    pub fn anchor(&self, now_ms: u64) -> Result<Anchor, StoreError> {
        self.work(move |writer, _| writer.anchor(now_ms), &mut |_| {})
    }

    /// A reader of this log.
    ///
    /// # Errors
    /// When no connection can be made.
    pub fn reader(&self) -> Result<Reader, StoreError> {
        Reader::of(&self.inner.source)
    }

    /// Sets what holds on a site.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn set_override(&self, set: Override) -> Result<(), StoreError> {
        self.transact(move |transaction| settings::set_override(transaction, &set))
    }

    /// Takes back what was set for a site. Says whether anything was.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn clear_override(&self, profile: ProfileId, origin: Origin) -> Result<bool, StoreError> {
        self.transact(move |transaction| settings::clear_override(transaction, &profile, &origin))
    }

    /// Writes down a note of the person about a site; its number comes back.
    ///
    /// # Errors
    /// When it is empty or too long, or cannot be written.
    pub fn add_note(&self, note: SiteNote) -> Result<u64, StoreError> {
        self.transact(move |transaction| settings::add_note(transaction, &note))
    }

    /// Takes a note away. Says whether there was one.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn remove_note(&self, profile: ProfileId, id: u64) -> Result<bool, StoreError> {
        self.transact(move |transaction| settings::remove_note(transaction, &profile, id))
    }

    /// Counts a use of a tool.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add_tool_use(&self, used: ToolUse) -> Result<(), StoreError> {
        self.transact(move |transaction| settings::add_tool_use(transaction, &used))
    }

    /// Lists an artifact. Its file is the caller's business.
    ///
    /// # Errors
    /// When there is no such run, the id is taken, or it cannot be written.
    pub fn add_artifact(&self, artifact: Artifact) -> Result<(), StoreError> {
        self.transact(move |transaction| settings::add_artifact(transaction, &artifact))
    }

    /// Notes that the file of an artifact was removed. Says whether it was listed as present.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn evict_artifact(&self, id: ArtifactId, now_ms: u64) -> Result<bool, StoreError> {
        self.transact(move |transaction| settings::evict_artifact(transaction, &id, now_ms))
    }

    pub(crate) fn transact<T: Send + 'static>(
        &self,
        work: impl FnOnce(&rusqlite::Transaction<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.work(move |writer, _| writer.transact(|transaction, _| work(transaction)), &mut |_| {})
    }

    /// Has the writer do something, and passes on how far it is while it waits.
    pub(crate) fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Writer, &dyn Fn(Progress)) -> Result<T, StoreError> + Send + 'static,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<T, StoreError> {
        enum Said<T> {
            Now(Progress),
            Done(Result<T, StoreError>),
        }
        let (say, hear) = mpsc::channel();
        self.send(Command::Work(Box::new(move |writer| {
            // Whoever asked may have gone; the work is done all the same.
            let result = work(writer, &|progress| drop(say.send(Said::Now(progress))));
            let _ = say.send(Said::Done(result));
        })))?;
        loop {
            match hear.recv() {
                Ok(Said::Now(now)) => progress(now),
                Ok(Said::Done(result)) => return result,
                Err(_) => return Err(StoreError::Closed),
            }
        }
    }

    fn send(&self, command: Command) -> Result<(), StoreError> {
        let commands = self.inner.commands.as_ref().ok_or(StoreError::Closed)?;
        commands.send(command).map_err(|_| StoreError::Closed)
    }

    fn offer(&self, command: Command) -> Result<(), StoreError> {
        let commands = self.inner.commands.as_ref().ok_or(StoreError::Closed)?;
        commands.try_send(command).map_err(|error| match error {
            TrySendError::Full(_) => StoreError::Busy,
            TrySendError::Disconnected(_) => StoreError::Closed,
        })
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.commands = None;
        // The last copy may be dropped by an answer, on the writer's own thread, which cannot wait for itself.
        if let Some(thread) = self.thread.take()
            && thread.thread().id() != thread::current().id()
        {
            let _ = thread.join();
        }
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("place", &self.inner.source.name()).finish_non_exhaustive()
    }
}
