//! Apertium, a translator that works by rules: run without a shell, with nothing but the text, and bounded.

use std::ffi::OsStr;
use std::io::{Read, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

use laika_protocol::tools::typed::{Translate, Translated};
use laika_protocol::{ErrorCode, ToolError};
use rustix::process::{Pid, Signal, kill_process_group};

use crate::Bounds;
use crate::net::said::clean_lines;
use crate::refusal::{invalid, refusal};

/// Bytes that it may say.
const MOST_BYTES: usize = 512 << 10;
/// Codes of two letters that apertium knows by three.
const LONGER: &[(&str, &str)] = &[
    ("ca", "cat"),
    ("de", "deu"),
    ("en", "eng"),
    ("eo", "epo"),
    ("es", "spa"),
    ("fr", "fra"),
    ("gl", "glg"),
    ("it", "ita"),
    ("nb", "nob"),
    ("nn", "nno"),
    ("oc", "oci"),
    ("pt", "por"),
    ("ro", "ron"),
    ("ru", "rus"),
    ("sv", "swe"),
    ("da", "dan"),
];

/// The program of this machine.
pub(super) struct Apertium {
    program: PathBuf,
}

impl Apertium {
    /// Looks for it in the folders of a search path; only absolute ones count.
    pub(super) fn find(search_path: &OsStr) -> Option<Self> {
        let folders = std::env::split_paths(search_path).filter(|folder| folder.is_absolute());
        let program = folders.map(|folder| folder.join("apertium")).find(|program| program.is_file())?;
        Some(Self { program })
    }

    pub(super) fn translate(&self, asked: &Translate, bounds: &Bounds) -> Result<Translated, ToolError> {
        let Some(from) = &asked.from else {
            return Err(invalid(
                "E_LANGUAGE",
                "apertium must be told in `from` what language the text is in",
            ));
        };
        let pairs = self.run(&["-l"], "", bounds)?;
        let pair = pairs.split_whitespace().find(|pair| is_pair(pair, from, &asked.to));
        let pair = pair.ok_or_else(|| {
            let message = format!("apertium has no pair {from}-{} here; install it", asked.to);
            refusal(ErrorCode::Unavailable, "E_LANGUAGE_PAIR", &message)
        })?;
        let text = self.run(&["-u", pair], &asked.text, bounds)?;
        Ok(Translated {
            text: clean_lines(&text, super::MOST_TEXT).trim_end().to_owned(),
            from: Some(from.clone()),
            to: asked.to.clone(),
            by: "apertium".to_owned(),
        })
    }

    fn run(&self, arguments: &[&str], input: &str, bounds: &Bounds) -> Result<String, ToolError> {
        bounds.check()?;
        let failed = |why: &str| refusal(ErrorCode::Unavailable, "E_APERTIUM", &format!("apertium {why}"));
        let mut child = Command::new(&self.program)
            .args(arguments)
            .env_clear()
            .env("PATH", self.program.parent().map_or(OsStr::new(""), |folder| folder.as_os_str()))
            .env("LC_ALL", "C.UTF-8")
            .env("HOME", "/nonexistent")
            .current_dir("/")
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| failed(&format!("could not be started: {}", error.kind())))?;
        // Written beside, because it may answer before it has read everything.
        let (to, words) = (child.stdin.take(), input.to_owned());
        let writer = std::thread::spawn(move || to.map(|mut to| to.write_all(words.as_bytes())));
        let reader = child.stdout.take().map(read);
        let ended = wait(&mut child, bounds);
        let said = reader.and_then(|reader| reader.join().ok()).unwrap_or_default();
        let _written = writer.join();
        match ended? {
            true if said.len() <= MOST_BYTES => Ok(String::from_utf8_lossy(&said).into_owned()),
            true => Err(failed("said too much")),
            false => Err(failed("could not translate this")),
        }
    }
}

/// Whether a pair is between these two languages, by codes of two or three letters.
fn is_pair(pair: &str, from: &str, to: &str) -> bool {
    let same = |code: &str, wanted: &str| {
        let wanted = wanted.to_ascii_lowercase();
        code == wanted || LONGER.iter().any(|(short, long)| *short == wanted && *long == code)
    };
    pair.split_once('-').is_some_and(|(one, other)| same(one, from) && same(other, to))
}

fn read(pipe: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let (mut bytes, mut pipe) = (Vec::new(), pipe);
        // What could be read until an error is what was said; the rest goes nowhere, so that nobody waits.
        let _read = pipe.by_ref().take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes);
        let _rest = std::io::copy(&mut pipe, &mut std::io::sink());
        bytes
    })
}

/// Waits for the end, or brings it about, of the program and of all that it started.
fn wait(child: &mut Child, bounds: &Bounds) -> Result<bool, ToolError> {
    let ended = loop {
        match (child.try_wait(), bounds.check()) {
            (Ok(Some(status)), _) => break Ok(status.success()),
            (Ok(None), Ok(())) => std::thread::sleep(Duration::from_millis(5)),
            (Ok(None), Err(error)) => break Err(error),
            (Err(_), _) => {
                break Err(ToolError::new(ErrorCode::Internal, "apertium could not be waited for"));
            }
        }
    };
    let _rest = kill_process_group(Pid::from_child(child), Signal::KILL);
    let _status = child.wait();
    ended
}
