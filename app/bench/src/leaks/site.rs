//! The allowed site: a page for each channel, and a note of which ones ran.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::Result;

use super::channel::{CHANNELS, Page};
use super::listener::Listener;

/// What every page ends with: it says that it ran, after what it tries has begun.
const RAN: &str = "<script>setTimeout(() => fetch('/ran?{channel}', {keepalive: true}), 400)</script>";

/// What a worker does: tries once, and then again and again, and asks its own site as well.
const WORKER: &str = "const out = () => { fetch('http://{out}/', {mode: 'no-cors'}).catch(() => {}); fetch('/beat').catch(() => {}) }
out(); setInterval(out, 200)
self.onconnect = () => {}; self.oninstall = () => self.skipWaiting()";

/// The site, and the listeners that its pages try to reach.
#[derive(Clone)]
pub(super) struct Site {
    pub(super) address: SocketAddr,
    pub(super) listeners: Arc<Vec<Listener>>,
    ran: Arc<Mutex<BTreeSet<usize>>>,
    beats: Arc<AtomicUsize>,
    submits: Arc<AtomicUsize>,
}

impl Site {
    pub(super) fn start() -> Result<Self> {
        let listeners =
            CHANNELS.iter().map(|channel| Listener::start(channel.trace)).collect::<Result<_>>()?;
        let socket = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let site = Self {
            address: socket.local_addr()?,
            listeners: Arc::new(listeners),
            ran: Arc::default(),
            beats: Arc::default(),
            submits: Arc::default(),
        };
        let served = site.clone();
        thread::spawn(move || {
            for stream in socket.incoming().flatten() {
                let site = served.clone();
                // A browser that hangs up has lost interest.
                thread::spawn(move || answer(stream, &site).ok());
            }
        });
        Ok(site)
    }

    pub(super) fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The page of a channel.
    pub(super) fn url(&self, channel: usize) -> String {
        format!("{}/page?{channel}", self.origin())
    }

    /// Which channels' pages ran since this was last asked.
    pub(super) fn take_ran(&self) -> BTreeSet<usize> {
        std::mem::take(&mut *self.ran.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn has_run(&self, channel: usize) -> bool {
        self.ran.lock().unwrap_or_else(PoisonError::into_inner).contains(&channel)
    }

    /// The page that submits a form.
    pub(super) fn submit_url(&self) -> String {
        format!("{}/submit", self.origin())
    }

    /// How often the form arrived since this was last asked.
    pub(super) fn take_submits(&self) -> usize {
        self.submits.swap(0, Ordering::SeqCst)
    }

    /// How often a worker asked for something since this was last asked.
    pub(super) fn take_beats(&self) -> usize {
        self.beats.swap(0, Ordering::SeqCst)
    }
}

/// A page that submits a form by itself. Whoever answers it hangs up after reading, as a server that fails does.
const SUBMIT: &str =
    "<!doctype html><title>submit</title><form id=f method=post action='/drop'><input name=a value=b></form>
<script>setTimeout(() => f.submit(), 800)</script>";

/// A name that leads to this machine, which a public name must not.
pub(super) const REBIND: &str = "rebind.example";

/// The name that a channel's page has looked up. Nobody else knows it.
pub(super) fn name(channel: usize) -> String {
    format!("channel-{channel}.leak.example")
}

fn answer(mut stream: TcpStream, site: &Site) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let mut reader = BufReader::new(stream.try_clone()?.take(64 * 1024));
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let target = line.split(' ').nth(1).unwrap_or_default().to_owned();
    while reader.read_line(&mut line)? > 2 {}
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    match path {
        "/beat" => _ = site.beats.fetch_add(1, Ordering::SeqCst),
        "/submit" => return respond(&mut stream, "200 OK", "Content-Type: text/html\r\n", SUBMIT),
        "/drop" => {
            site.submits.fetch_add(1, Ordering::SeqCst);
            return Ok(());
        }
        _ => {}
    }
    let channel: Option<usize> = query.parse().ok().filter(|channel| *channel < CHANNELS.len());
    let Some(number) = channel else { return respond(&mut stream, "404 Not Found", "", "") };
    let port = site.listeners[number].port();
    let fill = |text: &str| {
        text.replace("{out}", &format!("127.0.0.1:{port}"))
            .replace("{port}", &port.to_string())
            .replace("{channel}", &number.to_string())
            .replace("{name}", &name(number))
            .replace("{rebind}", REBIND)
    };
    let note = || site.ran.lock().unwrap_or_else(PoisonError::into_inner).insert(number);
    let redirect = || fill("Location: http://{out}/\r\n");
    match path {
        "/ran" => {
            note();
            respond(&mut stream, "200 OK", "Content-Type: text/plain\r\n", "ran")
        }
        "/redirect" => respond(&mut stream, "302 Found", &redirect(), ""),
        "/worker" => {
            let fields = "Content-Type: text/javascript\r\nService-Worker-Allowed: /\r\n";
            respond(&mut stream, "200 OK", fields, &fill(WORKER))
        }
        _ => match &CHANNELS[number].page {
            Page::Redirect => {
                note();
                respond(&mut stream, "302 Found", &redirect(), "")
            }
            Page::Html(html) => page(&mut stream, "", &fill(html), &fill(RAN)),
            Page::HtmlWith(field, html) => {
                page(&mut stream, &format!("{}\r\n", fill(field)), &fill(html), &fill(RAN))
            }
        },
    }
}

fn page(stream: &mut TcpStream, field: &str, html: &str, ran: &str) -> std::io::Result<()> {
    let fields = format!("Content-Type: text/html; charset=utf-8\r\n{field}");
    respond(stream, "200 OK", &fields, &format!("<!doctype html><title>leak</title>{html}{ran}"))
}

fn respond(stream: &mut TcpStream, status: &str, fields: &str, body: &str) -> std::io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 {status}\r\n{fields}Content-Length: {}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}
