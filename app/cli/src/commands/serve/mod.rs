//! `laika serve`: Laika stays, and other commands talk to it.

pub(crate) mod locks;
pub(crate) mod status;
pub(crate) mod stop;

use std::io::Read as _;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow, bail};
use laika_daemon::grants::Grants;
use laika_daemon::now_ms;
use laika_daemon::serving::{Ask, Client, Connected, NamedGrants, PickModel, Refusal, Server, Setup};
use laika_store::{Options, Store, StoreError};

use super::demo::built_in_grant;
use super::work::link::explained;
use super::work::start::{model, program, settings};
use crate::arguments::Color;
use crate::arguments::runs::Folder;
use crate::arguments::serve::Serve;
use crate::printer::{Outcome, Printer};

/// A Laika that was started on the way to something else ends after so many idle seconds.
pub(crate) const IDLE_EXIT_S: u64 = 600;
/// Reading back a long log takes a while.
const UP_WITHIN: Duration = Duration::from_secs(60);
/// A browser and its run end in good order by then.
const ENDED_WITHIN: Duration = Duration::from_secs(20);

pub(crate) fn run(serve: &Serve, printer: &mut Printer) -> Result<Outcome> {
    if serve.end {
        return end(&serve.folder, printer);
    }
    if serve.background {
        start(&serve.folder, serve.idle_exit, printer)?;
        return Ok(Outcome::Done);
    }
    if serve.detached {
        rustix::process::setsid().context("cannot leave the terminal")?;
    }
    let folder = std::path::absolute(serve.folder.path()?)?;
    let program = program()?;
    let settings = settings(&serve.folder, printer)?;
    let setup = Setup {
        folder,
        idle_exit: serve.idle_exit.map(Duration::from_secs),
        grants: named_grants(serve.folder.clone(), settings.machine_key),
        settings,
        models: models(serve.folder.clone(), program.clone()),
        program,
    };
    let server = Server::open(setup).map_err(explained)?;
    let socket = server.socket();
    printer.say(
        "laika",
        format_args!("serving at {}, process {}; Ctrl-C ends it", socket.display(), std::process::id()),
    );
    server.run().map_err(explained)?;
    printer.say("laika", "ended; what was at work is paused");
    Ok(Outcome::Done)
}

/// Models are chosen anew for every run: one may have come or gone.
fn models(folder: Folder, program: std::path::PathBuf) -> PickModel {
    Arc::new(move |choice, private| {
        let quiet = Printer::new(Color::Never);
        model(choice, private, &folder, &program, &quiet)
            .map_err(|error| Refusal::new("E_MODEL", error.to_string()))
    })
}

/// The demo's own, and those that the person made. They are looked up anew for every run: one may have been taken back.
fn named_grants(folder: Folder, machine_key: [u8; 32]) -> NamedGrants {
    Arc::new(move |name, order| {
        if let Some(built_in) = built_in_grant(name, order) {
            return Ok(built_in);
        }
        let places = folder.places().map_err(|error| Refusal::new("E_GRANTS_FILE", error.to_string()))?;
        let grants = Grants::of_folder(&places.folder, places.folder_from_environment, &machine_key);
        let found = grants.and_then(|grants| grants.find(name, now_ms()));
        found.map_err(|error| Refusal::new(error.code(), error.to_string()))
    })
}

/// Connects without listening to anything.
pub(super) fn connect(folder: &Folder) -> Result<Option<Client>> {
    let connected = Client::connect(&folder.path()?, Box::new(|_, _| {}), Box::new(|| {}));
    Ok(match connected.map_err(explained)? {
        Connected::To(client) => Some(client),
        Connected::Nobody => None,
    })
}

/// Starts one that stays, and waits until it answers.
pub(super) fn start(folder: &Folder, idle_exit: Option<u64>, printer: &Printer) -> Result<()> {
    if let Some(client) = connect(folder)? {
        printer.say("laika", format_args!("is running already, process {}", client.pid()));
        return Ok(());
    }
    let mut command = Command::new(program()?);
    command.args(["serve", "--detached"]);
    // A folder that only a variable names stays one: naming it here would make its settings and grants the person's (S12).
    if let Some(home) = &folder.home {
        command.arg("--home").arg(std::path::absolute(home)?);
    }
    if let Some(seconds) = idle_exit {
        command.args(["--idle-exit", &seconds.to_string()]);
    }
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .context("cannot start Laika")?;
    let began = Instant::now();
    loop {
        if let Some(client) = connect(folder)? {
            printer.say(
                "laika",
                format_args!("is running, process {}; `laika serve --end` ends it", client.pid()),
            );
            return Ok(());
        }
        if child.try_wait()?.is_some() {
            return Err(why(child));
        }
        if began.elapsed() > UP_WITHIN {
            // It holds the folder and answers nobody.
            _ = child.kill();
            bail!("Laika did not come up within {} seconds", UP_WITHIN.as_secs());
        }
        thread::sleep(Duration::from_millis(50));
    }
}

/// What it said before it ended.
fn why(mut child: Child) -> anyhow::Error {
    let mut said = String::new();
    if let Some(errors) = child.stderr.take() {
        // What cannot be read is not said.
        let _ = errors.take(4_096).read_to_string(&mut said);
    }
    let line = |kind: &str| said.lines().find_map(|line| line.strip_prefix(kind)).map(ToOwned::to_owned);
    let error = line("error: ").unwrap_or_else(|| "Laika did not come up".into());
    match line("hint: ") {
        Some(hint) => anyhow!("hint: {hint}").context(error),
        None => anyhow!(error),
    }
}

fn end(folder: &Folder, printer: &mut Printer) -> Result<Outcome> {
    let Some(client) = connect(folder)? else {
        printer.say("laika", "is not running");
        return Ok(Outcome::Done);
    };
    let pid = client.pid();
    client.ask(Ask::Quit {}).map_err(explained)?;
    drop(client);
    let began = Instant::now();
    // Whoever comes next wants the log, and it stops listening before that is closed. Its socket is not asked: one on its
    // way out still takes a caller and says nothing.
    let holds_the_log = || match folder.path().map(|path| Store::open(Options::folder(&path), now_ms())) {
        Ok(Err(StoreError::Locked(_))) => true,
        Ok(Ok(_) | Err(_)) | Err(_) => false,
    };
    while holds_the_log() {
        if began.elapsed() > ENDED_WITHIN {
            bail!("process {pid} does not end");
        }
        thread::sleep(Duration::from_millis(50));
    }
    printer.say("laika", "ended; what was at work is paused");
    Ok(Outcome::Done)
}
