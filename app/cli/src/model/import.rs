//! `laika model import`: what a file is, whether the person wants it, and taking it.

use std::io::{self, BufRead as _, IsTerminal as _};
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};
use laika_model::catalogue::{Import, Inspected, LibraryError, Template};

use super::arguments;
use super::show::size;
use super::watched::watched;
use super::{failed, library};
use crate::input;
use crate::printer::{Outcome, Printer};

pub(super) fn run(asked: &arguments::Import, printer: &Printer) -> Result<Outcome> {
    let library = library(&asked.folder)?;
    let seen = watched(printer, |watch| library.inspect(&asked.file, watch))?;
    describe(&asked.file, &seen, printer);
    match &asked.sha256 {
        Some(expected) if *expected != seen.sha256 => {
            let name = asked.file.display().to_string();
            let (expected, got) = (expected.clone(), seen.sha256);
            return Err(failed(LibraryError::Hash { name, expected, got }));
        }
        Some(_) => {}
        None if seen.known.is_some() => {}
        None => agree(&seen, printer)?,
    }
    let template = asked.template.map(|arguments::Template::Chatml| Template::Chatml);
    let how = Import { sha256: seen.sha256, name: asked.name.clone(), template };
    let taken = watched(printer, |watch| library.import(&asked.file, &how, watch))?;
    printer.say("laika", format_args!("{} is now in {}", taken.model.name, taken.path.display()));
    Ok(Outcome::Done)
}

fn describe(file: &Path, seen: &Inspected, printer: &Printer) {
    let gguf = &seen.gguf;
    let name = gguf.name.as_deref().unwrap_or("no name");
    printer.say("file", format_args!("{}, {}", input::name(file), size(seen.bytes)));
    printer.say(
        "says",
        format_args!("{name}, {}, {}, {} tokens", gguf.architecture, gguf.quantisation, gguf.context),
    );
    printer.say("sha256", &seen.sha256);
    if let Some(known) = &seen.known {
        printer.say("laika", format_args!("these are the bytes of {known}"));
    }
}

/// Weights are read by code that was not written for hostile files, so the person says yes to a file that nobody knows.
fn agree(seen: &Inspected, printer: &Printer) -> Result<()> {
    if !io::stdin().is_terminal() {
        return Err(anyhow!("hint: agree to it with --sha256 {}", seen.sha256)
            .context("nobody knows this file (E_MODEL_PIN)"));
    }
    printer.say(
        "laika",
        "nobody knows this file; compare the hash with what its makers publish. Take it? [y/N]",
    );
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer).context("cannot read the answer")?;
    if !matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes") {
        bail!("nothing was taken");
    }
    Ok(())
}
