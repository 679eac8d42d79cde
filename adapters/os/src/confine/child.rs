//! A child process that is ours alone: nothing inherited, and gone when we are.

use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Duration;

use super::sys;

/// A running child process. Dropping it ends it at once.
#[derive(Debug)]
pub struct ChildProcess {
    id: u32,
    handle: Handle,
    end: Mutex<mpsc::Receiver<ExitStatus>>,
}

/// The ends of a child's pipes that are ours.
#[derive(Debug)]
pub struct Pipes {
    /// What it reads.
    pub stdin: ChildStdin,
    /// What it says.
    pub stdout: ChildStdout,
    /// What it complains about.
    pub stderr: ChildStderr,
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
        let (child, stdin, stdout, _) = Self::start_with(program, arguments, environment, Stdio::inherit())?;
        Ok((child, stdin, stdout))
    }

    /// The same for a program of which nobody knows what it says: its standard error is ours to read, too.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start_heard<A: AsRef<OsStr>>(
        program: &Path,
        arguments: &[A],
        environment: &[(&str, &str)],
    ) -> io::Result<(Self, Pipes)> {
        let (child, stdin, stdout, stderr) =
            Self::start_with(program, arguments, environment, Stdio::piped())?;
        let stderr = stderr.ok_or_else(|| io::Error::other("no pipes"))?;
        Ok((child, Pipes { stdin, stdout, stderr }))
    }

    fn start_with<A: AsRef<OsStr>>(
        program: &Path,
        arguments: &[A],
        environment: &[(&str, &str)],
        complaints: Stdio,
    ) -> io::Result<(Self, ChildStdin, ChildStdout, Option<ChildStderr>)> {
        let mut command = Command::new(program);
        command.args(arguments).env_clear().envs(environment.iter().copied()).current_dir("/");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(complaints);
        sys::take_nothing_and_die_with_us(&mut command);
        let (started, start) = mpsc::sync_channel(1);
        let (ended, end) = mpsc::sync_channel(1);
        // The system ends the child when the thread that started it ends, so that thread stays until the child is gone.
        thread::Builder::new().name("child".into()).spawn(move || {
            let mut child = match command.spawn() {
                Ok(child) => child,
                Err(error) => return drop(started.send(Err(error))),
            };
            let pipes = (child.stdin.take(), child.stdout.take());
            let result = match (Handle::of(child.id()), pipes) {
                (Ok(handle), (Some(stdin), Some(stdout))) => {
                    let process = Self { id: child.id(), handle, end: Mutex::new(end) };
                    Ok((process, stdin, stdout, child.stderr.take()))
                }
                (Err(error), _) => Err(error),
                (Ok(_), _) => Err(io::Error::other("no pipes")),
            };
            if result.is_err() || started.send(result).is_err() {
                // It may have ended by itself, which is all this could complain about.
                let _ = child.kill();
            }
            if let Ok(status) = child.wait() {
                // Most do not ask.
                let _ = ended.send(status);
            }
        })?;
        start.recv().map_err(io::Error::other)?
    }

    /// Ends it at once; it may have ended already.
    pub fn kill(&self) {
        self.handle.kill();
    }

    /// Ends it at once with everything that it started, if it leads a group of processes (as [`super::confine_to`] makes
    /// it) which nobody left.
    pub fn kill_group(&self) {
        let group = i32::try_from(self.id).ok().and_then(rustix::process::Pid::from_raw);
        if let Some(group) = group {
            // While anybody is in the group its number is no other's; when nobody is, there is nobody to end.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        self.kill();
    }

    /// How it ended, if it does within this time. This can be asked until it is answered, and once.
    #[must_use]
    pub fn ended_within(&self, time: Duration) -> Option<ExitStatus> {
        self.end.lock().ok()?.recv_timeout(time).ok()
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
