//! The person's own browser, for measurements: a Chromium with the extension in it, the native host that it starts, and
//! a server that both talk to. Nothing of it is played by anybody else.

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use laika_browser::cdp::Session;
use laika_browser::mine::{MyBrowser, MyTab};
use laika_browser::{PlainBrowser, Rules};
use laika_daemon::browsers::Browsers;
use laika_daemon::extension::{Browser, Build, manifest_in, tell, write};
use laika_daemon::serving::{Refusal, Server, Setup};
use laika_policy::OriginSets;
use laika_protocol::extension::{CHROMIUM_ID, HOST_PROGRAM};
use laika_protocol::ids::Origin;
use laika_protocol::wire::SiteMode;
use serde_json::{Value, json};
use tempfile::TempDir;
use url::Url;

use super::{OFFLINE, Site, evaluate_in, said};
use crate::at_work::settings;

const WITHIN: Duration = Duration::from_secs(30);
const LOOK: Duration = Duration::from_millis(100);

/// The person's browser, with everything that belongs to it.
pub(crate) struct OwnBrowser {
    browser: PlainBrowser,
    pub(crate) mine: MyBrowser,
    pub(crate) origins: OriginSets,
    _server: thread::JoinHandle<()>,
    _home: TempDir,
}

impl OwnBrowser {
    /// Starts all of it, and lets the extension see the sites; none where there is no Chromium, or no native host beside
    /// the program.
    pub(crate) async fn start(laika: &Path, sites: &[&Site], build: Build) -> Result<Option<Self>> {
        let host = laika.parent().map(|folder| folder.join(HOST_PROGRAM));
        let Some(host) = host.filter(|host| host.is_file()) else { return Ok(None) };
        if laika_browser::find_program().is_none() {
            return Ok(None);
        }
        let home = tempfile::tempdir()?;
        let (extension, profile) = (home.path().join("extension"), home.path().join("profile"));
        write(&extension, build)?;
        tell(Browser::Chromium, &manifest_in(&profile), &host)?;
        let (server, browsers) = serve(laika, &home.path().join("laika"))?;
        let folder = home.path().join("laika").into_os_string();
        let environment = [("LAIKA_HOME".to_owned(), folder)];
        let browser = PlainBrowser::launch(&profile, &[OFFLINE.into()], &environment).await?;
        browser.load_extension(&extension).await?;
        allow(&browser, sites).await?;
        let began = Instant::now();
        let connection = loop {
            let known = browsers.profiles().first().cloned();
            if let Some(connection) = known.and_then(|known| browsers.connection(&known, SiteMode::Assist)) {
                break connection;
            }
            if began.elapsed() > WITHIN {
                bail!("the extension does not connect");
            }
            tokio::time::sleep(LOOK).await;
        };
        let mut origins = OriginSets::default();
        for site in sites {
            origins.allow_acting(Origin::parse(&site.origin())?);
        }
        let rules = Rules { origins: origins.clone(), logged_in: false };
        let mine = MyBrowser::new(connection, rules, None);
        Ok(Some(Self { browser, mine, origins, _server: server, _home: home }))
    }

    /// A tab of the person's at an address, and a look at it from outside.
    pub(crate) async fn open(&self, address: &str) -> Result<(MyTab, Session)> {
        let tab = self.mine.open(&Url::parse(address)?).await.map_err(said)?;
        self.mine.watch(&tab, "[Laika] ").await.map_err(said)?;
        let targets = self.browser.targets().await?;
        let is_it = |target: &&Value| target["type"] == "page" && target["url"] == address;
        let target = targets.iter().rev().find(is_it).context("the tab is not to be seen")?;
        let session = self.browser.attach(target["targetId"].as_str().unwrap_or_default()).await?;
        Ok((tab, session))
    }

    /// Closes the page of a session.
    pub(crate) async fn close_page(&self, session: &Session) {
        // A page that is gone is closed.
        let _ = session.call("Page.close", json!({}), WITHIN).await;
    }

    pub(crate) async fn end(self) {
        self.mine.release().await;
        self.browser.close().await;
    }
}

/// A server in this process, on a thread of its own.
fn serve(laika: &Path, folder: &Path) -> Result<(thread::JoinHandle<()>, Browsers)> {
    let setup = Setup {
        folder: folder.to_owned(),
        settings: laika_daemon::Settings { folder: Some(folder.to_owned()), ..settings()? },
        program: laika.to_owned(),
        models: Arc::new(|_, _| Ok(Arc::new(|| Box::pin(async { Ok(None) })))),
        grants: Arc::new(|_, _| Err(Refusal::new("E_NO_GRANT", "there are no grants here"))),
        idle_exit: None,
    };
    let server = Server::open(setup)?;
    let browsers = server.browsers();
    let thread = thread::Builder::new().name("server".into()).spawn(move || {
        // It ends with this process.
        let _ = server.run();
    })?;
    Ok((thread, browsers))
}

/// Does what a person does who presses "Allow" in the browser's own question, which no page and no test can press: the
/// browser is told the answer beforehand, then the panel asks as it does after a click.
async fn allow(browser: &PlainBrowser, sites: &[&Site]) -> Result<()> {
    let settings = browser.open("chrome://extensions").await?;
    let panel = browser.open(&format!("chrome-extension://{CHROMIUM_ID}/panel.html")).await?;
    for site in sites {
        let origin = Url::parse(&site.origin())?;
        let pattern = format!("{}://{}/*", origin.scheme(), origin.host_str().unwrap_or_default());
        let told = format!(
            "new Promise((done) => chrome.developerPrivate.addHostPermission('{CHROMIUM_ID}', '{pattern}', () => done(true)))"
        );
        let asked = format!("chrome.permissions.request({{ origins: ['{pattern}'] }})");
        let began = Instant::now();
        // The pages need a moment before they have their interfaces.
        while evaluate_in(&settings, &told).await.is_err() || pressed(&panel, &asked).await? != json!(true) {
            if began.elapsed() > WITHIN {
                bail!("the browser does not let the extension see a site");
            }
            tokio::time::sleep(LOOK).await;
        }
    }
    for page in [settings, panel] {
        // A page that is gone is closed.
        let _ = page.call("Page.close", json!({}), WITHIN).await;
    }
    Ok(())
}

/// The value of an expression as after a click.
async fn pressed(page: &Session, expression: &str) -> Result<Value> {
    let question =
        json!({ "expression": expression, "returnByValue": true, "awaitPromise": true, "userGesture": true });
    Ok(page.call("Runtime.evaluate", question, WITHIN).await?["result"]["value"].clone())
}
