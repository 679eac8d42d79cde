//! `browser.back`: go back to the page before.

use super::shapes::{NAVIGATION_RESULT, NO_ARGUMENTS, ON_DOCUMENT, as_is};
use super::{Category, Effect, Permission, Postcondition, Tool};

pub(super) const TOOL: Tool = Tool {
    name: "browser.back",
    aliases: &[],
    category: Category::Navigation,
    line: "go back to the page before",
    effect: Effect::History,
    arguments: &[],
    argument_schema: NO_ARGUMENTS,
    result_schema: NAVIGATION_RESULT,
    permissions: &[Permission::Network],
    preconditions: ON_DOCUMENT,
    postconditions: &[Postcondition::PageChanged],
    normalise: as_is,
    legacy: None,
};
