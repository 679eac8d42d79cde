//! `laika open`: the companion window, in a Chromium of Laika's own. This process serves it and passes everything on; it
//! decides nothing, and what it serves ends with it (S2).

mod behind;
#[cfg(debug_assertions)]
mod driven;
mod news;
mod saved;
mod stored;
mod verbs;

use std::net::{Ipv4Addr, TcpListener};
use std::sync::{Arc, Mutex};

use anyhow::{Context as _, Result, anyhow};
use laika_browser::window::{self, CompanionWindow};
use laika_daemon::WINDOW_PORTS;
use laika_loopback::TokenHash;
use laika_loopback::window::{Asset, Behind, BoxFuture, Bytes, Reply, Rights, Window, serve};
use laika_os::terminal::has_person;
use laika_protocol::secret::Secret;
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};

use self::behind::Laika;
use self::news::Lines;
use crate::arguments::open::Open;
use crate::commands::serve as daemon;
use crate::commands::work::start::program;
use crate::printer::{Outcome, Printer};

const ASSETS: &[File] = &[
    ("/", "text/html; charset=utf-8", include_bytes!("../../../../../web/companion/dist/index.html")),
    (
        "/companion.js",
        "text/javascript; charset=utf-8",
        include_bytes!("../../../../../web/companion/dist/companion.js"),
    ),
    (
        "/companion.css",
        "text/css; charset=utf-8",
        include_bytes!("../../../../../web/companion/dist/companion.css"),
    ),
    ("/icon.svg", "image/svg+xml", include_bytes!("../../../../../web/companion/dist/icon.svg")),
];

/// What a window is answered by. Each question has a thread of its own: some wait for pages, and some for a model.
struct Passing(Arc<Laika>);

impl Passing {
    fn on_its_own(&self, what: impl FnOnce(&Laika) -> Value + Send + 'static) -> BoxFuture<'_, Reply> {
        let laika = Arc::clone(&self.0);
        Box::pin(async move {
            let value = tokio::task::spawn_blocking(move || what(&laika)).await;
            let broken = |_| json!({ "ok": false, "code": "E_INTERNAL", "sentence": "it did not work" });
            Reply::ok(value.unwrap_or_else(broken).to_string())
        })
    }
}

impl Behind for Passing {
    fn ask(&self, rights: Rights, body: Bytes) -> BoxFuture<'_, Reply> {
        self.on_its_own(move |laika| laika.ask(rights == Rights::Act, &body))
    }

    fn laika(&self, rights: Rights, body: Bytes) -> BoxFuture<'_, Reply> {
        self.on_its_own(move |laika| laika.laika(rights == Rights::Act, &body))
    }

    fn news(&self, _: Rights) -> mpsc::Receiver<String> {
        self.0.lines.listen(self.0.folder.clone())
    }
}

pub(crate) fn run(asked: &Open, printer: &mut Printer) -> Result<Outcome> {
    // Who acts in it is a person, and whoever started it has to be one (S1).
    if !asked.view && !has_person() {
        return Err(anyhow!("hint: start it in a terminal, or look with `laika open --view`")
            .context("only a person opens the window in which they act (E_NO_PERSON)"));
    }
    let folder = std::path::absolute(asked.folder.path()?)?;
    daemon::start(&asked.folder, Some(daemon::IDLE_EXIT_S), printer)?;
    let lines = Lines::default();
    news::watch(folder.clone(), lines.clone()).context("nothing can be watched")?;
    let listener =
        WINDOW_PORTS.into_iter().find_map(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).ok());
    let taken = || format!("the ports {WINDOW_PORTS:?} are all taken (E_PORTS_TAKEN)");
    let listener = listener.with_context(taken)?;
    let port = listener.local_addr()?.port();
    let secret = fresh_secret()?;
    let rights = if asked.view { Rights::View } else { Rights::Act };
    let save_to = asked.save_to.clone().map_or_else(saved::usual_folder, std::path::absolute)?;
    let named = asked.folder.clone();
    let laika = Laika { program: program()?, folder, named, save_to, lines, commands: Mutex::default() };
    let window = Window {
        assets: ASSETS.iter().map(asset).collect(),
        tokens: vec![(TokenHash::of(secret.expose().as_bytes()), rights)],
        behind: Arc::new(Passing(Arc::new(laika))),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        if asked.view {
            let address = format!("http://127.0.0.1:{port}/#view={}", secret.expose());
            printer
                .say("laika", format_args!("{address} shows everything and changes nothing; Ctrl-C ends it"));
            // Whoever cannot be interrupted is killed.
            serve(listener, window, async { _ = tokio::signal::ctrl_c().await }).await?;
            return anyhow::Ok(());
        }
        // The page is asked for while the window opens.
        let (end, ended) = oneshot::channel::<()>();
        let serving = tokio::spawn(serve(listener, window, async { _ = ended.await }));
        let mut shown = window::open(port, &secret, !asked.headless).await.map_err(no_window)?;
        printer.say("laika", "the window is open; close it, or press Ctrl-C, to end it");
        #[cfg(debug_assertions)]
        match &asked.driven {
            Some(from) => driven::driven(&mut shown, from, printer).await,
            None => closed(&mut shown).await,
        }
        #[cfg(not(debug_assertions))]
        closed(&mut shown).await;
        shown.end().await;
        // One that ended already needs no telling.
        let _ = end.send(());
        serving.await.context("the window was not served to its end")??;
        Ok(())
    })?;
    runtime.shutdown_background();
    Ok(Outcome::Done)
}

type File = (&'static str, &'static str, &'static [u8]);

fn asset(&(path, media_type, bytes): &File) -> Asset {
    Asset { path, media_type, bytes: bytes.into() }
}

/// 256 bits that nobody has guessed.
fn fresh_secret() -> Result<Secret> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| anyhow!("there is no randomness: {error}"))?;
    Ok(Secret::new(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
}

/// Until the person closes the window, or this process is to end.
async fn closed(window: &mut CompanionWindow) {
    loop {
        let wanted = {
            tokio::select! {
                wanted = window.wanted().recv() => wanted,
                _ = tokio::signal::ctrl_c() => return,
            }
        };
        match wanted {
            Some(address) => elsewhere(&address),
            None => return,
        }
    }
}

fn no_window(error: laika_browser::BrowserError) -> anyhow::Error {
    anyhow!("hint: without a screen, `laika open --view` prints an address to look at").context(error)
}

/// A page that the person pressed on opens in their own browser: the companion is no browser.
fn elsewhere(address: &str) {
    let is_web = address.starts_with("https://") || address.starts_with("http://");
    if is_web {
        // Whether there is a browser is not ours to say.
        let _ = std::process::Command::new("xdg-open")
            .arg(address)
            .stdin(std::process::Stdio::null())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn();
    }
}
