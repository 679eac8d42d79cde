//! Whether what a person wants is in the first look, or one call away.

use anyhow::Result;
use laika_browser::Pages as _;
use laika_browser::Tab;
use laika_protocol::llmcp::Content;
use laika_protocol::observation::Observation;
use laika_protocol::tools::typed::{Find, ObserveDom, Scope, ScopeKind};

use super::pages::{Kind, Wanted};
use crate::stats::Share;

/// Candidates that one `find` gives a model.
const CANDIDATES: u32 = 8;

pub(super) struct Reached {
    pub(super) share: Share,
    pub(super) missed: Vec<String>,
}

pub(super) async fn reached(tab: &Tab, look: &Content, wanted: &[Wanted]) -> Result<Reached> {
    let mut reached = Reached { share: Share::default(), missed: Vec::new() };
    let next = read_on(tab, look).await;
    let look = plain(&serde_json::to_string(look)?);
    for one in wanted {
        reached.share.n += 1;
        let expect = plain(&one.expect);
        let there = next.as_ref().is_some_and(|next| holds(next, one.kind, &expect));
        if look.contains(&expect) || there || found(tab, one, &expect).await? {
            reached.share.hits += 1;
        } else {
            reached.missed.push(format!("{} ({})", one.expect, one.ask));
        }
    }
    Ok(reached)
}

/// What one more reading gives, from where the first look ends.
async fn read_on(tab: &Tab, look: &Content) -> Option<Observation> {
    let Content::ObservationSummary { text, .. } = look else { return None };
    let cursor = u32::try_from(text.chars().count()).ok();
    tab.observe(&ObserveDom { cursor, ..ObserveDom::default() }).await.ok()
}

/// Whether a reading holds a fact in its text, or an element among those that can be acted on.
fn holds(next: &Observation, kind: Kind, expect: &str) -> bool {
    match kind {
        Kind::Fact => plain(&next.text).contains(expect),
        Kind::Element => next.elements.iter().any(|element| plain(&element.accessible_name).contains(expect)),
    }
}

/// Whether one `find` leads there: to the element itself, or to the lines that hold the fact.
async fn found(tab: &Tab, wanted: &Wanted, expect: &str) -> Result<bool> {
    let find = Find { query: wanted.ask.clone(), within_handle: None, k: Some(CANDIDATES) };
    let Ok(found) = tab.find(&find).await else { return Ok(false) };
    for candidate in found.candidates {
        let named = plain(&candidate.accessible_name);
        if named.contains(expect) && (wanted.kind == Kind::Fact || candidate.role != "text") {
            return Ok(true);
        }
        if wanted.kind == Kind::Fact {
            // A long line is cut in the list; what it leads to is not.
            let handle = serde_json::from_value(serde_json::json!(candidate.handle_id))?;
            let scope = Scope { kind: ScopeKind::Container, container_handle: Some(handle) };
            let inside = tab.observe(&ObserveDom { scope: Some(scope), ..ObserveDom::default() }).await;
            if inside.is_ok_and(|inside| plain(&inside.text).contains(expect)) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Without differences of spaces, quotes and case, which JSON and line breaks bring in.
fn plain(text: &str) -> String {
    let text = text.replace("\\n", " ").replace("\\\"", "\"");
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}
