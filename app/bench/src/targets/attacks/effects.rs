//! A button that says one thing and sends another (S8): unapproved nothing arrives, approved by name it arrives once.

use std::time::{Duration, Instant};

use anyhow::Result;
use laika_browser::Surface as _;
use serde_json::json;

use super::{Attack, Kind, attack};
use crate::targets::perform::{Ended, Hands, reason};
use crate::web::Reply;

#[derive(Clone, Copy, Debug)]
pub(super) struct Sending {
    script: &'static str,
    approved: bool,
}

/// Late enough for a worker to start.
const AFTERWARDS: Duration = Duration::from_millis(400);
/// A worker on a busy machine has started by then.
const STARTED: Duration = Duration::from_secs(5);

const SCRIPTS: [&str; 17] = [
    "fetch('sink', { method: 'POST' }).catch(() => 0)",
    "fetch('sink', { method: 'DELETE' }).catch(() => 0)",
    "fetch('sink', { method: 'PUT', body: 'a' }).catch(() => 0)",
    "fetch('sink', { method: 'PATCH' }).catch(() => 0)",
    "fetch('sink', { method: 'POST', keepalive: true }).catch(() => 0)",
    "fetch('sink', { method: 'POST', mode: 'no-cors', redirect: 'manual' }).catch(() => 0)",
    "const x = new XMLHttpRequest(); x.open('POST', 'sink'); x.send('a')",
    "const x = new XMLHttpRequest(); x.open('POST', 'sink', false); try { x.send('a') } catch {}",
    "navigator.sendBeacon('sink', 'a')",
    "const f = document.createElement('form'); f.method = 'post'; f.action = 'sink'; document.body.append(f); f.submit()",
    "document.body.insertAdjacentHTML('beforeend', '<iframe name=w></iframe><form id=f method=post action=sink target=w></form>'); document.getElementById('f').requestSubmit()",
    "new Worker('worker.js').postMessage('sink')",
    "new SharedWorker('shared.js').port.postMessage('sink')",
    "setTimeout(() => fetch('sink', { method: 'POST' }).catch(() => 0), 30)",
    "requestAnimationFrame(() => queueMicrotask(() => navigator.sendBeacon('sink', 'a')))",
    "fetch('page').then(() => fetch('sink', { method: 'POST' })).catch(() => 0)",
    "for (let i = 0; i < 3; i++) fetch('sink', { method: 'POST' }).catch(() => 0)",
];

pub(super) fn all() -> Vec<Attack> {
    let both = SCRIPTS.iter().flat_map(|script| [false, true].map(|approved| Sending { script, approved }));
    both.map(|sending| {
        let how = if sending.approved { "approved" } else { "not approved" };
        let words = format!("{how}: {}", sending.script);
        Attack { must_work: sending.approved, ..attack("sends something else", words, Kind::Effect(sending)) }
    })
    .collect()
}

pub(super) async fn play(hands: &mut Hands, number: usize, sending: &Sending) -> Result<Ended> {
    let script = |text: &str| Reply::of("text/javascript", text.as_bytes().to_vec());
    hands.put(
        number,
        "worker.js",
        script("onmessage = (e) => fetch(e.data, { method: 'POST' }).catch(() => 0)"),
    );
    hands.put(
        number,
        "shared.js",
        script("onconnect = (c) => c.ports[0].onmessage = (e) => fetch(e.data, { method: 'POST' }).catch(() => 0)"),
    );
    let page = format!(
        "<p id=p>x</p><button id=b>Sort</button><script>b.onclick = () => {{ p.textContent += 'y'; {} }}</script>",
        sending.script
    );
    hands.show(number, &page).await?;
    let done = hands.attempt("Sort", "browser.click", json!({}), "").await?;
    tokio::time::sleep(AFTERWARDS).await;
    let sink =
        |hands: &Hands| hands.place.ledger.of(number).iter().filter(|what| what.contains(" sink")).count();
    if sink(hands) > 0 {
        return Ok(Ended::Wrong(format!("{} arrived without a yes", sink(hands))));
    }
    let stopped = hands.surface.stopped(hands.tab.id());
    if !sending.approved {
        let told = !stopped.is_empty();
        return Ok(match done {
            Ok(()) if told => Ended::Performed,
            Ok(()) => Ended::Untrue("nobody was told of what was stopped".into()),
            Err(error) => Ended::Refused(reason(&error)),
        });
    }
    hands.go(&format!("/c/{number}/page")).await?;
    let handle = hands.find("Sort").await?.handle_id;
    let called = hands.person.call(&hands.tab, "browser.click", json!({ "handleId": handle })).await;
    let mut call = called.map_err(|error| anyhow::anyhow!("{}", error.message))?;
    let wanted = stopped.len();
    if let Some(target) = call.target.as_mut() {
        target.sends = stopped;
    }
    let permit = hands.person.permit(&call, &hands.surface.rules().get().origins)?;
    let run = hands.person.run.clone();
    let done = hands.surface.act(&run, permit).await;
    let acted = Instant::now();
    while sink(hands) < wanted && acted.elapsed() < STARTED {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    tokio::time::sleep(AFTERWARDS).await;
    let arrived = sink(hands);
    Ok(match done {
        _ if arrived > wanted => Ended::Wrong(format!("{arrived} arrived of {wanted} that were approved")),
        Ok(_) if arrived == wanted && wanted > 0 => Ended::Performed,
        Ok(_) => Ended::Untrue(format!("{arrived} arrived of {wanted} that were approved")),
        Err(error) => Ended::Refused(reason(&error)),
    })
}
