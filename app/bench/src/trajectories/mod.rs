//! Training data: questions as a model gets them, each with the answer that is right (EVAL-025).
//!
//! Every prompt comes out of the code that a run asks with, and every answer goes through the code that reads a model's.
//! Steps come from real pages in the real loop, where an oracle that knows the page stands in the model's place; routes,
//! arguments and readings need no browser. The same seed gives the same bytes. Nothing of what is measured with goes in.

mod constructed;
mod example;
mod fills;
mod foreign;
mod labelled;
mod leaks;
mod meant;
mod readings;
mod real;
mod routes;
mod sites;
mod wordings;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use constructed::{constructed, said};
use example::{Example, Kind, Split};
pub(crate) use fills::chosen_from;
use leaks::Leaks;
use real::Steps;

/// What to make.
#[derive(Clone, Debug)]
pub struct Making {
    /// The folder that it goes into.
    pub out: PathBuf,
    /// Where the random choices start.
    pub seed: u64,
    /// Examples that need no browser.
    pub examples: usize,
    /// Episodes on real pages.
    pub episodes: usize,
    /// This program, which is also the process of the network.
    pub laika: PathBuf,
}

/// How many of what was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(BTreeMap<(String, bool), usize>);

impl Counts {
    fn add(&mut self, example: &Example) {
        let key = (example.kind.word().to_owned(), example.split != Split::Train);
        *self.0.entry(key).or_default() += 1;
    }

    /// By kind and by whether they may be learned from.
    #[must_use]
    pub fn lines(&self) -> String {
        let line = |((kind, held), count): (&(String, bool), &usize)| {
            format!("{kind:10} {:9} {count}\n", if *held { "held out" } else { "train" })
        };
        self.0.iter().map(line).collect()
    }

    /// All together.
    #[must_use]
    pub fn all(&self) -> usize {
        self.0.values().sum()
    }
}

/// Makes the examples that need no browser, a file for each kind, and then the steps on real pages. Where none of a kind are
/// wanted, those that are there stay.
///
/// # Errors
/// When a file cannot be written.
pub fn make(making: &Making, progress: &mut dyn FnMut(&str)) -> Result<Counts> {
    fs::create_dir_all(&making.out).with_context(|| format!("`{}` cannot be made", making.out.display()))?;
    let mut counts = Counts::default();
    if making.examples > 0 {
        examples(making, &mut counts, progress)?;
    }
    if making.episodes > 0 {
        steps(making, &mut counts, progress)?;
    }
    Ok(counts)
}

/// Makes the examples that need no browser anew.
fn examples(making: &Making, counts: &mut Counts, progress: &mut dyn FnMut(&str)) -> Result<()> {
    let mut files = BTreeMap::new();
    for kind in Kind::ALL {
        let path = making.out.join(format!("examples-{}.jsonl", kind.word()));
        files.insert(kind, BufWriter::new(File::create(&path).with_context(|| path.display().to_string())?));
    }
    let mut write = |example: &Example| -> Result<()> {
        counts.add(example);
        if counts.all().is_multiple_of(5_000) {
            progress(&format!("{} examples", counts.all()));
        }
        if let Some(file) = files.get_mut(&example.kind) {
            serde_json::to_writer(&mut *file, example)?;
            file.write_all(b"\n")?;
        }
        Ok(())
    };
    constructed(making.seed, making.examples, &mut write)?;
    files.into_values().try_for_each(|mut file| Ok(file.flush()?))
}

/// Plays the episodes that are not there yet, and puts the steps of all of them into one file, each once, in their order.
fn steps(making: &Making, counts: &mut Counts, progress: &mut dyn FnMut(&str)) -> Result<()> {
    let steps = Steps {
        laika: &making.laika,
        folder: making.out.join("episodes"),
        seed: making.seed,
        episodes: making.episodes,
    };
    let told = real::make(&steps, progress)?;
    progress(&format!("{} episodes made with {} steps, {} known", told.made, told.steps, told.known));
    for (why, many) in &told.lost {
        progress(&format!("left out {many}: {why}"));
    }
    let mut file = BufWriter::new(File::create(making.out.join("steps.jsonl"))?);
    let (mut known, leaks) = (BTreeSet::new(), Leaks::read());
    for path in (0..making.episodes).map(|number| real::file(&steps, number)).filter(|path| path.exists()) {
        for line in lines(&path)? {
            let line = line?;
            let example: Example = serde_json::from_str(&line)?;
            // What is asked about is a part of the goal, and can be said elsewhere though the whole is not.
            if !leaks.is_known(&example.goal) && known.insert(said(&example)) {
                counts.add(&example);
                writeln!(file, "{line}")?;
            }
        }
    }
    Ok(file.flush()?)
}

/// Writes the labelled sets as examples, to score weights with and never to learn from.
///
/// # Errors
/// When the file cannot be written.
pub fn write_labelled(path: &Path) -> Result<Counts> {
    let mut counts = Counts::default();
    let file = File::create(path).with_context(|| format!("`{}` cannot be written", path.display()))?;
    let mut file = BufWriter::new(file);
    for example in labelled::labelled()? {
        counts.add(&example);
        serde_json::to_writer(&mut file, &example)?;
        file.write_all(b"\n")?;
    }
    file.flush()?;
    Ok(counts)
}

/// Reads files of examples: each must have the form, and none may say what is measured with.
///
/// # Errors
/// When a file cannot be read, or a line is no example.
pub fn check(files: &[PathBuf]) -> Result<(Counts, Vec<String>)> {
    let leaks = Leaks::read();
    let (mut counts, mut found) = (Counts::default(), Vec::new());
    for path in files {
        for (line, number) in lines(path)?.zip(1..) {
            let example: Example = serde_json::from_str(&line?)
                .with_context(|| format!("line {number} of `{}` is no example", path.display()))?;
            if leaks.is_known(&example.goal) {
                found.push(format!("{}: {}", example.id, example.goal));
            }
            counts.add(&example);
        }
    }
    Ok((counts, found))
}

fn lines(path: &Path) -> Result<impl Iterator<Item = std::io::Result<String>>> {
    let file = File::open(path).with_context(|| format!("`{}` cannot be read", path.display()))?;
    Ok(BufReader::new(file).lines())
}
