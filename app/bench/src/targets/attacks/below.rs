//! A button goes away under the pointer, over a frame of another site of the run (S7).

use anyhow::Result;
use serde_json::json;

use super::{Attack, Kind, attack, ended};
use crate::targets::perform::{Ended, Hands};

const MOMENTS: [&str; 16] = [
    "pointermove",
    "mousemove",
    "pointerover",
    "mouseover",
    "pointerenter",
    "pointerdown",
    "mousedown",
    "pointerup",
    "0",
    "20",
    "50",
    "80",
    "120",
    "160",
    "250",
    "400",
];

/// What the frame tells of every trusted event that it gets.
const FRAME: &str = "<style>body{margin:0}button{width:100%;height:300px}</style><button>Pay</button><script>
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'keydown'])
      addEventListener(type, (e) => { if (e.isTrusted) fetch('pressed') }, true)</script>";

pub(super) fn all() -> Vec<Attack> {
    let new = |moment: &&'static str| {
        attack("frame under the pointer", format!("hidden at {moment}"), Kind::Below(moment))
    };
    MOMENTS.iter().map(new).collect()
}

pub(super) async fn play(hands: &mut Hands, number: usize, moment: &str) -> Result<Ended> {
    hands.put_page(number, "below", FRAME);
    let other = hands.place.other();
    let page = format!(
        "<iframe src={other}/c/{number}/below style='position:absolute;left:0;top:0;width:300px;height:300px;border:0'></iframe>
        <button id=b style='position:absolute;left:0;top:0;width:200px;height:200px'>Go</button><p id=p></p>
        <script>b.onclick = () => p.textContent = 'gone'; const hide = () => b.style.display = 'none';</script>"
    );
    hands.show(number, &page).await?;
    let between = match moment.parse::<u32>() {
        Ok(after) => format!("setTimeout(hide, {after})"),
        Err(_) => format!("addEventListener('{moment}', hide, true)"),
    };
    let done = hands.attempt("Go", "browser.click", json!({}), &between).await?;
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    Ok(ended(done, &hands.arrived(number, &["GET page", "GET below"])))
}
