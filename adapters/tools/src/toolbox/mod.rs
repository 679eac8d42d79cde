//! The one place where tools are known: put in, taken out, switched on and off while Laika runs (INK-002 to INK-006).
//!
//! Architecture invariant: [`Toolbox::act`] takes a permit and nothing else. What was not decided does not happen.

mod built_in;
mod code;
mod collections;
mod integration;
mod kit;
mod replacing;
mod settings;
mod task;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use laika_policy::config::ToolsTable;
use laika_policy::{Call, Described, Permit, Place};
use laika_protocol::ids::{ReasonCode, RunId};
use laika_protocol::tools::{ArgRole, Tool, ToolResult, check_arguments};
use laika_protocol::wire::FileChange;
use laika_protocol::{ErrorCode, Path, ToolError};
use serde_json::{Map, Value};

pub(crate) use built_in::{BuiltIn, has_project, row_of_files};
pub use collections::{Collections, Export, Wanted};
pub use integration::{Integrations, Operation};
pub use kit::{Keys, Kit};
pub use settings::{Set, Setting, Takes, is_key_name};
pub use task::Task;

use crate::Bounds;
use crate::outside::Destination;

/// A tool that can be called.
pub trait PlainTool: Send + Sync {
    /// What the rest of Laika knows of it.
    fn tool(&self) -> &'static Tool;

    /// What a person can set for it.
    fn settings(&self) -> &'static [Setting] {
        &[]
    }

    /// Whether it can be used with this kit and what is set.
    ///
    /// # Errors
    /// Why not, and what helps.
    fn available(&self, _: &Kit, _: Set<'_>) -> Result<(), Unavailable> {
        Ok(())
    }

    /// The server that a call would ask by the person's settings, beside those that its arguments name.
    ///
    /// # Errors
    /// When the settings name none.
    fn goes_to(&self, _: &Task<'_>) -> Result<Option<Destination>, ToolError> {
        Ok(None)
    }

    /// What the gate knows of a call.
    ///
    /// # Errors
    /// When it cannot be told; then there is nothing to decide.
    fn described(&self, task: &Task<'_>) -> Result<Described, ToolError> {
        let mut described = Described::for_call(self.tool(), task.arguments);
        described.provider = self.goes_to(task)?.map(|to| Place::from(&to.origin));
        Ok(described)
    }

    /// Every server that a call may ask, beside those that its arguments name.
    ///
    /// # Errors
    /// When it cannot be told.
    fn hosts(&self, task: &Task<'_>) -> Result<Vec<Destination>, ToolError> {
        Ok(self.goes_to(task)?.into_iter().collect())
    }

    /// What a call would change in files, for whoever decides about it.
    ///
    /// # Errors
    /// When it cannot be worked out; then there is nothing to decide.
    fn change(&self, _: &Task<'_>) -> Result<Option<FileChange>, ToolError> {
        Ok(None)
    }

    /// Does it. `change` is what was decided, exactly.
    ///
    /// # Errors
    /// When it cannot be done.
    fn run(&self, task: &Task<'_>, change: Option<&FileChange>) -> Result<ToolResult, ToolError>;
}

/// Why a tool cannot be used here, and what helps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unavailable {
    /// Why.
    pub why: String,
    /// What helps.
    pub fix: String,
}

/// How a tool stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It can be used.
    Ready,
    /// It is switched off.
    Off,
    /// It cannot be used here.
    Unavailable(Unavailable),
}

/// The tools, what they work with, and which of them are on.
pub struct Toolbox {
    tools: BTreeMap<&'static str, Arc<dyn PlainTool>>,
    kit: Kit,
    table: ToolsTable,
}

impl Toolbox {
    /// The tools of this build.
    ///
    /// # Errors
    /// When the settings say something that a tool does not take.
    pub fn new(kit: Kit, table: ToolsTable) -> Result<Self, ToolError> {
        let git = table.settings.get("git").and_then(|set| set.get("read_only"));
        let git_may_write = git == Some(&Value::Bool(false));
        let mut toolbox = Self { tools: BTreeMap::new(), kit: Kit { git_may_write, ..kit }, table };
        built_in::all()
            .chain(integration::tool())
            .chain(collections::all())
            .for_each(|tool| toolbox.register(tool));
        toolbox.check_settings()?;
        Ok(toolbox)
    }

