//! Another user of the same machine reads nothing: no socket, no token, no log, no key, no secret of a window, nothing that
//! was exported. Where this runs as root, a thread of it becomes that user and tries; everywhere, the rights are looked at.

use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread;

#[cfg(target_os = "linux")]
use rustix::thread::{Gid, Uid};

use super::world::{Home, Lake, Serving, Wire, has_browser};

/// A user that owns nothing, and is not the one that a browser of root runs as.
#[cfg(target_os = "linux")]
const SOMEBODY: u32 = 64_123;

/// Everything below a folder, and the folder itself, but for links, which have no rights of their own.
fn everything(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![folder.to_owned()];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let kind = path.symlink_metadata().unwrap().file_type();
        if kind.is_dir() {
            found.extend(everything(&path));
        } else if !kind.is_symlink() {
            found.push(path);
        }
    }
    found
}

/// Opens a file, lists a folder, connects to a socket.
#[cfg(target_os = "linux")]
fn read(path: &Path) -> io::Result<()> {
    let kind = fs::symlink_metadata(path)?.file_type();
    if kind.is_socket() {
        return UnixStream::connect(path).map(drop);
    }
    if kind.is_dir() { fs::read_dir(path).map(drop) } else { fs::File::open(path).map(drop) }
}

/// What of these another user can read. The thread is theirs from here on, and ends with it.
#[cfg(target_os = "linux")]
fn read_by_somebody(paths: Vec<PathBuf>) -> Vec<PathBuf> {
    let theirs = thread::spawn(move || {
        rustix::thread::set_thread_groups(&[]).unwrap();
        let (user, group) = (Uid::from_raw(SOMEBODY), Gid::from_raw(SOMEBODY));
        rustix::thread::set_thread_res_gid(group, group, group).unwrap();
        rustix::thread::set_thread_res_uid(user, user, user).unwrap();
        let refused =
            |path: &PathBuf| read(path).is_err_and(|error| error.kind() == io::ErrorKind::PermissionDenied);
        assert!(read(Path::new("/")).is_ok(), "this user can read something");
        paths.into_iter().filter(|path| !refused(path)).collect()
    });
    theirs.join().unwrap()
}

/// A window that only shows, and its secret.
fn window(home: &Home) -> (Child, String, String) {
    let mut child = home
        .command(&["open", "--view"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let line = lines.find_map(|line| line.ok().filter(|line| line.contains("#view="))).unwrap();
    let address = line.split_whitespace().find(|word| word.starts_with("http://")).unwrap().to_owned();
    let (origin, secret) = address.split_once("/#view=").unwrap();
    (child, origin.trim_start_matches("http://").to_owned(), secret.to_owned())
}

#[test]
fn another_user_of_this_machine_reads_nothing() {
    let (home, shared) = (Home::new(), tempfile::tempdir().unwrap());
    // What is exported goes wherever the person says, also where others come by.
    fs::set_permissions(shared.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let _serving = Serving::start(&home);
    let note = ["collection", "add", "Mine", "--note", "# Plans\n\nThe rent is €900.", "--json"];
    assert_eq!(home.laika(&note).code, 0);
    let made = home.laika(&["transform", "outline", "Mine", "--json"]).json();
    let out = |name: &str| shared.path().join(name).display().to_string();
    let artifact = made["artifact"]["id"].as_str().unwrap();
    let exported = home.laika(&["artifact", "export", artifact, &out("plans.md")]);
    assert_eq!(exported.code, 0, "{exported:?}");
    let token = home.laika_at_a_terminal(&["mcp", "token", "editor"]).out;
    let token = token.lines().map(str::trim).find(|line| line.len() == 64).unwrap().to_owned();
    if has_browser() {
        let lake = Lake::start();
        let asked =
            home.laika(&["ask", &lake.site.url("/"), "How deep is the lake?", "--no-model", "--json"]);
        let run = asked.json()["run"].as_str().unwrap().to_owned();
        // Half of a bundle that was left behind, or put there for us to follow, is not written into.
        fs::write(out("seen"), "").unwrap();
        std::os::unix::fs::symlink(out("seen"), out(".run.tar.partial")).unwrap();
        let exported = home.laika(&["runs", "export", &run, "--out", &out("run.tar")]);
        assert_eq!(exported.code, 0, "{exported:?}");
        assert_eq!(fs::read_to_string(out("seen")).unwrap(), "");
        fs::remove_file(out("seen")).unwrap();
    }
    let (mut child, host, secret) = window(&home);
    let process = PathBuf::from(format!("/proc/{}", child.id()));

    let mut paths = everything(home.path());
    assert!(paths.iter().any(|path| path.symlink_metadata().unwrap().file_type().is_socket()));
    for name in ["laika.db", "keys", "artifacts"] {
        assert!(paths.iter().any(|path| path.ends_with(name)), "{name} is not in {paths:#?}");
    }
    paths.extend(everything(shared.path()).into_iter().filter(|path| path != shared.path()));
    for path in &paths {
        let mode = path.symlink_metadata().unwrap().mode() & 0o777;
        assert_eq!(mode & 0o077, 0, "{} is {mode:o}", path.display());
    }
    // The secret of a window and the token of an agent are in no file, and in nothing that everybody sees of a process.
    let seen = fs::read(process.join("cmdline")).unwrap();
    assert!(!String::from_utf8_lossy(&seen).contains(&secret));
    for secret in [&secret, &token] {
        let holds = |path: &&PathBuf| path.is_file() && contains(&fs::read(path).unwrap(), secret.as_bytes());
        assert_eq!(paths.iter().find(holds), None, "it has the secret of a window or of an agent");
    }
    let mut stream = TcpStream::connect(&host).unwrap();
    let body = r#"{"verb":"session"}"#;
    write!(
        stream,
        "POST /api/laika HTTP/1.1\r\nHost: {host}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 4") && !answer.contains("mayAct"), "{answer}");

    #[cfg(target_os = "linux")]
    if rustix::process::geteuid().is_root() {
        let of_process = ["environ", "mem", "fd"].map(|name| process.join(name));
        let all: Vec<PathBuf> = paths.iter().cloned().chain(of_process).collect();
        assert_eq!(read_by_somebody(all), Vec::<PathBuf>::new(), "another user reads it");
        // Also where the folder itself was opened by mistake, every file still keeps others out.
        fs::set_permissions(home.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let inside = paths.iter().filter(|path| *path != home.path()).cloned().collect();
        assert_eq!(read_by_somebody(inside), Vec::<PathBuf>::new(), "only the folder kept it");
        fs::set_permissions(home.path(), fs::Permissions::from_mode(0o700)).unwrap();
    }
    assert!(Wire::try_open(&home.socket(), 1).is_ok(), "the owner still comes in");
    child.kill().unwrap();
    child.wait().unwrap();
}

fn contains(bytes: &[u8], piece: &[u8]) -> bool {
    bytes.windows(piece.len()).any(|window| window == piece)
}
