//! One running process, from its start to its end.

use std::path::Path;
use std::time::Duration;

use laika_os::confine::{ChildProcess, Confinement};
use tokio::io::{AsyncWriteExt as _, BufReader};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until, timeout};

use super::EmbeddedOptions;
use super::check::fits;
use crate::wire::{self, Greeting, ORDER_BYTES, Order, REPLY_BYTES, Reply, Said, Start, What};
use crate::{Cancel, ModelError};

/// A cancelled request is answered by then, or the process is ended.
const CANCELLED_WITHIN: Duration = Duration::from_secs(1);

/// What the process said of itself.
#[derive(Debug)]
pub(super) struct Started {
    pub(super) process: Process,
    pub(super) confinement: Confinement,
    pub(super) model: String,
    pub(super) context: u32,
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
        weights: &Path,
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
        let start = Start { weights: weights.to_owned(), threads: options.threads, context: options.context };
        let greeting = async {
            process.input.write_all(&wire::frame(&start, ORDER_BYTES)?).await?;
            wire::receive::<Greeting>(&mut process.output, REPLY_BYTES).await
        };
        let greeting = timeout(options.load_within, greeting).await.map_err(|_| ModelError::Timeout)?;
        match greeting.map_err(|error| failed(&error))? {
            Greeting::Refused(error) => Err(check_refusal(error)),
            Greeting::Ready(ready) => {
                let confinement = [Confinement::Full, Confinement::Partial, Confinement::None]
                    .into_iter()
                    .find(|confinement| confinement.word() == ready.confinement)
                    .ok_or(ModelError::Broken)?;
                let model = ready.model.chars().filter(|letter| !letter.is_control()).take(100).collect();
                Ok(Started { process, confinement, model, context: ready.context.min(options.context) })
            }
        }
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
        let result = self.answer(order.number, cancel, asker, options).await;
        match result.and_then(|said| fits(&order.what, said)) {
            Ok(Said::Refused(error)) => (Some(self), Err(check_refusal(error))),
            Ok(said) => (Some(self), Ok(said)),
            Err(error) => (None, Err(error)),
        }
    }

    async fn answer(
        &mut self,
        number: u64,
        cancel: &Cancel,
        asker: &mut oneshot::Sender<Result<Said, ModelError>>,
        options: &EmbeddedOptions,
    ) -> Result<Said, ModelError> {
        let receive = wire::receive::<Reply>(&mut self.output, REPLY_BYTES);
        tokio::pin!(receive);
        let mut until = Instant::now() + options.within;
        let mut cancelled = false;
        loop {
            tokio::select! {
                reply = &mut receive => {
                    let reply = reply.map_err(|error| {
                        let ended = error.kind() == std::io::ErrorKind::UnexpectedEof;
                        if ended { ModelError::Crashed } else { ModelError::Broken }
                    })?;
                    return if reply.number == number { Ok(reply.said) } else { Err(ModelError::Broken) };
                }
                () = sleep_until(until) => {
                    return Err(if cancelled { ModelError::Cancelled } else { ModelError::Timeout });
                }
                () = given_up(cancel, asker), if !cancelled => {
                    cancelled = true;
                    until = until.min(Instant::now() + CANCELLED_WITHIN);
                    let order = Order { number: u64::MAX, what: What::Cancel(number) };
                    let frame = wire::frame(&order, ORDER_BYTES).map_err(|_| ModelError::Broken)?;
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
fn check_refusal(error: ModelError) -> ModelError {
    let short = |text: String| -> String {
        text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(500).collect()
    };
    match error {
        ModelError::Weights(why) => ModelError::Weights(short(why)),
        ModelError::Shape(why) => ModelError::Shape(short(why)),
        ModelError::Request(why) => ModelError::Request(short(why)),
        ModelError::Engine(why) => ModelError::Engine(short(why)),
        ModelError::TooLong { .. } | ModelError::Cancelled => error,
        ModelError::Start(_)
        | ModelError::Crashed
        | ModelError::Broken
        | ModelError::Timeout
        | ModelError::NotRecorded(_)
        | ModelError::Recording(_)
        | ModelError::ScriptEnded(_) => ModelError::Broken,
    }
}
