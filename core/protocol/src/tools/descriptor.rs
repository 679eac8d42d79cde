//! What the rest of Laika knows of a tool: enough to offer it, to check a call, to judge it, and to verify it.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Value};

use super::Legacy;
use crate::schema::TypeSchema;
use crate::{Defect, Path, ToolError};

/// A tool.
pub struct Tool {
    /// Its name on the wire.
    pub name: &'static str,
    /// Older names; a model may use them, nothing else may.
    pub aliases: &'static [&'static str],
    /// What it is for.
    pub category: Category,
    /// One line for the router: what it does, in the fewest words.
    pub line: &'static str,
    /// What it does to the world.
    pub effect: Effect,
    /// What each argument is.
    pub arguments: &'static [Argument],
    /// The schema of the arguments.
    pub argument_schema: TypeSchema,
    /// The schema of the result.
    pub result_schema: TypeSchema,
    /// What the gate reads beside the effect (C-31).
    pub permissions: &'static [Permission],
    /// What must hold before.
    pub preconditions: &'static [Precondition],
    /// What must hold after, one of them; a tool that changes nothing has none.
    pub postconditions: &'static [Postcondition],
    /// Puts a model's arguments into the strict form: older spellings, clamped budgets.
    pub normalise: fn(&mut Map<String, Value>) -> Normalised,
    /// How the older text pattern names it.
    pub legacy: Option<Legacy>,
}

/// What normalising changed or refused, with paths below the arguments.
pub type Normalised = Vec<Defect>;

/// Part of a page movement, reading, or acting (TOOL-051).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// Looks.
    Observation,
    /// Moves between pages and tabs.
    Navigation,
    /// Acts on an element.
    Interaction,
    /// Works on what was read.
    Content,
    /// Works on files of a project.
    Project,
    /// Works something out.
    Reckoning,
    /// Asks somebody on the network.
    Network,
    /// Works on what the person collects.
    Collections,
    /// Runs what others wrote.
    Code,
}

impl Category {
    /// The name in listings.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Observation => "observation",
            Self::Navigation => "navigation",
            Self::Interaction => "interaction",
            Self::Content => "content",
            Self::Project => "project",
            Self::Reckoning => "reckoning",
            Self::Network => "network",
            Self::Collections => "collections",
            Self::Code => "code",
        }
    }
}

/// What a tool does to the world. The policy matrix has its rows by this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Reads the page; nothing changes.
    Read,
    /// Takes a picture of the page.
    Capture,
    /// Moves the viewport; the page can see it.
    Scroll,
    /// Clicks; what that does depends on the target.
    Click,
    /// Types; the site receives it at once.
    Type,
    /// Chooses an option; the site receives it at once.
    Choose,
    /// Loads an address.
    Navigate,
    /// Moves in the tab's own history.
    History,
    /// Brings another tab to the front.
    SwitchTab,
    /// Computes locally.
    Local,
    /// Reads files of the project that the person opened.
    ReadFiles,
    /// Changes files of the project, each of which can be had back.
    WriteFiles,
    /// Runs a command that changes more than files of the project.
    RunCommand,
    /// Asks a server on the network; nothing changes there.
    Fetch,
    /// Puts a file from the network into the project.
    Download,
    /// Runs code in a process that can do nothing else.
    RunCode,
    /// Reads what Laika keeps for the person.
    ReadKept,
    /// Keeps something in Laika, which can be taken back.
    Keep,
    /// Gives something out of Laika.
    Share,
    /// Does what a plugin or a server says that it does.
    Invoke,
}

/// Where a tool works that is lent to another agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LentIn {
    /// In the page that it opened.
    Page,
    /// Beside the browser.
    Tools,
}

impl Tool {
    /// Whether another agent may call it, and where that is done. What it reads of a page it is told in one piece, which is
    /// decided as a whole; a picture cannot be cleaned of what must not leave.
    #[must_use]
    pub fn lent_in(&self) -> Option<LentIn> {
        if self.category == Category::Content {
            return None;
        }
        match self.effect {
            Effect::Read | Effect::Capture => None,
            Effect::Scroll
            | Effect::Click
            | Effect::Type
            | Effect::Choose
            | Effect::Navigate
            | Effect::History
            | Effect::SwitchTab => Some(LentIn::Page),
            Effect::Local
            | Effect::ReadFiles
            | Effect::WriteFiles
            | Effect::RunCommand
            | Effect::Fetch
            | Effect::Download
            | Effect::RunCode
            | Effect::ReadKept
            | Effect::Keep
            | Effect::Share
            | Effect::Invoke => Some(LentIn::Tools),
        }
    }
}