    /// Puts a tool in; one of the same name goes.
    pub fn register(&mut self, tool: Arc<dyn PlainTool>) {
        self.tools.insert(tool.tool().name, tool);
    }

    /// Takes a tool out. One that is not there is no error.
    pub fn unregister(&mut self, name: &str) {
        self.tools.remove(name);
    }

    /// Switches a tool on or off. False where there is no such tool.
    pub fn switch(&mut self, name: &str, on: bool) -> bool {
        let Some(name) = self.get(name).map(|tool| tool.tool().name) else { return false };
        let all = || self.tools.keys().map(|name| (*name).to_owned()).collect();
        let mut enabled = self.table.enabled.take().unwrap_or_else(all);
        if on {
            enabled.insert(name.to_owned());
        } else {
            enabled.remove(name);
        }
        self.table.enabled = Some(enabled);
        true
    }

    /// The tool with this name, or an older one.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Arc<dyn PlainTool>> {
        let name = laika_protocol::tools::resolve(name).map_or(name, |tool| tool.name);
        self.tools.get(name)
    }

    /// Every tool and how it stands.
    pub fn all(&self) -> impl Iterator<Item = (&Arc<dyn PlainTool>, Standing)> {
        self.tools.values().map(|tool| (tool, self.standing(tool)))
    }

    /// The tools that can be used here and now.
    pub fn ready(&self) -> impl Iterator<Item = &'static Tool> {
        self.all().filter(|(_, standing)| *standing == Standing::Ready).map(|(tool, _)| tool.tool())
    }

    /// The tools that cannot be used here, and why not.
    #[must_use]
    pub fn not_ready(&self) -> Vec<(&'static str, String)> {
        let why = |(tool, standing): (&Arc<dyn PlainTool>, Standing)| match standing {
            Standing::Ready => None,
            Standing::Off => Some((tool.tool().name, "it is switched off".to_owned())),
            Standing::Unavailable(Unavailable { why, fix }) => {
                Some((tool.tool().name, format!("{why}; {fix}")))
            }
        };
        self.all().filter_map(why).collect()
    }

    /// What is set, and macros.
    #[must_use]
    pub const fn table(&self) -> &ToolsTable {
        &self.table
    }

    /// What the tools work with.
    #[must_use]
    pub const fn kit(&self) -> &Kit {
        &self.kit
    }

    /// What a model is told of the tools that are on: a number, what each is for, and how it is called in the older
    /// pattern (INK-003, INK-068). Nothing where there is none.
    #[must_use]
    pub fn instructions(&self) -> String {
        self.ready().enumerate().fold(String::new(), |mut text, (at, tool)| {
            let legacy = tool.legacy.map_or(tool.name, |legacy| legacy.name);
            // Writing to a text cannot fail.
            let _ = writeln!(text, "{}. {}: {} (:::TOOL:{legacy}:query:::)", at + 1, tool.name, tool.line);
            text
        })
    }

    fn standing(&self, tool: &Arc<dyn PlainTool>) -> Standing {
        if !self.table.is_on(tool.tool().name) {
            return Standing::Off;
        }
        match tool.available(&self.kit, self.set_for(tool.tool().name)) {
            Ok(()) => Standing::Ready,
            Err(why) => Standing::Unavailable(why),
        }
    }

    fn usable(&self, name: &str) -> Result<&Arc<dyn PlainTool>, ToolError> {
        let refuse = |code, reason: &str, message: String| {
            Err(ToolError { reason: ReasonCode::parse(reason).ok(), ..ToolError::new(code, message) })
        };
        let Some(tool) = self.tools.get(name) else {
            return refuse(ErrorCode::NotFound, "E_NO_TOOL", format!("there is no tool `{name}`"));
        };
        match self.standing(tool) {
            Standing::Ready => Ok(tool),
            Standing::Off => {
                let hint = format!("`{name}` is switched off; `laika tools enable {name}` switches it on");
                refuse(ErrorCode::PreconditionFailed, "E_TOOL_OFF", hint)
            }
            Standing::Unavailable(Unavailable { why, fix }) => {
                refuse(ErrorCode::Unavailable, "E_TOOL_UNAVAILABLE", format!("{why}; {fix}"))
            }
        }
    }

    /// A call that can be decided: its arguments fit, and what it would change is known.
    ///
    /// # Errors
    /// When the tool cannot be used, the arguments do not fit it, or the change cannot be worked out.
    pub fn prepare(
        &self,
        name: &str,
        mut arguments: Map<String, Value>,
        bounds: &Bounds,
    ) -> Result<Call, ToolError> {
        let name = laika_protocol::tools::resolve(name).map_or(name, |tool| tool.name);
        let tool = self.usable(name)?;
        let refused = |defect: &dyn std::fmt::Display| {
            let message = format!("the arguments do not fit `{name}`: {defect}");
            ToolError::new(ErrorCode::InvalidArgument, message.chars().take(480).collect::<String>())
        };
        let normalised = (tool.tool().normalise)(&mut arguments);
        if let Some(defect) = normalised.iter().find(|defect| defect.is_error()) {
            return Err(refused(defect));
        }
        if let Some(defect) = check_arguments(tool.tool(), &arguments, &Path::root()).first() {
            return Err(refused(defect));
        }
        let set = self.set_for(name);
        let arguments = settings::within(tool.settings(), set, arguments);
        let task = Task { set, ..Task::new(&arguments, &self.kit, bounds) };
        let (described, change) = (tool.described(&task)?, tool.change(&task)?);
        Ok(Call { change, ..Call::of_tool(described, arguments) })
    }

    /// Does what was permitted, once.
    ///
    /// # Errors
    /// When the permit does not fit, the tool is gone or switched off since, or it fails.
    pub fn act(
        &self,
        run: &RunId,
        permit: Permit,
        now_ms: u64,
        bounds: &Bounds,
    ) -> Result<ToolResult, ToolError> {
        let denied =
            |error: &dyn std::fmt::Display| ToolError::new(ErrorCode::PolicyDenied, error.to_string());
        let authorised = permit.open(run, None, now_ms).map_err(|error| denied(&error))?;
        let call = authorised.call();
        let tool = self.usable(&call.tool.name)?;
        bounds.check()?;
        let (arguments, set) = (&call.arguments, self.set_for(&call.tool.name));
        let task = Task { set, run: Some(run), ..Task::new(arguments, &self.kit, bounds) };
        if tool.described(&task)? != call.tool {
            return Err(denied(&"the tool or its server is not what it was when this was decided"));
        }
        let to: Vec<Destination> =
            tool.hosts(&task)?.into_iter().chain(named(tool.tool(), arguments)).collect();
        let result = tool.run(&Task { to: &to, ..task }, call.change.as_ref())?;
        Ok(bounded(result, bounds.most_bytes))
    }

    fn set_for(&self, name: &str) -> Set<'_> {
        Set(self.table.settings.get(name))
    }

    /// Holds what is set against what each tool takes.
    fn check_settings(&self) -> Result<(), ToolError> {
        for (name, set) in &self.table.settings {
            // A tool that is not built may come with a plugin later; what is said for it harms nobody.
            if let Some(tool) = self.tools.get(name.as_str()) {
                settings::check(name, tool.settings(), set)?;
            }
        }
        Ok(())
    }
}

