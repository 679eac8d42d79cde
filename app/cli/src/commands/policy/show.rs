//! The matrix and the reasons, printed.

use std::fmt::Write as _;

use anyhow::{Result, anyhow};
use laika_policy::{Policy, Reason};
use laika_protocol::quoted;
use serde_json::{Value, json};

use crate::printer::{Outcome, Printer};

const COLUMNS: [&str; 5] = ["observe", "assist", "autopilot", "autopilot, sensitive", "on sensitive sites"];

pub(super) fn matrix(policy: &Policy, json: bool, printer: &mut Printer) -> Result<Outcome> {
    if json {
        let rows: Vec<Value> = policy
            .table()
            .map(|(row, cells, sensitive, from)| {
                json!({ "row": row, "decisions": cells, "sensitive": sensitive, "from": from })
            })
            .collect();
        printer.data(format_args!("{:#}\n", json!({ "version": laika_policy::VERSION, "rows": rows })));
        return Ok(Outcome::Done);
    }
    let mut text = format!("{:20}", "");
    for column in COLUMNS {
        write!(text, " {column:20}")?;
    }
    for (row, cells, sensitive, from) in policy.table() {
        write!(text, "\n{:20}", row.as_str())?;
        for cell in cells {
            write!(text, " {:20}", cell.as_str())?;
        }
        write!(text, " {:20} {from}", sensitive.map_or("", |cell| cell.as_str()))?;
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    printer.data(format_args!("{}\n", lines.join("\n")));
    Ok(Outcome::Done)
}

pub(super) fn explain(code: Option<&str>, json: bool, printer: &mut Printer) -> Result<Outcome> {
    let reasons: Vec<Reason> = match code {
        Some(code) => vec![Reason::of_code(&code.to_uppercase()).ok_or_else(|| unknown(code))?],
        None => Reason::ALL.to_vec(),
    };
    if json {
        let all: Vec<Value> = reasons.iter().map(|reason| as_json(*reason)).collect();
        let value =
            if code.is_some() { all.into_iter().next().unwrap_or_default() } else { Value::from(all) };
        printer.data(format_args!("{value:#}\n"));
        return Ok(Outcome::Done);
    }
    for reason in reasons {
        let decision = reason.decision().as_str();
        printer.data(format_args!(
            "{}  {decision}\n  {}\n  for example: {}\n",
            reason.code(),
            reason.sentence(),
            reason.example()
        ));
    }
    Ok(Outcome::Done)
}

fn as_json(reason: Reason) -> Value {
    json!({
        "code": reason.code(),
        "decision": reason.decision(),
        "reason": reason.sentence(),
        "example": reason.example(),
    })
}

fn unknown(code: &str) -> anyhow::Error {
    let wanted = code.to_uppercase();
    let last = wanted.rsplit('_').next().unwrap_or_default();
    let near: Vec<String> = Reason::ALL
        .iter()
        .filter(|reason| !last.is_empty() && reason.code().contains(last))
        .map(|reason| format!("`{}`", reason.code()))
        .take(4)
        .collect();
    let hint = if near.is_empty() {
        "hint: `laika policy explain` lists them all".to_owned()
    } else {
        format!("hint: did you mean {}?", near.join(" or "))
    };
    anyhow!(hint).context(format!("there is no reason code {}", quoted(code)))
}
