//! Reading a page: its own reading and those of the frames that belong to it.

use std::time::Duration;

use laika_protocol::ids::HandleId;
use laika_protocol::limits::{DEFAULT_OBSERVE_CHARS, DEFAULT_OBSERVE_ELEMENTS};
use laika_protocol::observation::Observation;
use laika_protocol::tools::typed::{ObserveDom, ScopeKind};
use laika_protocol::{ErrorCode, ToolError};
use serde_json::{Value, json};

use super::answers::Reading;
use super::merge::{self, Part};
use super::read::real_handle;
use super::{FrameInfo, Pages, Place};
use crate::error::fault;

const READ: Duration = Duration::from_secs(5);
/// Frames of the page's own origin that are read with it.
const MOST_FRAMES: usize = 12;
/// With less room than this the text of a frame waits for the next cursor.
const LEAST_CHARS: u32 = 200;

/// What one observation may hold, over all frames.
#[derive(Clone, Copy)]
struct Budget {
    chars: u32,
    elements: u32,
}

pub(super) async fn observe<P: Pages + ?Sized>(
    tab: &P,
    arguments: &ObserveDom,
    scope: Option<Value>,
) -> Result<Observation, ToolError> {
    let first = observe_once(tab, arguments, scope.clone()).await;
    match first {
        // The page may have been on its way somewhere; reading changes nothing, so it may be done again.
        Err(error) if error.reason.as_ref().is_some_and(|it| it.as_str() == "E_DOCUMENT_CHANGED") => {
            observe_once(tab, arguments, scope).await
        }
        other => other,
    }
}

async fn observe_once<P: Pages + ?Sized>(
    tab: &P,
    arguments: &ObserveDom,
    scope: Option<Value>,
) -> Result<Observation, ToolError> {
    let before = tab.document()?;
    let container = container(arguments)?;
    let frame = container.as_ref().map_or(0, |handle| tab.frame_of(handle));
    let options = options(arguments, scope, container.as_ref());
    let mut budget = Budget {
        chars: arguments.max_chars.unwrap_or(number(DEFAULT_OBSERVE_CHARS)),
        elements: arguments.max_elements.unwrap_or(number(DEFAULT_OBSERVE_ELEMENTS)),
    };
    let settle = Duration::from_millis(arguments.settle_ms.unwrap_or(0).into());
    let mut main = read(tab, frame, &options, &mut budget, READ + settle).await?;
    if frame == 0 && container.is_none() && options["scope"]["kind"] != "selection" {
        read_frames(tab, &mut main, &options, &mut budget).await;
    } else if frame != 0 {
        put_in_place(tab, &mut main).await?;
    }
    let after = tab.document()?;
    if after.document_id != before.document_id {
        return Err(crate::error::document_changed());
    }
    let blocked = if frame == 0 { blocked(tab, &main) } else { Vec::new() };
    Ok(merge::observation(tab, &after, main, blocked, arguments))
}

/// One frame's reading, with its identity checked.
async fn read<P: Pages + ?Sized>(
    tab: &P,
    frame: u32,
    options: &Value,
    budget: &mut Budget,
    within: Duration,
) -> Result<Part, ToolError> {
    let mut options = options.clone();
    options["maxChars"] = budget.chars.into();
    options["maxElements"] = budget.elements.into();
    let reading: Reading = tab.page(frame, &json!({ "op": "observe", "options": options }), within).await?;
    let document = tab.document_in(frame)?;
    if reading.identity.origin != document.origin.as_str() {
        let message = "the page says it is another than the browser says; nothing of it was used";
        return Err(fault(ErrorCode::PreconditionFailed, "E_IDENTITY", message));
    }
    tab.note_generation(frame, reading.identity.generation);
    let chars: usize = reading.chunks.iter().map(|chunk| chunk.text.chars().count() + 1).sum();
    budget.chars = budget.chars.saturating_sub(u32::try_from(chars).unwrap_or(u32::MAX));
    budget.elements =
        budget.elements.saturating_sub(u32::try_from(reading.elements.len()).unwrap_or(u32::MAX));
    Ok(Part {
        frame,
        reading,
        origin: Place::default(),
        scale: 1.0,
        after: -1,
        base: 0,
        children: Vec::new(),
    })
}

