//! Running code: shown and asked about every time, and run in a process that can do nothing else (INK-056 to INK-059).

use laika_protocol::cell::{Ended, Language, Program, Ran};
use laika_protocol::tools::ToolResult;
use laika_protocol::tools::typed::RunCode;
use laika_protocol::wire::FileChange;
use laika_protocol::{ErrorCode, ToolError, canonical};

use super::built_in::{BuiltIn, is_there};
use super::replacing::CONFIRM;
use super::settings::Set;
use super::{Kit, Setting, Takes, Task, Unavailable};

/// Milliseconds that a program has where nothing else is said.
const TIME_MS: u64 = 5_000;
/// Mebibytes that it has.
const MEMORY_MB: u64 = 256;
/// Bytes that it may write.
const OUTPUT: usize = 64 << 10;

pub(super) const CODE: &[BuiltIn] = &[BuiltIn {
    settings: &[
        CONFIRM,
        Setting {
            name: "timeout",
            takes: Takes::UpTo(60_000),
            about: "milliseconds until a program is stopped",
            argument: Some("timeoutMs"),
        },
        Setting {
            name: "memory_mb",
            takes: Takes::UpTo(2_048),
            about: "mebibytes of memory until a program is stopped; 256 if not set",
            argument: None,
        },
    ],
    needs: &[has_cells],
    change: Some(|task| shown(&task.read()?).map(Some)),
    ..BuiltIn::new("code.run", |task, _| run(task))
}];

fn has_cells(kit: &Kit, _: Set<'_>) -> Result<(), Unavailable> {
    let why = match &kit.cells {
        Some(cells) => match cells.can_run(Language::Javascript) {
            Ok(()) => return Ok(()),
            Err(why) => why,
        },
        None => "there are no processes to run code in".to_owned(),
    };
    is_there(
        false,
        &why,
        "use Laika on Linux with Landlock and seccomp (`laika doctor` says what is missing)",
    )
}

/// The program for whoever decides about it, line by line as it will run (S18).
fn shown(asked: &RunCode) -> Result<FileChange, ToolError> {
    let digest = canonical::digest(&(&asked.code, &asked.input));
    let digest = digest.map_err(|error| ToolError::new(ErrorCode::InvalidArgument, error.to_string()))?;
    Ok(FileChange { digest, files: Vec::new(), diff: asked.code.clone() })
}

fn run(task: &Task<'_>) -> Result<ToolResult, ToolError> {
    let asked: RunCode = task.read()?;
    let cells = task.cells()?;
    let language = asked.language.unwrap_or_default();
    cells.can_run(language).map_err(|why| ToolError::new(ErrorCode::Unavailable, why))?;
    let program = Program {
        language,
        code: asked.code,
        input: asked.input.unwrap_or_default(),
        time_ms: asked.timeout_ms.map_or(TIME_MS, u64::from),
        memory_bytes: task.set.number("memory_mb").unwrap_or(MEMORY_MB) << 20,
        output_bytes: OUTPUT.min(task.bounds.most_bytes),
    };
    Ok(told(&cells.run(&program, task.bounds)?))
}

/// What came of it, first how it ended.
fn told(ran: &Ran) -> ToolResult {
    let how = match ran.ended {
        Ended::Done => "the program ended well",
        Ended::Failed => "the program failed",
        Ended::TimedOut => "the program took too long and was stopped",
        Ended::OutOfMemory => "the program took too much memory and was stopped",
        Ended::Killed => "the program was stopped",
    };
    let said = [ran.value.as_deref().unwrap_or_default(), &ran.stdout, &ran.stderr];
    let first = said.iter().find_map(|text| text.lines().find(|line| !line.trim().is_empty()));
    let summary = first.map_or_else(|| how.to_owned(), |line| format!("{how}: {line}"));
    let mut text = summary.clone();
    for (name, part) in [("value", said[0]), ("printed", said[1]), ("complained", said[2])] {
        if !part.is_empty() {
            text += &format!("\n{name}:\n{}", part.trim_end());
        }
    }
    let data = serde_json::to_value(ran).unwrap_or_default();
    let result = ToolResult { success: ran.ended == Ended::Done, ..ToolResult::done(data, summary, text) };
    if ran.cut_bytes > 0 { result.with("cutBytes", ran.cut_bytes) } else { result }
}
