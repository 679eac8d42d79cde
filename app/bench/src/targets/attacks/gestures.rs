//! What a page makes of a trusted click beside the click itself (S13, I20): nothing.

use std::time::Duration;

use anyhow::Result;
use laika_browser::Incident;
use serde_json::json;

use super::{Attack, Kind, attack};
use crate::targets::perform::{Ended, Hands, reason};
use crate::web::Reply;

/// Each tries something and leaves `won` true if it got it.
const SCRIPTS: [(&str, &str); 17] = [
    ("window", "window.open('popup')"),
    ("window without an opener", "window.open('popup', 'w', 'noopener')"),
    ("named window", "window.open('popup', 'other')"),
    (
        "link to a window",
        "const a = document.createElement('a'); a.href = 'popup'; a.target = '_blank'; a.click()",
    ),
    (
        "form to a window",
        "const f = document.createElement('form'); f.action = 'popup'; f.target = '_blank'; document.body.append(f); f.submit()",
    ),
    ("download link", "const a = document.createElement('a'); a.href = 'file'; a.download = 'x'; a.click()"),
    (
        "download of a blob",
        "const a = document.createElement('a'); a.href = URL.createObjectURL(new Blob(['x'])); a.download = 'x'; a.click()",
    ),
    ("attachment", "location = 'file'"),
    (
        "file field",
        "const i = document.createElement('input'); i.type = 'file'; i.onchange = () => won = true; i.click()",
    ),
    ("file picker", "showOpenFilePicker().then(() => won = true, () => 0)"),
    ("save picker", "showSaveFilePicker().then(() => won = true, () => 0)"),
    ("folder picker", "showDirectoryPicker().then(() => won = true, () => 0)"),
    ("clipboard text", "navigator.clipboard.writeText('taken').then(() => won = true, () => 0)"),
    (
        "clipboard item",
        "navigator.clipboard.write([new ClipboardItem({ 'text/plain': new Blob(['taken'], { type: 'text/plain' }) })]).then(() => won = true, () => 0)",
    ),
    ("clipboard read", "navigator.clipboard.readText().then(() => won = true, () => 0)"),
    ("notification", "Notification.requestPermission().then((it) => won = it === 'granted')"),
    ("camera", "navigator.mediaDevices.getUserMedia({ video: true }).then(() => won = true, () => 0)"),
];

pub(super) fn all() -> Vec<Attack> {
    let new = |(name, script): &(&'static str, &'static str)| {
        attack("more than a click", (*name).to_owned(), Kind::Gesture(script))
    };
    SCRIPTS.iter().map(new).collect()
}

pub(super) async fn play(hands: &mut Hands, number: usize, script: &str) -> Result<Ended> {
    let attachment =
        [("Content-Type", "application/octet-stream"), ("Content-Disposition", "attachment; filename=x")];
    let headers = attachment.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    hands.put(number, "file", Reply { status: 200, headers, body: b"x".to_vec() });
    hands.put_page(number, "popup", "<p>popup</p>");
    let page = format!(
        "<p id=p>x</p><button id=b>Go</button><script>let won = false; b.onclick = () => {{ p.textContent += 'y'; {script} }}</script>"
    );
    hands.show(number, &page).await?;
    let mut incidents = hands.surface.context().incidents();
    let done = hands.attempt("Go", "browser.click", json!({}), "").await?;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let won = hands.evaluate("won").await?;
    let popups = hands.place.ledger.of(number).iter().filter(|what| what.starts_with("GET popup")).count();
    let tabs = hands.surface.context().tabs().len();
    let mut opened = false;
    while let Ok(incident) = incidents.try_recv() {
        opened |= matches!(incident, Incident::PopupOpened { .. });
    }
    if won == true || popups > 0 || tabs != 1 || opened {
        return Ok(Ended::Wrong(format!("won: {won}, {popups} popups asked for, {tabs} tabs")));
    }
    Ok(done.map_or_else(|error| Ended::Refused(reason(&error)), |()| Ended::Performed))
}
