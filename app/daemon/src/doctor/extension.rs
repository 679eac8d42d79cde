//! The extension in the person's own browser: is the browser told of the native host, is it this Laika's extension, is it
//! connected; and does the whole way work, tried in a browser that is started for it.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use laika_browser::PlainBrowser;
use laika_protocol::extension::HOST_PROGRAM;

use super::finding::{Check, Finding};
use super::scratch::Scratch;
use super::teller::Teller;
use crate::extension::{Browser, Build, System, hosts, is_current, manifest_in, tell as tell_browser, write};
use crate::serving::{Client, Connected, Standing};

const INSTALL: &str = "tell the browser again: laika extension install";
const WITHIN: Duration = Duration::from_secs(20);
const LOOK: Duration = Duration::from_millis(100);

pub(super) async fn examine(laika: &Path, folder: &Path, tell: &Teller) {
    let files = folder.join("extension");
    if !files.join("manifest.json").is_file() {
        tell.found(
            Check::ExtensionHost.ok("not installed; `laika extension install` puts it into your browser"),
        );
        return;
    }
    let host = laika.with_file_name(HOST_PROGRAM);
    tell_of_hosts(&host, tell);
    tell.found(current(&files));
    tell.found(connected(folder));
    tell.doing("trying the extension in a browser of its own");
    tell.found(match chain(laika, &host).await {
        Ok(took) => Check::ExtensionChain.ok(format!(
            "a browser, its extension and the native host reached Laika in {:.1} s",
            took.as_secs_f64()
        )),
        Err(error) => Check::ExtensionChain.fail(
            "E_EXTENSION_CHAIN",
            format!("a browser with the extension does not reach Laika: {error}"),
            "mend what stands above; if nothing does, install Laika anew, both programs in one folder",
        ),
    });
}

fn tell_of_hosts(host: &Path, tell: &Teller) {
    let home = std::env::home_dir().unwrap_or_default();
    let found = hosts(System::here(), &home, host);
    if found.is_empty() {
        let what = "no browser with a profile of yours was found";
        let fix = "start your browser once, or name its folder: laika extension install --profile-dir DIR";
        tell.found(Check::ExtensionHost.warn("E_NO_PROFILE", what, fix));
    }
    for one in found {
        let what = format!("{}: {}", one.browser.name(), one.state.sentence());
        tell.found(match one.state.code() {
            None => Check::ExtensionHost.ok(what),
            Some(code) => Check::ExtensionHost.fail(code, what, INSTALL),
        });
    }
}

/// The files that the browser loads are those of this Laika.
fn current(files: &Path) -> Finding {
    if is_current(files) {
        return Check::ExtensionFiles.ok(format!("`{}` is of this Laika", files.display()));
    }
    Check::ExtensionFiles.fail(
        "E_EXTENSION_OLD",
        format!("`{}` is of another Laika", files.display()),
        "write it anew with `laika extension install`, then press Reload on the extensions page of your browser",
    )
}

/// What the running Laika says of browsers.
fn connected(folder: &Path) -> Finding {
    let check = Check::ExtensionConnected;
    let standing = match Client::connect(folder, Box::new(|_, _| {}), Box::new(|| {})) {
        Ok(Connected::To(client)) => client.status(),
        Ok(Connected::Nobody) => {
            let fix = "press Open Laika in the panel, or run `laika serve`";
            return check.warn("E_DAEMON_OFF", "Laika is not running, so no browser is connected", fix);
        }
        Err(error) => Err(error),
    };
    match standing {
        Ok(standing) => judge(&standing),
        Err(error) => check.fail("E_DAEMON", error.to_string(), "mend what `socket` says"),
    }
}

