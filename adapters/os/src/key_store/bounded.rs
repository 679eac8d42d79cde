//! Runs a program that may hang, and does not hang with it.

use std::io::{self, Read, Write as _};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use zeroize::Zeroizing;

/// More than any answer we wait for.
const MOST_BYTES: usize = 16 * 1024;
const PAUSE: Duration = Duration::from_millis(5);

pub(super) struct Output {
    /// Nothing when a signal ended it.
    pub(super) exit_code: Option<i32>,
    pub(super) stdout: Zeroizing<Vec<u8>>,
    pub(super) stderr: Zeroizing<Vec<u8>>,
}

/// Runs the program, gives it `input`, and waits no longer than `limit` for its end.
///
/// The input must fit into a pipe, so that writing it cannot block.
pub(super) fn run(mut command: Command, input: &[u8], limit: Duration) -> io::Result<Output> {
    let deadline = Instant::now() + limit;
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn()?;
    let stdout = child.stdout.take().map(collect);
    let stderr = child.stderr.take().map(collect);
    if let Some(mut stdin) = child.stdin.take() {
        // A program that ends without reading says why on its own.
        let _ = stdin.write_all(input);
    }
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if Instant::now() >= deadline {
            child.kill()?;
            child.wait()?;
            return Err(too_late(limit));
        }
        thread::sleep(PAUSE);
    };
    // What it started may hold its pipes open, so their end is waited for no longer than its own.
    let take = |from: Option<mpsc::Receiver<_>>| {
        let left = deadline.saturating_duration_since(Instant::now());
        from.and_then(|from| from.recv_timeout(left).ok()).ok_or_else(|| too_late(limit))
    };
    Ok(Output { exit_code: status.code(), stdout: take(stdout)?, stderr: take(stderr)? })
}

fn collect(pipe: impl Read + Send + 'static) -> mpsc::Receiver<Zeroizing<Vec<u8>>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Zeroizing::new(Vec::with_capacity(MOST_BYTES));
        if pipe.take(MOST_BYTES as u64).read_to_end(&mut bytes).is_ok() {
            // Nobody waits any more when it took too long.
            let _ = sender.send(bytes);
        }
    });
    receiver
}

fn too_late(limit: Duration) -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, format!("it did not answer within {} s", limit.as_secs_f32()))
}
