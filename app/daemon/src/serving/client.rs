//! The other end: a program that talks to a server.

use std::fs;
use std::io::{self, Write as _};
use std::net::Shutdown;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use laika_protocol::ids::RunId;
use rustix::process::geteuid;
use serde_json::Value;

use super::error::{Refusal, ServeError};
use super::lines::{Line, Lines};
use super::message::{Ask, MOST_BYTES, MOST_IN_PARTS, Request, Standing, Told, VERSION};
use crate::collecting::Collect;
use crate::doctor::SOCKET;
use crate::working::News;

/// A server that does not answer for so long is not one.
const WITHIN: Duration = Duration::from_secs(15);
/// How soon one that hung up is tried again.
const AGAIN: Duration = Duration::from_millis(50);
/// What takes long says how far it is in the meantime.
const LONG: Duration = Duration::from_secs(600);

/// What a client hears without having asked for it.
pub type Hears = Box<dyn Fn(Option<RunId>, News) + Send>;

/// A connection to a server.
pub struct Client {
    stream: UnixStream,
    last: AtomicU64,
    /// Requests are made one at a time; a reply that comes too late is nobody's.
    replies: Mutex<Receiver<Told>>,
    pid: u32,
}

/// Whether there is a server.
pub enum Connected {
    /// There is.
    To(Client),
    /// Nobody serves this folder.
    Nobody,
}

impl Client {
    /// Connects to the server of this folder. What happens to runs that are watched goes to `hears`, on another thread;
    /// `gone` is called when the server is.
    ///
    /// # Errors
    /// When something is at the place of the socket that is not ours, or another version answers.
    pub fn connect(
        folder: &Path,
        hears: Hears,
        gone: Box<dyn FnOnce() + Send>,
    ) -> Result<Connected, ServeError> {
        let Some((stream, mut lines, pid)) = knock(folder)? else { return Ok(Connected::Nobody) };
        let (reply, replies) = channel();
        thread::Builder::new()
            .name("listener".into())
            .spawn(move || listen(&mut lines, &reply, &hears, gone))
            .map_err(|error| ServeError::Gone(error.to_string()))?;
        let client = Self { stream, last: AtomicU64::new(0), replies: Mutex::new(replies), pid };
        Ok(Connected::To(client))
    }

    /// The server's process.
    #[must_use]
    pub const fn pid(&self) -> u32 {
        self.pid
    }

    /// Asks for something. The runs it is about come back.
    ///
    /// # Errors
    /// What the server refuses, or that it is gone.
    pub fn ask(&self, ask: Ask) -> Result<Vec<RunId>, ServeError> {
        let Told::Done { runs, .. } = self.request(ask)? else { return Err(something_else()) };
        Ok(runs)
    }

    /// Where Laika and its runs stand.
    ///
    /// # Errors
    /// What the server refuses, or that it is gone.
    pub fn status(&self) -> Result<Standing, ServeError> {
        let Told::Status { standing, .. } = self.request(Ask::Status {})? else {
            return Err(something_else());
        };
        Ok(*standing)
    }

    /// Does something with collections. `progress` hears how far it is, where it takes long.
    ///
    /// # Errors
    /// What the server refuses, or that it is gone.
    pub fn collect(
        &self,
        what: Collect,
        progress: impl FnMut(usize, usize, &str),
    ) -> Result<Value, ServeError> {
        let told = self.request_within(Ask::Collect { what: Box::new(what) }, LONG, progress)?;
        let Told::Collected { value, .. } = told else { return Err(something_else()) };
        Ok(value)
    }

    /// Asks for something, and what is told of it comes back as it is.
    ///
    /// # Errors
    /// What the server refuses, or that it is gone.
    pub fn request(&self, ask: Ask) -> Result<Told, ServeError> {
        self.request_within(ask, WITHIN, |_, _, _| {})
    }

