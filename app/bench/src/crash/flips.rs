//! Damaged logs: whatever was changed is refused, reported, or made no difference.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use laika_store::{Check, Options, Reader, RunHead, Store, StoreError};

use super::child::{Around, Child, End, Shape};
use super::damage::Damage;
use super::folder::Folder;
use super::parallel::{self, Mostly};
use super::readback;
use super::survey::{Point, record};
use crate::random::Random;

const SHAPE: Shape = Shape { runs: 2, steps: 3 };
const LOG: &str = "data/laika.db-wal";

/// What became of a damaged log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Class {
    /// It could not be opened, or not be read.
    Refused,
    /// It was opened, and verifying says that something is wrong.
    Reported,
    /// Everything that it gives back is what it was.
    Harmless,
    /// It gives back something else, and nobody says so.
    Undetected(String),
}

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Flipped {
    pub(super) cases: usize,
    pub(super) refused: usize,
    pub(super) reported: usize,
    pub(super) harmless: usize,
    /// What was done, and what nobody noticed.
    pub(super) undetected: Vec<String>,
}

/// A log as it was.
struct Original {
    name: &'static str,
    folder: Folder,
    /// Everything that it gives back; and what it would give back without its last transactions, as far as nobody
    /// acknowledged them. A writer that was killed may have left such, and may lose them.
    states: Vec<Vec<String>>,
    /// The last heads that were acknowledged, one for each run.
    heads: Vec<RunHead>,
}

pub(super) fn run(laika: &Path, count: usize, tell: &mut dyn FnMut(usize)) -> Result<Flipped> {
    let child = Child { laika, shape: SHAPE, careless: false };
    let originals = [finished(&child)?, unfinished(&child)?];
    let targets = [(&originals[0], "data/laika.db"), (&originals[1], "data/laika.db"), (&originals[1], LOG)];
    let case = |case: usize| one(targets[case % targets.len()], case / targets.len());
    let mut flipped = Flipped::default();
    for (what, class) in parallel::map(count, Mostly::Work, case, tell)? {
        flipped.cases += 1;
        match class {
            Class::Refused => flipped.refused += 1,
            Class::Reported => flipped.reported += 1,
            Class::Harmless => flipped.harmless += 1,
            Class::Undetected(difference) => flipped.undetected.push(format!("{what}; {difference}")),
        }
    }
    Ok(flipped)
}

/// A log whose runs have ended.
fn finished(child: &Child<'_>) -> Result<Original> {
    let folder = Folder::new()?;
    let life = child.live(folder.path(), &Around::Nothing)?;
    if !life.is_done() {
        bail!("the child does not finish even if nothing is done to it: {}", life.ending());
    }
    original("a finished log", folder, &life.words.acks)
}

/// A log whose writer was killed when one run had ended and another was under way: the first lies in the database, the
/// second in the write-ahead log.
fn unfinished(child: &Child<'_>) -> Result<Original> {
    let folder = Folder::new()?;
    let first =
        Child { shape: Shape { runs: 1, ..SHAPE }, ..*child }.live(folder.path(), &Around::Nothing)?;
    let survey = record(child, &folder.copy()?, &[])?.survey()?;
    let is_sync =
        |point: &&Point| point.call.ends_with("sync") && point.path.as_deref() == Some(Path::new(LOG));
    let syncs = survey.points.iter().filter(is_sync).count();
    let point = survey.points.iter().filter(is_sync).nth(3 * syncs / 4);
    let Some(point) = point else { bail!("the child never syncs its write-ahead log") };
    let aim = point.aim(folder.path(), "signal=KILL", false);
    let second = child.live(folder.path(), &Around::Strace(aim))?;
    if !first.is_done() || !matches!(second.end, End::Signal(_)) {
        bail!("the child could not be killed while it wrote: {}", second.ending());
    }
    // It is not of the log, and made anew whenever it is not there.
    let _ = fs::remove_file(folder.path().join("data/laika.db-shm"));
    original("an unfinished log", folder, &[first.words.acks, second.words.acks].concat())
}

fn original(name: &'static str, folder: Folder, acks: &[RunHead]) -> Result<Original> {
    let copy = folder.copy()?;
    let last: BTreeMap<_, _> = acks.iter().map(|head| (head.run.to_string(), head.clone())).collect();
    let mut original = Original { name, states: Vec::new(), heads: last.into_values().collect(), folder };
    if verified(&copy, &original.heads)? != 0 {
        bail!("an undamaged log is said to be damaged");
    }
    original.states.push(lines(&copy).context("an undamaged log cannot be read")?);
    let log = original.folder.path().join(LOG);
    for length in log.exists().then(|| fs::read(&log)).transpose()?.map_or_else(Vec::new, |log| ends(&log)) {
        let copy = original.folder.copy()?;
        File::options().write(true).open(copy.path().join(LOG))?.set_len(length as u64)?;
        // Before this, something was acknowledged.
        if verified(&copy, &original.heads)? != 0 {
            break;
        }
        original.states.push(lines(&copy)?);
    }
    original.states.dedup();
    Ok(original)
}

