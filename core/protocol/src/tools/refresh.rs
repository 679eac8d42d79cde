//! `browser.refresh`: load this page again.

use super::shapes::{NAVIGATION_RESULT, NO_ARGUMENTS, ON_DOCUMENT, as_is};
use super::{Category, Effect, Permission, Postcondition, Tool};

pub(super) const TOOL: Tool = Tool {
    name: "browser.refresh",
    aliases: &[],
    category: Category::Navigation,
    line: "load this page again",
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