/// The servers that arguments name.
fn named(tool: &Tool, arguments: &Map<String, Value>) -> impl Iterator<Item = Destination> {
    let addresses = tool.arguments.iter().filter(|one| one.role == ArgRole::Url);
    addresses.filter_map(|one| Destination::of(arguments.get(one.name)?.as_str()?))
}

/// Bytes of a brief.
const SUMMARY_MOST_BYTES: usize = 2 << 10;

/// Cuts a result that is too long, at a line, and says so. Data cannot be cut and still be what they are: they go.
pub(crate) fn bounded(mut result: ToolResult, most: usize) -> ToolResult {
    if let Some(left) = cut(&mut result.full_text, most) {
        result = result.with("cutBytes", left);
    }
    if let Some(left) = cut(&mut result.summary, SUMMARY_MOST_BYTES.min(most)) {
        result = result.with("summaryCut", left);
    }
    let size = result.data.to_string().len();
    if size > most {
        result.data = Value::Null;
        result = result.with("dataCut", size);
    }
    result
}

/// Cuts a text that is too long at a line, or else at a character; gives how many bytes went.
fn cut(text: &mut String, most: usize) -> Option<usize> {
    let all = text.len();
    if all <= most {
        return None;
    }
    let end = (0..=most).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
    text.truncate(text[..end].rfind('\n').unwrap_or(end));
    Some(all - text.len())
}
