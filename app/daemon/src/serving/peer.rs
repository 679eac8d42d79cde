//! Who is at the other end, by the kernel's word: whose program, and whether a person is at it (S1).

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use laika_protocol::extension::HOST_PROGRAM;

/// The major number of `/dev/tty`, and its minor one: a process' own terminal by another name.
const OWN_TERMINAL: (u32, u32) = (5, 0);

/// Programs that are browsers, by the names they are installed with.
const BROWSERS: [&str; 9] = [
    "chromium",
    "chrome",
    "google-chrome",
    "msedge",
    "microsoft-edge",
    "brave",
    "brave-browser",
    "firefox",
    "firefox-esr",
];

/// A program at the other end.
#[derive(Clone, Debug)]
pub(super) struct Peer {
    process: Option<(i32, u64)>,
}

/// Processes that hang together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tree {
    processes: Vec<(i32, u64)>,
    sessions: Vec<i32>,
}

impl Tree {
    /// The processes of both.
    pub(super) fn and(mut self, other: Self) -> Self {
        self.processes.extend(other.processes);
        self.sessions.extend(other.sessions);
        self
    }
}

/// What the system says of a process.
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    parent: i32,
    group: i32,
    session: i32,
    terminal: i32,
    foreground: i32,
    started: u64,
}

impl Peer {
    /// The process that connected. A number alone may belong to another process later; with its start it does not.
    pub(super) fn of(pid: Option<i32>) -> Self {
        Self { process: pid.and_then(|pid| Some((pid, stat(pid)?.started))) }
    }

    /// The processes that must not answer for the person what this one asks for: itself, whoever started it, and at a
    /// terminal everything above it there (S1).
    pub(super) fn tree(&self) -> Tree {
        let Some((pid, started)) = self.process else { return Tree::default() };
        let Some(own) = stat(pid).filter(|own| own.started == started) else { return Tree::default() };
        let mut processes = vec![(pid, started)];
        let (mut above, mut direct) = (own.parent, true);
        while let Some(stat) = stat(above).filter(|_| above > 1) {
            let shares_terminal = own.terminal != 0 && stat.session == own.session;
            // What the system starts everything with is above everybody.
            if !(shares_terminal || direct && !is_system(above)) {
                break;
            }
            processes.push((above, stat.started));
            (above, direct) = (stat.parent, false);
        }
        Tree { processes, sessions: Some(own.session).filter(|session| *session != 0).into_iter().collect() }
    }

    /// Whether it has nothing to do with those processes: neither below one of them nor in their session.
    pub(super) fn is_apart(&self, tree: &Tree) -> bool {
        let Some((pid, started)) = self.process else { return false };
        let Some(own) = stat(pid).filter(|own| own.started == started) else { return false };
        if tree.processes.is_empty() || tree.sessions.contains(&own.session) {
            return false;
        }
        let mut at = pid;
        while let Some(stat) = stat(at) {
            if tree.processes.contains(&(at, stat.started)) {
                return false;
            }
            if at <= 1 {
                break;
            }
            at = stat.parent;
        }
        true
    }

    /// Whether it is the native host of the person's browser, at whose other end is our extension.
    pub(super) fn is_browser(&self) -> bool {
        let Some((pid, started)) = self.process else { return false };
        let host = std::env::current_exe().ok().and_then(|own| Some(own.parent()?.join(HOST_PROGRAM)));
        stat(pid).is_some_and(|stat| stat.started == started)
            && host.is_some_and(|host| is_host_of_browser(pid, &host))
    }

    /// Whether a person sits at it now: it reads from its own terminal, and is what that terminal shows. What cannot be
    /// told is nobody.
    pub(super) fn is_person(&self) -> bool {
        let Some((pid, started)) = self.process else { return false };
        let Some(stat) = stat(pid) else { return false };
        let input = fs::metadata(format!("/proc/{pid}/fd/0"));
        let input = input.map(|input| (rustix::fs::major(input.rdev()), rustix::fs::minor(input.rdev())));
        stat.started == started
            && stat.terminal != 0
            && stat.group == stat.foreground
            && input.is_ok_and(|input| input == device(stat.terminal) || input == OWN_TERMINAL)
    }
}