/// Reads the frames that may be read with the page. The text of all of them follows the page's own for a cursor.
async fn read_frames<P: Pages + ?Sized>(tab: &P, main: &mut Part, options: &Value, budget: &mut Budget) {
    let cursor = options["cursor"].as_u64().and_then(|cursor| u32::try_from(cursor).ok());
    // While the page's own text goes on, frames would only come again and again.
    if cursor.is_some() && main.reading.next_cursor.is_some() {
        return;
    }
    let mut base = main.reading.total_chars;
    for (frame, parent) in readable_frames(tab) {
        let Some(parent) = merge::find(main, parent) else { continue };
        let Ok(owner) = tab.owner_of(frame, 0.0, 0.0).await else { continue };
        let Some(after) = merge::stands_after(&parent.reading, &owner) else { continue };
        let (origin, scale) = (parent.origin, parent.scale);
        let mut options = options.clone();
        let from = cursor.map_or(0, |cursor| cursor.saturating_sub(base));
        if cursor.is_some() {
            options["cursor"] = from.into();
        }
        let starved = budget.chars < LEAST_CHARS;
        let Ok(mut child) = read(tab, frame, &options, budget, READ).await else { continue };
        if starved {
            // A reading holds at least one line, which may be more than there is room for.
            child.reading.chunks.clear();
            child.reading.primary = None;
            child.reading.next_cursor = (child.reading.total_chars > from).then_some(from);
        }
        child.origin = Place { x: origin.x + owner.origin.x * scale, y: origin.y + owner.origin.y * scale };
        child.scale = scale * owner.scale;
        child.after = after;
        child.base = base;
        base = base.saturating_add(child.reading.total_chars);
        if let Some(parent) = merge::find(main, tab.parent_of(frame).unwrap_or(0)) {
            parent.children.push(child);
        }
    }
}

async fn put_in_place<P: Pages + ?Sized>(tab: &P, part: &mut Part) -> Result<(), ToolError> {
    (part.origin, part.scale) = tab.place_in_page(part.frame, 0.0, 0.0).await?;
    Ok(())
}

/// Frames that stand in the page through frames of its own origin only, parents first, with their parents.
pub(super) fn readable_frames<P: Pages + ?Sized>(tab: &P) -> Vec<(u32, u32)> {
    let frames = tab.frames();
    let Some(page) = frames.first().and_then(|page| page.origin.clone()) else { return Vec::new() };
    let mut readable = vec![0];
    let mut found = Vec::new();
    for frame in &frames {
        if let Some(parent) = frame.parent
            && frame.origin.as_ref() == Some(&page)
            && readable.contains(&parent)
            && found.len() < MOST_FRAMES
        {
            readable.push(frame.frame_id);
            found.push((frame.frame_id, parent));
        }
    }
    found
}

/// Frames that can be seen in what was read and may not be read.
fn blocked<P: Pages + ?Sized>(tab: &P, main: &Part) -> Vec<FrameInfo> {
    let frames = tab.frames();
    let readable: Vec<u32> =
        std::iter::once(0).chain(readable_frames(tab).iter().map(|(frame, _)| *frame)).collect();
    let shown = merge::shown_frames(main);
    let known: Vec<_> = frames.iter().map(|frame| frame.origin.clone()).collect();
    // A frame that went elsewhere by itself is not where its element says.
    let moved = shown.iter().any(|origin| origin.is_some() && !known.contains(origin));
    let is_shown = |frame: &FrameInfo| moved || shown.contains(&frame.origin);
    let stands_in_it = |frame: &FrameInfo| frame.parent.is_some_and(|parent| readable.contains(&parent));
    let blocked = |frame: &FrameInfo| {
        frame.document_id.is_some()
            && !readable.contains(&frame.frame_id)
            && stands_in_it(frame)
            && is_shown(frame)
    };
    frames.iter().filter(|frame| blocked(frame)).cloned().collect()
}

fn container(arguments: &ObserveDom) -> Result<Option<HandleId>, ToolError> {
    let scope = arguments.scope.as_ref();
    let named = scope.and_then(|scope| scope.container_handle.as_ref()).or(arguments.root_handle_id.as_ref());
    if scope.is_some_and(|scope| scope.kind == ScopeKind::Container) && named.is_none() {
        return Err(fault(
            ErrorCode::InvalidArgument,
            "E_NO_CONTAINER",
            "a scope of a container needs its handle",
        ));
    }
    named.map(real_handle).transpose()
}

fn options(arguments: &ObserveDom, scope: Option<Value>, container: Option<&HandleId>) -> Value {
    let mut options = serde_json::to_value(arguments).unwrap_or_else(|_| json!({}));
    // These two are applied by the core.
    for name in ["rootHandleId", "maxBlocks", "maxPrimaryChars", "scope"] {
        if let Some(options) = options.as_object_mut() {
            options.remove(name);
        }
    }
    let kind = arguments.scope.as_ref().map(|scope| scope.kind);
    let scope =
        scope.or_else(|| container.map(|handle| json!({ "kind": "container", "containerHandle": handle })));
    options["scope"] = scope.unwrap_or_else(|| match kind {
        Some(ScopeKind::Viewport) => json!({ "kind": "viewport" }),
        Some(ScopeKind::Selection) => json!({ "kind": "selection" }),
        Some(ScopeKind::Document | ScopeKind::Container) | None => json!({ "kind": "document" }),
    });
    options
}

fn number(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}
