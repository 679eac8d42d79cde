//! One running process, from its start to its end.

use std::path::Path;
use std::time::Duration;

use laika_os::confine::ChildProcess;
use tokio::io::{AsyncWriteExt as _, BufReader};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until, timeout};

use super::EmbeddedOptions;
use super::check::{self, Introduced, answer_to};
use crate::wire::{self, ORDER_BYTES, Order, Said, Start, What};
use crate::{Cancel, Files, ModelError};

/// A cancelled request is answered by then, or the process is ended.
const CANCELLED_WITHIN: Duration = Duration::from_secs(1);

/// A process that is ready, and what it said of itself.
#[derive(Debug)]
pub(super) struct Started {
    pub(super) process: Process,
    pub(super) said: Introduced,
}

/// A running process. Dropping it ends it.
#[derive(Debug)]
pub(super) struct Process {
    child: ChildProcess,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    last: u64,
}

impl Process {
    pub(super) async fn start(
        program: &Path,
        files: &Files,
        options: &EmbeddedOptions,
    ) -> Result<Started, ModelError> {
        let failed = |error: &dyn std::fmt::Display| ModelError::Start(error.to_string());
        let (child, input, output) =
            ChildProcess::start(program, &["model-worker"], &[]).map_err(|error| failed(&error))?;
        let mut process = Self {
            child,
            input: ChildStdin::from_std(input).map_err(|error| failed(&error))?,
            output: BufReader::new(ChildStdout::from_std(output).map_err(|error| failed(&error))?),
            last: 0,
        };
        let Files { weights, adapter } = files.clone();
        let start = Start { weights, adapter, threads: options.threads, context: options.context };
        let greeting = async {
            let frame = wire::frame(&start, ORDER_BYTES).map_err(|error| failed(&error))?;
            process.input.write_all(&frame).await.map_err(|error| failed(&error))?;
            check::greeting(&mut process.output, options.context).await
        };
        let said = timeout(options.load_within, greeting).await.map_err(|_| ModelError::Timeout)??;
        Ok(Started { process, said })
    }

    /// The number of the process.
    pub(super) const fn id(&self) -> u32 {
        self.child.id()
    }

    /// Has one order followed. The process comes back only where it is still good for another.
    pub(super) async fn follow(
        mut self,
        what: What,
        cancel: &Cancel,
        asker: &mut oneshot::Sender<Result<Said, ModelError>>,
        options: &EmbeddedOptions,
    ) -> (Option<Self>, Result<Said, ModelError>) {
        self.last += 1;
        let order = Order { number: self.last, what };
        let Ok(frame) = wire::frame(&order, ORDER_BYTES) else {
            return (Some(self), Err(ModelError::Request("it is too large".into())));
        };
        if self.input.write_all(&frame).await.is_err() {
            return (None, Err(ModelError::Crashed));
        }
        match self.answer(&order, cancel, asker, options).await {
            Ok(Said::Refused(error)) => (Some(self), Err(check_refusal(error))),
            Ok(said) => (Some(self), Ok(said)),
            Err(error) => (None, Err(error)),
        }
    }

    async fn answer(
        &mut self,
        order: &Order,
        cancel: &Cancel,
        asker: &mut oneshot::Sender<Result<Said, ModelError>>,
        options: &EmbeddedOptions,
    ) -> Result<Said, ModelError> {
        let answer = answer_to(order, &mut self.output);
        tokio::pin!(answer);
        let mut until = Instant::now() + options.within;
        let mut cancelled = false;
        loop {
            tokio::select! {
                answer = &mut answer => return answer,
                () = sleep_until(until) => {
                    return Err(if cancelled { ModelError::Cancelled } else { ModelError::Timeout });
                }
                () = given_up(cancel, asker), if !cancelled => {
                    cancelled = true;
                    until = until.min(Instant::now() + CANCELLED_WITHIN);
                    let back = Order { number: u64::MAX, what: What::Cancel(order.number) };
                    let frame = wire::frame(&back, ORDER_BYTES).map_err(|_| ModelError::Broken)?;
                    self.input.write_all(&frame).await.map_err(|_| ModelError::Crashed)?;
                }
            }
        }
    }
}

async fn given_up(cancel: &Cancel, asker: &mut oneshot::Sender<Result<Said, ModelError>>) {
    tokio::select! {
        () = cancel.cancelled() => {}
        () = asker.closed() => {}
    }
}

/// What the process may say of why it refused, with its words bounded.
pub(super) fn check_refusal(error: ModelError) -> ModelError {
    let short = |text: String| -> String {
        text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(500).collect()
    };
    match error {
        ModelError::Weights(why) => ModelError::Weights(short(why)),
        ModelError::Shape(why) => ModelError::Shape(short(why)),
        ModelError::Request(why) => ModelError::Request(short(why)),
        ModelError::Engine(why) => ModelError::Engine(short(why)),
        ModelError::TooLong { .. } | ModelError::Cancelled => error,
        ModelError::Absent
        | ModelError::Start(_)
        | ModelError::Crashed
        | ModelError::Broken
        | ModelError::Timeout
        | ModelError::NotRecorded(_)
        | ModelError::Recording(_)
        | ModelError::ScriptEnded(_)
        | ModelError::Remote(_)
        | ModelError::Cloud(_) => ModelError::Broken,
    }
}
