//! `browser.open_tab`: open an address in a new tab.

use super::navigate::ToUrl;
use super::shapes::{NAVIGATION_RESULT, as_is};
use super::{ArgRole, Argument, Category, Effect, Permission, Postcondition, Tool};
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "browser.open_tab",
    aliases: &["browser.new_tab"],
    category: Category::Navigation,
    line: "open an address in a new tab",
    effect: Effect::Navigate,
    arguments: &[Argument::new("url", ArgRole::Url)],
    argument_schema: TypeSchema::of::<ToUrl>(),
    result_schema: NAVIGATION_RESULT,
    permissions: &[Permission::Network],
    preconditions: &[],
    postconditions: &[Postcondition::TabOpened],
    normalise: as_is,
    legacy: None,
};
