//! The control: the same pages in a plain Chromium with no proxy and no rules. A channel that reaches nothing here would
//! prove nothing elsewhere.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use serde_json::json;

use super::channel::{CHANNELS, Trace};
use super::net_log::NetLog;
use super::site::{REBIND, Site, name};

/// So many pages at a time, and so long for each lot.
const LOT: usize = 4;
const WITHIN: Duration = Duration::from_secs(12);
/// The form is submitted after a moment, and again at once if at all.
pub(super) const SUBMIT_WITHIN: Duration = Duration::from_secs(4);
const END_WITHIN: Duration = Duration::from_secs(10);

/// A browser without any of our flags but those that let it run here and be asked to open pages.
struct Bare {
    child: Child,
    orders: Option<ChildStdin>,
    last: usize,
}

impl Bare {
    fn start(program: &Path, folder: &Path, log: &Path) -> Result<Self> {
        // The shell puts the pipes where the browser looks for them.
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null"]).arg(program);
        command.args([
            "--headless=new",
            "--no-sandbox",
            "--remote-debugging-pipe",
            "--no-first-run",
            "--mute-audio",
        ]);
        command.args([
            "--disable-popup-blocking",
            "--no-startup-window",
            "--autoplay-policy=no-user-gesture-required",
        ]);
        command.arg(format!("--host-resolver-rules=MAP {REBIND} 127.0.0.1"));
        command.args(NetLog::flags(log)).arg(format!("--user-data-dir={}", folder.display()));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().context("the browser cannot be started")?;
        let mut answers = child.stdout.take().context("no pipe from the browser")?;
        // Nobody needs its answers, but it must be able to give them.
        thread::spawn(move || while answers.read(&mut [0; 65536]).is_ok_and(|length| length > 0) {});
        let orders = child.stdin.take();
        Ok(Self { child, orders, last: 0 })
    }

    fn call(&mut self, method: &str, params: &serde_json::Value) -> Result<()> {
        self.last += 1;
        let mut order = serde_json::to_vec(&json!({ "id": self.last, "method": method, "params": params }))?;
        order.push(0);
        self.orders
            .as_mut()
            .context("the browser is closed")?
            .write_all(&order)
            .context("the browser is gone")
    }

    /// Ends it in good order, so that its log is complete.
    fn end(mut self) -> Result<()> {
        self.call("Browser.close", &json!({}))?;
        let start = Instant::now();
        while start.elapsed() < END_WITHIN && self.child.try_wait()?.is_none() {
            thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }
}

impl Drop for Bare {
    fn drop(&mut self) {
        self.orders = None;
        // It may have ended by itself, which is what these would complain about.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a browser does when nothing is in its way.
pub(super) struct Control {
    /// How often each channel got through.
    pub(super) through: Vec<usize>,
    /// How often a form arrived that was submitted once.
    pub(super) submits: usize,
}

pub(super) fn run(
    program: &Path,
    site: &Site,
    numbers: &[usize],
    progress: &mut dyn FnMut(&str),
) -> Result<Control> {
    let folder = tempfile::tempdir()?;
    let log = folder.path().join("net.json");
    let mut browser = Bare::start(program, &folder.path().join("profile"), &log)?;
    for lot in numbers.chunks(LOT) {
        progress(&format!("leaks: {} of {} channels without a proxy", lot[0] + 1, CHANNELS.len()));
        for number in lot {
            // In a window of its own: some channels wait until their page can be seen.
            browser.call("Target.createTarget", &json!({ "url": site.url(*number), "newWindow": true }))?;
        }
        let reached = |number: &usize| match CHANNELS[*number].trace {
            Trace::Name => site.has_run(*number),
            Trace::Tcp | Trace::Udp => site.listeners[*number].is_reached(),
        };
        let start = Instant::now();
        while start.elapsed() < WITHIN && !lot.iter().all(reached) {
            thread::sleep(Duration::from_millis(50));
        }
    }
    browser.call("Target.createTarget", &json!({ "url": site.submit_url(), "newWindow": true }))?;
    thread::sleep(SUBMIT_WITHIN);
    let submits = site.take_submits();
    browser.end()?;
    let log = NetLog::read(&log)?;
    let through = |(number, channel): (usize, &super::channel::Channel)| match channel.trace {
        Trace::Name => usize::from(log.looked_up(&name(number))),
        Trace::Tcp | Trace::Udp => site.listeners[number].take(),
    };
    let through = CHANNELS.iter().enumerate().map(through).collect();
    site.take_ran();
    Ok(Control { through, submits })
}
