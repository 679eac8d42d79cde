//! The browser: found, started, spoken to over its pipe, confined, and a page really read.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use laika_browser::Pages as _;
use laika_browser::{BrowserError, Profile, Tab};
use laika_protocol::ToolError;
use laika_protocol::tools::typed::ObserveDom;

use super::finding::{Check, Finding};
use super::sandbox::{self, Sandbox};
use super::scratch::{Scratch, word};
use super::teller::{Teller, aside};
use crate::browsing::{Browsing, BrowsingError, LocalFile, Sites};

const SETUP: &str = "install Chromium; `cargo xtask setup` does it for you";
const AGAIN: &str = "look again; if it stays so, install Chromium anew";
/// A process of a page is confined within this time after its start.
const CONFINED_WITHIN: Duration = Duration::from_secs(3);

pub(super) async fn examine(laika: &Path, program: Option<&Path>, tell: &Teller) {
    let Some(program) = program else {
        let found = "no Chromium was found at any of its usual places";
        tell.found(Check::BrowserProgram.fail("E_NO_BROWSER", found, SETUP));
        return;
    };
    tell.found(Check::BrowserProgram.ok(program.display().to_string()));
    tell.doing("starting the browser");
    let began = Instant::now();
    let browsing = match Browsing::start(laika, Profile::Ephemeral, false).await {
        Ok(browsing) => browsing,
        Err(error) => {
            tell.found(Check::BrowserStart.fail("E_BROWSER_START", error.to_string(), fix(&error)));
            return;
        }
    };
    let took = began.elapsed().as_secs_f64();
    tell.found(Check::BrowserStart.ok(format!("{}, in {took:.1} s", browsing.version())));
    tell.found(pipe(browsing.process_id()));
    tell.doing("opening a page");
    let probed = tokio::select! {
        probed = probe(&browsing, tell) => probed,
        () = tell.alone() => Ok(()),
    };
    if let Err(error) = probed {
        tell.found(Check::BrowserPage.fail("E_BROWSER_PAGE", error, AGAIN));
    }
    // In good order, so that nothing of it is left behind.
    browsing.end().await;
}

fn fix(error: &BrowsingError) -> &'static str {
    match error {
        BrowsingError::Net(_) => "mend what `proxy.process` says first",
        BrowsingError::Browser(error) => match error {
            BrowserError::NoProgram => SETUP,
            BrowserError::Files(_) => "make room in the temporary folder, or name another with `TMPDIR`",
            BrowserError::Ended => {
                "allow unprivileged user namespaces for Chromium: on Ubuntu with an AppArmor profile for it, elsewhere \
                 with `sysctl kernel.unprivileged_userns_clone=1`"
            }
            BrowserError::NoDisplay
            | BrowserError::Start(_)
            | BrowserError::ContextTaken
            | BrowserError::Cdp(_) => AGAIN,
        },
    }
}

/// A wrapper around Chromium can add flags of its own, so the process itself is looked at.
fn pipe(process: u32) -> Finding {
    let Some(words) = sandbox::words_of(process) else {
        return Check::BrowserPipe.ok("it answers over its pipe");
    };
    judge(&words)
}

fn judge(words: &[String]) -> Finding {
    let port = words.iter().find(|word| {
        ["--remote-debugging-port", "--remote-debugging-address"].iter().any(|flag| word.starts_with(flag))
    });
    match port {
        Some(flag) => Check::BrowserPipe.fail(
            "E_BROWSER_PORT",
            format!("it also listens to other programs: it was started with `{flag}`"),
            "take that flag out of the settings of Chromium on this machine, such as /etc/chromium.d",
        ),
        None => Check::BrowserPipe.ok("it answers over its pipe, and has no debugging port"),
    }
}

/// Opens a page that nobody has seen before, and compares what is read with what was written.
async fn probe(browsing: &Browsing, tell: &Teller) -> Result<(), String> {
    let page = Page::write().map_err(|error| format!("the page for it cannot be written: {error}"))?;
    let file = LocalFile::open(&page.folder.path().join(PAGE)).await;
    let file = file.map_err(|error| format!("the page for it cannot be served: {error}"))?;
    let unopened = |error: &dyn std::fmt::Display| format!("a page cannot be opened: {error}");
    let session = browsing.open(&Sites::default().with_exactly(file.url())).await;
    let session = session.map_err(|error| unopened(&error))?;
    let tab = session.surface.context().open().await.map_err(|error| unopened(&error))?;
    browsing.go(&session, &tab, file.url()).await.map_err(|error| unopened(&told(&error)))?;
    let began = Instant::now();
    let read = read(&tab).await?;
    tell.found(page.compare(&read, began.elapsed()));
    tell.found(confined(browsing.process_id()).await);
    _ = browsing.close(session).await;
    Ok(())
}

