//! Whole browsers, and Laika itself, killed in the middle of something: what is left of them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use laika_browser::Pages as _;
use laika_protocol::tools::typed::ObserveDom;
use serde_json::json;

use super::visits::{LONG_NOTE, named, said};
use crate::processes::{self, Process, family, survivors};
use crate::web::{self, Person, Site};

/// How long what belongs to a dead process may live on.
const GONE: Duration = Duration::from_secs(5);
const STARTS: Duration = Duration::from_secs(60);

/// What one kill left behind.
#[derive(Debug, Default)]
pub(super) struct Left {
    /// Processes that lived on.
    pub(super) orphans: usize,
    /// Folders that were there when everything was over.
    pub(super) folder: Option<PathBuf>,
    /// Whether the act under way was answered with an error.
    pub(super) answered: bool,
}

/// Kills the first process of a browser that types.
pub(super) async fn browser(site: &Site, after: Duration) -> Result<Left> {
    let browser = web::browser().await?.context("there is no Chromium")?;
    let surface = web::surface(&browser, &[site]).await?;
    let tab = web::open(&surface, &site.url("/page/0")).await?;
    let seen = tab.observe(&ObserveDom::default()).await.map_err(said)?;
    let note = named(&seen, "Note").context("there is no field for a note")?;
    let all = family(browser.process_id());
    let folder = processes::folder(&all);
    let first: Vec<Process> = all.iter().filter(|it| it.id == browser.process_id()).cloned().collect();
    let mut person = Person::saying(LONG_NOTE)?;
    let act = person.act(&surface, &tab, "browser.type", json!({ "handleId": note, "text": LONG_NOTE }));
    let kill = async {
        tokio::time::sleep(after).await;
        first.iter().filter(|it| processes::kill(it)).count()
    };
    let (acted, killed) = tokio::join!(act, kill);
    ensure!(killed == 1, "the browser was not there to be killed");
    let answered = acted.map_or(true, |acted| acted.is_err()) && !browser.is_alive();
    let orphans = survivors(&all, GONE).len();
    drop(browser);
    let folder = folder.filter(|folder| stays(folder));
    Ok(Left { orphans, folder, answered })
}

/// Kills a Laika that reads a page which does not come. Its folder may stay until the next start.
pub(super) fn laika(program: &Path, site: &Site, after: Duration) -> Result<(Left, Option<PathBuf>)> {
    let mut child = Command::new(program)
        .args(["observe", &site.url("/slow/1")])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .context("laika cannot be started")?;
    let started = Instant::now();
    let mut all = family(child.id());
    // Once a renderer runs, everything does.
    while processes::with_word(&all, "--type=renderer").is_empty() && started.elapsed() < STARTS {
        std::thread::sleep(Duration::from_millis(50));
        all = family(child.id());
    }
    std::thread::sleep(after);
    all.extend(family(child.id()));
    let folder = processes::folder(&all);
    let running = all.len() > 1 && child.try_wait()?.is_none();
    let killed = child.kill();
    child.wait()?;
    killed?;
    ensure!(running, "laika ended before it was killed");
    Ok((Left { orphans: survivors(&all, GONE).len(), folder: None, answered: true }, folder))
}

/// Whether a folder is still there after a while.
fn stays(folder: &Path) -> bool {
    let started = Instant::now();
    while folder.exists() && started.elapsed() < GONE {
        std::thread::sleep(Duration::from_millis(20));
    }
    folder.exists()
}
