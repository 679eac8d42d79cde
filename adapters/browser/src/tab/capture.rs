//! Pictures of what is on screen, with everything painted over that a picture must not show.

use std::collections::{HashMap, HashSet};
use std::sync::PoisonError;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use laika_protocol::limits::Limit;
use laika_protocol::observation::BoundingBox;
use laika_protocol::tools::typed::MappedElement;
use laika_protocol::{ErrorCode, ToolError};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{Tab, same_origin};
use crate::error::{bad_answer, fault};
use crate::pages::answers::ElementMap;
use crate::pages::merge::{bounding_box, real};
use crate::pages::{Pages as _, Place};
use crate::picture::Pixels;

const MINUTE: Duration = Duration::from_secs(60);
const MAP: Duration = Duration::from_secs(3);
const PICTURE: Duration = Duration::from_secs(10);
const MOST_MASKS: usize = 2000;
const MOST_ELEMENTS: usize = 300;

/// A picture of what is on screen.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The picture as PNG.
    pub png: Vec<u8>,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// Where elements are in it.
    pub elements: Vec<MappedElement>,
}

/// What lies where, in pixels of the page's viewport.
#[derive(Default)]
struct Map {
    masks: Vec<BoundingBox>,
    elements: Vec<MappedElement>,
    viewport: (f64, f64),
}

impl Tab {
    /// Takes a picture of what is on screen, at most a few a minute. What fields hold, and what people write in
    /// place, is painted over in all frames; a frame that cannot be asked is painted over as a whole.
    ///
    /// # Errors
    /// When the tab holds no page, it does not answer, or there were too many pictures.
    pub async fn capture(&self) -> Result<Picture, ToolError> {
        let before = self.document()?;
        self.may_take_picture()?;
        // The page may move while the picture is taken: what is to be hidden is looked up before and after.
        let first = self.map().await?;
        let parameters = json!({ "format": "png", "optimizeForSpeed": true });
        let answer = self.core.session.call("Page.captureScreenshot", parameters, PICTURE).await?;
        let second = self.map().await?;
        if self.document()?.document_id != before.document_id {
            return Err(crate::error::document_changed());
        }
        let png = STANDARD.decode(answer["data"].as_str().unwrap_or_default()).map_err(|_| bad_answer())?;
        let most = u32::try_from(Limit::ScreenshotSidePx.row().default).unwrap_or(u32::MAX);
        let masks: Vec<_> = first.masks.iter().chain(&second.masks).copied().collect();
        let viewport = second.viewport;
        // A second of work on a large screen: not on the thread that serves everybody.
        let drawn = tokio::task::spawn_blocking(move || {
            let mut pixels = Pixels::decode(&png)?;
            let scale = f64::from(pixels.width()) / viewport.0.max(1.0);
            for mask in &masks {
                pixels.cover(mask, scale);
            }
            let shrunk = pixels.fit(most);
            Some((shrunk.encode()?, shrunk.width(), shrunk.height()))
        });
        let (png, width, height) = drawn.await.ok().flatten().ok_or_else(bad_answer)?;
        let scale = f64::from(width) / viewport.0.max(1.0);
        let elements =
            second.elements.into_iter().filter_map(|it| in_picture(it, scale, width, height)).collect();
        Ok(Picture { png, width, height, elements })
    }

    fn may_take_picture(&self) -> Result<(), ToolError> {
        let most = usize::try_from(Limit::ScreenshotsPerMinute.row().default).unwrap_or(0);
        let mut taken = self.core.pictures.lock().unwrap_or_else(PoisonError::into_inner);
        taken.retain(|at| at.elapsed() < MINUTE);
        if taken.len() >= most {
            let message = "too many pictures in one minute; read the page instead, or wait";
            return Err(fault(ErrorCode::RateLimited, "E_SCREENSHOT_RATE", message));
        }
        taken.push(Instant::now());
        Ok(())
    }

    async fn map(&self) -> Result<Map, ToolError> {
        let frames = self.frames();
        let page = frames.first().and_then(|page| page.origin.clone());
        let mut map = Map::default();
        for frame in &frames {
            let answer: Result<ElementMap, _> =
                self.page(frame.frame_id, &json!({ "op": "map", "maxElements": MOST_ELEMENTS }), MAP).await;
            let place = if frame.frame_id == 0 {
                Ok((Place::default(), 1.0))
            } else {
                self.place_in_page(frame.frame_id, 0.0, 0.0).await
            };
            match (answer, place) {
                (Ok(answer), Ok((origin, scale))) => {
                    let own = same_origin(frame.origin.as_ref(), page.as_ref());
                    self.add(&mut map, frame.frame_id, answer, origin, scale, own);
                }
                (Err(error), _) | (_, Err(error)) if frame.frame_id == 0 => return Err(error),
                // It may show anything, and we do not know where: nothing may be shown.
                _ if self.frames().iter().any(|it| it.frame_id == frame.frame_id) => {
                    map.masks.push(everything())
                }
                _ => {}
            }
        }
        map.masks.extend(self.fields_out_of_reach().await?);
        Ok(map)
    }

