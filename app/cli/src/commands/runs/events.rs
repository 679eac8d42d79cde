//! `laika runs events`: the log as it is.

use anyhow::Result;
use laika_store::{Event, Reader};
use serde_json::{Value, json};

use super::{find, when};
use crate::printer::{Outcome, Printer};
use crate::table::Table;

/// Events that are read at a time.
const PAGE: u32 = 1_000;

pub(super) fn run(
    reader: &Reader,
    name: &str,
    (from, limit): (u64, u32),
    as_json: bool,
    printer: &mut Printer,
) -> Result<Outcome> {
    let run = find(reader, name)?.row.run;
    let mut table = Table::new(["SEQ", "TIME", "KIND", "WHAT"]);
    let (mut at, mut left) = (from, limit);
    while left > 0 {
        let events = reader.events(&run, at, left.min(PAGE))?;
        let Some(last) = events.last() else { break };
        at = last.header.seq + 1;
        left -= u32::try_from(events.len()).unwrap_or(left).min(left);
        for event in &events {
            if as_json {
                printer.data(format_args!("{}\n", value(event)));
            } else {
                table.row([
                    event.header.seq.to_string(),
                    when(event.header.at_ms),
                    event.header.kind.clone(),
                    what(event),
                ]);
            }
        }
        if printer.flush() {
            break;
        }
    }
    printer.data(table);
    Ok(Outcome::Done)
}

fn value(event: &Event) -> Value {
    let header = &event.header;
    json!({
        "logSeq": header.log_seq, "seq": header.seq, "kind": header.kind, "atMs": header.at_ms,
        "schemaVersion": header.schema_version, "protocolVersion": header.protocol_version,
        "hash": header.hash.to_string(), "payload": payload(event), "erased": event.erased.as_ref().map(|erased| erased.reason),
    })
}

fn payload(event: &Event) -> Value {
    event.payload.as_deref().and_then(|bytes| serde_json::from_slice(bytes).ok()).unwrap_or_default()
}

/// The payload in one line, without the kind that stands before it.
fn what(event: &Event) -> String {
    if let Some(erased) = &event.erased {
        return format!(
            "erased {} ({})",
            when(erased.at_ms),
            json!(erased.reason).as_str().unwrap_or_default()
        );
    }
    let Value::Object(fields) = payload(event) else { return String::new() };
    let shown = fields.iter().filter(|(name, _)| *name != "type").map(|(name, value)| match value {
        Value::String(text) => format!("{name}={text}"),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            format!("{name}={value}")
        }
    });
    shown.collect::<Vec<_>>().join(" ")
}