    fn request_within(
        &self,
        ask: Ask,
        within: Duration,
        mut progress: impl FnMut(usize, usize, &str),
    ) -> Result<Told, ServeError> {
        let replies = self.replies.lock().unwrap_or_else(PoisonError::into_inner);
        let id = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        send(&self.stream, &Request { id, key: None, ask })?;
        let mut parts = String::new();
        loop {
            let told =
                replies.recv_timeout(within).map_err(|_| ServeError::Gone("it does not answer".into()))?;
            if let Told::Progress { id: of, done, all, what } = &told {
                if *of == id {
                    progress(*done, *all, what);
                }
                continue;
            }
            if let Told::CollectedPart { id: of, json, last } = &told {
                if *of == id {
                    parts.push_str(json);
                    if parts.len() > MOST_IN_PARTS {
                        return Err(ServeError::Gone("it says more than it may".into()));
                    }
                    if *last {
                        let value = serde_json::from_str(&parts)
                            .map_err(|error| ServeError::Gone(error.to_string()))?;
                        return Ok(Told::Collected { id, value });
                    }
                }
                continue;
            }
            let of = match &told {
                Told::Error { id, .. } => *id,
                Told::Done { id, .. }
                | Told::Status { id, .. }
                | Told::AgentTold { id, .. }
                | Told::Collected { id, .. }
                | Told::CollectedPart { id, .. }
                | Told::Progress { id, .. } => Some(*id),
                Told::Hello { .. }
                | Told::News { .. }
                | Told::Welcome { .. }
                | Told::Browse { .. }
                | Told::Cancel { .. }
                | Told::AgentNote { .. }
                | Told::Grants { .. }
                | Told::Site { .. }
                | Told::Preview { .. } => None,
            };
            if of.is_some_and(|of| of != id) {
                continue;
            }
            let Told::Error { code, sentence, .. } = told else { return Ok(told) };
            return Err(Refusal { code, sentence }.into());
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // Ends the thread that listens, too.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// A connection on which the server has said hello, and its process.
type Greeted = (UnixStream, Lines<UnixStream>, u32);

/// Connects to the server of this folder and says hello; nothing where nobody serves it.
///
/// One that hangs up instead of answering is just ending: soon nobody serves the folder, or the next one does.
pub(super) fn knock(folder: &Path) -> Result<Option<Greeted>, ServeError> {
    let path = folder.join(SOCKET);
    let since = Instant::now();
    loop {
        let Some(stream) = reach(&path)? else { return Ok(None) };
        match greet(stream, &path)? {
            Some(greeted) => return Ok(Some(greeted)),
            None if since.elapsed() < WITHIN => thread::sleep(AGAIN),
            None => return Err(ServeError::Gone("it did not say hello".into())),
        }
    }
}

/// Connects; nothing where nobody listens.
fn reach(path: &Path) -> Result<Option<UnixStream>, ServeError> {
    let failed = |why: String| ServeError::Socket { path: path.to_owned(), why };
    match fs::symlink_metadata(path) {
        Ok(found) if !found.file_type().is_socket() => return Err(failed("it is no socket".into())),
        Ok(found) if found.uid() != geteuid().as_raw() => {
            return Err(failed("it belongs to another user".into()));
        }
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error.to_string())),
    }
    match UnixStream::connect(path) {
        Ok(stream) => Ok(Some(stream)),
        // A dead server left it behind; the next one replaces it.
        Err(error) if matches!(error.kind(), io::ErrorKind::ConnectionRefused | io::ErrorKind::NotFound) => {
            Ok(None)
        }
        Err(error) => Err(failed(error.to_string())),
    }
}

/// Says hello and hears it; nothing where the other side hung up first.
fn greet(stream: UnixStream, path: &Path) -> Result<Option<Greeted>, ServeError> {
    let io = |error: io::Error| ServeError::Socket { path: path.to_owned(), why: error.to_string() };
    stream.set_read_timeout(Some(WITHIN)).map_err(io)?;
    stream.set_write_timeout(Some(WITHIN)).map_err(io)?;
    // Whoever is turned away is told so, perhaps before this arrives; whoever hangs up is heard below.
    let sent = send(&stream, &Request { id: 0, key: None, ask: Ask::Hello { version: VERSION } });
    let mut lines = Lines::new(stream.try_clone().map_err(io)?);
    let line = lines.next();
    let hung_up = match &line {
        Ok(line) => matches!(line, Line::Over),
        Err(error) => matches!(error.kind(), io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe),
    };
    if hung_up {
        return Ok(None);
    }
    match told(line) {
        Some(Told::Hello { pid, .. }) => {
            stream.set_read_timeout(None).map_err(io)?;
            Ok(Some((stream, lines, pid)))
        }
        Some(Told::Error { code, sentence, .. }) => Err(Refusal { code, sentence }.into()),
        Some(_) | None => {
            sent?;
            Err(ServeError::Gone("it did not say hello".into()))
        }
    }
}

fn something_else() -> ServeError {
    ServeError::Gone("it answered something else".into())
}

pub(super) fn send(mut stream: &UnixStream, request: &Request) -> Result<(), ServeError> {
    let mut line = serde_json::to_vec(request).map_err(|error| ServeError::Gone(error.to_string()))?;
    if line.len() > MOST_BYTES {
        let sentence = format!("that is more than Laika takes at once ({MOST_BYTES} bytes)");
        return Err(Refusal::new("E_TOO_LONG", sentence).into());
    }
    line.push(b'\n');
    stream.write_all(&line).map_err(|error| ServeError::Gone(error.to_string()))
}

pub(super) fn told(line: io::Result<Line>) -> Option<Told> {
    match line {
        Ok(Line::Whole(line)) => serde_json::from_slice(&line).ok(),
        Ok(Line::TooLong | Line::Over) | Err(_) => None,
    }
}

fn listen(
    lines: &mut Lines<UnixStream>,
    replies: &Sender<Told>,
    hears: &Hears,
    gone: Box<dyn FnOnce() + Send>,
) {
    while let Some(told) = told(lines.next()) {
        if let Told::News { run, news, .. } = told {
            hears(run, *news);
        } else {
            // Whoever asked may have given up.
            let _ = replies.send(told);
        }
    }
    gone();
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;
    use std::os::unix::net::UnixListener;

    use super::*;

    /// A server that ends while somebody knocks hangs up on them: that is nobody, and no run was left behind.
    #[test]
    fn one_that_hangs_up_and_ends_is_nobody() {
        for reads_first in [false, true] {
            let folder = tempfile::tempdir().unwrap();
            let listener = UnixListener::bind(folder.path().join(SOCKET)).unwrap();
            let ending = thread::spawn(move || {
                for _ in 0..2 {
                    let (mut stream, _) = listener.accept().unwrap();
                    if reads_first {
                        let _ = stream.read(&mut [0; 512]);
                    }
                }
            });
            assert!(knock(folder.path()).unwrap().is_none(), "reads first: {reads_first}");
            ending.join().unwrap();
        }
    }
}
