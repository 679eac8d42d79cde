//! A disk that is full or broken: calls that fail once or from then on, and files that cannot grow.
//!
//! A call that `strace` fails is not made at all. Writes that are cut short and then fail are real ones, by a limit on
//! the size of files.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::child::{Around, Child, End, Shape};
use super::folder::Folder;
use super::kills::UNIT;
use super::parallel::{self, Mostly};
use super::survey::{Point, Survey, aim};
use super::trial::{Tally, Trial, resume};
use crate::random::Random;

const WRITES: [&str; 5] = ["write", "writev", "pwrite64", "pwritev", "ftruncate"];
const SYNCS: [&str; 2] = ["fsync", "fdatasync"];
/// Below this many blocks the limit could meet what the child says.
const FEWEST_BLOCKS: usize = 24;

/// What goes wrong.
#[derive(Debug, Clone)]
enum Fault {
    /// One call on one file, or that and all later ones like it.
    At { point: Point, onwards: bool },
    /// Every such call on any file, from one on.
    Everywhere { calls: &'static [&'static str], nth: usize },
    /// A limit on the size of files.
    Size { blocks: usize },
}

/// What a call fails with: no space where something would be made or grow, else a broken disk.
fn error(call: &str) -> &'static str {
    let grows = WRITES.contains(&call) || matches!(call, "openat" | "mkdir" | "mkdirat");
    if grows { "error=ENOSPC" } else { "error=EIO" }
}

/// Runs at most so many, each once with one run and once with two, which share transactions.
pub(super) fn run(laika: &Path, most: usize, survey: &Survey, tell: &mut dyn FnMut(usize)) -> Result<Tally> {
    let faults = all(survey);
    let count = most.min(2 * faults.len());
    let case = |case: usize| {
        let shape = Shape { runs: 1 + case % 2, ..UNIT };
        match faults.get(case / 2) {
            Some(fault) => one(&Child { laika, shape, careless: false }, fault, &survey.paths),
            None => anyhow::bail!("the child makes no call that could fail"),
        }
    };
    Ok(Tally::of(parallel::map(count, Mostly::Wait, case, tell)?))
}

/// Every fault that there is, in an order that makes any beginning of it a sample.
fn all(survey: &Survey) -> Vec<Fault> {
    let mut faults = Vec::new();
    for point in survey.points.iter().filter(|point| point.is_data()) {
        faults.extend([false, true].map(|onwards| Fault::At { point: point.clone(), onwards }));
    }
    for nth in 1..=survey.busiest {
        faults.extend([WRITES.as_slice(), SYNCS.as_slice()].map(|calls| Fault::Everywhere { calls, nth }));
    }
    faults.extend((FEWEST_BLOCKS..=survey.blocks.max(FEWEST_BLOCKS)).map(|blocks| Fault::Size { blocks }));
    Random::of("faults", 0).shuffle(&mut faults);
    faults
}

fn one(child: &Child<'_>, fault: &Fault, paths: &[PathBuf]) -> Result<Trial> {
    let folder = Folder::new()?;
    let around = match fault {
        Fault::At { point, onwards } => {
            Around::Strace(point.aim(folder.path(), error(&point.call), *onwards))
        }
        Fault::Everywhere { calls, nth } => {
            let error = calls.first().copied().map_or("error=EIO", error);
            Around::Strace(aim(calls, paths, folder.path(), error, *nth, true))
        }
        Fault::Size { blocks } => Around::FileSize(*blocks),
    };
    let life = child.live(folder.path(), &around)?;
    let what = format!("{:?}, {fault:?}", child.shape);
    let mut trial = resume(child, folder.path(), life.words.acks.clone(), what)?;
    // It may give up, and say so. It must not crash or hang.
    if !matches!(life.end, End::Code(_)) {
        trial.faults.unfinished.push(format!("under the fault: {}", life.ending()));
    }
    Ok(trial)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_data_call_fails_once_and_for_good() {
        let point = |path: &str| Point { call: "fsync".into(), path: Some(path.into()), nth: 1 };
        let survey = Survey {
            points: vec![point("data/a"), point("said")],
            busiest: 2,
            paths: vec!["data/a".into()],
            blocks: FEWEST_BLOCKS + 1,
            ..Survey::default()
        };
        let faults = all(&survey);
        let at = faults.iter().filter(|fault| matches!(fault, Fault::At { .. })).count();
        let size = faults.iter().filter(|fault| matches!(fault, Fault::Size { .. })).count();
        assert_eq!((at, size, faults.len()), (2, 2, 8));
        assert_eq!(
            [error("pwrite64"), error("fsync"), error("unlink")],
            ["error=ENOSPC", "error=EIO", "error=EIO"]
        );
    }
}
