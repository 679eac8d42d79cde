//! Processes as the system sees them: who is below whom, how much memory they hold, and whether they are gone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// A process that is not dead. Its number alone may be somebody else's later.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Process {
    pub(crate) id: u32,
    started: u64,
}

struct Entry {
    parent: u32,
    group: u32,
    started: u64,
}

/// Whether this system says anything about processes.
pub(crate) fn known() -> bool {
    fs::metadata("/proc/self/stat").is_ok()
}

fn all() -> BTreeMap<u32, Entry> {
    let mut found = BTreeMap::new();
    for file in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(id) = file.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        let Ok(stat) = fs::read_to_string(file.path().join("stat")) else { continue };
        // The name stands in brackets and may hold anything.
        let Some((_, rest)) = stat.rsplit_once(") ") else { continue };
        let parts: Vec<&str> = rest.split(' ').collect();
        let number = |index: usize| parts.get(index).and_then(|part| part.parse::<u64>().ok()).unwrap_or(0);
        if matches!(parts.first(), Some(&("Z" | "X"))) {
            continue;
        }
        let small = |index: usize| u32::try_from(number(index)).unwrap_or(0);
        found.insert(id, Entry { parent: small(1), group: small(2), started: number(19) });
    }
    found
}

/// A process, everything below it, and everything else in its group.
pub(crate) fn family(root: u32) -> BTreeSet<Process> {
    let all = all();
    let mut ids = vec![root];
    let mut at = 0;
    while at < ids.len() {
        let above = ids[at];
        ids.extend(all.iter().filter(|(id, it)| it.parent == above && **id != root).map(|(id, _)| *id));
        at += 1;
    }
    ids.extend(all.iter().filter(|(_, it)| it.group == root).map(|(id, _)| *id));
    ids.into_iter().filter_map(|id| Some(Process { id, started: all.get(&id)?.started })).collect()
}

/// Those of them that still run after they had so long to end.
pub(crate) fn survivors(family: &BTreeSet<Process>, within: Duration) -> Vec<Process> {
    let started = Instant::now();
    loop {
        let all = all();
        let left: Vec<_> = family
            .iter()
            .filter(|it| all.get(&it.id).is_some_and(|now| now.started == it.started))
            .cloned()
            .collect();
        if left.is_empty() || started.elapsed() > within {
            return left;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Those whose command line holds a word.
pub(crate) fn with_word(family: &BTreeSet<Process>, word: &str) -> Vec<Process> {
    family.iter().filter(|it| command(it.id).contains(word)).cloned().collect()
}

/// Ends one at once, without asking.
pub(crate) fn kill(process: &Process) -> bool {
    // Its number may be somebody else's by now.
    let same = all().get(&process.id).is_some_and(|now| now.started == process.started);
    let pid = i32::try_from(process.id).ok().and_then(Pid::from_raw);
    same && pid.is_some_and(|pid| kill_process(pid, Signal::KILL).is_ok())
}

/// Kilobytes in memory, of all of them together.
pub(crate) fn resident_kb<'a>(family: impl IntoIterator<Item = &'a Process>) -> u64 {
    family.into_iter().map(|it| resident_of(&it.id.to_string())).sum()
}

/// Kilobytes of this very process.
pub(crate) fn own_resident_kb() -> u64 {
    resident_of("self")
}

fn resident_of(id: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// The folder that was made for a browser, from the command line of one of its processes.
pub(crate) fn folder(family: &BTreeSet<Process>) -> Option<PathBuf> {
    family.iter().find_map(|it| {
        let command = command(it.id);
        let profile = command.split('\0').find_map(|argument| argument.strip_prefix("--user-data-dir="))?;
        Some(PathBuf::from(profile).parent()?.to_path_buf())
    })
}

fn command(id: u32) -> String {
    let bytes = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn a_child_is_found_and_killed_and_gone() {
        let mut child = Command::new("sleep").arg("30").spawn().unwrap();
        let family = family(child.id());
        assert_eq!(family.len(), 1);
        assert_eq!(survivors(&family, Duration::ZERO).len(), 1);
        assert!(own_resident_kb() > 0);
        assert!(family.iter().all(kill));
        child.wait().unwrap();
        assert!(survivors(&family, Duration::from_secs(5)).is_empty());
    }
}
