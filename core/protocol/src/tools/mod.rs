//! The one table of tools. Adding a tool is one file and one line here.

mod check;
mod descriptor;
mod legacy;
mod output;
mod shapes;

mod back;
mod calculate;
mod capture_viewport;
mod click;
mod code_run;
mod datetime;
mod define;
mod estimate_shipping;
mod estimate_tax;
mod extract_table;
mod find;
mod forward;
mod get_selection_links;
mod money_calculate;
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

mod git;
mod git_change;
mod integration_invoke;
mod project_search;
mod replace_file;
mod replace_files;
mod replace_smart;

mod artifact_open;
mod artifact_save;
mod artifact_share;
mod collection_add_sources;
mod collection_create;
mod collection_list_sources;
mod source_capture;
mod source_refresh;
mod transform_list_types;
mod transform_run;

mod image_save;
mod image_search;
mod imageboard_search;
mod translate;
mod weather;
mod web_read;
mod web_search;
mod wiki;

pub use check::{check_arguments, check_call, check_call_text, unknown_tool};
pub use descriptor::{
    ArgRole, Argument, Category, Effect, HandlePlace, LentIn, Normalised, Permission, Postcondition,
    Precondition, Tool,
};
pub use legacy::{Legacy, UnreadableQuery};
pub use output::{Told, ToolResult};
pub use scroll::{MOST_PAGES, PIXELS_PER_PAGE};

/// The arguments and results as types.
pub mod typed {
    pub use super::calculate::{Calculate, Calculated};
    pub use super::capture_viewport::{Capture, MappedElement};
    pub use super::click::{Click, ClickKind};
    pub use super::code_run::RunCode;
    pub use super::datetime::{AskDateTime, Granularity, TimeSpan};
    pub use super::define::{Define, DefineInclude, Definitions, Meaning, WordKind};
    pub use super::estimate_shipping::{EstimateShipping, ShippingEstimate, ShippingSpeed};
    pub use super::estimate_tax::{Destination, EstimateTax, TaxEstimate};
    pub use super::extract_table::{ExtractTable, ExtractedTable};
    pub use super::find::Find;
    pub use super::get_selection_links::{GetSelectionLinks, SelectionLinks};
    pub use super::money_calculate::{MoneyAmount, MoneyCalculate, Rounding};
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

    pub use super::git::{GitCommit, GitFileState, GitFound, GitLine, GitQuery, GitQuestion};
    pub use super::git_change::{GitChange, GitChanged, GitOrder};
    pub use super::integration_invoke::{Invoke, Invoked};
    pub use super::project_search::{ProjectHit, ProjectHits, ProjectSearch};
    pub use super::replace_file::{ReplaceFile, Replaced, ReplacedFile};
    pub use super::replace_files::ReplaceFiles;
    pub use super::replace_smart::{ReplaceSmart, Surroundings};

    pub use super::artifact_open::{OpenArtifact, OpenTarget, OpenedArtifact};
    pub use super::artifact_save::{SaveArtifact, SaveRedaction, SavedArtifact, SavedKind};
    pub use super::artifact_share::{ShareArtifact, ShareFormat, ShareTarget, SharedArtifact};
    pub use super::collection_add_sources::{AddSources, RefusedSource, SourceToAdd, SourcesAdded};
    pub use super::collection_create::{CreateCollection, CreatedCollection};
    pub use super::collection_list_sources::{ListSources, ListedSource, ListedSources};
    pub use super::source_capture::{CaptureSource, CapturedSource};
    pub use super::source_refresh::RefreshSource;
    pub use super::transform_list_types::{TransformSetting, TransformType, TransformTypes};
    pub use super::transform_run::{MadeArtifact, RunTransform};

    pub use super::image_save::{ImageSave, SavedImage};
    pub use super::image_search::{
        FoundImage, ImageColor, ImageKind, ImageLicense, ImageSearch, ImageSize, Images,
    };
    pub use super::imageboard_search::{Board, BoardHits, BoardImage, BoardSearch, Rating};
    pub use super::translate::{Translate, Translated};
    pub use super::weather::{AskWeather, NamedPlace, Weather, WeatherDay, WeatherNow};
    pub use super::web_read::{WebPage, WebRead};
    pub use super::web_search::{PastTime, WebHit, WebHits, WebSearch};
    pub use super::wiki::{AskWiki, WikiFound, WikiPart};
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

/// The tools that are not the browser.
pub const PLAIN: &[&Tool] = &[
    &project_search::TOOL,
    &replace_file::TOOL,
    &replace_files::TOOL,
    &replace_smart::TOOL,
    &git::TOOL,
    &git_change::TOOL,
    &calculate::TOOL,
    &money_calculate::TOOL,
    &estimate_tax::TOOL,
    &estimate_shipping::TOOL,
    &datetime::TOOL,
    &define::TOOL,
    &web_read::TOOL,
    &web_search::TOOL,
    &wiki::TOOL,
    &image_search::TOOL,
    &image_save::TOOL,
    &imageboard_search::TOOL,
    &translate::TOOL,
    &weather::TOOL,
    &collection_create::TOOL,
    &collection_add_sources::TOOL,
    &collection_list_sources::TOOL,
    &source_capture::TOOL,
    &source_refresh::TOOL,
    &transform_list_types::TOOL,
    &transform_run::TOOL,
    &artifact_save::TOOL,
    &artifact_share::TOOL,
    &artifact_open::TOOL,
    &code_run::TOOL,
    &integration_invoke::TOOL,
];

/// Every tool, of the browser and beside it.
pub fn all() -> impl Iterator<Item = &'static Tool> {
    TOOLS.iter().chain(PLAIN).copied()
}

/// The tool with this wire name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Tool> {
    all().find(|tool| tool.name == name)
}

/// The tool with this wire name or an older one: an alias, or what the text pattern calls it.
#[must_use]
pub fn resolve(name: &str) -> Option<&'static Tool> {
    let legacy = |tool: &&Tool| tool.legacy.is_some_and(|legacy| legacy.name == name);
    find(name).or_else(|| all().find(|tool| tool.aliases.contains(&name) || legacy(tool)))
}
