//! Power cuts: what a recorded child did is cut off at some point, and a disk that forgets is rebuilt from it.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use laika_store::RunHead;

use super::child::{Around, Child, Shape, Words};
use super::disk::{Disk, Image, Survives};
use super::folder::Folder;
use super::parallel::{self, Mostly};
use super::survey::{CHANGING, Survey, aim, record};
use super::trace::op::Op;
use super::trial::{Tally, Trial, resume};
use crate::random::Random;

const SHAPE: Shape = Shape { runs: 2, steps: 2 };

/// What one child did from some state on.
struct Story {
    name: String,
    /// What the disk had kept before.
    before: Image,
    /// What was acknowledged before.
    acks: Vec<RunHead>,
    effects: Vec<String>,
    ops: Vec<Op>,
    /// Points right before or after something that somebody may rely on.
    edges: Vec<usize>,
}

impl Story {
    fn new(name: String, before: Image, acks: Vec<RunHead>, effects: Vec<String>, ops: Vec<Op>) -> Self {
        let is_edge = |op: &Op| !matches!(op, Op::Write { .. } | Op::Truncate { .. } | Op::File(_));
        let mut edges: Vec<_> =
            (0..ops.len()).filter(|at| is_edge(&ops[*at])).flat_map(|at| [at, at + 1]).collect();
        edges.dedup();
        Self { name, before, acks, effects, ops, edges }
    }
}

/// Cuts through children that ask the disk.
pub(super) fn run(laika: &Path, count: usize, tell: &mut dyn FnMut(usize)) -> Result<Tally> {
    let child = Child { laika, shape: SHAPE, careless: false };
    let (first, survey) = fresh(&child)?;
    let mut stories = vec![first, resumed(&child, survey.busiest / 2)?];
    let mut syncs = Vec::new();
    for call in ["fsync", "fdatasync"] {
        syncs.extend((1..=survey.most.get(call).copied().unwrap_or(0)).map(|nth| (call, nth)));
    }
    Random::of("failing syncs", 0).shuffle(&mut syncs);
    for (call, nth) in syncs.into_iter().take(count.div_ceil(10)) {
        stories.push(failing(&child, call, nth)?);
    }
    let mut cuts: Vec<(&Story, usize)> =
        stories.iter().flat_map(|story| story.edges.iter().map(move |edge| (story, *edge))).collect();
    Random::of("cuts", 0).shuffle(&mut cuts);
    let case = |case: usize| {
        let mut random = Random::of("cut", case);
        let Some((story, edge)) = cuts.get(case % cuts.len().max(1)) else {
            bail!("there is nothing to cut")
        };
        // Now and then between two edges.
        let at = if random.one_in(4) { random.between(0, story.ops.len()) } else { *edge };
        let survives = Survives::ALL[(case + case / Survives::ALL.len()) % Survives::ALL.len()];
        cut(&child, story, at, survives, &mut random)
    };
    Ok(Tally::of(parallel::map(count, Mostly::Work, case, tell)?))
}

/// The same for a child that does not ask the disk. If nothing is found lost here, nothing can be found at all.
pub(super) fn careless(laika: &Path, count: usize) -> Result<Tally> {
    let (story, _) = fresh(&Child { laika, shape: SHAPE, careless: true })?;
    let child = Child { laika, shape: SHAPE, careless: false };
    let acked = |at: &usize| matches!(story.ops.get(at.wrapping_sub(1)), Some(Op::Said(_)));
    let edges: Vec<_> = story.edges.iter().copied().filter(acked).collect();
    let case = |case: usize| {
        let mut random = Random::of("careless", case);
        let at = random.pick(&edges).copied().unwrap_or(story.ops.len());
        let survives = if case.is_multiple_of(2) { Survives::Nothing } else { Survives::Sectors };
        cut(&child, &story, at, survives, &mut random)
    };
    Ok(Tally::of(parallel::map(count, Mostly::Work, case, &mut |_| {})?))
}

fn fresh(child: &Child<'_>) -> Result<(Story, Survey)> {
    let recording = record(child, &Folder::new()?, &[])?;
    let survey = recording.survey()?;
    let story = Story::new("a first life".into(), Image::new(), Vec::new(), Vec::new(), recording.ops);
    Ok((story, survey))
}

/// A life that begins where another one was killed.
fn resumed(child: &Child<'_>, half: usize) -> Result<Story> {
    let folder = Folder::new()?;
    let kill = aim(&CHANGING, &[], folder.path(), "signal=KILL", half, false);
    let life = child.live(folder.path(), &Around::Strace(kill))?;
    let before = image(folder.path())?;
    let effects = names(&folder.path().join("effects"))?;
    let recording = record(child, &folder, &[])?;
    Ok(Story::new("a life after a kill".into(), before, life.words.acks, effects, recording.ops))
}

/// A life in which the disk fails a sync. The child may give up.
fn failing(child: &Child<'_>, call: &str, nth: usize) -> Result<Story> {
    let inject = ["-e".to_owned(), format!("inject={call}:error=EIO:when={nth}")];
    let recording = record(child, &Folder::new()?, &inject)?;
    let name = format!("a life whose {call} {nth} fails");
    Ok(Story::new(name, Image::new(), Vec::new(), Vec::new(), recording.ops))
}

/// The data folder as it is, without what is lost with the power.
fn image(folder: &Path) -> Result<Image> {
    let mut image = Image::new();
    let mut open = vec![std::path::PathBuf::from("data")];
    while let Some(path) = open.pop() {
        let real = folder.join(&path);
        if real.is_dir() {
            open.extend(names(&real)?.iter().map(|name| path.join(name)));
            image.insert(path, None);
        } else {
            let content = fs::read(&real).with_context(|| format!("cannot read `{}`", real.display()))?;
            image.insert(path, Some(content));
        }
    }
    Ok(image)
}

fn names(folder: &Path) -> Result<Vec<String>> {
    let listed = fs::read_dir(folder).with_context(|| format!("cannot list `{}`", folder.display()))?;
    listed.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
}

/// Cuts the power before operation `at`, and lets a child go on with what is left.
fn cut(
    child: &Child<'_>,
    story: &Story,
    at: usize,
    survives: Survives,
    random: &mut Random,
) -> Result<Trial> {
    let mut disk = Disk::of(&story.before);
    let mut said = Vec::new();
    let mut effects = story.effects.clone();
    for op in story.ops.iter().take(at) {
        disk.apply(op);
        if let Op::Said(bytes) = op {
            said.extend_from_slice(bytes);
        }
        if let Op::Effect(path) = op {
            effects.extend(path.file_name().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    let folder = Folder::new()?;
    write(&folder, &disk.cut(survives, random), &effects)?;
    let acks = story.acks.iter().cloned().chain(Words::read(&said)?.acks).collect();
    let what =
        format!("{}: power cut before operation {at} of {}, {survives:?}", story.name, story.ops.len());
    resume(child, folder.path(), acks, what)
}

fn write(folder: &Folder, image: &Image, effects: &[String]) -> Result<()> {
    for (path, content) in image {
        // SQLite's shared memory is lost with the power.
        if path.to_string_lossy().ends_with("-shm") {
            continue;
        }
        let path = folder.path().join(path);
        match content {
            Some(content) => fs::write(&path, content),
            None => fs::create_dir(&path),
        }
        .with_context(|| format!("cannot make `{}`", path.display()))?;
    }
    let outside = folder.path().join("effects");
    fs::create_dir(&outside).context("cannot make the effects")?;
    for effect in effects {
        fs::write(outside.join(effect), []).context("cannot make an effect")?;
    }
    Ok(())
}
