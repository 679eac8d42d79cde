//! Setting everything up for runs: the log, the keys, the model.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result, anyhow};
use laika_daemon::Settings;
use laika_daemon::config::{Config, Flags};
use laika_daemon::service::Service;
use laika_daemon::serving::Choice;
use laika_daemon::thinking::{AnyModel, Egress, ThinkError};
use laika_daemon::working::{
    Asks, Audience, MakePlanner, Order, Part, StartModel, StartedModel, Thinker, Where, Workshop,
};
use laika_model::catalogue::{Picked, Role};
use laika_os::terminal::has_person;
use laika_policy::config::Value;
use laika_protocol::ids::Origin;
use laika_protocol::wire::SiteMode;
use url::Url;

use super::link::choice;
use crate::arguments::runs::Folder;
use crate::arguments::work::How;
use crate::commands::page::address;
use crate::commands::policy::shipped;
use crate::commands::think::{pick, to_start};
use crate::key_store;
use crate::model::{failed, library};
use crate::printer::Printer;

/// Starts Laika in this process.
pub(super) fn service(
    how: &How,
    planners: MakePlanner,
    audience: Arc<dyn Audience>,
    printer: &Printer,
) -> Result<Service> {
    let store = how.folder.made_store()?;
    let program = program()?;
    Service::start(settings(&how.folder, printer)?, store, Workshop::new(program, planners), audience, false)
        .context("Laika cannot be started")
}

/// The settings in force, with what was typed on top.
pub(super) fn config(how: &How, mode: Option<SiteMode>) -> Result<Config> {
    let flags = Flags::default()
        .with("--mode", mode.map(Value::Mode))
        .with("--private", how.private.then_some(Value::Private(true)))
        .with("--strict", how.strict.then_some(Value::Strict(true)));
    how.folder.config(flags)
}

/// What is to be done, within the settings: a project's file may have tightened what was typed.
pub(crate) fn order(goal: String, pages: &[String], mode: Option<SiteMode>, how: &How) -> Result<Order> {
    if how.headed && !laika_browser::has_display() {
        return Err(anyhow!(
            "hint: leave --headed out, or run Laika where DISPLAY or WAYLAND_DISPLAY is set"
        )
        .context("there is no display to open a window on (E_NO_DISPLAY)"));
    }
    let config = config(how, mode)?;
    let urls = pages.iter().map(|page| checked(page).map(String::from)).collect::<Result<Vec<_>>>()?;
    let allow = origins(&how.allow)?;
    for origin in urls.iter().filter_map(|url| Origin::of_url(url)).chain(allow.iter().cloned()) {
        config.origins().check(&origin).map_err(|refusal| {
            anyhow!("hint: `laika config show` says where that is set")
                .context(format!("{refusal} ({})", refusal.code()))
        })?;
    }
    Ok(Order {
        part: Part::Page,
        goal,
        urls,
        allow,
        mode: config.mode(),
        private: config.private(),
        strict: config.strict(),
        headed: how.headed,
        surface: Where::default(),
        exposed: Vec::new(),
        asks: if has_person() { Asks::Person } else { Asks::Nobody },
    })
}

/// What is to be done with tools alone, in a project or without one.
pub(crate) fn with_tools(
    goal: String,
    project: Option<PathBuf>,
    mode: Option<SiteMode>,
    how: &How,
) -> Result<Order> {
    let config = config(how, mode)?;
    Ok(Order {
        part: Part::Page,
        goal,
        urls: Vec::new(),
        allow: Vec::new(),
        mode: config.mode(),
        private: config.private(),
        strict: config.strict(),
        headed: false,
        surface: Where::Tools { project },
        exposed: Vec::new(),
        asks: if has_person() { Asks::Person } else { Asks::Nobody },
    })
}

/// The product's planner, with the model that was chosen.
pub(super) fn thinkers(how: &How, printer: &Printer) -> Result<MakePlanner> {
    let private = config(how, None)?.private();
    let start = model(&choice(how), private, &how.folder, &program()?, printer)?;
    Ok(Arc::new(move |_, _| Box::new(Thinker::new(Arc::clone(&start)))))
}

/// What the loop is set up with: the policy, and the key of this machine.
pub(crate) fn settings(folder: &Folder, printer: &Printer) -> Result<Settings> {
    let path = folder.made_path()?;
    let mut keys = key_store::unlocked(folder, printer)?;
    let key = key_store::hinted(keys.get_or_create("machine"))?;
    let artifact_key = Some(*key_store::hinted(keys.get_or_create("artifacts"))?.expose());
    let policy = shipped()?;
    let mut settings = Settings { folder: Some(path), artifact_key, ..Settings::new(policy, *key.expose()) };
    folder.config(Flags::default())?.set_up(&mut settings);
    Ok(settings)
}

/// This program, which is also the processes that it starts.
pub(crate) fn program() -> Result<PathBuf> {
    env::current_exe().context("cannot find this program itself")
}

/// How the model is started; one that is not there is only missed when something needs it.
pub(crate) fn model(
    choice: &Choice,
    private: bool,
    folder: &Folder,
    program: &Path,
    printer: &Printer,
) -> Result<StartModel> {
    let library = library(folder)?;
    let picked = match choice {
        Choice::Without => None,
        Choice::Named(name) => pick(&library, Some(name))?,
        Choice::Usual => pick(&library, folder.config(Flags::default())?.model())?,
    };
    // What needs a model says so then; reading does not.
    let Some(picked) = picked else { return Ok(Arc::new(|| Box::pin(async { Ok(None) }))) };
    let chosen = to_start(Some(&picked), folder, printer)?;
    let egress = Egress { rules: library.cloud_rules().map_err(failed)?, private, documents: Vec::new() };
    let (name, program) = (picked.name().to_owned(), program.to_owned());
    let is = |role: Role| match &picked {
        Picked::Weights(entry) => entry.model.roles.contains(&role),
        // Whoever connects a server knows what is behind it.
        Picked::Server(_) => true,
    };
    let (routes, writes) = (is(Role::Router), is(Role::Writer));
    Ok(Arc::new(move || {
        let (name, program, chosen, egress) = (name.clone(), program.clone(), chosen.clone(), egress.clone());
        Box::pin(async move {
            let model = AnyModel::start(&program, &chosen, egress).await.map_err(ThinkError::from)?;
            Ok(Some(StartedModel { name, model, routes, writes }))
        })
    }))
}

/// An address that a browser may go to.
fn checked(text: &str) -> Result<Url> {
    let url = address(text)?;
    laika_browser::check_address(&url)
        .map_err(|error| anyhow!("{} ({})", error.message, error.finest_code()))?;
    Ok(url)
}

/// Origins as people write them.
fn origins(texts: &[String]) -> Result<Vec<Origin>> {
    let one = |text: &String| {
        Origin::of_url(checked(text)?.as_str()).ok_or_else(|| anyhow!("`{text}` has no origin"))
    };
    texts.iter().map(one).collect()
}
