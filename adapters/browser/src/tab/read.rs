//! Finding elements, reading tables and selections, and waiting for something to be so.

use std::time::Duration;

use laika_protocol::ToolError;
use laika_protocol::tools::typed::{
    Candidate, Candidates, Condition, ExtractTable, ExtractedTable, Find, GetSelectionLinks, SelectionLinks,
    WaitFor, Waited,
};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::answers::{self, line};
use super::observe::real_handle;
use super::{Tab, merge};

const READ: Duration = Duration::from_secs(5);
const FIND_MOST: u32 = 5;
const LINKS_MOST: u32 = 100;
const ROWS_MOST: usize = 2000;
const ROWS_USUAL: usize = 500;
const COLUMNS_MOST: usize = 200;
const CELL_MOST: usize = 500;
const NAME_MOST: usize = 300;
const WORD_MOST: usize = 64;
const WAIT_USUAL: Duration = Duration::from_secs(5);
const WAIT_MOST: Duration = Duration::from_secs(30);
/// What the pipe and the page's own clock may add.
const SLACK: Duration = Duration::from_secs(1);
/// Nothing changed for so long: the page came to rest.
const QUIET: Duration = Duration::from_millis(500);
/// Between two looks of a page at what it waits for.
const LOOK: Duration = Duration::from_millis(100);

#[derive(Deserialize)]
#[serde(default, rename_all = "camelCase")]
#[derive(Default)]
struct Table {
    caption: String,
    headers: Vec<String>,
    rows: Vec<Vec<String>>,
    omitted_rows: u32,
}

#[derive(Deserialize)]
struct Met {
    met: bool,
}

impl Tab {
    /// Elements that may be meant by some words, most likely first, in the page and in frames of its own origin.
    ///
    /// # Errors
    /// When the tab holds no page, the container is stale, or the page does not answer.
    pub async fn find(&self, arguments: &Find) -> Result<Candidates, ToolError> {
        self.document()?;
        let most = arguments.k.unwrap_or(FIND_MOST).clamp(1, 20);
        let mut request = json!({ "op": "find", "query": arguments.query, "k": most });
        let within = arguments.within_handle.as_ref().map(real_handle).transpose()?;
        let mut frames = vec![within.as_ref().map_or(0, |handle| self.frame_of(handle))];
        match within {
            Some(handle) => request["within"] = handle.as_str().into(),
            None => frames.extend(self.readable_frames().iter().map(|(frame, _)| *frame)),
        }
        let mut candidates = Vec::new();
        for frame in frames {
            let found: Result<Vec<answers::Candidate>, _> = self.page(frame, &request, READ).await;
            let found = if frame == 0 || candidates.is_empty() { found? } else { found.unwrap_or_default() };
            candidates.extend(found.into_iter().take(20).filter_map(|it| self.candidate(frame, &it)));
        }
        candidates.sort_by(|one, other| other.confidence.total_cmp(&one.confidence));
        candidates.truncate(usize::try_from(most).unwrap_or(20));
        Ok(Candidates { candidates })
    }

    fn candidate(&self, frame: u32, found: &answers::Candidate) -> Option<Candidate> {
        Some(Candidate {
            handle_id: merge::real(self, frame, &found.handle)?,
            role: line(&found.role, WORD_MOST),
            accessible_name: line(&found.name, NAME_MOST),
            context: line(&found.context, NAME_MOST),
            confidence: if found.confidence.is_finite() { found.confidence.clamp(0.0, 1.0) } else { 0.0 },
        })
    }

