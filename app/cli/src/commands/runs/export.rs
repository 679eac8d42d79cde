//! `laika runs export`: a run that can be handed to somebody else.

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use laika_daemon::now_ms;
use laika_store::{Progress, Reader, Run, StoreError};
use serde_json::json;

use super::find;
use crate::arguments::runs::Folder;
use crate::input;
use crate::printer::{Outcome, Printer};

pub(super) fn run(
    folder: &Folder,
    name: &str,
    out: Option<&Path>,
    force: bool,
    as_json: bool,
    printer: &mut Printer,
) -> Result<Outcome> {
    let reader = folder.reader()?;
    let run = find(&reader, name)?;
    let path = out.map_or_else(|| PathBuf::from(format!("{}.laika.tar", run.row.run)), Path::to_owned);
    if path.exists() && !force {
        return Err(anyhow!("hint: choose another file with `--out`, or replace it with `--force`")
            .context(format!("{} is there already", input::name(&path))));
    }
    // Written beside it and moved into place, so that half a bundle never carries the name of a whole one.
    let beside = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Some(file_name) = path.file_name() else { bail!("{} names no file", input::name(&path)) };
    let partial = beside.join(format!(".{}.partial", file_name.to_string_lossy()));
    let written = write(folder, &reader, &run, &partial, printer);
    if let Err(error) = written.and_then(|()| fs::rename(&partial, &path).context("cannot name the bundle")) {
        // What is left of it is of no use to anyone.
        let _ = fs::remove_file(&partial);
        return Err(error);
    }
    let bytes = fs::metadata(&path).map_or(0, |data| data.len());
    if as_json {
        let head = run.head.to_string();
        printer.data(format_args!(
            "{:#}\n",
            json!({ "file": path.display().to_string(), "bytes": bytes, "head": head })
        ));
    } else {
        printer.data(format_args!("{}\n", path.display()));
        printer.say("hint", format_args!("`laika verify {}` checks it anywhere", path.display()));
    }
    Ok(Outcome::Done)
}

fn write(folder: &Folder, reader: &Reader, run: &Run, path: &Path, printer: &Printer) -> Result<()> {
    // What a crash left of an earlier one goes, and whatever else has that name is not followed. Nobody else reads a run.
    if let Err(error) = fs::remove_file(path)
        && error.kind() != io::ErrorKind::NotFound
    {
        return Err(error).with_context(|| format!("cannot write {}", input::name(path)));
    }
    let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    let file = file.with_context(|| format!("cannot write {}", input::name(path)))?;
    let mut out = BufWriter::new(file);
    let (run, mut progress) =
        (&run.row.run, |now: Progress| printer.progress(now.stage, now.done, now.total));
    match reader.export(run, &mut out, now_ms(), &mut progress) {
        // Only to sign one is the log needed for writing, which another process may hold.
        Err(StoreError::NoHead(_)) => folder.store()?.export(run, &mut out, now_ms(), &mut progress)?,
        exported => exported?,
    }
    printer.progress_over();
    out.flush().context("cannot write the bundle")?;
    out.get_ref().sync_all().context("cannot write the bundle")
}
