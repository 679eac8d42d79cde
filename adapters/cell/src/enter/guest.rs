//! The parent's side of a confined process: what it is told, what it says, and its end. Everything it says is bounded
//! before there is room made for it, and nothing here waits for it longer than it is told to.

use std::ffi::OsStr;
use std::io::{self, Read, Write as _};
use std::path::Path;
use std::process::ExitStatus;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use laika_os::confine::{ChildProcess, Pipes};

use super::{Report, Spec};

/// How long the process may take to confine itself: far more than it needs on a machine that is busy.
const ENTER_WITHIN: Duration = Duration::from_secs(20);
/// Our own first line is short.
const REPORT_BYTES: usize = 4 << 10;
/// How often somebody who calls it off is listened to.
const LOOK_EVERY: Duration = Duration::from_millis(15);
/// Bytes that are read at once.
const CHUNK: usize = 16 << 10;
/// Chunks that lie ready; a process that says more waits until they are looked at.
const CHUNKS: usize = 8;
/// How long complaints are waited for when everything else is over.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// A process that is running something which is not ours. Dropping it ends it.
#[derive(Debug)]
pub(crate) struct Guest {
    child: ChildProcess,
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Vec<u8>>,
    /// What was heard and not yet taken.
    pending: Vec<u8>,
    complaints: Arc<Mutex<Kept>>,
    complained: Receiver<()>,
}

/// The first bytes of something, and how many more there were.
#[derive(Debug, Default)]
struct Kept {
    bytes: Vec<u8>,
    cut: u64,
}

/// Why nothing more was heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Silence {
    /// It said all it had to say.
    Ended,
    /// The time is up.
    Late,
    /// Somebody called it off.
    CalledOff,
    /// A line that does not end.
    TooLong,
}

/// Why a program was not started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NotEntered {
    /// It cannot be confined here, or is no program.
    Refused(String),
    /// The process before it broke off.
    Broken(String),
    /// Somebody called it off.
    CalledOff,
}

impl Guest {
    /// Starts a program of ours that goes on to something else.
    pub(crate) fn start<A: AsRef<OsStr>>(
        program: &Path,
        arguments: &[A],
        most_complaints: usize,
    ) -> io::Result<Self> {
        let (child, Pipes { mut stdin, stdout, stderr }) =
            ChildProcess::start_heard(program, arguments, &[])?;
        let (input, orders) = mpsc::channel::<Vec<u8>>();
        let (say, output) = mpsc::sync_channel(CHUNKS);
        let (over, complained) = mpsc::sync_channel(1);
        let complaints = Arc::new(Mutex::new(Kept::default()));
        // Each in a thread of its own: a process that neither reads nor ends must not hold anything up.
        thread::Builder::new().name("guest-in".into()).spawn(move || {
            for bytes in orders {
                // It may have ended without reading, which is its right.
                if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        })?;
        thread::Builder::new().name("guest-out".into()).spawn(move || pass_on(stdout, &say))?;
        let kept = Arc::clone(&complaints);
        thread::Builder::new().name("guest-err".into()).spawn(move || {
            keep(stderr, &kept, most_complaints);
            let _ = over.send(());
        })?;
        Ok(Self { child, input: Some(input), output, pending: Vec::new(), complaints, complained })
    }

    /// Starts a program that somebody else wrote, through `laika enter`, and waits until it is confined.
    pub(crate) fn enter(
        laika: &Path,
        spec: &Spec,
        most_complaints: usize,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Self, NotEntered> {
        let broken = |error: &dyn std::fmt::Display| NotEntered::Broken(error.to_string());
        let spec = serde_json::to_string(spec).map_err(|error| broken(&error))?;
        let started = Self::start(laika, &["enter", &spec], most_complaints);
        let mut guest = started.map_err(|error| broken(&error))?;
        match guest.line(REPORT_BYTES, Instant::now() + ENTER_WITHIN, cancelled) {
            Ok(line) => match serde_json::from_slice(&line).map_err(|error| broken(&error))? {
                Report::Entered { .. } => Ok(guest),
                Report::Refused { why } => Err(NotEntered::Refused(why)),
            },
            Err(Silence::CalledOff) => Err(NotEntered::CalledOff),
            Err(Silence::Late) => Err(broken(&"it was not confined in time")),
            Err(Silence::Ended | Silence::TooLong) => {
                let (said, _) = guest.complaints();
                Err(broken(&String::from_utf8_lossy(&said).trim()))
            }
        }
    }

    /// Says something to it, whenever it reads.
    pub(crate) fn say(&self, bytes: Vec<u8>) {
        if let Some(input) = &self.input {
            // It may be gone; that is seen elsewhere.
            let _ = input.send(bytes);
        }
    }

    /// There will be nothing more to read for it.
    pub(crate) fn end_input(&mut self) {
        self.input = None;
    }

    /// The next bytes it says.
    pub(crate) fn hear(&mut self, until: Instant, cancelled: &dyn Fn() -> bool) -> Result<Vec<u8>, Silence> {
        if !self.pending.is_empty() {
            return Ok(std::mem::take(&mut self.pending));
        }
        loop {
            if cancelled() {
                return Err(Silence::CalledOff);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(LOOK_EVERY)) {
                Ok(bytes) => return Ok(bytes),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Silence::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The next line it says, without its end.
    pub(crate) fn line(
        &mut self,
        most: usize,
        until: Instant,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Vec<u8>, Silence> {
        let mut line = Vec::new();
        loop {
            let bytes = self.hear(until, cancelled)?;
            if let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
                line.extend_from_slice(bytes.get(..end).unwrap_or_default());
                self.pending = bytes.get(end + 1..).unwrap_or_default().to_vec();
                return if line.len() > most { Err(Silence::TooLong) } else { Ok(line) };
            }
            line.extend_from_slice(&bytes);
            if line.len() > most {
                return Err(Silence::TooLong);
            }
        }
    }

    /// Ends it at once.
    pub(crate) fn kill(&self) {
        self.child.kill();
    }

    /// How it ended by itself, if it does within this time.
    pub(crate) fn ended_within(&self, time: Duration) -> Option<ExitStatus> {
        self.child.ended_within(time)
    }

    /// What it complained about, and how many bytes more. Call it when it has ended.
    pub(crate) fn complaints(&self) -> (Vec<u8>, u64) {
        let _ = self.complained.recv_timeout(LAST_WORDS);
        self.complaints.lock().map_or_else(|_| (Vec::new(), 0), |kept| (kept.bytes.clone(), kept.cut))
    }
}

fn pass_on(mut from: impl Read, to: &SyncSender<Vec<u8>>) {
    let mut chunk = vec![0; CHUNK];
    while let Ok(read @ 1..) = from.read(&mut chunk) {
        if to.send(chunk.get(..read).unwrap_or_default().to_vec()).is_err() {
            return;
        }
    }
}

fn keep(mut from: impl Read, kept: &Mutex<Kept>, most: usize) {
    let mut chunk = vec![0; CHUNK];
    while let Ok(read @ 1..) = from.read(&mut chunk) {
        let Ok(mut kept) = kept.lock() else { return };
        let taken = read.min(most.saturating_sub(kept.bytes.len()));
        kept.bytes.extend_from_slice(chunk.get(..taken).unwrap_or_default());
        kept.cut = kept.cut.saturating_add((read - taken) as u64);
    }
}
