//! What was sent once is not sent again by going back to it, loading it again, or a connection that breaks (S11).

use anyhow::Result;
use serde_json::json;

use super::{Attack, Kind, attack};
use crate::targets::perform::{Ended, Hands, reason};

const WAYS: [&str; 5] = ["refresh", "back", "forward", "refresh below", "twice"];

pub(super) fn all() -> Vec<Attack> {
    WAYS.iter().map(|way| attack("sent again", (*way).to_owned(), Kind::Again(way))).collect()
}

pub(super) async fn play(hands: &mut Hands, number: usize, way: &str) -> Result<Ended> {
    let form = format!(
        "<form method=post action=/c/{number}/do><input type=hidden name=a value=b><button>Send</button></form>"
    );
    hands.put_page(number, "do", "<p>taken</p>");
    hands.put_page(number, "next", "<p>next</p>");
    hands.show(number, &form).await?;
    if let Err(error) = hands.attempt("Send", "browser.click", json!({}), "").await? {
        return Ok(Ended::Refused(reason(&error)));
    }
    let (tool, below) = match way {
        "refresh" => ("browser.refresh", None),
        "refresh below" => ("browser.refresh", Some(0)),
        "back" => ("browser.back", Some(-1)),
        "forward" => ("browser.forward", Some(1)),
        _ => return twice(hands, number).await,
    };
    if tool == "browser.back" {
        hands.go(&format!("/c/{number}/next")).await?;
    }
    if tool == "browser.forward" {
        hands.tab.go(-1).await.map_err(|error| anyhow::anyhow!("{}", error.message))?;
    }
    let denied = match (way, below) {
        // The gate is asked first; below it the tab refuses by itself.
        ("refresh below", _) => hands.tab.reload().await.err().map(|error| reason(&error)),
        _ => {
            let call = hands.person.call(&hands.tab, tool, json!({})).await;
            let call = call.map_err(|error| anyhow::anyhow!("{}", error.message))?;
            let refused = hands.person.permit(&call, &hands.surface.rules().get().origins).err();
            let by_gate = refused.map(|error| error.to_string());
            let by_tab = hands.tab.go(below.unwrap_or_default()).await.err().map(|error| reason(&error));
            by_gate.filter(|_| by_tab.is_some() || below.is_none())
        }
    };
    let sent = count(hands, number);
    Ok(match denied {
        _ if sent != 1 => Ended::Wrong(format!("{sent} forms arrived")),
        Some(reason) if reason.contains("P_DENY_REPOST") => Ended::Refused("P_DENY_REPOST".into()),
        other => Ended::Wrong(format!("not denied: {other:?}")),
    })
}

/// The page presses its own button again in the same click: one yes is one form.
async fn twice(hands: &mut Hands, number: usize) -> Result<Ended> {
    let page = format!(
        "<form id=f method=post action=/c/{number}/do target=w><input type=hidden name=a value=b><button>Send</button></form>
        <iframe name=w></iframe><script>f.onsubmit = () => setTimeout(() => f.submit(), 60)</script>"
    );
    let before = count(hands, number);
    hands.put_page(number, "double", &page);
    hands.go(&format!("/c/{number}/double")).await?;
    let done = hands.attempt("Send", "browser.click", json!({}), "").await?;
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let sent = count(hands, number) - before;
    Ok(match done {
        _ if sent > 1 => Ended::Wrong(format!("{sent} forms arrived of one yes")),
        Ok(()) => Ended::Performed,
        Err(error) => Ended::Refused(reason(&error)),
    })
}

fn count(hands: &Hands, number: usize) -> usize {
    hands.place.ledger.of(number).iter().filter(|what| what.starts_with("POST do")).count()
}
