//! The focus is taken away in mid-typing: not one character may land elsewhere (S7).

use anyhow::Result;
use serde_json::json;

use super::{Attack, Kind, attack};
use crate::targets::case::TYPED;
use crate::targets::perform::{Ended, Hands, reason};

#[derive(Clone, Copy, Debug)]
pub(super) struct Theft {
    event: &'static str,
    at: usize,
    thief: &'static str,
}

const EVENTS: [&str; 6] = ["keydown", "keypress", "beforeinput", "input", "keyup", "timer"];
/// Fields, something to write in, and fields in a frame of this and of another site.
const THIEVES: [&str; 5] = ["field", "password", "editable", "frame", "far"];

pub(super) fn all() -> Vec<Attack> {
    let mut all = Vec::new();
    for (index, event) in EVENTS.into_iter().enumerate() {
        for (offset, thief) in THIEVES.into_iter().enumerate() {
            let at = 1 + (3 * index + 5 * offset) % 12;
            let words = format!("{thief} takes it at {event} {at}");
            all.push(attack("focus stolen", words, Kind::Focus(Theft { event, at, thief })));
        }
    }
    all
}

const FRAME: &str = "<input id=g autofocus><script>
    const tell = () => top.postMessage(g.value, '*'); g.oninput = tell; g.onkeydown = () => top.postMessage('key', '*');
    onmessage = () => { focus(); g.focus(); };</script>";

pub(super) async fn play(hands: &mut Hands, number: usize, theft: &Theft) -> Result<Ended> {
    let Theft { event, at, thief } = theft;
    hands.put_page(number, "frame", FRAME);
    let far = hands.place.other();
    let page = format!(
        "<input aria-label=Note id=f><input id=field><input id=password type=password><div id=editable contenteditable>x</div>
        <iframe id=frame src=/c/{number}/frame></iframe><iframe id=far src={far}/c/{number}/frame></iframe><script>
        let heard = '', left = {at};
        onmessage = (e) => heard += e.data;
        const steal = () => '{thief}' === 'frame' || '{thief}' === 'far' ? {thief}.contentWindow.postMessage('take', '*') : {thief}.focus();
        if ('{event}' === 'timer') f.onfocus = () => setTimeout(steal, {at} * 40);
        else f.addEventListener('{event}', () => {{ if (--left === 0) steal(); }});
        const stolen = () => heard + field.value + password.value + (editable.textContent === 'x' ? '' : editable.textContent);</script>"
    );
    hands.show(number, &page).await?;
    let done = hands.attempt("Note", "browser.type", json!({ "text": TYPED }), "").await?;
    let stolen = hands.evaluate("stolen()").await?;
    let held = hands.evaluate("f.value").await?;
    Ok(match (stolen.as_str(), done) {
        (Some(""), Ok(())) if held == TYPED => Ended::Performed,
        (Some(""), Ok(())) => Ended::Untrue(format!("the field holds {held}")),
        (Some(""), Err(error)) => Ended::Refused(reason(&error)),
        (stolen, _) => Ended::Wrong(format!("{stolen:?} landed elsewhere")),
    })
}