impl Effect {
    /// Whether a call changes something outside Laika, so that it must run at most once (TOOL-052).
    #[must_use]
    pub const fn is_mutating(self) -> bool {
        match self {
            Self::Read | Self::Capture | Self::Local | Self::ReadFiles | Self::Fetch | Self::ReadKept => {
                false
            }
            Self::Scroll
            | Self::Click
            | Self::Type
            | Self::Choose
            | Self::Navigate
            | Self::History
            | Self::SwitchTab
            | Self::WriteFiles
            | Self::RunCommand
            | Self::Download
            | Self::RunCode
            | Self::Keep
            | Self::Share
            | Self::Invoke => true,
        }
    }

    /// The name in listings.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Capture => "capture",
            Self::Scroll => "scroll",
            Self::Click => "click",
            Self::Type => "type",
            Self::Choose => "choose",
            Self::Navigate => "navigate",
            Self::History => "history",
            Self::SwitchTab => "switch_tab",
            Self::Local => "local",
            Self::ReadFiles => "read_files",
            Self::WriteFiles => "write_files",
            Self::RunCommand => "run_command",
            Self::Fetch => "fetch",
            Self::Download => "download",
            Self::RunCode => "run_code",
            Self::ReadKept => "read_kept",
            Self::Keep => "keep",
            Self::Share => "share",
            Self::Invoke => "invoke",
        }
    }
}

/// An argument and what it is.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// Its name; a field of a structure by its dotted name.
    pub name: &'static str,
    /// What it is; provenance and the gate go by this.
    pub role: ArgRole,
    /// Other spellings a model may use.
    pub aliases: &'static [&'static str],
}

impl Argument {
    /// An argument with one spelling.
    #[must_use]
    pub const fn new(name: &'static str, role: ArgRole) -> Self {
        Self { name, role, aliases: &[] }
    }
}

/// What an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgRole {
    /// An element of the current document.
    Handle,
    /// An address: a navigation, whatever the tool (S4).
    Url,
    /// Who receives something.
    Recipient,
    /// Words that leave the machine.
    FreeText,
    /// Words that stay on the machine.
    LocalText,
    /// A file.
    Path,
    /// Money or another quantity with consequences.
    Amount,
    /// One of a fixed list.
    Choice,
    /// A number without consequences.
    Count,
    /// Yes or no.
    Flag,
    /// A tab of the window.
    Tab,
    /// A structure of the above.
    Structure,
}

impl ArgRole {
    /// Every role.
    pub const ALL: &[Self] = &[
        Self::Handle,
        Self::Url,
        Self::Recipient,
        Self::FreeText,
        Self::LocalText,
        Self::Path,
        Self::Amount,
        Self::Choice,
        Self::Count,
        Self::Flag,
        Self::Tab,
        Self::Structure,
    ];

    /// The role with this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.as_str() == name)
    }

    /// The name in listings.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Handle => "handle",
            Self::Url => "url",
            Self::Recipient => "recipient",
            Self::FreeText => "free_text",
            Self::LocalText => "local_text",
            Self::Path => "path",
            Self::Amount => "amount",
            Self::Choice => "choice",
            Self::Count => "count",
            Self::Flag => "flag",
            Self::Tab => "tab",
            Self::Structure => "structure",
        }
    }
}

/// A static attribute of a tool (C-31, C-32); flags are independent of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    /// Writes nothing.
    ReadOnly,
    /// Makes the machine or the browser use the network.
    Network,
    /// Writes into the project.
    ProjectWrite,
    /// Writes anywhere.
    SystemWrite,
    /// Always asks.
    UserConfirmation,
}

