//! `laika extension`: the extension's files, and what browsers are told of its native host.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow};
use laika_daemon::extension::{
    Browser, Build, Host, System, hosts, manifest_in, tell as tell_browser, write,
};
use laika_protocol::extension::HOST_PROGRAM;
use serde_json::json;

use super::serve::connect;
use super::work::start::program;
use crate::arguments::extension::{Extension, Install, Status, Uninstall};
use crate::arguments::runs::Folder;
use crate::printer::{Outcome, Printer};

pub(crate) fn run(extension: &Extension, printer: &mut Printer) -> Result<Outcome> {
    match extension {
        Extension::Install(how) => install(how, printer),
        Extension::Uninstall(what) => uninstall(what, printer),
        Extension::Status(status) => tell(status, printer),
    }
}

fn install(how: &Install, printer: &mut Printer) -> Result<Outcome> {
    let host = host()?;
    let files = place(&how.folder)?;
    let build = if how.real_input { Build::RealInput } else { Build::Plain };
    write(&files, build).with_context(|| format!("cannot write the extension to {}", files.display()))?;
    let told = match &how.profile_dir {
        Some(profile) => vec![(Browser::Chromium, manifest_in(profile))],
        None => {
            let home = home()?;
            let found = hosts(System::here(), &home, &host);
            found.into_iter().map(|one| (one.browser, one.path)).collect()
        }
    };
    for (browser, path) in &told {
        tell_browser(*browser, path, &host).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if how.json {
        let browsers: Vec<_> = told
            .iter()
            .map(|(browser, path)| json!({ "browser": browser.name(), "manifest": path }))
            .collect();
        printer.data(format_args!("{:#}", json!({ "extension": files, "host": host, "browsers": browsers })));
        return Ok(Outcome::Done);
    }
    printer.say("extension", format_args!("is in {}", files.display()));
    for (browser, path) in &told {
        printer.say("told", format_args!("{} ({})", browser.name(), path.display()));
        if let Some(key) = browser.registry_key(System::here()) {
            printer.say("next", format_args!("reg add \"{key}\" /ve /d \"{}\" /f", path.display()));
        }
    }
    if told.is_empty() {
        printer.say(
            "told",
            "no browser: none of Chromium, Chrome, Edge, Brave and Firefox was ever started here",
        );
    }
    let page = told.first().map_or("chrome://extensions", |(browser, _)| browser.extensions_page());
    printer.say(
        "next",
        format_args!(
            "open {page}, switch on Developer mode, press Load unpacked and choose that folder; then press the Laika icon"
        ),
    );
    Ok(Outcome::Done)
}

fn uninstall(what: &Uninstall, printer: &mut Printer) -> Result<Outcome> {
    let paths = match &what.profile_dir {
        Some(profile) => vec![manifest_in(profile)],
        None => {
            let home = home()?;
            Browser::ALL.iter().map(|browser| browser.manifest_path(System::here(), &home)).collect()
        }
    };
    for path in paths.iter().filter(|path| path.is_file()) {
        fs::remove_file(path).with_context(|| format!("cannot remove {}", path.display()))?;
        printer.say("removed", path.display());
    }
    let files = place(&what.folder)?;
    if what.profile_dir.is_none() && files.is_dir() {
        fs::remove_dir_all(&files).with_context(|| format!("cannot remove {}", files.display()))?;
        printer.say("removed", files.display());
    }
    printer.say("next", "remove Laika on the extensions page of your browser, too");
    Ok(Outcome::Done)
}

fn tell(status: &Status, printer: &mut Printer) -> Result<Outcome> {
    let found = hosts(System::here(), &home()?, &host()?);
    let standing = connect(&status.folder)?.map(|client| client.status()).transpose();
    let standing = standing.map_err(super::work::link::explained)?;
    let connected = standing.as_ref().map(|standing| standing.browsers.len());
    let files = place(&status.folder)?;
    let good = found.iter().all(|one| one.state.code().is_none()) && !found.is_empty();
    if status.json {
        let browsers: Vec<_> = found.iter().map(listed).collect();
        printer.data(format_args!(
            "{:#}",
            json!({ "extension": files.is_dir().then_some(files), "browsers": browsers,
            "running": connected.is_some(), "connected": connected.unwrap_or_default() })
        ));
    } else {
        for one in &found {
            let name = one.browser.name();
            match one.state.code() {
                None => printer.say("ok", format_args!("{name}: {}", one.state.sentence())),
                Some(code) => printer.say("wrong", format_args!("{name}: {} ({code})", one.state.sentence())),
            }
        }
        if found.is_empty() {
            printer
                .say("wrong", "no browser was found; `laika extension install --profile-dir DIR` names one");
        }
        match connected {
            None => printer.say("laika", "is not running; the panel opens it, or `laika serve`"),
            Some(0) => printer.say("laika", "is running, and no browser is connected"),
            Some(count) => {
                printer.say("laika", format_args!("is running, with {count} browser(s) connected"))
            }
        }
        if !good {
            printer.say("next", "laika extension install");
        }
    }
    Ok(if good { Outcome::Done } else { Outcome::Defects })
}

fn listed(one: &Host) -> serde_json::Value {
    json!({ "browser": one.browser.name(), "manifest": one.path, "ok": one.state.code().is_none(),
        "code": one.state.code(), "sentence": one.state.sentence() })
}

fn place(folder: &Folder) -> Result<PathBuf> {
    Ok(std::path::absolute(folder.path()?)?.join("extension"))
}

fn host() -> Result<PathBuf> {
    let beside = program()?.parent().map(|folder| folder.join(HOST_PROGRAM));
    beside.filter(|host| host.is_file()).ok_or_else(|| {
        anyhow!("hint: build or install both programs, `laika` and `{HOST_PROGRAM}`, into one folder")
            .context(format!("`{HOST_PROGRAM}` does not lie beside this program"))
    })
}

fn home() -> Result<PathBuf> {
    std::env::home_dir().filter(|home| home.is_absolute()).ok_or_else(|| {
        anyhow!("hint: set HOME, or name a profile with --profile-dir").context("there is no home folder")
    })
}
