//! What the browser process says of a tab and its frames, and which of them a handle belongs to.

use std::collections::HashMap;
use std::sync::PoisonError;
use std::time::Duration;

use laika_protocol::ToolError;
use laika_protocol::ids::HandleId;
use laika_protocol::wire::CallContext;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{HistoryEntry, Tab, document_id, no_page};
use crate::error::{bad_answer, crashed, no_frame, tab_closed};
use crate::pages::{FrameInfo, FrameOwner, Pages};

/// Handles of frames that are remembered; older ones have to be observed again.
const MOST_HANDLES: usize = 4096;

/// The frame each handle came from, for those that are not of the page itself.
pub(super) type Handles = HashMap<String, u32>;

impl Pages for Tab {
    fn document_in(&self, frame: u32) -> Result<CallContext, ToolError> {
        let model = self.core.model();
        if model.closed {
            return Err(tab_closed());
        }
        if model.crashed {
            return Err(crashed());
        }
        let found = model.frame(frame).ok_or_else(no_frame)?;
        Ok(CallContext {
            profile_id: None,
            tab_id: self.core.id,
            frame_id: frame,
            origin: model.origin(found).ok_or_else(no_page)?,
            document_id: document_id(found)?,
            navigation_generation: found.generation(),
        })
    }

    fn frames(&self) -> Vec<FrameInfo> {
        let model = self.core.model();
        let number = |id: &str| model.frames.get(id).map(|frame| frame.number);
        let mut frames: Vec<_> = model
            .frames
            .values()
            .map(|frame| FrameInfo {
                frame_id: frame.number,
                parent: frame.parent.as_deref().and_then(number),
                origin: model.origin(frame),
                url: frame.url.clone(),
                document_id: if frame.loader.is_empty() { None } else { document_id(frame).ok() },
                out_of_process: frame.out_of_process,
            })
            .collect();
        frames.sort_by_key(|frame| frame.frame_id);
        frames
    }

    fn url(&self) -> String {
        self.core.model().frame(0).map(|frame| frame.url.clone()).unwrap_or_default()
    }

    async fn ask(&self, frame: u32, request: &Value, within: Duration) -> Result<String, ToolError> {
        let deadline = Instant::now() + within;
        let asked = self.asked(frame, deadline).await?;
        self.ask_in(frame, &asked, json!([{ "value": request }]), deadline).await
    }

    async fn owner_of(&self, frame: u32, x: f64, y: f64) -> Result<FrameOwner, ToolError> {
        let owner = self.frame_owner(frame, x, y).await?;
        let sound = owner.scale.is_finite()
            && owner.scale > 0.0
            && owner.origin.x.is_finite()
            && owner.origin.y.is_finite();
        if sound { Ok(owner) } else { Err(bad_answer()) }
    }

    async fn history_at(&self, delta: i32) -> Result<HistoryEntry, ToolError> {
        Self::history_at(self, delta).await
    }

    fn note_generation(&self, frame: u32, generation: u64) {
        self.core.change(|model| {
            if let Some(frame) = model.frame_mut(frame) {
                frame.page_generation = frame.page_generation.max(generation);
            }
        });
    }

    fn frame_of(&self, handle: &HandleId) -> u32 {
        let handles = self.core.handles.lock().unwrap_or_else(PoisonError::into_inner);
        handles.get(handle.as_str()).copied().unwrap_or(0)
    }

    fn remember_frame(&self, handle: &HandleId, frame: u32) {
        if frame == 0 {
            return;
        }
        let mut handles = self.core.handles.lock().unwrap_or_else(PoisonError::into_inner);
        if handles.len() >= MOST_HANDLES {
            handles.clear();
        }
        handles.insert(handle.as_str().to_owned(), frame);
    }
}