impl Permission {
    /// Every permission.
    pub const ALL: &[Self] =
        &[Self::ReadOnly, Self::Network, Self::ProjectWrite, Self::SystemWrite, Self::UserConfirmation];

    /// The permission with this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.as_str() == name)
    }

    /// The name in listings.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ReadOnly => "read_only",
            Self::Network => "network",
            Self::ProjectWrite => "project_write",
            Self::SystemWrite => "system_write",
            Self::UserConfirmation => "user_confirmation",
        }
    }
}

/// What must hold before a call (TOOL-041).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precondition {
    /// The call's document is the attached one.
    IdentityMatches,
    /// The handle is of this document.
    HandleInScope,
    /// The element can be seen and nothing lies over it.
    ElementVisible,
    /// The element can be used.
    ElementEnabled,
    /// The field is not for a credential, unless that was approved.
    FieldNotCredential,
}

impl Precondition {
    /// The name in listings.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::IdentityMatches => "identity_matches",
            Self::HandleInScope => "handle_in_scope",
            Self::ElementVisible => "element_visible",
            Self::ElementEnabled => "element_enabled",
            Self::FieldNotCredential => "field_not_credential",
        }
    }
}

/// What shows that a call did something (TOOL-042).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Postcondition {
    /// Another address or document.
    PageChanged,
    /// Another document in a new tab.
    TabOpened,
    /// Another tab in front.
    TabActivated,
    /// The element's value or state changed.
    ElementChanged,
    /// A dialog or menu opened or closed.
    SurfaceChanged,
    /// The viewport moved, or is at its end.
    ViewportMoved,
    /// The files hold what the person was shown, by their hashes.
    FilesAsShown,
    /// The program that was asked for ended well.
    ProgramEnded,
    /// A file that was not there holds what was to be saved.
    FileSaved,
    /// What was to be kept is kept, under an id.
    Kept,
}

impl Postcondition {
    /// The name in listings.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::PageChanged => "page_changed",
            Self::TabOpened => "tab_opened",
            Self::TabActivated => "tab_activated",
            Self::ElementChanged => "element_changed",
            Self::SurfaceChanged => "surface_changed",
            Self::ViewportMoved => "viewport_moved",
            Self::FilesAsShown => "files_as_shown",
            Self::ProgramEnded => "program_ended",
            Self::FileSaved => "file_saved",
            Self::Kept => "kept",
        }
    }
}

impl Tool {
    /// The argument with this name or spelling.
    #[must_use]
    pub fn argument(&self, name: &str) -> Option<&'static Argument> {
        self.arguments.iter().find(|argument| argument.name == name || argument.aliases.contains(&name))
    }

    /// Every handle in the arguments: where it stands (an argument, or a field of one) and what it says.
    pub fn handle_places<'a>(&self, arguments: &'a Map<String, Value>) -> Vec<(HandlePlace, &'a str)> {
        let mut places = Vec::new();
        for argument in self.arguments {
            match (argument.role, arguments.get(argument.name)) {
                (ArgRole::Handle, Some(Value::String(handle))) => {
                    places.push(((argument.name, None), handle.as_str()))
                }
                (ArgRole::Structure, Some(Value::Object(fields))) => {
                    let inner = ["containerHandle", "handleId"].into_iter();
                    places
                        .extend(inner.filter_map(|key| {
                            Some(((argument.name, Some(key)), fields.get(key)?.as_str()?))
                        }));
                }
                _ => {}
            }
        }
        places
    }

    /// Every handle in the arguments, with its path below them.
    pub fn handles<'a>(&self, arguments: &'a Map<String, Value>) -> Vec<(Path, &'a str)> {
        let path = |(argument, field): HandlePlace| {
            let path = Path::root().key(argument);
            field.map_or_else(|| path.clone(), |field| path.key(field))
        };
        self.handle_places(arguments).into_iter().map(|(place, handle)| (path(place), handle)).collect()
    }

    /// Whether a failed call may be tried again by itself: only one that changes nothing (C-26).
    #[must_use]
    pub fn may_retry(&self, error: &ToolError) -> bool {
        error.retryable && !self.effect.is_mutating()
    }
}

/// An argument, and the field of it if it is a structure.
pub type HandlePlace = (&'static str, Option<&'static str>);