    /// A table as rows and columns.
    ///
    /// # Errors
    /// When the handle is stale or no table is there.
    pub async fn extract_table(&self, arguments: &ExtractTable) -> Result<ExtractedTable, ToolError> {
        self.document()?;
        let handle = real_handle(&arguments.handle_id)?;
        let request = json!({ "op": "table", "handle": handle, "maxRows": ROWS_USUAL });
        let table: Table = self.page(self.frame_of(&handle), &request, READ).await?;
        let headers: Vec<_> =
            table.headers.iter().take(COLUMNS_MOST).map(|text| line(text, CELL_MOST)).collect();
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

    /// The links in what the person has selected.
    ///
    /// # Errors
    /// When the tab holds no page or it does not answer.
    pub async fn selection_links(&self, arguments: &GetSelectionLinks) -> Result<SelectionLinks, ToolError> {
        self.document()?;
        let most = arguments.max_links.unwrap_or(LINKS_MOST).clamp(1, 300);
        let request = json!({ "op": "selectionLinks", "maxLinks": most });
        let most = usize::try_from(most).unwrap_or(300);
        let mut links = Vec::new();
        let frames = std::iter::once(0).chain(self.readable_frames().into_iter().map(|(frame, _)| frame));
        for frame in frames {
            let found: Result<Vec<answers::Link>, _> = self.page(frame, &request, READ).await;
            let found = if frame == 0 { found? } else { found.unwrap_or_default() };
            links.extend(found.iter().map(|it| merge::link(self, frame, it)).filter(|it| !it.url.is_empty()));
        }
        links.truncate(most);
        Ok(SelectionLinks { links })
    }

    /// Waits until something is so, for a bounded time.
    ///
    /// # Errors
    /// When the tab holds no page, the element is stale, or the tab crashes.
    pub async fn wait_for(&self, arguments: &WaitFor) -> Result<Waited, ToolError> {
        let started = Instant::now();
        let most =
            arguments.timeout_ms.map_or(WAIT_USUAL, |most| Duration::from_millis(most.into())).min(WAIT_MOST);
        let met = match &arguments.condition {
            Condition::PageChanged {} => self.wait_for_change(started + most).await?,
            Condition::PageSettled {} => self.settle(QUIET, most).await?,
            Condition::TextAppears { .. } | Condition::TextGone { .. } => {
                self.wait_in_page(0, &arguments.condition, started + most).await?
            }
            Condition::ElementReady { handle_id } | Condition::ElementGone { handle_id } => {
                let frame = self.frame_of(&real_handle(handle_id)?);
                self.wait_in_page(frame, &arguments.condition, started + most).await?
            }
        };
        Ok(Waited { met, waited_ms: u32::try_from(started.elapsed().as_millis()).unwrap_or(u32::MAX) })
    }

    async fn wait_for_change(&self, end: Instant) -> Result<bool, ToolError> {
        let before = self.document()?;
        let changed = self.core.wait(|model| {
            let frame = model.frame(0)?;
            let other = format!("d_{}", frame.loader) != before.document_id.as_str();
            (other || frame.generation() != before.navigation_generation).then_some(())
        });
        match tokio::time::timeout_at(end, changed).await {
            Ok(changed) => changed.map(|()| true),
            Err(_) => Ok(false),
        }
    }

    async fn wait_in_page(&self, frame: u32, condition: &Condition, end: Instant) -> Result<bool, ToolError> {
        let gone = matches!(condition, Condition::ElementGone { .. });
        let by_text = matches!(condition, Condition::TextAppears { .. } | Condition::TextGone { .. });
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(false);
            }
            let timeout = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
            let request: Value = json!({ "op": "waitFor", "condition": condition, "timeoutMs": timeout });
            let error = match self.page::<Met>(frame, &request, left + SLACK).await {
                Ok(Met { met }) => return Ok(met),
                Err(error) => error,
            };
            match error.reason.as_ref().map(|reason| reason.as_str()) {
                // With its document the element is gone, too.
                Some("E_DOCUMENT_CHANGED" | "E_NO_FRAME") if gone => return Ok(true),
                // A text may appear on the page that follows.
                Some("E_DOCUMENT_CHANGED") if by_text => tokio::time::sleep(LOOK).await,
                _ if error.code == laika_protocol::ErrorCode::Timeout => return Ok(false),
                _ => return Err(error),
            }
        }
    }
}
