//! Recording what a runner answers, and giving the same answers again without it.
//!
//! A recording is a file of lines: first what the runner can do, then one line for each request. Requests are found by
//! the digest of their canonical bytes; the n-th of the same digest gets the n-th recorded answer.

use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use laika_protocol::canonical;
use laika_protocol::model::{Ask, Weighing, Weights, Written};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Cancel, Capabilities, ModelError, Runner};

/// One line after the first.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    key: String,
    request: Value,
    answer: Result<Value, ModelError>,
}

/// What is asked, as it is recorded.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Request<'a> {
    Write(&'a Ask),
    Weigh(&'a Weighing),
    Count(&'a [String]),
}

impl Request<'_> {
    fn key(&self) -> Result<String, ModelError> {
        canonical::digest(self).map(|digest| digest.to_string()).map_err(unusable)
    }
}

/// A runner whose every answer is written down.
#[derive(Debug)]
pub struct Recorder<R> {
    runner: R,
    file: Mutex<File>,
}

impl<R: Runner> Recorder<R> {
    /// Records into a new file.
    ///
    /// # Errors
    /// When the file cannot be made, or is there already.
    pub fn new(runner: R, path: &Path) -> Result<Self, ModelError> {
        let file = File::create_new(path).map_err(unusable)?;
        let recorder = Self { runner, file: Mutex::new(file) };
        recorder.line(&recorder.runner.capabilities())?;
        Ok(recorder)
    }

    fn line(&self, value: &impl Serialize) -> Result<(), ModelError> {
        let mut line = serde_json::to_vec(value).map_err(unusable)?;
        line.push(b'\n');
        self.file.lock().unwrap_or_else(PoisonError::into_inner).write_all(&line).map_err(unusable)
    }

    /// Writes an answer down and hands it on. A request that was cancelled has no answer to be recorded.
    fn record<T: Serialize>(
        &self,
        request: &Request<'_>,
        answer: Result<T, ModelError>,
    ) -> Result<T, ModelError> {
        if matches!(answer, Err(ModelError::Cancelled)) {
            return answer;
        }
        let value = match &answer {
            Ok(answer) => Ok(serde_json::to_value(answer).map_err(unusable)?),
            Err(error) => Err(error.clone()),
        };
        let request_value = serde_json::to_value(request).map_err(unusable)?;
        self.line(&Record { key: request.key()?, request: request_value, answer: value })?;
        answer
    }
}

impl<R: Runner> Runner for Recorder<R> {
    fn capabilities(&self) -> Capabilities {
        self.runner.capabilities()
    }

    async fn write(&self, ask: &Ask, cancel: &Cancel) -> Result<Written, ModelError> {
        self.record(&Request::Write(ask), self.runner.write(ask, cancel).await)
    }

    async fn weigh(&self, weighing: &Weighing, cancel: &Cancel) -> Result<Weights, ModelError> {
        self.record(&Request::Weigh(weighing), self.runner.weigh(weighing, cancel).await)
    }

    async fn count(&self, texts: &[String]) -> Result<Vec<u32>, ModelError> {
        self.record(&Request::Count(texts), self.runner.count(texts).await)
    }
}

/// A runner that only repeats what was recorded.
#[derive(Debug)]
pub struct Recorded {
    capabilities: Capabilities,
    answers: Mutex<HashMap<String, VecDeque<Result<Value, ModelError>>>>,
}

impl Recorded {
    /// Reads a recording.
    ///
    /// # Errors
    /// When the file cannot be read or is not a recording.
    pub fn open(path: &Path) -> Result<Self, ModelError> {
        let mut lines = BufReader::new(File::open(path).map_err(unusable)?).lines();
        let first = lines.next().ok_or_else(|| unusable("it is empty"))?.map_err(unusable)?;
        let capabilities = serde_json::from_str(&first).map_err(unusable)?;
        let mut answers: HashMap<_, VecDeque<_>> = HashMap::new();
        for line in lines {
            let record: Record = serde_json::from_str(&line.map_err(unusable)?).map_err(unusable)?;
            answers.entry(record.key).or_default().push_back(record.answer);
        }
        Ok(Self { capabilities, answers: Mutex::new(answers) })
    }

    fn replay<T: DeserializeOwned>(&self, request: &Request<'_>) -> Result<T, ModelError> {
        let key = request.key()?;
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = answers.get_mut(&key).and_then(VecDeque::pop_front);
        serde_json::from_value(answer.ok_or(ModelError::NotRecorded(key))??).map_err(unusable)
    }
}

impl Runner for Recorded {
    fn capabilities(&self) -> Capabilities {
        self.capabilities.clone()
    }

    async fn write(&self, ask: &Ask, cancel: &Cancel) -> Result<Written, ModelError> {
        wanted(cancel)?;
        self.replay(&Request::Write(ask))
    }

    async fn weigh(&self, weighing: &Weighing, cancel: &Cancel) -> Result<Weights, ModelError> {
        wanted(cancel)?;
        self.replay(&Request::Weigh(weighing))
    }

    async fn count(&self, texts: &[String]) -> Result<Vec<u32>, ModelError> {
        self.replay(&Request::Count(texts))
    }
}

fn wanted(cancel: &Cancel) -> Result<(), ModelError> {
    if cancel.is_cancelled() { Err(ModelError::Cancelled) } else { Ok(()) }
}

fn unusable(error: impl std::fmt::Display) -> ModelError {
    ModelError::Recording(error.to_string())
}
