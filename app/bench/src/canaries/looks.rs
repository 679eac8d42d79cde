//! Every way there is to look at a page.

use std::collections::BTreeSet;

use anyhow::Result;
use laika_browser::Pages as _;
use laika_browser::Tab;
use laika_context::{Aliases, FIRST_LOOK_TOKENS, chunk_documents, first_look, summary_document};
use laika_protocol::ids::{HandleId, HandleRef};
use laika_protocol::observation::Observation;
use laika_protocol::tools::typed::{
    Condition, ExtractTable, Find, GetSelectionLinks, ObserveDom, Scope, ScopeKind, WaitFor,
};

use super::canary::Planted;
use super::pages::Page;
use super::said::Said;
use crate::web::evaluate;

/// Containers that are read by themselves.
const MOST_CONTAINERS: usize = 16;
const MOST_QUERIES: usize = 30;
/// Small enough that a page of any length has several.
const PAGE_CHARS: u32 = 300;
const MOST_PAGES: usize = 60;
/// What people look for, whatever the page is about.
const QUERIES: [&str; 16] = [
    "password",
    "card number",
    "security code",
    "token",
    "secret",
    "session",
    "log in button",
    "search field",
    "submit",
    "link",
    "hidden",
    "value",
    "code",
    "*",
    "table",
    "week",
];

/// Looks in every way; the handles that were handed out.
pub(super) async fn all(tab: &Tab, page: &Page, said: &mut Said) -> Result<BTreeSet<HandleId>> {
    let mut handles = BTreeSet::new();
    let mut names = Vec::new();
    for what in [
        ObserveDom::default(),
        ObserveDom {
            max_chars: Some(16_000),
            max_elements: Some(300),
            debug: Some(true),
            ..ObserveDom::default()
        },
        ObserveDom {
            scope: Some(Scope { kind: ScopeKind::Viewport, container_handle: None }),
            ..ObserveDom::default()
        },
    ] {
        if let Some(seen) = said.answer("observations", tab.observe(&what).await) {
            model(&seen, said);
            handles.extend(handles_of(&seen));
            names.extend(seen.elements.iter().map(|element| element.accessible_name.clone()));
        }
    }
    pages(tab, said).await;
    for handle in handles.iter().take(MOST_CONTAINERS) {
        let scope = Scope { kind: ScopeKind::Container, container_handle: Some(named(handle)?) };
        said.answer(
            "observations",
            tab.observe(&ObserveDom { scope: Some(scope), ..ObserveDom::default() }).await,
        );
    }
    names.dedup();
    for query in QUERIES
        .iter()
        .map(ToString::to_string)
        .chain(names.into_iter().take(MOST_QUERIES))
        .filter(|query| !query.is_empty())
    {
        let query: String = query.chars().take(200).collect();
        if let Some(found) =
            said.answer("find", tab.find(&Find { query, within_handle: None, k: Some(20) }).await)
        {
            handles.extend(found.candidates.into_iter().map(|one| one.handle_id));
        }
    }
    for handle in &handles {
        said.answer("tables", tab.extract_table(&ExtractTable { handle_id: named(handle)? }).await);
    }
    // As if the person had selected everything.
    evaluate(tab, "getSelection().selectAllChildren(document.body), null").await?;
    said.answer("selection", tab.selection_links(&GetSelectionLinks { max_links: Some(300) }).await);
    said.answer("selection", tab.observe_selection(&ObserveDom::default()).await);
    evaluate(tab, "getSelection().removeAllRanges(), null").await?;
    match tab.capture().await {
        Ok(picture) => {
            said.value("element maps", &picture.elements);
            handles.extend(picture.elements.into_iter().map(|one| one.handle_id));
        }
        Err(error) => said.error(&error),
    }
    waiting(tab, &page.planted, said).await;
    Ok(handles)
}

/// What a model gets of it.
fn model(seen: &Observation, said: &mut Said) {
    said.value("first looks", &first_look(seen, 0, &mut Aliases::default(), FIRST_LOOK_TOKENS));
    said.value("first looks", &summary_document(seen, 0, &mut Aliases::default()));
    said.value("first looks", &chunk_documents(seen, 1000));
}

/// The whole text, a little at a time.
async fn pages(tab: &Tab, said: &mut Said) {
    let mut cursor = Some(0);
    for _ in 0..MOST_PAGES {
        let Some(at) = cursor else { break };
        let what = ObserveDom { cursor: Some(at), max_chars: Some(PAGE_CHARS), ..ObserveDom::default() };
        cursor = said
            .answer("observations", tab.observe(&what).await)
            .and_then(|seen| seen.next_cursor)
            .filter(|next| *next > at);
    }
}

/// Waiting for a text says whether it is there: nobody can wait for a secret.
async fn waiting(tab: &Tab, planted: &[Planted], said: &mut Said) {
    for one in planted {
        let condition = Condition::TextAppears { text: one.secret.clone() };
        match tab.wait_for(&WaitFor { condition, timeout_ms: Some(1) }).await {
            Ok(waited) if waited.met => said.text("waiting", one.secret.clone()),
            Ok(_) => said.text("waiting", "not there"),
            Err(error) => said.error(&error),
        }
    }
}

fn named(handle: &HandleId) -> Result<HandleRef> {
    Ok(HandleRef::parse(handle.as_str())?)
}

fn handles_of(seen: &Observation) -> BTreeSet<HandleId> {
    let elements = seen.elements.iter().map(|it| Some(&it.handle_id));
    let blocks = seen.blocks.iter().map(|it| it.handle_id.as_ref());
    let items = seen
        .items
        .iter()
        .flat_map(|it| it.links.iter().map(|link| link.handle_id.as_ref()).chain([it.handle_id.as_ref()]));
    let comments = seen.comments.iter().map(|it| it.handle_id.as_ref());
    let forms = seen
        .forms
        .iter()
        .flat_map(|it| it.fields.iter().map(|field| field.handle_id.as_ref()).chain([it.handle_id.as_ref()]));
    let primary = seen.primary.iter().map(|it| it.handle_id.as_ref());
    let omissions = seen.omissions.iter().map(|it| it.handle_id.as_ref());
    elements
        .chain(blocks)
        .chain(items)
        .chain(comments)
        .chain(forms)
        .chain(primary)
        .chain(omissions)
        .flatten()
        .cloned()
        .collect()
}
