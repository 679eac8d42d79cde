//! The side that asks: starts the process, waits for its answer no longer than it may, and ends it.

use std::ffi::OsString;
use std::io::{self, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{ChildStdin, ChildStdout};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use laika_os::confine::ChildProcess;
use laika_protocol::tools::ToolResult;
use laika_protocol::wire::FileChange;
use laika_protocol::{ErrorCode, ToolError};

use super::answer;
use super::room::identity;
use super::wire::{self, Asked, Deed, Order, Said, Setup};
use crate::Bounds;
use crate::refusal::refusal;
use crate::toolbox::Task;

/// How often it is looked whether the call was called off.
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// How long a process may take to be ready: far more than it needs on a machine that is busy.
const READY_WITHIN: Duration = Duration::from_secs(20);
/// How long it may take to stop once it was called off. Whoever has begun to change files finishes that first.
const STOP_READING: Duration = Duration::from_secs(2);
const STOP_CHANGING: Duration = Duration::from_secs(15);

/// Has a project's files worked on by a process that can reach nothing else.
#[derive(Debug)]
pub struct Files {
    program: PathBuf,
    arguments: Vec<OsString>,
    /// The process that only reads, while nobody needs it.
    idle: Mutex<Option<Worker>>,
}

impl Files {
    /// The process is this program, and what makes it [`super::worker::run`]. It is started when it is first needed.
    #[must_use]
    pub fn new(program: PathBuf, arguments: Vec<OsString>) -> Self {
        Self { program, arguments, idle: Mutex::default() }
    }

    /// What a call would change.
    pub(crate) fn change(&self, tool: &str, task: &Task<'_>) -> Result<Option<FileChange>, ToolError> {
        match self.look(&setup(task, false)?, &asked(Deed::WorkOut, tool, task, None), task.bounds)? {
            Said::Change(change) => answer::change(change).ok_or_else(answer::broke_off),
            Said::Ready(_) | Said::Result(_) | Said::Refused(_) => Err(answer::broke_off()),
        }
    }

    /// Does it. What was decided goes to a process that can write; any other can only read.
    pub(crate) fn run(
        &self,
        tool: &str,
        task: &Task<'_>,
        decided: Option<&FileChange>,
    ) -> Result<ToolResult, ToolError> {
        let asked = asked(Deed::Do, tool, task, decided);
        let (said, nonsense) = match decided {
            Some(_) => (self.act(&setup(task, true)?, &asked, task.bounds)?, answer::lost()),
            None => (self.look(&setup(task, false)?, &asked, task.bounds)?, answer::broke_off()),
        };
        match said {
            Said::Result(result) => answer::result(*result).ok_or(nonsense),
            Said::Ready(_) | Said::Change(_) | Said::Refused(_) => Err(nonsense),
        }
    }

    /// Asks a process that can only read. One that was idle may have ended meanwhile: then another is asked, once.
    fn look(&self, setup: &Setup, asked: &Asked, bounds: &Bounds) -> Result<Said, ToolError> {
        let idle = self.idle.lock().ok().and_then(|mut idle| idle.take_if(|worker| worker.setup == *setup));
        let (mut worker, was_idle) = match idle {
            Some(worker) => (worker, true),
            None => (self.start(setup, bounds)?, false),
        };
        let mut heard = worker.ask(asked, bounds, STOP_READING);
        if was_idle && matches!(heard, Err(Unheard::Ended)) {
            worker = self.start(setup, bounds)?;
            heard = worker.ask(asked, bounds, STOP_READING);
        }
        let said = heard.map_err(|why| match why {
            Unheard::Ended => answer::broke_off(),
            Unheard::Over(why) => why,
        })?;
        // One that was called off may have something left to end.
        if bounds.check().is_ok()
            && let Ok(mut idle) = self.idle.lock()
        {
            idle.get_or_insert(worker);
        }
        refused(said)
    }

    /// Has what was decided done by a process of its own.
    fn act(&self, setup: &Setup, asked: &Asked, bounds: &Bounds) -> Result<Said, ToolError> {
        let worker = self.start(setup, bounds)?;
        // From here on nobody knows what happened, unless it says so.
        refused(worker.ask(asked, bounds, STOP_CHANGING).map_err(|_| answer::lost())?)
    }

    fn start(&self, setup: &Setup, bounds: &Bounds) -> Result<Worker, ToolError> {
        let failed = |error: &dyn std::fmt::Display| {
            let message = format!("the process that works on files does not start: {error}");
            refusal(ErrorCode::Unavailable, "E_FILES_START", &message)
        };
        bounds.check()?;
        let (child, input, output) =
            ChildProcess::start(&self.program, &self.arguments, &[]).map_err(|error| failed(&error))?;
        let worker = Worker::new(child, input, output, setup.clone()).map_err(|error| failed(&error))?;
        worker.say(setup).map_err(|error| failed(&error))?;
        match worker.hear(bounds, Instant::now() + READY_WITHIN) {
            Ok(Said::Ready(_)) => Ok(worker),
            Ok(Said::Refused(error)) => Err(answer::refusal(error)),
            Ok(Said::Change(_) | Said::Result(_)) | Err(Unheard::Ended) => Err(failed(&"it broke off")),
            Err(Unheard::Over(why)) => Err(why),
        }
    }
}

/// A refusal is the end of a call.
fn refused(said: Said) -> Result<Said, ToolError> {
    match said {
        Said::Refused(error) => Err(answer::refusal(error)),
        Said::Ready(_) | Said::Change(_) | Said::Result(_) => Ok(said),
    }
}

/// Where a call works.
fn setup(task: &Task<'_>, changes: bool) -> Result<Setup, ToolError> {
    let project = task.project()?;
    Ok(Setup {
        project: project.root().into(),
        is: identity(project)?,
        journals: task.kit.journals.clone().map(OsString::from),
        programs: task.kit.programs.clone(),
        git_may_write: task.kit.git_may_write,
        changes,
    })
}

fn asked(deed: Deed, tool: &str, task: &Task<'_>, decided: Option<&FileChange>) -> Asked {
    Asked {
        deed,
        tool: tool.to_owned(),
        arguments: task.arguments.clone(),
        set: task.set.all().cloned(),
        time_ms: u64::try_from(task.bounds.left().as_millis()).unwrap_or(u64::MAX),
        most_bytes: task.bounds.most_bytes,
        decided: decided.cloned(),
    }
}

/// Why there is no answer.
#[derive(Debug)]
enum Unheard {
    /// It ended, or said what makes no sense.
    Ended,
    /// The call was called off or its time is over, and it did not stop by itself.
    Over(ToolError),
}

/// A running process. Dropping it ends it, and with it what it started.
#[derive(Debug)]
struct Worker {
    setup: Setup,
    orders: Sender<Vec<u8>>,
    said: Mutex<Receiver<Vec<u8>>>,
    child: ChildProcess,
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.child.kill_group();
    }
}

