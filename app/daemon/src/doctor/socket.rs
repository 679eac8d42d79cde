//! The socket of a running Laika: is somebody there, is it us, and can nobody else connect?

use std::fs::{self, Metadata};
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
use std::path::Path;
use std::time::Duration;

use rustix::process::geteuid;
use tokio::net::UnixStream;
use tokio::time::timeout;

use super::finding::{Check, Finding};
use super::teller::Teller;

/// The name of the socket in Laika's folder.
pub const SOCKET: &str = "laika.sock";

const WITHIN: Duration = Duration::from_secs(3);
/// What every system takes as the path of a socket.
const MOST_BYTES: usize = 103;

pub(super) async fn examine(folder: &Path, tell: &Teller) {
    tell.found(look(&folder.join(SOCKET)).await);
}

async fn look(path: &Path) -> Finding {
    let shown = path.display();
    let bytes = path.as_os_str().as_bytes().len();
    if bytes > MOST_BYTES {
        return Check::Socket.warn(
            "E_SOCKET_PATH",
            format!("`{shown}` has {bytes} bytes, and the path of a socket has at most {MOST_BYTES}"),
            "choose a folder with a shorter path: `--home DIR` or `LAIKA_HOME`",
        );
    }
    let metadata = match fs::symlink_metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return not_running(),
        Err(error) => return unusable(path, &error),
    };
    match judge(path, &metadata, geteuid().as_raw()) {
        Some(finding) => finding,
        None => connect(path).await,
    }
}

/// What the file alone says, if that is enough.
fn judge(path: &Path, metadata: &Metadata, us: u32) -> Option<Finding> {
    let shown = path.display();
    if !metadata.file_type().is_socket() {
        let fix = format!("see what it is and move it away: ls -l '{shown}'");
        return Some(Check::Socket.fail("E_SOCKET_FILE", format!("`{shown}` is not a socket"), fix));
    }
    if metadata.uid() != us {
        let found = format!("`{shown}` belongs to user {}, not to you", metadata.uid());
        let fix = format!("find out who put it there, then remove it: rm '{shown}'");
        return Some(Check::Socket.fail("E_SOCKET_OWNER", found, fix));
    }
    let mode = metadata.mode() & 0o777;
    if mode != 0o600 {
        let found = format!("`{shown}` has mode {mode:04o}, not 0600");
        return Some(Check::Socket.fail(
            "E_SOCKET_MODE",
            found,
            format!("make it yours alone: chmod 600 '{shown}'"),
        ));
    }
    None
}

async fn connect(path: &Path) -> Finding {
    let shown = path.display();
    match timeout(WITHIN, UnixStream::connect(path)).await {
        Ok(Ok(stream)) => match stream.peer_cred() {
            Ok(peer) if peer.uid() == geteuid().as_raw() => {
                let process = peer.pid().map(|pid| format!(", process {pid}")).unwrap_or_default();
                Check::Socket.ok(format!("Laika is running{process}"))
            }
            Ok(peer) => Check::Socket.fail(
                "E_SOCKET_PEER",
                format!("at `{shown}` answers a process of user {}, not yours", peer.uid()),
                "end that process, or ask who runs it",
            ),
            Err(error) => unusable(path, &error),
        },
        Ok(Err(error)) if error.kind() == io::ErrorKind::ConnectionRefused => Check::Socket.warn(
            "E_SOCKET_STALE",
            format!("`{shown}` was left behind by a Laika that is gone"),
            format!("remove it: rm '{shown}'"),
        ),
        // It went away while we looked.
        Ok(Err(error)) if error.kind() == io::ErrorKind::NotFound => not_running(),
        Ok(Err(error)) => unusable(path, &error),
        Err(_) => Check::Socket.fail(
            "E_SOCKET_BUSY",
            format!("at `{shown}` nobody answers within {} seconds", WITHIN.as_secs()),
            "end the Laika that is running and start it again",
        ),
    }
}

fn not_running() -> Finding {
    Check::Socket.ok("not running")
}

fn unusable(path: &Path, error: &io::Error) -> Finding {
    let shown = path.display();
    let fix = format!("see what it is, and remove it if nothing uses it: ls -l '{shown}'");
    Check::Socket.fail("E_SOCKET", format!("`{shown}` cannot be used: {error}"), fix)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;
    use std::os::unix::net::UnixListener;

    use super::*;

    #[tokio::test]
    async fn every_way_in_which_a_socket_can_stand() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(SOCKET);
        let code = async || {
            let finding = look(&path).await;
            (finding.state.word(), finding.state.trouble().map(|trouble| trouble.code))
        };
        assert_eq!(code().await, ("ok", None), "nobody is there");
        fs::write(&path, "").unwrap();
        assert_eq!(code().await, ("fail", Some("E_SOCKET_FILE")));
        fs::remove_file(&path).unwrap();
        let listener = UnixListener::bind(&path).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o666)).unwrap();
        assert_eq!(code().await, ("fail", Some("E_SOCKET_MODE")));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        assert_eq!(code().await, ("ok", None), "somebody answers");
        assert!(look(&path).await.found.contains(&std::process::id().to_string()));
        let owner = judge(&path, &fs::symlink_metadata(&path).unwrap(), geteuid().as_raw() + 1);
        assert_eq!(owner.unwrap().state.trouble().unwrap().code, "E_SOCKET_OWNER");
        drop(listener);
        assert_eq!(code().await, ("warn", Some("E_SOCKET_STALE")));
        assert!(path.exists(), "looking removes nothing");
        let long = look(&folder.path().join("x".repeat(100)).join(SOCKET)).await;
        assert_eq!(long.state.trouble().unwrap().code, "E_SOCKET_PATH");
    }
}
