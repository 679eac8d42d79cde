//! `browser.scroll`: move the viewport by whole pages.
//!
//! A page can read a scroll position to the pixel, so a model that may scroll by any number can spell out what it
//! read elsewhere (S3). Page steps leave at most a few bits.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::shapes::{ACT_RESULT, ON_DOCUMENT};
use super::{ArgRole, Argument, Category, Effect, Normalised, Postcondition, Tool};
use crate::schema::TypeSchema;
use crate::{Defect, DefectKind, Path};

/// The most pages one call may move.
pub const MOST_PAGES: i64 = 10;
/// How far a page step is taken to be when a model gives pixels.
pub const PIXELS_PER_PAGE: i64 = 800;

pub(super) const TOOL: Tool = Tool {
    name: "browser.scroll",
    aliases: &[],
    category: Category::Interaction,
    line: "scroll the page down or up",
    effect: Effect::Scroll,
    arguments: &[Argument::new("deltaY", ArgRole::Count)],
    argument_schema: TypeSchema::of::<Scroll>(),
    result_schema: ACT_RESULT,
    permissions: &[],
    preconditions: ON_DOCUMENT,
    postconditions: &[Postcondition::ViewportMoved],
    normalise,
    legacy: None,
};

/// How far to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Scroll {
    /// Whole pages; positive is down.
    #[schemars(range(min = -10, max = 10))]
    pub delta_y: i8,
}

/// Reads `direction` and `amount` as `deltaY`, and pixels as pages.
fn normalise(arguments: &mut Map<String, Value>) -> Normalised {
    let mut defects = Vec::new();
    let sign = match arguments.get("direction") {
        None => None,
        Some(Value::String(way)) if way == "down" => Some(1),
        Some(Value::String(way)) if way == "up" => Some(-1),
        Some(_) => {
            let message = "`direction` must be `up` or `down`";
            defects.push(Defect::new(DefectKind::NotAllowed, Path::root().key("direction"), message));
            return defects;
        }
    };
    if let Some(sign) = sign {
        let pages = arguments.get("amount").map_or(Some(1), Value::as_i64);
        if arguments.contains_key("deltaY") {
            let message = "`deltaY` and `direction` are two spellings of one argument; give one";
            defects.push(Defect::new(DefectKind::AliasConflict, Path::root(), message));
        } else if let Some(pages @ 1..=MOST_PAGES) = pages {
            arguments.remove("direction");
            arguments.remove("amount");
            arguments.insert("deltaY".into(), (sign * pages).into());
            let message = "`direction` and `amount` were read as `deltaY`";
            defects.push(Defect::note(DefectKind::AliasUsed, Path::root().key("direction"), message));
        } else {
            let message = format!("`amount` is a number of pages, 1 to {MOST_PAGES}");
            defects.push(Defect::new(DefectKind::OutOfRange, Path::root().key("amount"), message));
        }
        return defects;
    }
    let path = Path::root().key("deltaY");
    match arguments.get("deltaY").and_then(whole) {
        Some(0) => defects.push(Defect::new(DefectKind::OutOfRange, path, "`deltaY` must not be 0")),
        Some(pixels) if pixels.abs() > MOST_PAGES => {
            let pages = ((pixels.abs() + PIXELS_PER_PAGE / 2) / PIXELS_PER_PAGE).clamp(1, MOST_PAGES)
                * pixels.signum();
            arguments.insert("deltaY".into(), pages.into());
            let message = format!("{pixels} pixels were read as {pages} pages");
            defects.push(Defect::note(DefectKind::Quantised, path, message));
        }
        _ => {}
    }
    defects
}

/// The number if it is whole and small enough to be a distance.
#[expect(clippy::cast_possible_truncation, reason = "checked to be whole and within range")]
fn whole(value: &Value) -> Option<i64> {
    let number = value.as_f64().filter(|number| number.abs() < 1e9)?;
    (number == (number as i64) as f64).then_some(number as i64)
}
