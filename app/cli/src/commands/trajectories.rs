//! `laika trajectories`: training data, made and checked.

use std::env;

use anyhow::{Context as _, Result};
use laika_bench::trajectories::{Making, check, make, write_labelled};

use crate::arguments::trajectories::{CheckExamples, Make, Trajectories};
use crate::printer::{Outcome, Printer};

pub(crate) fn run(command: &Trajectories, printer: &mut Printer) -> Result<Outcome> {
    match command {
        Trajectories::Make(wanted) => made(wanted, printer),
        Trajectories::Labelled(wanted) => {
            printer.data(format_args!("{}", write_labelled(&wanted.out)?.lines()));
            Ok(Outcome::Done)
        }
        Trajectories::Check(wanted) => checked(wanted, printer),
    }
}

fn made(wanted: &Make, printer: &mut Printer) -> Result<Outcome> {
    let making = Making {
        out: wanted.out.clone(),
        seed: wanted.seed,
        examples: wanted.examples as usize,
        episodes: wanted.episodes as usize,
        laika: env::current_exe().context("cannot find this program itself")?,
    };
    let counts = make(&making, &mut |progress| printer.say("trajectories", progress))?;
    printer.data(format_args!("{}", counts.lines()));
    Ok(Outcome::Done)
}

fn checked(wanted: &CheckExamples, printer: &mut Printer) -> Result<Outcome> {
    let (counts, known) = check(&wanted.files)?;
    printer.data(format_args!("{}", counts.lines()));
    for one in &known {
        printer.data(format_args!("measured with: {one}\n"));
    }
    Ok(if known.is_empty() { Outcome::Done } else { Outcome::Defects })
}
