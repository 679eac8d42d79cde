//! The frames of a tab, and which of them a handle belongs to.

use std::collections::HashMap;
use std::sync::PoisonError;

use laika_protocol::ids::{DocumentId, HandleId, Origin};

use super::{Tab, document_id};

/// Handles of frames that are remembered; older ones have to be observed again.
const MOST_HANDLES: usize = 4096;

/// The frame each handle came from, for those that are not of the page itself.
pub(super) type Handles = HashMap<String, u32>;

/// A frame, by the word of the browser process.
#[derive(Clone, Debug)]
pub struct FrameInfo {
    /// Its number in this tab; 0 is the page itself.
    pub frame_id: u32,
    /// The frame it stands in.
    pub parent: Option<u32>,
    /// Its origin; none when it is opaque or not of the web.
    pub origin: Option<Origin>,
    /// Its address, which may hold secrets.
    pub url: String,
    /// Its document; none before its first.
    pub document_id: Option<DocumentId>,
    /// Whether it runs in a process of its own.
    pub out_of_process: bool,
}

impl Tab {
    /// Its frames, in the order they appeared; the page itself first.
    #[must_use]
    pub fn frames(&self) -> Vec<FrameInfo> {
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

    /// The frame a handle came from; 0 where it is not known to be of another.
    #[must_use]
    pub fn frame_of(&self, handle: &HandleId) -> u32 {
        let handles = self.core.handles.lock().unwrap_or_else(PoisonError::into_inner);
        handles.get(handle.as_str()).copied().unwrap_or(0)
    }

    pub(super) fn remember_frame(&self, handle: &HandleId, frame: u32) {
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