/// The lengths of a write-ahead log after each of its frames, the longest first.
fn ends(log: &[u8]) -> Vec<usize> {
    const HEADER: usize = 32;
    const FRAME: usize = 24;
    let page =
        log.get(8..12).and_then(|bytes| <[u8; 4]>::try_from(bytes).ok()).map_or(4096, u32::from_be_bytes);
    let step = FRAME + usize::try_from(page).unwrap_or(4096);
    (HEADER..log.len()).step_by(step).collect::<Vec<_>>().into_iter().rev().collect()
}

fn lines(folder: &Folder) -> Result<Vec<String>, StoreError> {
    readback::read(&Reader::open(&folder.path().join("data"))?)
}

fn one((original, file): (&Original, &str), case: usize) -> Result<(String, Class)> {
    let mut random = Random::of(&format!("flips {} {file}", original.name), case);
    let copy = original.folder.copy()?;
    let path = copy.path().join(file);
    let content = fs::read(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
    let damage = Damage::any(case, &content, &mut random);
    fs::write(&path, damage.on(&content)).with_context(|| format!("cannot write `{}`", path.display()))?;
    // What is lost at the end of the write-ahead log shows only to somebody who holds a later head.
    let heads = if file == LOG { original.heads.as_slice() } else { &[] };
    // Some are opened by a writer first, which takes over what the write-ahead log holds.
    let is_written = random.one_in(4);
    let class = look(&copy, heads, is_written, &original.states);
    Ok((format!("{} of {}: {damage:?}, case {case}", file, original.name), class))
}

fn look(folder: &Folder, heads: &[RunHead], is_written: bool, states: &[Vec<String>]) -> Class {
    if is_written && Store::open(Options::folder(folder.path().join("data")), 0).is_err() {
        return Class::Refused;
    }
    classify(verified(folder, heads), || lines(folder), states)
}

/// How many problems a log has.
fn verified(folder: &Folder, heads: &[RunHead]) -> Result<usize, StoreError> {
    let reader = Reader::open(&folder.path().join("data"))?;
    let check = Check { run_heads: heads, deep: true, ..Check::default() };
    let report = reader.verify(&check, &mut |_| {})?;
    // What `laika runs verify` looks at besides; what cannot even be compared is a problem too.
    let beside = laika_daemon::compare(&reader).map_or(1, |problems| problems.len());
    Ok(report.problems.len() + beside)
}

fn classify(
    verified: Result<usize, StoreError>,
    read: impl FnOnce() -> Result<Vec<String>, StoreError>,
    states: &[Vec<String>],
) -> Class {
    match verified {
        Err(_) => return Class::Refused,
        Ok(0) => {}
        Ok(_) => return Class::Reported,
    }
    match read() {
        Err(_) => Class::Refused,
        Ok(read) if states.contains(&read) => Class::Harmless,
        Ok(read) => {
            let lines = states.first().map_or(&[][..], Vec::as_slice);
            let differs = read.iter().zip(lines).find(|(read, line)| read != line);
            Class::Undetected(match differs {
                Some((read, line)) => format!("reads {read} instead of {line}"),
                None => format!("reads {} entries instead of {}", read.len(), lines.len()),
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_noticed_or_makes_no_difference() {
        let states = [vec!["one".to_owned(), "two".to_owned()], vec!["one".to_owned()]];
        let same = || Ok(states[0].clone());
        assert_eq!(classify(Err(StoreError::Empty), same, &states), Class::Refused);
        assert_eq!(classify(Ok(1), same, &states), Class::Reported);
        assert_eq!(classify(Ok(0), same, &states), Class::Harmless);
        assert_eq!(classify(Ok(0), || Ok(states[1].clone()), &states), Class::Harmless);
        assert_eq!(classify(Ok(0), || Err(StoreError::Empty), &states), Class::Refused);
    }

    #[test]
    fn a_difference_that_nobody_reports_is_undetected() {
        let states = [vec!["one".to_owned(), "two".to_owned()]];
        let changed = || Ok(vec!["one".into(), "2".into()]);
        assert_eq!(classify(Ok(0), changed, &states), Class::Undetected("reads 2 instead of two".into()));
        let shorter = || Ok(vec!["one".into()]);
        assert_eq!(
            classify(Ok(0), shorter, &states),
            Class::Undetected("reads 1 entries instead of 2".into())
        );
    }

    #[test]
    fn a_write_ahead_log_ends_after_each_of_its_frames() {
        let mut log = vec![0; 32 + 3 * (24 + 512)];
        log[8..12].copy_from_slice(&512_u32.to_be_bytes());
        assert_eq!(ends(&log), [32 + 2 * 536, 32 + 536, 32]);
    }
}
