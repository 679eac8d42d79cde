//! `laika runs list`.

use anyhow::{Context as _, Result};
use laika_daemon::serving::goal_of;
use laika_protocol::ids::Origin;
use laika_protocol::wire::RunStatus;
use laika_store::{Reader, Run, RunFilter};
use serde_json::{Value, json};

use super::when;
use crate::printer::{Outcome, Printer};
use crate::table::Table;

pub(super) struct Asked<'a> {
    pub(super) status: Option<RunStatus>,
    pub(super) site: Option<&'a str>,
    pub(super) limit: u32,
}

pub(super) fn run(
    reader: &Reader,
    asked: &Asked<'_>,
    as_json: bool,
    printer: &mut Printer,
) -> Result<Outcome> {
    let site = asked.site.map(Origin::parse).transpose().context("--site wants an origin")?;
    let status = asked.status.into_iter().collect();
    let filter = RunFilter { status, site, limit: Some(asked.limit), ..RunFilter::default() };
    let runs = reader.runs(&filter)?;
    if as_json {
        let listed = |run: &Run| -> Result<Value> {
            let mut shown = value(run);
            if let Some(fields) = shown.as_object_mut() {
                let goal = goal_of(reader, &run.row.run)?;
                fields.insert("goal".into(), json!(goal.said()));
                // Why there is none: `forgotten`, or what else took it.
                fields.insert("goalErased".into(), json!(goal.erased()));
            }
            Ok(shown)
        };
        let runs = runs.iter().map(listed).collect::<Result<Vec<Value>>>()?;
        printer.data(format_args!("{:#}\n", json!({ "runs": runs })));
        return Ok(Outcome::Done);
    }
    if runs.is_empty() {
        printer.say("hint", "no run fits");
    }
    let mut table = Table::new(["RUN", "STATUS", "SURFACE", "MODE", "CHANGED", "EVENTS", "HEAD"]);
    for run in &runs {
        table.row([
            run.row.run.to_string(),
            run.row.status.as_str().into(),
            run.row.surface.as_str().into(),
            mode(run),
            when(run.updated_at_ms),
            run.head.seq.to_string(),
            run.head.hash.to_string().chars().take(12).collect(),
        ]);
    }
    printer.data(table);
    Ok(Outcome::Done)
}

pub(super) fn value(run: &Run) -> Value {
    json!({
        "run": run.row.run, "profile": run.row.profile, "status": run.row.status, "surface": run.row.surface,
        "mode": run.row.mode, "branch": run.row.branch, "sensitive": run.row.sensitive,
        "conversation": run.row.conversation, "createdAtMs": run.created_at_ms, "updatedAtMs": run.updated_at_ms,
        "head": run.head.to_string(), "checkpointSeq": run.checkpoint_seq,
    })
}

pub(super) fn mode(run: &Run) -> String {
    json!(run.row.mode).as_str().unwrap_or_default().into()
}
