//! The embedded model: a confined process of our own, started when it is needed and ended when it is not.

mod check;
mod process;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use laika_os::confine::Confinement;
use laika_protocol::model::{Ask, Weighing, Weights, Written};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use self::process::{Process, Started};
use crate::wire::{Said, What};
use crate::{Cancel, Capabilities, Files, ModelError, Runner};

/// How the embedded model runs.
#[derive(Clone, Copy, Debug)]
pub struct EmbeddedOptions {
    /// How many threads compute.
    pub threads: u32,
    /// The most tokens of a prompt and its answer; the model may have less.
    pub context: u32,
    /// After so long without a request the process is ended. The next request starts it again.
    pub idle: Duration,
    /// The longest that a request may take.
    pub within: Duration,
    /// The longest that loading may take.
    pub load_within: Duration,
}

impl Default for EmbeddedOptions {
    fn default() -> Self {
        // One core stays for the browser: with all of them busy, every one waits for the slowest.
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let threads = u32::try_from(cores).unwrap_or(1).saturating_sub(1).clamp(1, 8);
        Self {
            threads,
            context: 8192,
            idle: Duration::from_secs(300),
            within: Duration::from_secs(300),
            load_within: Duration::from_secs(120),
        }
    }
}

/// A model that runs in a process of its own. Dropping it ends the process.
#[derive(Debug)]
pub struct Embedded {
    jobs: mpsc::Sender<Job>,
    known: Arc<Mutex<Known>>,
}

/// What the process said when it started last.
#[derive(Clone, Debug)]
struct Known {
    capabilities: Capabilities,
    confinement: Confinement,
    process_id: Option<u32>,
}

struct Job {
    what: What,
    cancel: Cancel,
    answer: oneshot::Sender<Result<Said, ModelError>>,
}

impl Embedded {
    /// Starts the model: `program` with the argument `model-worker` calls [`crate::worker::run`].
    ///
    /// # Errors
    /// When the process does not come up or cannot load the weights.
    pub async fn start(
        program: &Path,
        files: impl Into<Files>,
        options: EmbeddedOptions,
    ) -> Result<Self, ModelError> {
        let files = files.into().absolute().map_err(|error| ModelError::Weights(error.to_string()))?;
        let start = Starter { program: program.to_owned(), files, options };
        let started = start.start().await?;
        let known = Arc::new(Mutex::new(start.known(&started)));
        let (jobs, queue) = mpsc::channel(16);
        tokio::spawn(start.serve(started.process, queue, Arc::clone(&known)));
        Ok(Self { jobs, known })
    }

    /// How far the operating system confines the process.
    #[must_use]
    pub fn confinement(&self) -> Confinement {
        self.known().confinement
    }

    /// The number of the process, while there is one.
    #[must_use]
    pub fn process_id(&self) -> Option<u32> {
        self.known().process_id
    }

    /// Drops everything that the model has read.
    ///
    /// # Errors
    /// When the process does not answer.
    pub async fn forget(&self) -> Result<(), ModelError> {
        match self.order(What::Forget, &Cancel::new()).await? {
            Said::Forgotten => Ok(()),
            Said::Written(_) | Said::Weights(_) | Said::Counts(_) | Said::Refused(_) => {
                Err(ModelError::Broken)
            }
        }
    }

    fn known(&self) -> Known {
        locked(&self.known).clone()
    }

    async fn order(&self, what: What, cancel: &Cancel) -> Result<Said, ModelError> {
        let (answer, answered) = oneshot::channel();
        let job = Job { what, cancel: cancel.clone(), answer };
        self.jobs.send(job).await.map_err(|_| ModelError::Crashed)?;
        answered.await.map_err(|_| ModelError::Crashed)?
    }
}

impl Runner for Embedded {
    fn capabilities(&self) -> Capabilities {
        self.known().capabilities
    }

    async fn write(&self, ask: &Ask, cancel: &Cancel) -> Result<Written, ModelError> {
        match self.order(What::Write(ask.clone()), cancel).await? {
            Said::Written(written) => Ok(written),
            Said::Weights(_) | Said::Counts(_) | Said::Forgotten | Said::Refused(_) => {
                Err(ModelError::Broken)
            }
        }
    }

    async fn weigh(&self, weighing: &Weighing, cancel: &Cancel) -> Result<Weights, ModelError> {
        match self.order(What::Weigh(weighing.clone()), cancel).await? {
            Said::Weights(weights) => Ok(weights),
            Said::Written(_) | Said::Counts(_) | Said::Forgotten | Said::Refused(_) => {
                Err(ModelError::Broken)
            }
        }
    }

    async fn count(&self, texts: &[String]) -> Result<Vec<u32>, ModelError> {
        match self.order(What::Count(texts.to_vec()), &Cancel::new()).await? {
            Said::Counts(counts) => Ok(counts),
            Said::Written(_) | Said::Weights(_) | Said::Forgotten | Said::Refused(_) => {
                Err(ModelError::Broken)
            }
        }
    }
}

/// Starts the process as often as needed.
struct Starter {
    program: PathBuf,
    files: Files,
    options: EmbeddedOptions,
}

impl Starter {
    async fn start(&self) -> Result<Started, ModelError> {
        Process::start(&self.program, &self.files, &self.options).await
    }

    fn known(&self, started: &Started) -> Known {
        let named = |name: &str| {
            let file = self.files.weights.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            if name.is_empty() { file.unwrap_or_default() } else { name.to_owned() }
        };
        Known {
            capabilities: Capabilities {
                // Adapters come with Laika and from nowhere else.
                tuned: self.files.adapter.is_some(),
                ..Capabilities::of_engine(named(&started.said.model), started.said.context)
            },
            confinement: started.said.confinement,
            process_id: Some(started.process.id()),
        }
    }

    /// Does one job after the other until nobody can ask any more.
    async fn serve(self, first: Process, mut queue: mpsc::Receiver<Job>, known: Arc<Mutex<Known>>) {
        let mut process = Some(first);
        loop {
            let job = match process {
                None => queue.recv().await,
                Some(_) => match timeout(self.options.idle, queue.recv()).await {
                    Ok(job) => job,
                    Err(_) => {
                        process = None;
                        locked(&known).process_id = None;
                        continue;
                    }
                },
            };
            let Some(mut job) = job else { return };
            if job.cancel.is_cancelled() {
                let _ = job.answer.send(Err(ModelError::Cancelled));
                continue;
            }
            let result = match process.take() {
                Some(running) => Ok(running),
                None => self.restart(&mut job, &known).await,
            };
            let result = match result {
                Ok(running) => {
                    let (kept, result) =
                        running.follow(job.what, &job.cancel, &mut job.answer, &self.options).await;
                    process = kept;
                    if process.is_none() {
                        locked(&known).process_id = None;
                    }
                    result
                }
                Err(error) => Err(error),
            };
            // Who asked may have given up.
            let _ = job.answer.send(result);
        }
    }

    async fn restart(&self, job: &mut Job, known: &Mutex<Known>) -> Result<Process, ModelError> {
        let started = tokio::select! {
            started = self.start() => started?,
            () = job.cancel.cancelled() => return Err(ModelError::Cancelled),
            () = job.answer.closed() => return Err(ModelError::Cancelled),
        };
        *locked(known) = self.known(&started);
        Ok(started.process)
    }
}

/// What is guarded is replaced as a whole, so a thread that broke off left it sound.
fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
