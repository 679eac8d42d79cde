//! Ways out of the process that works on files, each tried from inside: it is confined as for work and then turns bad.
//!
//! The first line of standard input says where it is to work, the second what there is around it. Every attempt says
//! `escaped`, or by what it was refused.

mod sys;

use std::ffi::CString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _};
use std::net::{TcpStream, UdpSocket};
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _, symlink};
use std::os::unix::net::{SocketAddr, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;
use sys::call;

#[derive(Deserialize)]
struct World {
    project: PathBuf,
    outside: PathBuf,
    home: PathBuf,
    journal: PathBuf,
    git: PathBuf,
    parent: usize,
    group: isize,
    tcp: u16,
    udp: u16,
    abstract_socket: String,
    changes: bool,
}

type Attempt = fn(&World) -> io::Result<String>;

/// What nobody may, whether it reads or changes.
const ALWAYS: &[(&str, Attempt)] = &[
    ("read beside the project", |w| fs::read_to_string(w.outside.join("secret"))),
    ("list beside the project", |w| Ok(fs::read_dir(&w.outside)?.count().to_string())),
    ("read through a link that was there", |w| fs::read_to_string(w.project.join("link"))),
    ("read through a folder's link", |w| fs::read_to_string(w.project.join("folder/secret"))),
    ("read one up", |w| fs::read_to_string(w.project.join("../outside/secret"))),
    ("read through its own root", |w| fs::read_to_string(below(Path::new("/proc/self/root"), &w.outside))),
    ("read through its descriptors", |_| Ok(fs::read_dir("/proc/self/fd")?.count().to_string())),
    ("write beside the project", |w| done(fs::write(w.outside.join("target"), "x"))),
    ("make a file beside the project", |w| done(File::create(w.outside.join("new")))),
    ("make a folder beside the project", |w| done(fs::create_dir(w.outside.join("new")))),
    ("remove beside the project", |w| done(fs::remove_file(w.outside.join("target")))),
    ("move something beside the project", |w| {
        done(fs::rename(w.outside.join("target"), w.outside.join("b")))
    }),
    ("move something out", |w| done(fs::rename(w.project.join("a.txt"), w.outside.join("a.txt")))),
    ("move something in", |w| done(fs::rename(w.outside.join("target"), w.project.join("taken")))),
    ("link something in", |w| done(fs::hard_link(w.outside.join("target"), w.project.join("taken")))),
    ("make a file of /tmp", |_| {
        done(OpenOptions::new().write(true).custom_flags(libc::O_TMPFILE).open("/tmp"))
    }),
    ("cut a file by its name", |w| {
        name(&w.outside.join("target"), |at| call(libc::SYS_truncate, [at, 0, 0, 0, 0]))
    }),
    ("rights by a name", |w| {
        name(&w.outside.join("target"), |at| call(libc::SYS_fchmodat, [HERE, at, 0o777, 0, 0]))
    }),
    ("an owner by a name", |w| {
        name(&w.outside.join("target"), |at| call(libc::SYS_fchownat, [HERE, at, 0, 0, 0]))
    }),
    ("times by a name", |w| {
        name(&w.outside.join("target"), |at| call(libc::SYS_utimensat, [HERE, at, 0, 0, 0]))
    }),
    ("an attribute by a name", |w| {
        let value = CString::new("user.x")?;
        let value = value.as_ptr().addr();
        name(&w.outside.join("target"), |at| call(libc::SYS_setxattr, [at, value, value, 1, 0]))
    }),
    ("the home beside the journals", |w| Ok(fs::read_dir(&w.home)?.count().to_string())),
    ("the keys", |w| fs::read_to_string(w.home.join("keys.json"))),
    ("the approvals", |w| done(fs::write(w.home.join("plugins.json"), "{}"))),
    ("another project's journal", |w| fs::read_to_string(w.home.join("journals/other/record.json"))),
    ("the names of all journals", |w| Ok(fs::read_dir(w.home.join("journals"))?.count().to_string())),
    ("a new journal", |w| done(fs::create_dir(w.home.join("journals/new")))),
    ("the socket of the daemon", |w| done(UnixStream::connect(w.home.join("socket")))),
    ("an abstract socket", |w| {
        done(UnixStream::connect_addr(&SocketAddr::from_abstract_name(&w.abstract_socket)?))
    }),
    ("a connection", |w| done(TcpStream::connect(("127.0.0.1", w.tcp)))),
    ("a datagram", |w| done(UdpSocket::bind("127.0.0.1:0")?.send_to(b"x", ("127.0.0.1", w.udp)))),
    ("a pair of sockets", |_| done(UnixStream::pair())),
    ("a socket of the kernel", |_| num(call(libc::SYS_socket, [libc::AF_NETLINK as usize, 3, 0, 0, 0]))),
    ("the parent's memory", |w| done(File::open(format!("/proc/{}/mem", w.parent))?.read(&mut [0; 8]))),
    ("the parent's environment", |w| fs::read_to_string(format!("/proc/{}/environ", w.parent))),
    ("the parent's descriptors", |w| Ok(fs::read_dir(format!("/proc/{}/fd", w.parent))?.count().to_string())),
    ("the list of processes", |_| Ok(fs::read_dir("/proc")?.count().to_string())),
    ("ptrace", |w| num(call(libc::SYS_ptrace, [libc::PTRACE_SEIZE as usize, w.parent, 0, 0, 0]))),
    ("reading another's memory", |w| num(call(libc::SYS_process_vm_readv, [w.parent, 0, 0, 0, 0]))),
    ("a handle of another process", |w| num(call(libc::SYS_pidfd_open, [w.parent, 0, 0, 0, 0]))),
    ("a signal to the parent", |w| num(call(libc::SYS_kill, [w.parent, 0, 0, 0, 0]))),
    ("a signal to the parent's group", |w| {
        num(call(libc::SYS_kill, [w.group.wrapping_neg().cast_unsigned(), 0, 0, 0, 0]))
    }),
    ("a group of its own", |_| num(call(libc::SYS_setpgid, [0, 0, 0, 0, 0]))),
    ("a session of its own", |_| num(call(libc::SYS_setsid, [0, 0, 0, 0, 0]))),
    ("a signal with a word", |w| num(call(libc::SYS_rt_sigqueueinfo, [w.parent, 0, 0, 0, 0]))),
    ("being kept alive", |_| num(call(libc::SYS_prctl, [libc::PR_SET_PDEATHSIG as usize, 0, 0, 0, 0]))),
    ("another's limits", |w| num(call(libc::SYS_prlimit64, [w.parent, 7, 0, 0, 0]))),
    ("a higher limit", |_| {
        let more = [1_u64 << 40, 1 << 40];
        num(call(libc::SYS_prlimit64, [0, 7, more.as_ptr().addr(), 0, 0]))
    }),
    ("io_uring", |_| {
        let room = [0_u8; 256];
        num(call(libc::SYS_io_uring_setup, [8, room.as_ptr().addr(), 0, 0, 0]))
    }),
    ("a namespace", |_| num(call(libc::SYS_unshare, [libc::CLONE_NEWUSER as usize, 0, 0, 0, 0]))),
    ("a process in a namespace", |_| {
        num(call(libc::SYS_clone, [(libc::CLONE_NEWUSER | libc::SIGCHLD) as usize, 0, 0, 0, 0]))
    }),
    ("a process by the newer call", |_| num(call(libc::SYS_clone3, [0, 0, 0, 0, 0]))),
    ("another's namespace", |_| num(call(libc::SYS_setns, [0, 0, 0, 0, 0]))),
    ("a mount", |w| name(&w.project, |at| call(libc::SYS_mount, [at, at, 0, libc::MS_BIND as usize, 0]))),
    ("another root", |w| name(&w.outside, |at| call(libc::SYS_chroot, [at, 0, 0, 0, 0]))),
    ("a file by its number", |_| num(call(libc::SYS_open_by_handle_at, [HERE, 0, 0, 0, 0]))),
    ("a file without a name", |_| {
        let title = CString::new("x")?;
        num(call(libc::SYS_memfd_create, [title.as_ptr().addr(), 0, 0, 0, 0]))
    }),
    ("a program by a descriptor", |_| num(call(libc::SYS_execveat, [0, 0, 0, 0, 0]))),
    ("bpf", |_| num(call(libc::SYS_bpf, [0, 0, 0, 0, 0]))),
    ("counters", |_| num(call(libc::SYS_perf_event_open, [0, 0, 0, 0, 0]))),
    ("userfaultfd", |_| num(call(libc::SYS_userfaultfd, [0, 0, 0, 0, 0]))),
    ("keys of the kernel", |_| num(call(libc::SYS_keyctl, [0, 0, 0, 0, 0]))),
    ("another person", |_| num(call(libc::SYS_setuid, [12345, 0, 0, 0, 0]))),
    ("a terminal", |_| done(File::open("/dev/tty"))),
    ("the rules taken back", |_| num(call(libc::SYS_seccomp, [0, 0, 0, 0, 0]))),
    ("a shell", |_| ran(Command::new("/bin/sh").args(["-c", "echo out"]))),
    ("any other program", |_| ran(Command::new("/usr/bin/env").arg("true"))),
    ("a program of the project", |w| ran(&mut Command::new(w.project.join("true")))),
    ("a script of the project", |w| ran(&mut Command::new(w.project.join("script")))),
    ("a program of the project by the loader", |w| {
        let loader = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"];
        let loader = loader.into_iter().find(|one| Path::new(one).exists()).ok_or(io::ErrorKind::NotFound)?;
        // It runs, as confined as we are: what counts is what it can read.
        ran(Command::new(loader).arg(w.project.join("cat")).arg(w.outside.join("secret")))
    }),
    ("a file elsewhere through git", |w| {
        git(w, &["diff", "--no-index", "/dev/null", &w.outside.join("secret").to_string_lossy()])
    }),
    ("another repository through git", |w| git(w, &["-C", &w.outside.to_string_lossy(), "status"])),
    ("a shell through git", |w| git(w, &["-c", "alias.x=!echo out", "x"])),
    ("a part of the project's through git", |w| {
        git(w, &[&format!("--exec-path={}", w.project.display()), "evil"])
    }),
    ("a connection through git", |w| git(w, &["ls-remote", &format!("git://127.0.0.1:{}/x", w.tcp)])),
];

/// What whoever only reads may not either.
const READING: &[(&str, Attempt)] = &[
    ("write a file of the project", |w| done(fs::write(w.project.join("a.txt"), "x"))),
    ("make a file in the project", |w| done(File::create(w.project.join("made")))),
    ("make a folder in the project", |w| done(fs::create_dir(w.project.join("made")))),
    ("make a link in the project", |w| done(symlink("a.txt", w.project.join("made")))),
    ("remove a file of the project", |w| done(fs::remove_file(w.project.join("a.txt")))),
    ("move a file of the project", |w| done(fs::rename(w.project.join("a.txt"), w.project.join("made")))),
    ("write git's settings", |w| done(fs::write(w.project.join(".git/config"), "x"))),
    ("read the journal", |w| Ok(fs::read_dir(&w.journal)?.count().to_string())),
    ("write the journal", |w| done(File::create(w.journal.join("made")))),
    ("change through git", |w| git(w, &["commit", "--allow-empty", "--message=x"])),
];

/// What whoever changes could make itself first.
const CHANGING: &[(&str, Attempt)] = &[
    ("read through a link of its own", |w| {
        let link = w.project.join("own-link");
        let _made = symlink(w.outside.join("secret"), &link);
        let read = fs::read_to_string(&link);
        fs::remove_file(&link)?;
        read
    }),
    ("write through a link of its own", |w| {
        let link = w.project.join("own-link");
        let _made = symlink(w.outside.join("target"), &link);
        let written = fs::write(&link, "x");
        fs::remove_file(&link)?;
        done(written)
    }),
    ("a program that it wrote", |w| {
        let path = w.project.join("written");
        fs::copy(w.project.join("true"), &path).or_else(|_| fs::write(&path, "#!/bin/sh\n").map(|()| 0))?;
        let opened = File::open(&path)?;
        call(
            libc::SYS_fchmod,
            [std::os::fd::AsRawFd::as_raw_fd(&opened).unsigned_abs() as usize, 0o755, 0, 0, 0],
        )?;
        drop(opened);
        let started = ran(&mut Command::new(&path));
        fs::remove_file(&path)?;
        started
    }),
    ("a pipe with a name", |w| {
        let made = name(&w.project.join("pipe"), |at| {
            call(libc::SYS_mknodat, [HERE, at, (libc::S_IFIFO | 0o600) as usize, 0, 0])
        });
        let is = fs::metadata(w.project.join("pipe")).is_ok_and(|about| about.file_type().is_fifo());
        if is { Ok("a pipe".to_owned()) } else { made }
    }),
    ("a link in the journal", |w| done(symlink("/", w.journal.join("link")))),
];

const HERE: usize = libc::AT_FDCWD as usize;

fn main() -> io::Result<()> {
    let confinement = laika_tools::files::worker::shut_in()?;
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    let world: World = serde_json::from_str(&line)?;
    let more = if world.changes { CHANGING } else { READING };
    let mut said = serde_json::Map::new();
    said.insert("confinement".into(), confinement.word().into());
    for (name, attempt) in ALWAYS.iter().chain(more) {
        let got = match attempt(&world) {
            Ok(got) => format!("escaped: {got}"),
            Err(error) => format!("{error}"),
        };
        said.insert((*name).to_owned(), got.into());
    }
    serde_json::to_writer(io::stdout(), &said)?;
    Ok(())
}

fn done<T>(tried: io::Result<T>) -> io::Result<String> {
    tried.map(|_| "done".to_owned())
}

fn num(tried: io::Result<libc::c_long>) -> io::Result<String> {
    tried.map(|number| number.to_string())
}

fn below(root: &Path, path: &Path) -> PathBuf {
    root.join(path.strip_prefix("/").unwrap_or(path)).join("secret")
}

/// A call that takes a name.
fn name(path: &Path, tried: impl FnOnce(usize) -> io::Result<libc::c_long>) -> io::Result<String> {
    let path = CString::new(path.as_os_str().as_bytes())?;
    num(tried(path.as_ptr().addr()))
}

/// A program counts as started when it ends well.
fn ran(command: &mut Command) -> io::Result<String> {
    let output = command.stdin(Stdio::null()).env_clear().output()?;
    let complaint = String::from_utf8_lossy(&output.stderr).lines().last().unwrap_or("nothing").to_owned();
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(io::Error::other(format!("the program failed: {complaint}")))
}

fn git(world: &World, arguments: &[&str]) -> io::Result<String> {
    let mut command = Command::new(&world.git);
    command.env_clear().env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
    let output = command.current_dir(&world.project).args(arguments).stdin(Stdio::null()).output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // A difference is told by a failure, too.
    if output.status.success() || text.contains("canary") {
        return Ok(text);
    }
    let complaint = String::from_utf8_lossy(&output.stderr).lines().last().unwrap_or("nothing").to_owned();
    Err(io::Error::other(format!("git failed: {complaint}")))
}
