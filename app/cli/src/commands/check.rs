//! `laika check`: validates a message and explains every defect.

use std::path::Path;

use anyhow::Result;
use laika_protocol::llmcp::check_packet;
use laika_protocol::observation::check_observation;
use laika_protocol::tools::check_call_text;
use laika_protocol::wire::read_request;
use laika_protocol::{Defect, json};
use serde_json::json;

use crate::arguments::{Check, CheckInput};
use crate::input;
use crate::printer::{Outcome, Printer};

pub(crate) fn run(check: &Check, printer: &mut Printer) -> Result<Outcome> {
    match check {
        Check::Packet { input, request } => {
            let request = request.as_deref().map(|path| input::read_request(path, printer)).transpose()?;
            let text = input::read(&input.file, printer)?;
            Ok(report(input, &check_packet(&text, request.as_ref()), printer))
        }
        Check::ToolCall { input } => {
            let text = input::read(&input.file, printer)?;
            Ok(report(input, &check_tool_call(&text), printer))
        }
        Check::Observation { input } => {
            let text = input::read(&input.file, printer)?;
            Ok(report(input, &check_observation(&text), printer))
        }
    }
}

/// A whole request has `toolName`, a proposal has `name`.
fn check_tool_call(text: &str) -> Vec<Defect> {
    let is_request =
        json::read_prefix(text, json::MAX_DEPTH).value.is_some_and(|value| value.get("toolName").is_some());
    if is_request { read_request(text).err().unwrap_or_default() } else { check_call_text(text) }
}

fn report(input: &CheckInput, defects: &[Defect], printer: &mut Printer) -> Outcome {
    let name = input::name(&input.file);
    if input.json {
        let file = (input.file != Path::new("-")).then(|| input.file.display().to_string());
        let report = json!({ "file": file, "valid": defects.is_empty(), "defects": defects });
        printer.data(format_args!("{report:#}\n"));
    } else {
        for defect in defects {
            printer.data(format_args!("{defect}\n"));
        }
        match defects.len() {
            0 => printer.say("ok", format_args!("{name} is valid")),
            1 => printer.say("error", format_args!("{name} has 1 defect")),
            count => printer.say("error", format_args!("{name} has {count} defects")),
        }
    }
    if defects.is_empty() { Outcome::Done } else { Outcome::Defects }
}
