//! `laika runs resume`: a run that waits goes on, here or in the Laika that is running.

use anyhow::{Result, anyhow};
use laika_protocol::ids::RunId;
use laika_protocol::wire::RunState;

use super::end::finish;
use super::watch::Terminal;
use crate::arguments::runs::Resume;
use crate::arguments::work::How;
use crate::commands::runs::find;
use crate::printer::{Outcome, Printer};

pub(crate) fn run(resume: &Resume, printer: &mut Printer) -> Result<Outcome> {
    let run = find(&resume.folder.reader()?, &resume.run)?;
    let status = run.row.status;
    if status.is_over() {
        return Err(anyhow!("hint: `laika run` starts a new one").context(format!(
            "{} is over ({}) (E_RUN_OVER)",
            run.row.run,
            status.as_str()
        )));
    }
    let words =
        resume.words.as_deref().map(str::trim).filter(|words| !words.is_empty()).map(ToOwned::to_owned);
    let how = How {
        allow: Vec::new(),
        headed: false,
        strict: true,
        private: false,
        save_summary: false,
        background: false,
        model: resume.model.clone(),
        no_model: resume.no_model,
        save: resume.save.clone(),
        json: resume.json,
        folder: resume.folder.clone(),
    };
    let terminal = Terminal::open(&how, printer)?;
    let end = terminal.resume(state(&run.row.run, status), words, printer);
    terminal.close();
    finish(&end?, &how, printer)
}

/// A run as the log has it.
fn state(run: &RunId, status: laika_protocol::wire::RunStatus) -> RunState {
    RunState {
        run_id: run.clone(),
        status,
        attached_target: None,
        last_action_summary: None,
        next_step_preview: None,
        pending_approval: None,
        last_reason_code: None,
        pause: None,
    }
}
