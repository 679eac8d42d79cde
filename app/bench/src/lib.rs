//! Benchmarks: what the gate stops, what it lets people get done, and how often it asks.
//!
//! An attack is measured on the program that people run, from outside; rates and times of one part are measured on that
//! part. What a benchmark needs from elsewhere is fetched once into a cache folder by the ordinary clients, or lies in a
//! folder that is handed in; where it is missing that is skipped, and with `CI` set it is an error.

#![forbid(unsafe_code)]

mod agentdojo;
mod answers;
mod arguments;
mod articles;
mod at_work;
mod canaries;
mod check;
mod choice;
mod clock;
#[cfg(unix)]
mod conformance;
#[cfg(unix)]
mod crash;
mod decoding;
mod gate;
mod hostile;
mod injection;
#[cfg(unix)]
mod kills;
mod labelled;
mod leaks;
mod miniwob;
mod model;
mod models;
mod names;
mod observe;
mod pages;
mod private;
mod process;
#[cfg(unix)]
mod processes;
mod python;
mod questions;
mod random;
mod results;
mod routing;
#[cfg(unix)]
mod scenarios;
pub mod scripted;
mod server;
#[cfg(unix)]
mod serving;
mod shapes;
#[cfg(unix)]
mod soak;
mod stats;
#[cfg(unix)]
mod stop;
mod store;
mod table;
mod talk;
mod targets;
pub mod trajectories;
pub mod web;

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use serde_json::{Value, json};

pub use stats::wilson;

/// What to run, and with what.
#[derive(Debug, Clone)]
pub struct Options {
    /// One of [`names`].
    pub name: String,
    /// At most this many cases, always the same ones. What takes seconds anyway runs all of them.
    pub cases: Option<usize>,
    /// The models to measure; all that are here if none is named.
    pub models: Vec<String>,
    /// Print the result as JSON.
    pub json: bool,
    /// The `laika` program that is measured.
    pub laika: PathBuf,
    /// Where fetched material is kept from one run to the next.
    pub cache: PathBuf,
    /// Where material lies that has to be handed in.
    pub data: Option<PathBuf>,
    /// Where what was measured of each model is kept, as `latest_<model>.json`; nowhere if not given.
    pub results: Option<PathBuf>,
}

/// How a benchmark ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Every bound was met.
    Passed,
    /// It ran, and a bound was not met.
    Failed,
    /// It could not run here.
    Skipped,
}

impl Outcome {
    /// As a program reads it.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
        }
    }
}

/// Where a result goes, and where it is said how far the work is.
struct Reports<'a> {
    out: &'a mut dyn Write,
    progress: &'a mut dyn FnMut(&str),
}

struct Suite {
    name: &'static str,
    about: &'static str,
    run: fn(&Options, &mut Reports<'_>) -> Result<Outcome>,
}

const SUITES: &[Suite] = &[
    Suite {
        name: "agentdojo",
        about: "AgentDojo's attacks through an agent that obeys them; attacks stopped, tasks completed, asks per task",
        run: agentdojo::run,
    },
    Suite {
        name: "answers",
        about: "Summaries of stored articles; citations that stand, sentences that are supported, and what needs no model",
        run: answers::run,
    },
    Suite {
        name: "arguments",
        about: "Goals on pages with much else on them; how often the executor fills in the right arguments, per model",
        run: arguments::run,
    },
    Suite {
        name: "articles",
        about: "Main text of 181 pages against a ground truth, beside readability.js and trafilatura",
        run: articles::run,
    },
    Suite {
        name: "canaries",
        about: "Secrets in every place a page has; how many of them anything says about it",
        run: canaries::run,
    },
    Suite {
        name: "choice",
        about: "What was measured of each model and kept, beside each other; whether the recommended one is the best of them",
        run: choice::run,
    },
    #[cfg(unix)]
    Suite {
        name: "conformance",
        about: "One story in the isolated browser, in the person's own, and there with real input; whether all tell the same",
        run: conformance::run,
    },
    #[cfg(unix)]
    Suite {
        name: "crash",
        about: "The real loop killed, starved, cut off and damaged; acknowledged events lost, effects lost or repeated",
        run: crash::run,
    },
    Suite {
        name: "decoding",
        about: "Answers drawn at random under a shape, and asked to leave it; whole JSON, valid calls, real elements and quotes",
        run: decoding::run,
    },
    Suite {
        name: "gate",
        about: "One decision against reading its call as JSON, and indexing against the length of the text",
        run: gate::run,
    },
    Suite {
        name: "hostile",
        about: "A model that tries everything, in the real loop on a site with secrets; what leaves, happens, hangs or is invented",
        run: hostile::run,
    },
    Suite {
        name: "injection",
        about: "Texts that give a reader orders, and texts that do not; how many of each the detector flags",
        run: injection::run,
    },
    #[cfg(unix)]
    Suite {
        name: "kills",
        about: "The server, its model, browser or network process killed at random points of real runs; ends, effects, hangs",
        run: kills::run,
    },
    Suite {
        name: "leaks",
        about: "Every way out of a page that we know, behind the proxy; packets that reach a listener outside the rules",
        run: leaks::run,
    },
    Suite {
        name: "miniwob",
        about: "MiniWoB++ tasks played by written plans through our calls alone; episodes won",
        run: miniwob::run,
    },
    Suite {
        name: "miniwob-mine",
        about: "The same tasks in the person's own browser, through the extension",
        run: miniwob::run_in_mine,
    },
    Suite {
        name: "model",
        about: "Loading, reading, writing and memory of each model, beside the engine by itself; and what a known prefix saves",
        run: model::run,
    },
    Suite {
        name: "names",
        about: "Accessible names and roles against the web platform tests",
        run: names::run,
    },
    Suite {
        name: "observe",
        about: "What looking at a page costs in time and tokens, beside Playwright, and whether everything stays reachable",
        run: observe::run,
    },
    Suite {
        name: "pages",
        about: "48 pages that give orders, to a model that obeys; how each is stopped, and whether the person's goal is reached",
        run: pages::run,
    },
    Suite {
        name: "private",
        about: "A private run on a disk image that is searched afterwards for what was said and shown",
        run: private::run,
    },
    Suite {
        name: "questions",
        about: "90 questions on 30 stored pages; answered rightly, citations that stand, sentences that nothing supports",
        run: questions::run,
    },
    Suite {
        name: "routing",
        about: "Requests with the tool that each needs, none, or a question back; how often each model is right, and why",
        run: routing::run,
    },
    #[cfg(unix)]
    Suite {
        name: "scenarios",
        about: "Every state of a run, every code of a call, and stop, pause, takeover and restart at each step, in a real browser",
        run: scenarios::run,
    },
    Suite {
        name: "server",
        about: "Routes and arguments from a real server over HTTP; how many are of the right form, and what a wrong key and its end say",
        run: server::run,
    },
    Suite {
        name: "shapes",
        about: "200 schemas with texts that fit them and texts that do not; which of them a model could write",
        run: shapes::run,
    },
    #[cfg(unix)]
    Suite {
        name: "soak",
        about: "Hundreds of pages in one browser, some killed in mid-act; processes and folders left, memory",
        run: soak::run,
    },
    #[cfg(unix)]
    Suite {
        name: "stop",
        about: "Runs of the server stopped in the middle of loading a page; time until they are cancelled and cut off",
        run: stop::run,
    },
    Suite {
        name: "store",
        about: "The log against bare SQLite: durable appends, verifying a million events, opening a run among them",
        run: store::run,
    },
    Suite {
        name: "targets",
        about: "Acts on pages that change under our hands; inputs that reached anything but the element that was meant",
        run: targets::run,
    },
];

const NAMES: [(&str, &str); SUITES.len()] = {
    let mut names = [("", ""); SUITES.len()];
    let mut index = 0;
    while index < SUITES.len() {
        names[index] = (SUITES[index].name, SUITES[index].about);
        index += 1;
    }
    names
};

/// Every benchmark's name, with one line about it.
#[must_use]
pub fn names() -> &'static [(&'static str, &'static str)] {
    &NAMES
}

