//! A person at a terminal: the program itself in a pseudo-terminal that `script` makes, and somebody who types.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use crate::serving::at_home;

/// What is kept of what was shown.
const MOST_SHOWN: usize = 64 * 1024;

/// Whether there is something that makes a terminal.
pub(super) fn is_here() -> bool {
    let found = Command::new("script").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    found.is_ok_and(|status| status.success())
}

/// A program in a terminal. It is gone when this is.
pub(super) struct Terminal {
    child: Child,
    keys: Option<ChildStdin>,
    shown: Arc<Mutex<String>>,
}

impl Terminal {
    /// Starts `laika` with these words.
    pub(super) fn start(laika: &Path, words: &[&str], home: &Path) -> Result<Self> {
        let quoted = |word: &str| format!("'{}'", word.replace('\'', r"'\''"));
        let program = quoted(&laika.to_string_lossy());
        let words: Vec<String> = words.iter().copied().map(quoted).collect();
        // `exec`, so that no shell is left between the terminal and the program.
        let line = format!("exec {program} {}", words.join(" "));
        let mut child = at_home(&mut Command::new("script"), home)
            .args(["--quiet", "--return", "--command", &line, "/dev/null"])
            .env("NO_COLOR", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("no terminal can be made")?;
        let (keys, stdout) = (child.stdin.take(), child.stdout.take());
        let shown = Arc::<Mutex<String>>::default();
        let screen = Arc::clone(&shown);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            let Some(mut stdout) = stdout else { return };
            while let Ok(read @ 1..) = stdout.read(&mut bytes) {
                let mut screen = screen.lock().unwrap_or_else(PoisonError::into_inner);
                if screen.len() < MOST_SHOWN {
                    screen.push_str(&String::from_utf8_lossy(&bytes[..read]));
                }
            }
        });
        Ok(Self { child, keys, shown })
    }

    /// Types a line.
    pub(super) fn types(&mut self, line: &str) {
        if let Some(keys) = &mut self.keys {
            // A program that has ended reads nothing more.
            let _ = keys.write_all(format!("{line}\n").as_bytes()).and_then(|()| keys.flush());
        }
    }

    pub(super) fn is_over(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)) | Err(_))
    }

    /// Waits until the program ends by itself; false if it does not.
    pub(super) fn ends(&mut self, within: Duration) -> bool {
        let began = Instant::now();
        while !self.is_over() {
            if began.elapsed() > within {
                return false;
            }
            thread::sleep(Duration::from_millis(10));
        }
        true
    }

    /// What was shown so far.
    pub(super) fn shown(&self) -> String {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // The terminal goes with it, and with the terminal what runs in it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
