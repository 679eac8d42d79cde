//! Kills: at every call that changes something, at random ones, and again while the child recovers.

use std::path::Path;

use anyhow::Result;

use super::child::{Around, Child, End, Shape};
use super::folder::Folder;
use super::parallel::{self, Mostly};
use super::survey::{CHANGING, Point, Survey, aim, record};
use super::trial::{Tally, Trial, resume};
use crate::random::Random;

const KILL: &str = "signal=KILL";
/// No two lives make quite the same calls: one that was done before its time had come is followed by another.
const ATTEMPTS: usize = 3;
/// Small enough that each of its calls can be aimed at.
pub(super) const UNIT: Shape = Shape { runs: 1, steps: 2 };
/// What random kills choose from.
const SHAPES: [Shape; 4] =
    [UNIT, Shape { runs: 1, steps: 4 }, Shape { runs: 2, steps: 2 }, Shape { runs: 3, steps: 3 }];

/// Where kills can be aimed at.
pub(super) struct Targets {
    pub(super) unit: Survey,
    /// For each of the shapes.
    busiest: Vec<(Shape, usize)>,
}

impl Targets {
    pub(super) fn find(laika: &Path) -> Result<Self> {
        let survey = |shape| {
            let child = Child { laika, shape, careless: false };
            record(&child, &Folder::new()?, &[])?.survey()
        };
        let mut busiest = Vec::new();
        for shape in SHAPES {
            busiest.push((shape, survey(shape)?.busiest));
        }
        Ok(Self { unit: survey(UNIT)?, busiest })
    }
}

/// What was found, and how many of the places to be killed at were met.
pub(super) struct Killed {
    pub(super) tally: Tally,
    pub(super) points: usize,
    pub(super) met: usize,
}

/// At least so many kills, unless children are done again and again before their time has come.
pub(super) fn run(
    laika: &Path,
    count: usize,
    targets: &Targets,
    tell: &mut dyn FnMut(usize),
) -> Result<Killed> {
    let mut points = targets.unit.points.clone();
    Random::of("points", 0).shuffle(&mut points);
    // A sample takes some of them; enough cases take all.
    let aimed = points.len().min((3 * count).div_ceil(5));
    let once = |case: usize| match points.get(..aimed).and_then(|points| points.get(case)) {
        Some(point) => at(laika, point),
        None => anywhere(laika, targets, case),
    };
    // Whatever was found in a life counts, also where nothing ended it.
    let case = |case: usize| {
        let mut trials = vec![once(case)?];
        while trials.len() < ATTEMPTS && trials.iter().all(|trial| trial.kills == 0) {
            trials.push(once(case)?);
        }
        anyhow::Ok(trials)
    };
    let cases = parallel::map(count, Mostly::Work, case, tell)?;
    let is_met = |trials: &&Vec<Trial>| trials.iter().any(|trial| trial.kills > 0);
    let met = cases.iter().take(aimed).filter(is_met).count();
    Ok(Killed { tally: Tally::of(cases.into_iter().flatten().collect()), points: points.len(), met })
}

/// A kill just before one call.
fn at(laika: &Path, point: &Point) -> Result<Trial> {
    let folder = Folder::new()?;
    let child = Child { laika, shape: UNIT, careless: false };
    let aim = point.aim(folder.path(), KILL, false);
    let what = format!("killed at {} {} of {:?}", point.call, point.nth, point.path.as_deref());
    lives(&child, &folder, &[aim], what)
}

/// A kill at a random call, and in every second case more of them while the child recovers.
fn anywhere(laika: &Path, targets: &Targets, case: usize) -> Result<Trial> {
    let mut random = Random::of("kills", case);
    let (shape, busiest) = random.pick(&targets.busiest).copied().unwrap_or((UNIT, 1));
    let folder = Folder::new()?;
    let child = Child { laika, shape, careless: false };
    // A little before the end, since no two lives make quite the same calls.
    let mut turns = vec![random.between(1, busiest - busiest / 10)];
    if case.is_multiple_of(2) {
        // A recovery does less.
        turns.extend((0..random.between(1, 3)).map(|_| random.between(1, busiest / 2)));
    }
    let what = format!("{shape:?} killed at changing calls {turns:?}");
    let aims: Vec<_> =
        turns.iter().map(|nth| aim(&CHANGING, &[], folder.path(), KILL, *nth, false)).collect();
    lives(&child, &folder, &aims, what)
}

/// One life for each aim, then a resume that nothing is done to.
fn lives(child: &Child<'_>, folder: &Folder, aims: &[Vec<String>], what: String) -> Result<Trial> {
    let (mut kills, mut acks) = (0, Vec::new());
    for aim in aims {
        let life = child.live(folder.path(), &Around::Strace(aim.clone()))?;
        acks.extend(life.words.acks);
        match life.end {
            End::Signal(_) => kills += 1,
            // It was done, or gave up, before its time had come.
            End::Code(_) | End::Stuck => break,
        }
    }
    let trial = resume(child, folder.path(), acks, what)?;
    Ok(Trial { kills, ..trial })
}
