//! The one table of tools. Adding a tool is one file and one line here.

mod check;
mod descriptor;
mod output;
mod shapes;

mod back;
mod capture_viewport;
mod click;
mod extract_table;
mod find;
mod forward;
mod get_selection_links;
mod navigate;
mod observe_dom;
mod open_tab;
mod page_find;
mod refresh;
mod scroll;
mod search;
mod select;
mod summarize;
mod switch_tab;
mod type_text;
mod wait_for;

pub use check::{check_arguments, check_call, check_call_text, unknown_tool};
pub use descriptor::{
    ArgRole, Argument, Category, Effect, HandlePlace, Legacy, Normalised, Permission, Postcondition,
    Precondition, Tool,
};
pub use output::{Told, ToolResult};
pub use scroll::{MOST_PAGES, PIXELS_PER_PAGE};

/// The arguments and results as types.
pub mod typed {
    pub use super::capture_viewport::{Capture, MappedElement};
    pub use super::click::{Click, ClickKind};
    pub use super::extract_table::{ExtractTable, ExtractedTable};
    pub use super::find::Find;
    pub use super::get_selection_links::{GetSelectionLinks, SelectionLinks};
    pub use super::navigate::ToUrl;
    pub use super::observe_dom::{ObserveDom, Scope, ScopeKind};
    pub use super::page_find::{FindPassages, FindScope, Passage, Passages};
    pub use super::scroll::Scroll;
    pub use super::search::Search;
    pub use super::select::Select;
    pub use super::shapes::{ActResult, Candidate, Candidates, NavigationResult, NoArguments};
    pub use super::summarize::Summary;
    pub use super::switch_tab::SwitchTab;
    pub use super::type_text::TypeText;
    pub use super::wait_for::{Condition, WaitFor, Waited};
}

/// Every tool of this build.
pub const TOOLS: &[&Tool] = &[
    &observe_dom::TOOL,
    &get_selection_links::TOOL,
    &find::TOOL,
    &click::TOOL,
    &type_text::TOOL,
    &select::TOOL,
    &scroll::TOOL,
    &wait_for::TOOL,
    &extract_table::TOOL,
    &capture_viewport::TOOL,
    &open_tab::TOOL,
    &navigate::TOOL,
    &back::TOOL,
    &forward::TOOL,
    &refresh::TOOL,
    &switch_tab::TOOL,
    &search::TOOL,
    &summarize::TOOL,
    &page_find::TOOL,
];

/// The tool with this wire name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().copied().find(|tool| tool.name == name)
}

/// The tool with this wire name or alias.
#[must_use]
pub fn resolve(name: &str) -> Option<&'static Tool> {
    find(name).or_else(|| TOOLS.iter().copied().find(|tool| tool.aliases.contains(&name)))
}
