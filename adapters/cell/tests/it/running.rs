//! The processes under test, and what they run.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use laika_cell::code::Cell;
use laika_cell::plugin::Host;
use laika_protocol::cell::{Language, Program, Ran};

/// `laika`, as far as this crate is in it.
pub(crate) fn laika() -> PathBuf {
    let own = std::env::current_exe().unwrap();
    own.ancestors().nth(2).unwrap().join("examples/cell_worker")
}

pub(crate) fn host(laika: &Path) -> Host<'_> {
    Host { laika, path: None }
}

pub(crate) fn cell() -> Cell {
    Cell::new(laika(), std::env::var_os("PATH"))
}

/// Whether this machine can run a language at all; a test that needs it says that it was left out.
#[allow(clippy::print_stdout, reason = "clippy exempts only functions marked as tests")]
pub(crate) fn can_run(cell: &Cell, language: Language) -> bool {
    let can = cell.can_run(language);
    if let Err(why) = &can {
        println!("left out: {why}");
    }
    can.is_ok()
}

pub(crate) fn never() -> bool {
    false
}

pub(crate) fn soon() -> Instant {
    Instant::now() + Duration::from_secs(60)
}

pub(crate) fn program(language: Language, code: &str) -> Program {
    Program {
        language,
        code: code.into(),
        input: "first line\nsecond line\n".into(),
        // Far more than any of these needs, even on a machine that is busy.
        time_ms: 30_000,
        memory_bytes: 64 << 20,
        output_bytes: 16 << 10,
    }
}

pub(crate) fn run(cell: &Cell, language: Language, code: &str) -> Ran {
    cell.run(&program(language, code), &never).unwrap()
}

/// Processes whose command line has this text, by their numbers.
pub(crate) fn processes_with(text: &str) -> Vec<u32> {
    let numbers = fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    numbers
        .filter(|number| {
            let line = fs::read(format!("/proc/{number}/cmdline")).unwrap_or_default();
            let stat = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
            String::from_utf8_lossy(&line).contains(text) && !stat.contains(") Z ")
        })
        .filter(|number| *number != std::process::id())
        .collect()
}

/// Whether all of them are gone before long.
pub(crate) fn are_gone(text: &str) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(20) {
        if processes_with(text).is_empty() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    false
}
