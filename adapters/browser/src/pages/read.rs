//! Finding elements, reading tables and selections.

use std::time::Duration;

use laika_protocol::ids::{HandleId, HandleRef};
use laika_protocol::tools::typed::{
    Candidate, Candidates, ExtractTable, ExtractedTable, Find, GetSelectionLinks, SelectionLinks,
};
use laika_protocol::{ErrorCode, ToolError};
use serde::Deserialize;
use serde_json::json;

use super::answers::{self, line};
use super::observe::readable_frames;
use super::{Pages, merge};
use crate::error::fault;

const READ: Duration = Duration::from_secs(5);
const FIND_MOST: u32 = 5;
const LINKS_MOST: u32 = 100;
const ROWS_MOST: usize = 2000;
const ROWS_USUAL: usize = 500;
const COLUMNS_MOST: usize = 200;
const CELL_MOST: usize = 500;
const NAME_MOST: usize = 300;
const WORD_MOST: usize = 64;

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Table {
    caption: String,
    headers: Vec<String>,
    rows: Vec<Vec<String>>,
    omitted_rows: u32,
}

/// A handle on its way to the page; a name that only a model uses never gets there.
pub(crate) fn real_handle(handle: &HandleRef) -> Result<HandleId, ToolError> {
    HandleId::parse(handle.as_str()).map_err(|_| {
        fault(
            ErrorCode::InvalidArgument,
            "E_ALIAS",
            "the name of the element was not resolved; use its handle",
        )
    })
}

pub(super) async fn find<P: Pages + ?Sized>(tab: &P, arguments: &Find) -> Result<Candidates, ToolError> {
    tab.document()?;
    let most = arguments.k.unwrap_or(FIND_MOST).clamp(1, 20);
    let mut request = json!({ "op": "find", "query": arguments.query, "k": most });
    let within = arguments.within_handle.as_ref().map(real_handle).transpose()?;
    let mut frames = vec![within.as_ref().map_or(0, |handle| tab.frame_of(handle))];
    match within {
        Some(handle) => request["within"] = handle.as_str().into(),
        None => frames.extend(readable_frames(tab).iter().map(|(frame, _)| *frame)),
    }
    let mut candidates = Vec::new();
    for frame in frames {
        let found: Result<Vec<answers::Candidate>, _> = tab.page(frame, &request, READ).await;
        let found = if frame == 0 || candidates.is_empty() { found? } else { found.unwrap_or_default() };
        candidates.extend(found.into_iter().take(20).filter_map(|it| candidate(tab, frame, &it)));
    }
    candidates.sort_by(|one, other| other.confidence.total_cmp(&one.confidence));
    candidates.truncate(usize::try_from(most).unwrap_or(20));
    Ok(Candidates { candidates })
}

fn candidate<P: Pages + ?Sized>(tab: &P, frame: u32, found: &answers::Candidate) -> Option<Candidate> {
    Some(Candidate {
        handle_id: merge::real(tab, frame, &found.handle)?,
        role: line(&found.role, WORD_MOST),
        accessible_name: line(&found.name, NAME_MOST),
        context: line(&found.context, NAME_MOST),
        confidence: if found.confidence.is_finite() { found.confidence.clamp(0.0, 1.0) } else { 0.0 },
    })
}

pub(super) async fn extract_table<P: Pages + ?Sized>(
    tab: &P,
    arguments: &ExtractTable,
) -> Result<ExtractedTable, ToolError> {
    tab.document()?;
    let handle = real_handle(&arguments.handle_id)?;
    let request = json!({ "op": "table", "handle": handle, "maxRows": ROWS_USUAL });
    let table: Table = tab.page(tab.frame_of(&handle), &request, READ).await?;
    let headers: Vec<_> = table.headers.iter().take(COLUMNS_MOST).map(|text| line(text, CELL_MOST)).collect();
    let row = |row: &Vec<String>| {
        let mut row: Vec<_> = row.iter().take(headers.len()).map(|text| line(text, CELL_MOST)).collect();
        row.resize(headers.len(), String::new());
        row
    };
    let rows: Vec<_> = table.rows.iter().take(ROWS_MOST).map(row).collect();
    let cut = u32::try_from(table.rows.len() - rows.len()).unwrap_or(u32::MAX);
    let omitted_rows = table.omitted_rows.saturating_add(cut);
    Ok(ExtractedTable { caption: line(&table.caption, CELL_MOST), headers, rows, omitted_rows })
}

pub(super) async fn selection_links<P: Pages + ?Sized>(
    tab: &P,
    arguments: &GetSelectionLinks,
) -> Result<SelectionLinks, ToolError> {
    tab.document()?;
    let most = arguments.max_links.unwrap_or(LINKS_MOST).clamp(1, 300);
    let request = json!({ "op": "selectionLinks", "maxLinks": most });
    let most = usize::try_from(most).unwrap_or(300);
    let mut links = Vec::new();
    let frames = std::iter::once(0).chain(readable_frames(tab).into_iter().map(|(frame, _)| frame));
    for frame in frames {
        let found: Result<Vec<answers::Link>, _> = tab.page(frame, &request, READ).await;
        let found = if frame == 0 { found? } else { found.unwrap_or_default() };
        links.extend(found.iter().map(|it| merge::link(tab, frame, it)).filter(|it| !it.url.is_empty()));
    }
    links.truncate(most);
    Ok(SelectionLinks { links })
}
