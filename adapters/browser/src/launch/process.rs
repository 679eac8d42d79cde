//! The browser's processes: started together, ended together.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, getpid, kill_process_group, waitid};
use tokio::sync::{oneshot, watch};

use super::folder::{Folder, Owner};
use super::sys;

/// The largest an unprivileged process may ask for; large answers then need fewer turns.
#[cfg(target_os = "linux")]
const PIPE_BYTES: usize = 1024 * 1024;

/// A running browser. Dropping it ends the whole process group.
pub(crate) struct Process {
    id: u32,
    group: Arc<Mutex<Option<Pid>>>,
    exited: watch::Receiver<bool>,
    downloads: PathBuf,
}

/// Our ends of the two pipes.
pub(crate) struct Pipes {
    pub(crate) commands: OwnedFd,
    pub(crate) answers: OwnedFd,
}

impl Process {
    /// Starts `command` in a group of its own. `folder` is removed when the last process is gone.
    pub(super) async fn start(
        mut command: Command,
        owner: Option<Owner>,
        folder: Folder,
    ) -> io::Result<(Self, Pipes)> {
        let (their_commands, commands) = pipe_with(PipeFlags::CLOEXEC)?;
        let (answers, their_answers) = pipe_with(PipeFlags::CLOEXEC)?;
        #[cfg(target_os = "linux")]
        {
            _ = rustix::pipe::fcntl_setpipe_size(&answers, PIPE_BYTES);
        }
        command.process_group(0);
        if let Some(Owner { user, group }) = owner {
            command.uid(user).gid(group);
        }
        let downloads = folder.downloads.clone();
        let (started, start) = oneshot::channel();
        let (exit, exited) = watch::channel(false);
        // The death signal fires when the thread that forked ends: this one lives as long as the browser.
        std::thread::Builder::new().name("laika-browser".to_owned()).spawn(move || {
            sys::prepare(&mut command, their_commands, their_answers, getpid());
            let spawned = command.spawn();
            // The command holds the child's ends; while one is open here, the end of the pipe is never seen.
            drop(command);
            let mut child = match spawned {
                Ok(child) => child,
                Err(error) => {
                    _ = started.send(Err(error));
                    return;
                }
            };
            let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) else { return };
            let group = Arc::new(Mutex::new(Some(pid)));
            if started.send(Ok((child.id(), Arc::clone(&group)))).is_err() {
                end(&group);
            }
            reap(&mut child, pid, &group);
            drop(folder);
            _ = exit.send(true);
        })?;
        let (id, group) = start.await.map_err(io::Error::other)??;
        Ok((Self { id, group, exited, downloads }, Pipes { commands, answers }))
    }

    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    /// Where its downloads lie until they are read.
    pub(crate) fn downloads(&self) -> &Path {
        &self.downloads
    }

    pub(crate) fn kill(&self) {
        end(&self.group);
    }

    /// Waits until it is gone with all its files, at most `within`; whether it is.
    pub(crate) async fn wait(&self, within: Duration) -> bool {
        let mut exited = self.exited.clone();
        tokio::time::timeout(within, exited.wait_for(|exited| *exited)).await.is_ok_and(|seen| seen.is_ok())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Kills the group, unless its leader was reaped: then the number may belong to somebody else.
fn end(group: &Mutex<Option<Pid>>) {
    if let Some(pid) = *group.lock().unwrap_or_else(PoisonError::into_inner) {
        _ = kill_process_group(pid, Signal::KILL);
    }
}

fn reap(child: &mut Child, pid: Pid, group: &Mutex<Option<Pid>>) {
    while waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT)
        .is_err_and(|error| error == rustix::io::Errno::INTR)
    {}
    let mut group = group.lock().unwrap_or_else(PoisonError::into_inner);
    // While the leader is not reaped its number is taken, so this cannot hit another group.
    _ = kill_process_group(pid, Signal::KILL);
    _ = child.wait();
    *group = None;
}