/// Whether a process is what the system starts everything with.
fn is_system(pid: i32) -> bool {
    let name = fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
    matches!(name.trim_end(), "systemd" | "init" | "launchd")
}

/// Whether a program is the native host that was installed beside this one, started by a browser. Whoever starts the host
/// from a shell speaks for nobody.
fn is_host_of_browser(pid: i32, host: &Path) -> bool {
    let same_file = |a: &Path, b: &Path| {
        let (Ok(a), Ok(b)) = (fs::metadata(a), fs::metadata(b)) else { return false };
        (a.dev(), a.ino()) == (b.dev(), b.ino())
    };
    let program = |pid: i32| PathBuf::from(format!("/proc/{pid}/exe"));
    let Some(parent) = stat(pid).map(|stat| stat.parent) else { return false };
    let browser = fs::read_link(program(parent)).ok();
    let name = browser.as_deref().and_then(Path::file_name).and_then(|name| name.to_str());
    same_file(&program(pid), host) && name.is_some_and(|name| BROWSERS.contains(&name))
}

/// The numbers of a terminal, as the kernel packs them into one.
const fn device(packed: i32) -> (u32, u32) {
    let packed = packed.cast_unsigned();
    ((packed >> 8) & 0xfff, (packed & 0xff) | ((packed >> 12) & 0xfff00))
}

fn stat(pid: i32) -> Option<Stat> {
    read(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

/// Reads the line. The name of a program is in brackets and may hold anything, brackets too.
fn read(line: &str) -> Option<Stat> {
    let fields: Vec<&str> = line.get(line.rfind(')')? + 1..)?.split_whitespace().collect();
    let number = |at: usize| fields.get(at)?.parse::<i32>().ok();
    Some(Stat {
        parent: number(1)?,
        group: number(2)?,
        session: number(3)?,
        terminal: number(4)?,
        foreground: number(5)?,
        started: fields.get(19)?.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s1_a_name_cannot_pass_for_a_terminal() {
        let line = "77 (x) S 1 77 77 34816 77 9) S 1 77 70 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 4242 1 1";
        let read = read(line);
        assert_eq!(
            read,
            Some(Stat { parent: 1, group: 77, session: 70, terminal: 0, foreground: -1, started: 4242 })
        );
        assert_eq!(device(34816), (136, 0));
        assert_eq!(device(0x0010_0000 | (136 << 8) | 3), (136, 0x103));
    }

    #[test]
    fn s1_whoever_asks_and_what_it_started_cannot_answer() {
        use std::process::{Command, Stdio};
        let peer = |pid: u32| Peer::of(i32::try_from(pid).ok());
        let own = peer(std::process::id());
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        // A child in a session of its own is below it all the same.
        let mut far = Command::new("setsid").args(["sleep", "60"]).stdin(Stdio::null()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(200));
        assert!(!own.is_apart(&own.tree()));
        assert!(!peer(child.id()).is_apart(&own.tree()), "below it");
        assert!(!peer(far.id()).is_apart(&own.tree()), "below it, in another session");
        assert!(!own.is_apart(&peer(child.id()).tree()), "whoever started it");
        // What has nothing to do with it may: here the first process of all, and nobody who is unknown.
        assert!(!Peer::of(None).is_apart(&own.tree()));
        assert!(!own.is_apart(&Tree::default()), "an unknown asker trusts nobody");
        let apart = peer(1).is_apart(&peer(far.id()).tree());
        assert!(apart, "the system's first process is below nobody");
        for process in [&mut child, &mut far] {
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }

    #[test]
    fn s1_nobody_is_at_a_process_that_is_gone() {
        assert!(!Peer::of(None).is_person());
        assert!(!Peer { process: Some((i32::MAX, 0)) }.is_person());
        // Whatever this test runs in, a process that began at another time is another one.
        let pid = i32::try_from(std::process::id()).unwrap();
        assert!(!Peer { process: Some((pid, 1)) }.is_person());
    }
}
