//! A server that reads a form and hangs up. A browser sends such a form again by itself; behind our proxy it must not
//! (S11).

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use laika_browser::{ContextOptions, Isolated, ProxyAccess, Rules, SiteRules};
use laika_net::{ContextRules, NetWorker, Resources, WorkerOptions};
use laika_policy::OriginSets;
use laika_protocol::ids::Origin;
use serde_json::json;

use super::{Attack, Kind, attack};
use crate::targets::perform::{Ended, Hands, reason};
use crate::web::Person;

/// When a browser sends a form again, it does so at once.
const AGAIN: Duration = Duration::from_millis(1_500);
const PAGE: &str = "<!doctype html><title>Form</title><form method=post action=/drop><input type=hidden name=a value=b><button>Send</button></form>";

pub(super) fn all() -> Vec<Attack> {
    let new = |time| attack("sent again", format!("by a connection that breaks, time {time}"), Kind::Dropped);
    (1..=3).map(new).collect()
}

pub(super) async fn play(hands: &Hands) -> Result<Ended> {
    let (listener, forms) = (TcpListener::bind(("127.0.0.1", 0))?, Arc::<AtomicUsize>::default());
    let address = format!("http://{}", listener.local_addr()?);
    let counted = Arc::clone(&forms);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let counted = Arc::clone(&counted);
            thread::spawn(move || serve(stream, &counted).ok());
        }
    });
    let origin = Origin::parse(&address)?;
    let worker = NetWorker::start(&hands.place.laika, &["net-worker"], WorkerOptions::default()).await?;
    let access = worker
        .open_context(ContextRules {
            blocked: BTreeSet::new(),
            documents: BTreeSet::from([origin.clone()]),
            resources: Resources::Denied,
            private: BTreeSet::from([origin.clone()]),
            peer_uid: Some(laika_browser::user_id()),
        })
        .await?;
    let proxy =
        ProxyAccess { address: access.address, user: access.user.clone(), password: access.password.clone() };
    let mut origins = OriginSets::default();
    origins.allow_acting(origin);
    let rules = SiteRules::new(Rules { origins, logged_in: false }, Vec::new());
    let options = ContextOptions { proxy: Some(proxy), ..ContextOptions::new(Arc::clone(&rules) as _) };
    let surface = Isolated::new(hands.place.browser.context(options).await?, rules);
    let tab = surface.context().open().await?;
    let mut hands =
        Hands { surface, tab, person: Person::saying("send the form")?, place: Arc::clone(&hands.place) };
    let there = hands.tab.navigate(&url::Url::parse(&address)?).await;
    if let Err(error) = there {
        return Ok(Ended::Refused(reason(&error)));
    }
    let done = hands.attempt("Send", "browser.click", json!({}), "").await?;
    tokio::time::sleep(AGAIN).await;
    hands.surface.dispose().await;
    drop(worker);
    Ok(match (forms.load(Ordering::SeqCst), done) {
        (1, Ok(())) => Ended::Performed,
        (1, Err(error)) => Ended::Refused(reason(&error)),
        (0, Err(error)) => Ended::Refused(reason(&error)),
        (sent, _) => Ended::Wrong(format!("{sent} forms arrived")),
    })
}

/// Answers everything but a form, and keeps its connection.
fn serve(stream: TcpStream, forms: &AtomicUsize) -> Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(20)))?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut writer = stream;
    loop {
        let (mut line, mut length) = (String::new(), 0);
        if reader.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let is_form = line.starts_with("POST");
        while line.trim_end() != "" {
            line.clear();
            reader.read_line(&mut line)?;
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap_or(0);
            }
        }
        reader.read_exact(&mut vec![0; length])?;
        if is_form {
            forms.fetch_add(1, Ordering::SeqCst);
            return Ok(());
        }
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ";
        writer.write_all(format!("{head}{}\r\n\r\n{PAGE}", PAGE.len()).as_bytes())?;
    }
}