async fn read(tab: &Tab) -> Result<String, String> {
    let observed = tab.observe(&ObserveDom::default()).await;
    observed.map(|page| page.text).map_err(|error| format!("a page cannot be read: {}", told(&error)))
}

fn told(error: &ToolError) -> String {
    format!("{} ({})", error.message, error.finest_code())
}

async fn confined(browser: u32) -> Finding {
    let check = Check::BrowserSandbox;
    if !cfg!(target_os = "linux") {
        return check.ok("asked for; this system does not show how far it goes");
    }
    let began = Instant::now();
    loop {
        match aside(move || sandbox::of_pages(browser)).await {
            Sandbox::Confined(count) => {
                let processes = if count == 1 { "process" } else { "processes" };
                return check.ok(format!(
                    "on: {count} {processes} of pages, each in namespaces of its own, with filtered system calls"
                ));
            }
            // A process that has just begun is not confined yet.
            _ if began.elapsed() < CONFINED_WITHIN => tokio::time::sleep(Duration::from_millis(100)).await,
            Sandbox::Lacking(what) => {
                let found = format!("a page's process is not confined: {what}");
                return check.fail(
                    "E_BROWSER_SANDBOX",
                    found,
                    "take `--no-sandbox` out of the settings of Chromium, and allow it unprivileged user namespaces",
                );
            }
            Sandbox::Unseen => {
                return check.warn(
                    "E_BROWSER_SANDBOX_UNSEEN",
                    "whether a page's process is confined cannot be seen",
                    "let Laika see the processes of its browser: mount /proc without `hidepid`",
                );
            }
        }
    }
}

const PAGE: &str = "probe.html";

/// A page with a word that nobody knows, in its text and from its script.
struct Page {
    folder: Scratch,
    word: String,
}

impl Page {
    fn write() -> io::Result<Self> {
        let page = Self { folder: Scratch::make()?, word: word()? };
        std::fs::write(page.folder.path().join(PAGE), page.html())?;
        Ok(page)
    }

    fn html(&self) -> String {
        let word = &self.word;
        format!(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Laika</title>\n\
             <p>The page says {word}.</p><p id=\"script\">No script ran.</p><p hidden>Nobody sees {word}.</p>\n\
             <script>document.getElementById('script').textContent =\n\
             'The script says ' + Array.from('{word}').reverse().join('') + '.';</script>\n"
        )
    }

    fn text(&self) -> String {
        let reversed: String = self.word.chars().rev().collect();
        format!("The page says {}.\nThe script says {reversed}.", self.word)
    }

    fn compare(&self, read: &str, took: Duration) -> Finding {
        if read.trim() == self.text() {
            let milliseconds = took.as_millis();
            return Check::BrowserPage.ok(format!(
                "a page was opened, its script ran, and its text was read as it is, in {milliseconds} ms"
            ));
        }
        let read: String = read.chars().take(200).collect();
        let found = format!("a page was opened, and what was read is not what it says: {read:?}");
        Check::BrowserPage.fail("E_BROWSER_TEXT", found, AGAIN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_debugging_port_is_found_among_the_flags() {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let pipe = words(&["chromium", "--remote-debugging-pipe", "--headless=new"]);
        assert_eq!(judge(&pipe).state.word(), "ok");
        let port = words(&["chromium", "--remote-debugging-pipe", "--remote-debugging-port=9222"]);
        assert_eq!(judge(&port).state.trouble().unwrap().code, "E_BROWSER_PORT");
    }

    #[test]
    fn any_other_text_than_the_page_s_own_fails() {
        let page = Page { folder: Scratch::make().unwrap(), word: "ab12".into() };
        let state = |text: &str| page.compare(text, Duration::ZERO).state.word();
        assert_eq!(state("The page says ab12.\nThe script says 21ba.\n"), "ok");
        for other in [
            "",
            "The page says ab12.\nNo script ran.",
            "The page says ab13.\nThe script says 21ba.",
            "The page says ab12.\nThe script says 21ba.\nNobody sees ab12.",
        ] {
            assert_eq!(state(other), "fail", "{other}");
        }
    }

    #[tokio::test]
    async fn without_a_chromium_it_says_how_to_get_one() {
        let (tell, mut news) = tokio::sync::mpsc::unbounded_channel();
        examine(Path::new("/nowhere"), None, &Teller::new(tell)).await;
        let Some(super::super::News::Found(finding)) = news.recv().await else { unreachable!() };
        assert_eq!(finding.state.word(), "fail");
        assert!(finding.state.trouble().unwrap().fix.contains("cargo xtask setup"));
        assert!(news.recv().await.is_none(), "nothing else is tried");
    }
}