/// Runs one benchmark. The result goes to `out`, how far it is to `progress`.
///
/// # Errors
///
/// When there is no benchmark of that name, or it broke off before it had a result. The last cause may be a hint.
pub fn run(options: &Options, out: &mut dyn Write, progress: &mut dyn FnMut(&str)) -> Result<Outcome> {
    let Some(suite) = SUITES.iter().find(|suite| suite.name == options.name) else {
        let known: Vec<_> = SUITES.iter().map(|suite| suite.name).collect();
        return Err(hinted(
            format!("there is no benchmark `{}`", options.name),
            format!("one of: {}", known.join(", ")),
        ));
    };
    (suite.run)(options, &mut Reports { out, progress })
}

/// An error whose last cause says what to do about it.
fn hinted(message: impl Into<String>, hint: impl AsRef<str>) -> anyhow::Error {
    anyhow::anyhow!("hint: {}", hint.as_ref()).context(message.into())
}

/// Says why a benchmark cannot run here. On a machine that runs the checks of record that is an error.
fn skip(options: &Options, why: &str, reports: &mut Reports<'_>) -> Result<Outcome> {
    skip_part(options, why, reports)?;
    if options.json {
        let outcome = Outcome::Skipped.word();
        writeln!(reports.out, "{}", json!({ "bench": options.name, "outcome": outcome, "why": why }))?;
    }
    Ok(Outcome::Skipped)
}

/// Says why a part of a benchmark cannot run here, with the same error.
fn skip_part(options: &Options, why: &str, reports: &mut Reports<'_>) -> Result<()> {
    (reports.progress)(&format!("skipped: {} ({why})", options.name));
    if std::env::var_os("CI").is_none() {
        return Ok(());
    }
    let hint = "make that available on this machine, or run without `CI` set";
    let message = format!("with `CI` set the benchmark `{}` is required", options.name);
    Err(hinted(why, hint).context(message))
}

/// Prints a result in the form that was asked for.
fn print(
    options: &Options,
    reports: &mut Reports<'_>,
    text: impl FnOnce() -> String,
    value: impl FnOnce() -> Value,
) -> Result<()> {
    if options.json {
        writeln!(reports.out, "{}", value())?;
    } else {
        write!(reports.out, "{}", text())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a test of a suite hands in.
    pub(crate) fn options(name: &str) -> Options {
        Options {
            name: name.into(),
            cases: None,
            models: Vec::new(),
            json: false,
            laika: "laika".into(),
            cache: "cache".into(),
            data: None,
            results: None,
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let error = run(&options("nothing"), &mut Vec::new(), &mut |_| {}).unwrap_err();
        let causes: Vec<_> = error.chain().map(ToString::to_string).collect();
        assert_eq!(
            causes,
            [
                "there is no benchmark `nothing`",
                "hint: one of: agentdojo, answers, arguments, articles, canaries, choice, conformance, crash, decoding, gate, hostile, injection, kills, leaks, miniwob, miniwob-mine, model, names, observe, pages, private, questions, routing, scenarios, server, shapes, soak, stop, store, targets"
            ]
        );
    }

    #[test]
    fn every_benchmark_is_listed_with_a_line_about_it() {
        assert!(names().iter().all(|(name, about)| !name.is_empty() && !about.is_empty()));
    }
}
