//! `code.run`: run code in a process that can do nothing else (INK-056).

use alloc::string::String;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::legacy;
use super::shapes::as_is;
use super::{ArgRole, Argument, Category, Effect, Permission, Postcondition, Tool};
use crate::cell::{Language, Ran};
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "code.run",
    aliases: &["code.python"],
    category: Category::Code,
    line: "run a piece of code in a sandbox",
    effect: Effect::RunCode,
    arguments: &[
        Argument::new("code", ArgRole::LocalText),
        Argument::new("language", ArgRole::Choice),
        Argument::new("input", ArgRole::LocalText),
        Argument::new("timeoutMs", ArgRole::Count),
    ],
    argument_schema: TypeSchema::of::<RunCode>(),
    result_schema: TypeSchema::of::<Ran>(),
    permissions: &[Permission::ReadOnly, Permission::UserConfirmation],
    preconditions: &[],
    postconditions: &[Postcondition::ProgramEnded],
    normalise: as_is,
    legacy: Some(legacy::PYTHON_EXEC),
};

/// What to run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RunCode {
    /// The program.
    #[schemars(length(min = 1, max = 65536))]
    pub code: String,
    /// Its language; JavaScript if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// What it reads: as `input` in JavaScript, as standard input in Python.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 65536))]
    pub input: Option<String>,
    /// Milliseconds until it is stopped; 5,000 if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 60_000))]
    pub timeout_ms: Option<u32>,
}