impl Worker {
    fn new(child: ChildProcess, input: ChildStdin, output: ChildStdout, setup: Setup) -> io::Result<Self> {
        let (orders, to_say) = mpsc::channel();
        let (heard, said) = mpsc::sync_channel(1);
        // Each in a thread of its own: a process that neither reads nor ends must not hold anything up.
        thread::Builder::new().name("files-in".into()).spawn(move || pass_on(input, &to_say))?;
        thread::Builder::new().name("files-out".into()).spawn(move || take_in(output, &heard))?;
        Ok(Self { setup, orders, said: Mutex::new(said), child })
    }

    fn say(&self, what: &impl serde::Serialize) -> io::Result<()> {
        self.orders.send(wire::line(what)?).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    /// Asks, and waits for the answer; `to_stop` is the time that it has to stop by itself.
    fn ask(&self, asked: &Asked, bounds: &Bounds, to_stop: Duration) -> Result<Said, Unheard> {
        let order = OrderTo::Begin(asked);
        self.say(&order).map_err(|_| Unheard::Ended)?;
        let over = loop {
            match self.next()? {
                Some(said) => return Ok(said),
                None => match bounds.check() {
                    Ok(()) => {}
                    Err(why) => break why,
                },
            }
        };
        self.say(&Order::CallOff).map_err(|_| Unheard::Ended)?;
        let until = Instant::now() + to_stop;
        while Instant::now() < until {
            if let Some(said) = self.next()? {
                return Ok(said);
            }
        }
        Err(Unheard::Over(over))
    }

    /// What it says until a moment.
    fn hear(&self, bounds: &Bounds, until: Instant) -> Result<Said, Unheard> {
        while Instant::now() < until {
            if let Some(said) = self.next()? {
                return Ok(said);
            }
            bounds.check().map_err(Unheard::Over)?;
        }
        Err(Unheard::Ended)
    }

    /// What it says next, if it does soon.
    fn next(&self) -> Result<Option<Said>, Unheard> {
        let said = self.said.lock().map_err(|_| Unheard::Ended)?;
        match said.recv_timeout(LOOK_EVERY) {
            Ok(line) => answer::read(&line).map(Some).ok_or(Unheard::Ended),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Unheard::Ended),
        }
    }
}

/// [`Order`] without a copy of what is asked.
#[derive(Debug, serde::Serialize)]
#[serde(rename_all = "snake_case")]
enum OrderTo<'a> {
    Begin(&'a Asked),
}

fn pass_on(mut input: ChildStdin, orders: &Receiver<Vec<u8>>) {
    for line in orders {
        // It may have ended, which is heard of by the other pipe.
        if input.write_all(&line).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Lines that fit their bound; the first that does not is the last that is read.
fn take_in(output: ChildStdout, heard: &SyncSender<Vec<u8>>) {
    let mut output = BufReader::new(output);
    while let Ok(Some(line)) = wire::next(&mut output, wire::SAID_BYTES) {
        if heard.send(line).is_err() {
            return;
        }
    }
}