fn judge(standing: &Standing) -> Finding {
    let check = Check::ExtensionConnected;
    if let Some(why) = &standing.refused {
        let fix = "press Reload on the extensions page of your browser after `laika extension install`";
        return check.fail("E_EXTENSION_REFUSED", format!("an extension was refused: {why}"), fix);
    }
    let sites: u32 = standing.browsers.iter().map(|browser| browser.sites).sum();
    match standing.browsers.len() {
        0 => check.warn(
            "E_NOT_CONNECTED",
            "Laika is running, and no browser is connected",
            "press the Laika icon in your browser; if it is not there, load the extension as `laika extension install` says",
        ),
        count if sites == 0 => check.warn(
            "E_NO_SITE_ACCESS",
            format!("{count} browser(s) connected, and no site was ever allowed to Laika"),
            "open a site, press the Laika icon, and press Connect to this site",
        ),
        count => check.ok(format!("{count} browser(s) connected, {sites} site(s) allowed")),
    }
}

/// The whole way, with a folder, a profile and a server that are gone afterwards.
async fn chain(laika: &Path, host: &Path) -> Result<Duration, String> {
    let said = |error: &dyn std::fmt::Display| error.to_string();
    if !host.is_file() {
        return Err(format!("`{}` is not there", host.display()));
    }
    let scratch = Scratch::make().map_err(|error| said(&error))?;
    let place = |name: &str| scratch.path().join(name);
    let (folder, profile, files) = (place("laika"), place("profile"), place("extension"));
    write(&files, Build::Plain).map_err(|error| said(&error))?;
    tell_browser(Browser::Chromium, &manifest_in(&profile), host).map_err(|error| said(&error))?;
    let server = Command::new(laika)
        .args(["serve", "--home"])
        .arg(&folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| said(&error))?;
    let _server = Ending(server);
    let environment = [("LAIKA_HOME".to_owned(), OsString::from(&folder))];
    let began = Instant::now();
    let browser = PlainBrowser::launch(&profile, &[], &environment).await.map_err(|error| said(&error))?;
    let loaded = browser.load_extension(&files).await.map_err(|error| said(&error));
    let reached = match loaded {
        Ok(_) => reached(&folder, began).await,
        Err(error) => Err(error),
    };
    browser.close().await;
    reached
}

async fn reached(folder: &Path, began: Instant) -> Result<Duration, String> {
    while began.elapsed() < WITHIN {
        if let Ok(Connected::To(client)) = Client::connect(folder, Box::new(|_, _| {}), Box::new(|| {}))
            && client.status().is_ok_and(|standing| !standing.browsers.is_empty())
        {
            return Ok(began.elapsed());
        }
        tokio::time::sleep(LOOK).await;
    }
    Err(format!("nothing came within {} seconds", WITHIN.as_secs()))
}

struct Ending(Child);

impl Drop for Ending {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use laika_protocol::ids::ProfileId;
    use laika_protocol::wire::AppState;

    use super::*;
    use crate::serving::ConnectedBrowser;

    #[test]
    fn what_the_running_laika_says_is_explained() {
        let browser =
            |sites| ConnectedBrowser { profile: ProfileId::parse("p").unwrap(), sites, real_input: false };
        let standing = |browsers, refused: Option<&str>| Standing {
            pid: 1,
            since_ms: 0,
            app: AppState::Online,
            machine: laika_os::machine::Reading::default(),
            browsers,
            refused: refused.map(ToOwned::to_owned),
            clients: 1,
            runs: Vec::new(),
        };
        let code = |standing: Standing| judge(&standing).state.trouble().map(|trouble| trouble.code);
        assert_eq!(code(standing(Vec::new(), None)), Some("E_NOT_CONNECTED"));
        assert_eq!(code(standing(vec![browser(0)], None)), Some("E_NO_SITE_ACCESS"));
        assert_eq!(code(standing(vec![browser(2)], None)), None);
        assert_eq!(code(standing(vec![browser(2)], Some("update both"))), Some("E_EXTENSION_REFUSED"));
    }

    #[test]
    fn an_extension_of_another_laika_is_noticed() {
        let folder = Scratch::make().unwrap();
        write(folder.path(), Build::RealInput).unwrap();
        assert!(current(folder.path()).state.trouble().is_none(), "either build is ours");
        std::fs::write(folder.path().join("worker.js"), "old").unwrap();
        assert_eq!(
            current(folder.path()).state.trouble().map(|trouble| trouble.code),
            Some("E_EXTENSION_OLD")
        );
    }
}
