//! What an element does is changed after it was approved (S6).

use anyhow::Result;
use serde_json::json;

use super::{Attack, Kind, attack, ended};
use crate::targets::perform::{Ended, Hands};

#[derive(Clone, Copy, Debug)]
pub(super) struct Swap {
    change: &'static str,
    element: &'static str,
    /// Right after the yes, or at the first such event.
    moment: &'static str,
}

const PAGE: &str = "<form id=form method=post action=do><input type=hidden name=to value=ada id=to>
    <input type=hidden name=amount value=5 id=amount><button id=send>Send</button></form>
    <form action=seek id=seek><input type=hidden name=q value=x id=q><button id=ask>Search</button></form>
    <a id=link href=go/ada>Link</a><a id=away href=go/ada>Other</a>";

const CHANGES: [(&str, &str); 18] = [
    ("form.action = 'evil'", "Send"),
    ("form.setAttribute('action', 'evil')", "Send"),
    ("form.method = 'get'", "Send"),
    ("form.enctype = 'text/plain'", "Send"),
    ("form.target = '_blank'", "Send"),
    ("to.value = 'eve'", "Send"),
    ("amount.value = '5000'", "Send"),
    ("amount.name = 'total'", "Send"),
    ("to.remove()", "Send"),
    ("form.insertAdjacentHTML('beforeend', '<input type=hidden name=all value=1>')", "Send"),
    (
        "document.body.insertAdjacentHTML('beforeend', '<input type=hidden name=all value=1 form=form>')",
        "Send",
    ),
    ("send.setAttribute('formaction', 'evil')", "Send"),
    ("send.setAttribute('form', 'seek')", "Send"),
    ("document.head.insertAdjacentHTML('beforeend', '<base href=/evil/>')", "Send"),
    ("link.href = 'evil'", "Link"),
    ("link.target = '_blank'", "Link"),
    ("link.download = 'x'", "Link"),
    ("seek.action = 'evil'", "Search"),
];
const MOMENTS: [&str; 5] = ["", "pointermove", "mousemove", "pointerdown", "mousedown"];
/// From the click on the page's own handlers run; where a form goes still holds.
const LATE: [&str; 2] = ["click", "submit"];

pub(super) fn all() -> Vec<Attack> {
    let early = MOMENTS.iter().flat_map(|moment| CHANGES.iter().map(move |change| (*moment, *change)));
    let late = LATE.iter().flat_map(|moment| {
        CHANGES
            .iter()
            .filter(|(change, _)| change.starts_with("form.action") || change.contains("formaction"))
            .map(move |change| (*moment, *change))
    });
    early
        .chain(late)
        .map(|(moment, (change, element))| {
            let when = if moment.is_empty() { "after the yes" } else { moment };
            attack(
                "changed after the yes",
                format!("{change} at {when}"),
                Kind::Swap(Swap { change, element, moment }),
            )
        })
        .collect()
}

pub(super) async fn play(hands: &mut Hands, number: usize, swap: &Swap) -> Result<Ended> {
    hands.show(number, PAGE).await?;
    let Swap { change, element, moment } = swap;
    let between = if moment.is_empty() {
        (*change).to_owned()
    } else {
        format!(
            "document.addEventListener('{moment}', () => {{ {change} }}, {{ capture: true, once: true }})"
        )
    };
    let done = hands.attempt(element, "browser.click", json!({}), &between).await?;
    Ok(ended(done, &hands.arrived(number, &["GET page"])))
}
