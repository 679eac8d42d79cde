//! A child process that is ours alone: nothing inherited, and gone when we are.

use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::thread;

use super::sys;

/// A running child process. Dropping it ends it at once.
#[derive(Debug)]
pub struct ChildProcess {
    id: u32,
    handle: Handle,
}

impl ChildProcess {
    /// Starts a program with no environment, no descriptors but its pipes and our standard error, and `/` as its folder.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start<A: AsRef<OsStr>>(
        program: &Path,
        arguments: &[A],
        environment: &[(&str, &str)],
    ) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        let mut command = Command::new(program);
        command.args(arguments).env_clear().envs(environment.iter().copied()).current_dir("/");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        sys::take_nothing_and_die_with_us(&mut command);
        let (started, start) = mpsc::sync_channel(1);
        // The system ends the child when the thread that started it ends, so that thread stays until the child is gone.
        thread::Builder::new().name("child".into()).spawn(move || {
            let mut child = match command.spawn() {
                Ok(child) => child,
                Err(error) => return drop(started.send(Err(error))),
            };
            let pipes = (child.stdin.take(), child.stdout.take());
            let result = match (Handle::of(child.id()), pipes) {
                (Ok(handle), (Some(stdin), Some(stdout))) => {
                    Ok((Self { id: child.id(), handle }, stdin, stdout))
                }
                (Err(error), _) => Err(error),
                (Ok(_), _) => Err(io::Error::other("no pipes")),
            };
            if result.is_err() || started.send(result).is_err() {
                // It may have ended by itself, which is all this could complain about.
                let _ = child.kill();
            }
            let _ = child.wait();
        })?;
        start.recv().map_err(io::Error::other)?
    }

    /// The number of the process.
    #[must_use]
    pub const fn id(&self) -> u32 {
        self.id
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        self.handle.kill();
    }
}

/// Names a process for as long as we hold it: a number alone may be another's by now.
#[cfg(target_os = "linux")]
#[derive(Debug)]
struct Handle(std::os::fd::OwnedFd);

#[cfg(target_os = "linux")]
impl Handle {
    fn of(id: u32) -> io::Result<Self> {
        let id = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw);
        let id = id.ok_or_else(|| io::Error::other("no process"))?;
        Ok(Self(rustix::process::pidfd_open(id, rustix::process::PidfdFlags::empty())?))
    }

    fn kill(&self) {
        // It may be gone already.
        let _ = rustix::process::pidfd_send_signal(&self.0, rustix::process::Signal::KILL);
    }
}

/// Where processes have no handles, the child ends when its standard input does.
#[cfg(not(target_os = "linux"))]
#[derive(Debug)]
struct Handle;

#[cfg(not(target_os = "linux"))]
impl Handle {
    fn of(_: u32) -> io::Result<Self> {
        Ok(Self)
    }

    fn kill(&self) {}
}
