//! Replacing in files: planned before it is decided, carried out exactly as it was shown.

use laika_protocol::ids::{ReasonCode, Sha256};
use laika_protocol::tools::ToolResult;
use laika_protocol::wire::{ChangedFile, FileChange};
use laika_protocol::{ErrorCode, ToolError};

use super::built_in::{BuiltIn, has_project, is_there};
use super::settings::Set;
use super::{Kit, Setting, Takes, Task, Unavailable};
use crate::project::{Journal, Plan, Replace, apply, plan};

/// How a digest begins on the wire.
const PREFIX: &str = "sha256:";

pub(super) const CONFIRM: Setting = Setting {
    name: "require_confirmation",
    takes: Takes::True,
    about: "it is always asked about",
    argument: None,
};

pub(super) const REPLACING: &[BuiltIn] = &[
    BuiltIn {
        settings: &[CONFIRM],
        needs: &[has_project, has_journal],
        on_files: true,
        change: Some(|task| proposed(task, &Replace::File(task.read()?))),
        ..BuiltIn::new("replace.file", |task, change| replaced(task, &Replace::File(task.read()?), change))
    },
    BuiltIn {
        settings: &[
            CONFIRM,
            Setting {
                name: "max_files",
                takes: Takes::UpTo(2_000),
                about: "a change of more files is refused",
                argument: Some("maxFiles"),
            },
            Setting {
                name: "exclude_patterns",
                takes: Takes::Patterns,
                about: "files that are left alone, beside those that always are",
                argument: Some("exclude"),
            },
        ],
        needs: &[has_project, has_journal],
        on_files: true,
        change: Some(|task| proposed(task, &Replace::Files(task.read()?))),
        ..BuiltIn::new("replace.files", |task, change| replaced(task, &Replace::Files(task.read()?), change))
    },
    BuiltIn {
        settings: &[CONFIRM],
        needs: &[has_project, has_journal],
        on_files: true,
        change: Some(|task| proposed(task, &Replace::Smart(task.read()?))),
        ..BuiltIn::new("replace.smart", |task, change| replaced(task, &Replace::Smart(task.read()?), change))
    },
];

fn has_journal(kit: &Kit, _: Set<'_>) -> Result<(), Unavailable> {
    let fix = "let Laika keep its folder (a private run keeps nothing)";
    is_there(kit.journals.is_some(), "there is no place to keep what files held before", fix)
}

fn proposed(task: &Task<'_>, asked: &Replace) -> Result<Option<FileChange>, ToolError> {
    if asked.is_dry_run() {
        return Ok(None);
    }
    shown(&plan(task.project()?, asked, task.bounds)?).map(Some)
}

fn replaced(task: &Task<'_>, asked: &Replace, change: Option<&FileChange>) -> Result<ToolResult, ToolError> {
    let project = task.project()?;
    let plan = plan(project, asked, task.bounds)?;
    if asked.is_dry_run() {
        return Ok(plan.to_result());
    }
    // What was shown is what happens, to the letter: files that changed since make another change.
    if change != Some(&shown(&plan)?) {
        let message = "the files are not as they were when this was decided; nothing was changed";
        return Err(ToolError {
            reason: ReasonCode::parse("E_FILE_CHANGED").ok(),
            ..ToolError::new(ErrorCode::PreconditionFailed, message)
        });
    }
    let none = || ToolError::new(ErrorCode::Unavailable, "there is no journal");
    let journal = Journal::among(task.kit.journals.as_deref().ok_or_else(none)?, project)?;
    Ok(apply(project, &journal, &plan, task.bounds)?.result)
}

/// The change for whoever decides about it: all of it, or there is nothing to decide (S18).
fn shown(plan: &Plan) -> Result<FileChange, ToolError> {
    if !plan.diff_complete {
        let message = "the change is too long to be shown; take fewer files";
        return Err(ToolError {
            reason: ReasonCode::parse("E_CHANGE_TOO_LONG").ok(),
            ..ToolError::new(ErrorCode::InvalidArgument, message)
        });
    }
    let digest = Sha256::parse(&format!("{PREFIX}{}", plan.digest))
        .map_err(|error| ToolError::new(ErrorCode::Internal, error.to_string()))?;
    let files = plan.files.iter();
    let files = files
        .map(|file| ChangedFile { path: file.path.as_str().to_owned(), replacements: file.replacements })
        .collect();
    Ok(FileChange { digest, files, diff: plan.diff.clone() })
}
