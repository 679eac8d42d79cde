//! `laika-native-host`: what a browser starts for Laika's extension. It passes messages between the browser and the
//! daemon's socket, and knows nothing else. It ends when either side does.

mod frames;

use std::io::{self, BufRead as _, BufReader, Read, Write};
use std::net::Shutdown;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use laika_daemon::doctor::SOCKET;
use laika_os::folder::{environment, laika_folder};
use laika_protocol::extension::{CHROMIUM_ID, GECKO_ID};
use serde_json::{Value, json};

use self::frames::{read_frame, write_frames};

/// No line of the daemon is longer.
const MOST_LINE: u64 = 1024 * 1024 + 1;
/// Reading back a long log takes a while.
const UP_WITHIN: Duration = Duration::from_secs(60);
/// A daemon that was opened from a browser ends by itself when nobody needs it.
const IDLE_EXIT: &str = "900";

type Browser = Arc<Mutex<io::Stdout>>;

fn main() -> ExitCode {
    let browser: Browser = Arc::new(Mutex::new(io::stdout()));
    if !is_ours(std::env::args().skip(1)) {
        say(
            &browser,
            &json!({ "host": "refused", "code": "E_EXTENSION_ID",
            "sentence": "this host is for Laika's own extension only" }),
        );
        return ExitCode::FAILURE;
    }
    let Some(folder) = laika_folder(environment) else {
        say(
            &browser,
            &json!({ "host": "refused", "code": "E_NO_FOLDER",
            "sentence": "there is no folder in which Laika could keep its things" }),
        );
        return ExitCode::FAILURE;
    };
    match relay(&folder, &browser) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&browser, &json!({ "host": "refused", "code": "E_HOST", "sentence": error.to_string() }));
            ExitCode::FAILURE
        }
    }
}

/// Browsers say who calls: Chromium with the origin of the extension, Firefox with its id behind the manifest's path.
fn is_ours(mut arguments: impl Iterator<Item = String>) -> bool {
    let chromium = format!("chrome-extension://{CHROMIUM_ID}/");
    arguments.any(|argument| argument == chromium || argument == GECKO_ID)
}

fn relay(folder: &Path, browser: &Browser) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut daemon = connect(folder, browser)?;
    if daemon.is_none() {
        say(browser, &json!({ "host": "offline" }));
    }
    while let Some(frame) = read_frame(&mut input)? {
        let opens = serde_json::from_slice::<Value>(&frame).is_ok_and(|value| value["host"] == "open");
        if opens {
            if daemon.is_none() {
                open(folder)?;
                daemon = connect(folder, browser)?;
            }
            say(browser, &json!({ "host": if daemon.is_some() { "online" } else { "offline" } }));
            continue;
        }
        match &mut daemon {
            Some(daemon) => {
                daemon.write_all(&frame)?;
                daemon.write_all(b"\n")?;
            }
            None => say(browser, &json!({ "host": "offline" })),
        }
    }
    if let Some(daemon) = daemon {
        // It may be gone already.
        let _ = daemon.shutdown(Shutdown::Both);
    }
    Ok(())
}

/// Connects to the daemon's socket, if it is one of this user. What it says goes to the browser, on another thread.
fn connect(folder: &Path, browser: &Browser) -> io::Result<Option<UnixStream>> {
    let path = folder.join(SOCKET);
    let own = rustix::process::geteuid().as_raw();
    let ours = std::fs::symlink_metadata(&path);
    if !ours.is_ok_and(|found| found.file_type().is_socket() && found.uid() == own) {
        return Ok(None);
    }
    let Ok(stream) = UnixStream::connect(&path) else { return Ok(None) };
    let (said, browser) = (stream.try_clone()?, Arc::clone(browser));
    #[expect(clippy::exit, reason = "the first thread waits for the browser, and nothing else ends that")]
    let over = || std::process::exit(0);
    thread::Builder::new().name("daemon".into()).spawn(move || {
        pass_on(said, &browser);
        // Without a daemon there is nothing to pass on; the extension comes back by having another host started.
        over()
    })?;
    Ok(Some(stream))
}

fn pass_on(said: UnixStream, browser: &Browser) {
    let mut lines = BufReader::new(said);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = (&mut lines).take(MOST_LINE).read_until(b'\n', &mut line);
        if !read.is_ok_and(|bytes| bytes > 0) || line.pop() != Some(b'\n') {
            return;
        }
        let mut out = browser.lock().unwrap_or_else(PoisonError::into_inner);
        if write_frames(&mut *out, &line).is_err() {
            return;
        }
    }
}

/// Starts the daemon that lies beside this program, and waits until it listens.
fn open(folder: &Path) -> io::Result<()> {
    let own = std::env::current_exe()?;
    let laika = own.parent().map(|folder| folder.join("laika")).unwrap_or_else(|| PathBuf::from("laika"));
    Command::new(laika)
        .args(["serve", "--detached", "--idle-exit", IDLE_EXIT])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let began = Instant::now();
    while UnixStream::connect(folder.join(SOCKET)).is_err() && began.elapsed() < UP_WITHIN {
        thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

fn say(browser: &Browser, message: &Value) {
    let mut out = browser.lock().unwrap_or_else(PoisonError::into_inner);
    // A browser that is gone hears nothing.
    let _ = write_frames(&mut *out, message.to_string().as_bytes());
    let _ = out.flush();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_extension_is_answered() {
        let ours = |arguments: &[&str]| is_ours(arguments.iter().map(|one| (*one).to_owned()));
        assert!(ours(&[&format!("chrome-extension://{CHROMIUM_ID}/")]));
        assert!(ours(&["/home/a/.mozilla/native-messaging-hosts/org.laika.host.json", GECKO_ID]));
        for wrong in
            ["", "chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/", CHROMIUM_ID, "other@example"]
        {
            assert!(!ours(&[wrong]), "{wrong}");
        }
        assert!(!ours(&[]));
    }
}
