//! After it all: is everything there that was acknowledged, and did everything happen once?

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use laika_agent::{Entry, Run};
use laika_protocol::ids::RunId;
use laika_store::{Check, Fault, Reader, RunHead};

use super::child::Shape;

/// What is wrong with a folder after its child said that it is done. Each is a sentence.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Faults {
    /// Acknowledged events that are not in the log.
    pub(super) lost: Vec<String>,
    /// Effects that happened more than once.
    pub(super) twice: Vec<String>,
    /// Effects that never happened.
    pub(super) missing: Vec<String>,
    /// Runs that did not end, or with calls whose end nobody recorded.
    pub(super) unfinished: Vec<String>,
    /// What verifying says.
    pub(super) broken: Vec<String>,
}

impl Faults {
    pub(super) fn is_empty(&self) -> bool {
        self.firsts().next().is_none()
    }

    /// The first of each kind.
    pub(super) fn firsts(&self) -> impl Iterator<Item = &str> {
        let lists = [&self.lost, &self.twice, &self.missing, &self.unfinished, &self.broken];
        lists.into_iter().filter_map(|list| list.first()).map(String::as_str)
    }
}

/// Looks at a folder in which everything should be done, and which must hold everything that was acknowledged.
pub(super) fn judge(folder: &Path, shape: Shape, acks: &[RunHead]) -> Result<Faults> {
    let mut faults = Faults::default();
    effects(&folder.join("effects"), shape, &mut faults)?;
    let data = folder.join("data");
    match Reader::open(&data) {
        Ok(reader) => log(&reader, shape, acks, &mut faults),
        Err(error) => {
            faults.broken.push(format!("the log cannot be opened: {error}"));
            faults.lost.extend(acks.iter().map(ToString::to_string));
        }
    }
    Ok(faults)
}

/// Every step of every run has one file, whose name begins with both.
fn effects(folder: &Path, shape: Shape, faults: &mut Faults) -> Result<()> {
    let mut counts = BTreeMap::<String, usize>::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot list `{}`", folder.display()))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let step = name.rsplit_once('.').map_or(name.as_str(), |(step, _)| step);
        *counts.entry(step.to_owned()).or_default() += 1;
    }
    for run in 1..=shape.runs {
        for step in 1..=shape.steps {
            let name = format!("run-{run}.{step}");
            match counts.remove(&name) {
                None => faults.missing.push(format!("effect {name} never happened")),
                Some(1) => {}
                Some(count) => faults.twice.push(format!("effect {name} happened {count} times")),
            }
        }
    }
    faults.twice.extend(counts.into_keys().map(|name| format!("effect {name} was nobody's step")));
    Ok(())
}

fn log(reader: &Reader, shape: Shape, acks: &[RunHead], faults: &mut Faults) {
    for head in acks {
        match reader.events(&head.run, head.seq, 1) {
            Ok(events) if events.first().is_some_and(|event| event.header.hash == head.hash) => {}
            Ok(events) => {
                let what = if events.is_empty() { "is not there" } else { "is another one" };
                faults.lost.push(format!("event {} of {} was acknowledged and {what}", head.seq, head.run));
            }
            Err(error) => faults.lost.push(format!("event {} of {}: {error}", head.seq, head.run)),
        }
    }
    match reader.verify(&Check { run_heads: acks, deep: true, ..Check::default() }, &mut |_| {}) {
        Ok(report) => {
            // Those are counted as lost already.
            let problems = report.problems.iter().filter(|problem| problem.fault != Fault::RunHead);
            faults.broken.extend(problems.map(|problem| problem.sentence.clone()));
        }
        Err(error) => faults.broken.push(format!("the log cannot be verified: {error}")),
    }
    match laika_daemon::compare(reader) {
        Ok(problems) => faults.broken.extend(problems.into_iter().map(|problem| problem.sentence)),
        Err(error) => faults.broken.push(format!("the log cannot be compared: {error}")),
    }
    for number in 1..=shape.runs {
        if let Err(error) = run(reader, number, faults) {
            faults.broken.push(format!("run-{number}: {error:#}"));
        }
    }
}

fn run(reader: &Reader, number: usize, faults: &mut Faults) -> Result<()> {
    let id = RunId::parse(&format!("run-{number}")).map_err(|error| anyhow::anyhow!("{error}"))?;
    match reader.run(&id)? {
        None => faults.unfinished.push(format!("{id} is not in the log")),
        Some(run) if run.row.status == laika_protocol::wire::RunStatus::Completed => {}
        Some(run) => faults.unfinished.push(format!("{id} is {:?}", run.row.status)),
    }
    // A run that lacks a record, or holds one twice, can be verified but not gone on with.
    let records = reader.records(&id)?.into_iter().map(|(_, record)| Entry::Record(record));
    Run::replay(&records.collect::<Vec<_>>())?;
    let open = reader.unanswered(&id)?;
    faults.unfinished.extend(open.iter().map(|call| {
        format!("nobody recorded the end of {} in event {} of {id}", call.request, call.intent_seq)
    }));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crash::folder::Folder;

    fn judged(names: &[&str]) -> Faults {
        let folder = Folder::new().unwrap();
        let effects = folder.path().join("effects");
        fs::create_dir(&effects).unwrap();
        for name in names {
            fs::write(effects.join(name), "").unwrap();
        }
        judge(folder.path(), Shape { runs: 1, steps: 2 }, &[]).unwrap()
    }

    #[test]
    fn each_step_happens_once() {
        assert_eq!(judged(&["run-1.1.a", "run-1.2.b"]).twice, [""; 0]);
        assert_eq!(judged(&["run-1.1.a", "run-1.2.b"]).missing, [""; 0]);
        assert_eq!(judged(&["run-1.1.a"]).missing, ["effect run-1.2 never happened"]);
        assert_eq!(
            judged(&["run-1.1.a", "run-1.2.b", "run-1.2.c"]).twice,
            ["effect run-1.2 happened 2 times"]
        );
        assert_eq!(
            judged(&["run-1.1.a", "run-1.2.b", "run-1.3.c"]).twice,
            ["effect run-1.3 was nobody's step"]
        );
    }

    #[test]
    fn a_folder_without_a_log_holds_nothing() {
        let head = RunHead::parse(&format!("run-1:1:{}", "0".repeat(64))).unwrap();
        let folder = Folder::new().unwrap();
        fs::create_dir(folder.path().join("effects")).unwrap();
        let faults = judge(folder.path(), Shape { runs: 1, steps: 1 }, &[head]).unwrap();
        assert_eq!((faults.lost.len(), faults.broken.len(), faults.missing.len()), (1, 1, 1));
    }
}
