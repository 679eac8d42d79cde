//! Replacing in files: planned before it is decided, carried out exactly as it was shown.

use laika_protocol::ids::{ReasonCode, Sha256};
use laika_protocol::tools::{Tool, ToolResult};
use laika_protocol::wire::{ChangedFile, FileChange};
use laika_protocol::{ErrorCode, ToolError};
use serde_json::{Map, Value};

use super::built_in::{has_project, named, project, read};
use super::{Kit, PlainTool, Setting, Takes, Unavailable};
use crate::Bounds;
use crate::project::{Journal, Plan, Replace, apply, plan};

/// How a digest begins on the wire.
const PREFIX: &str = "sha256:";

/// The three tools that replace.
#[derive(Clone, Copy)]
pub(super) enum Replacing {
    File,
    Files,
    Smart,
}

impl Replacing {
    pub(super) const ALL: &[Self] = &[Self::File, Self::Files, Self::Smart];

    fn asked(self, arguments: &Map<String, Value>) -> Result<Replace, ToolError> {
        Ok(match self {
            Self::File => Replace::File(read(arguments)?),
            Self::Files => Replace::Files(read(arguments)?),
            Self::Smart => Replace::Smart(read(arguments)?),
        })
    }
}

impl PlainTool for Replacing {
    fn tool(&self) -> &'static Tool {
        named(match self {
            Self::File => "replace.file",
            Self::Files => "replace.files",
            Self::Smart => "replace.smart",
        })
    }

    fn settings(&self) -> &'static [Setting] {
        const CONFIRM: Setting = Setting {
            name: "require_confirmation",
            takes: Takes::True,
            about: "a change of files is always asked about",
            argument: None,
        };
        match self {
            Self::File | Self::Smart => &[CONFIRM],
            Self::Files => &[
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
        }
    }

    fn available(&self, kit: &Kit) -> Result<(), Unavailable> {
        has_project(kit)?;
        kit.journals.as_ref().map(|_| ()).ok_or_else(|| Unavailable {
            why: "there is no place to keep what files held before".to_owned(),
            fix: "let Laika keep its folder (a private run keeps nothing)".to_owned(),
        })
    }

    fn change(
        &self,
        arguments: &Map<String, Value>,
        kit: &Kit,
        bounds: &Bounds,
    ) -> Result<Option<FileChange>, ToolError> {
        let asked = self.asked(arguments)?;
        if asked.is_dry_run() {
            return Ok(None);
        }
        shown(&plan(project(kit)?, &asked, bounds)?).map(Some)
    }

    fn run(
        &self,
        arguments: &Map<String, Value>,
        change: Option<&FileChange>,
        kit: &Kit,
        bounds: &Bounds,
    ) -> Result<ToolResult, ToolError> {
        let (asked, project) = (self.asked(arguments)?, project(kit)?);
        let plan = plan(project, &asked, bounds)?;
        if asked.is_dry_run() {
            return Ok(plan.to_result());
        }
        // What was shown is what happens: files that changed since make another change.
        if change
            .is_none_or(|change| change.digest.as_str().strip_prefix(PREFIX) != Some(plan.digest.as_str()))
        {
            let message = "the files are not as they were when this was decided; nothing was changed";
            return Err(ToolError {
                reason: ReasonCode::parse("E_FILE_CHANGED").ok(),
                ..ToolError::new(ErrorCode::PreconditionFailed, message)
            });
        }
        let none = || ToolError::new(ErrorCode::Unavailable, "there is no journal");
        let journal = Journal::among(kit.journals.as_deref().ok_or_else(none)?, project)?;
        Ok(apply(project, &journal, &plan, bounds)?.result)
    }
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