    /// Fields in closed shadow roots: our script cannot see them, the browser can.
    async fn fields_out_of_reach(&self) -> Result<Vec<BoundingBox>, ToolError> {
        let session = self.session();
        let everywhere = json!({ "depth": -1, "pierce": true });
        session.call("DOM.enable", json!({}), MAP).await?;
        let whole = session.call("DOM.getFlattenedDocument", everywhere, PICTURE).await?;
        let fields = closed_fields(whole["nodes"].as_array().map_or(&[], Vec::as_slice));
        let mut masks = Vec::new();
        for field in fields.into_iter().take(MOST_MASKS) {
            // A field without a box is not in the picture.
            let Ok(model) = session.call("DOM.getBoxModel", json!({ "backendNodeId": field }), MAP).await
            else {
                continue;
            };
            masks.push(around(&model["model"]["border"]).unwrap_or_else(everything));
        }
        _ = session.send("DOM.disable", &json!({}));
        Ok(masks)
    }

    fn add(&self, map: &mut Map, frame: u32, answer: ElementMap, origin: Place, scale: f64, own: bool) {
        if frame == 0 {
            map.viewport = (answer.viewport.width, answer.viewport.height);
        }
        if answer.masks.len() > MOST_MASKS {
            map.masks.push(everything());
        }
        for mask in answer.masks.iter().take(MOST_MASKS) {
            map.masks.push(bounding_box(*mask, origin, scale).unwrap_or_else(everything));
        }
        // Elements of other sites can be seen, but not used.
        for mapped in answer.elements.iter().filter(|_| own) {
            if map.elements.len() < MOST_ELEMENTS
                && let Some(handle_id) = real(self, frame, &mapped.handle)
                && let Some(bounding_box) = bounding_box(mapped.place, origin, scale)
            {
                map.elements.push(MappedElement { handle_id, bounding_box });
            }
        }
    }
}

/// What a person types into, below a closed shadow root. Nodes name their parents, so no depth of a page nests here.
fn closed_fields(nodes: &[Value]) -> Vec<i64> {
    let mut parents = HashMap::new();
    let mut closed = HashSet::new();
    for node in nodes {
        let id = node["nodeId"].as_i64();
        parents.insert(id, node["parentId"].as_i64());
        // A shadow root stands in its host, and is the parent of what is in it.
        for root in node["shadowRoots"].as_array().into_iter().flatten() {
            parents.insert(root["nodeId"].as_i64(), id);
            if root["shadowRootType"] == "closed" {
                closed.insert(root["nodeId"].as_i64());
            }
        }
    }
    let is_inside = |node: &Value| {
        let mut at = node["parentId"].as_i64();
        // What the browser says has no circles; a bound costs nothing.
        for _ in 0..parents.len() {
            if at.is_none() || closed.contains(&at) {
                break;
            }
            at = parents.get(&at).copied().flatten();
        }
        closed.contains(&at)
    };
    let is_field = |node: &&Value| {
        let attributes = node["attributes"].as_array();
        let editable = attributes.is_some_and(|all| all.iter().any(|one| one == "contenteditable"));
        editable || matches!(node["nodeName"].as_str(), Some("INPUT" | "TEXTAREA" | "SELECT"))
    };
    let fields = nodes.iter().filter(is_field).filter(|node| is_inside(node));
    fields.filter_map(|node| node["backendNodeId"].as_i64()).collect()
}

/// The box around four corners.
fn around(quad: &Value) -> Option<BoundingBox> {
    let numbers: Vec<f64> = quad.as_array()?.iter().filter_map(Value::as_f64).collect();
    let [x1, y1, x2, y2, x3, y3, x4, y4] = numbers[..] else { return None };
    let (left, right) = (x1.min(x2).min(x3).min(x4), x1.max(x2).max(x3).max(x4));
    let (top, bottom) = (y1.min(y2).min(y3).min(y4), y1.max(y2).max(y3).max(y4));
    Some(BoundingBox { x: left, y: top, width: right - left, height: bottom - top })
}

fn everything() -> BoundingBox {
    BoundingBox { x: 0.0, y: 0.0, width: 1e6, height: 1e6 }
}

/// An element in pixels of the picture; none if it is outside.
fn in_picture(mapped: MappedElement, scale: f64, width: u32, height: u32) -> Option<MappedElement> {
    let place = mapped.bounding_box;
    let bounding_box = BoundingBox {
        x: (place.x * scale).round(),
        y: (place.y * scale).round(),
        width: (place.width * scale).round(),
        height: (place.height * scale).round(),
    };
    let inside = bounding_box.x < f64::from(width)
        && bounding_box.y < f64::from(height)
        && bounding_box.x + bounding_box.width > 0.0
        && bounding_box.y + bounding_box.height > 0.0;
    inside.then_some(MappedElement { bounding_box, ..mapped })
}
