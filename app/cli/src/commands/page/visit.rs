//! One visit to a page: a browser is started, the page is opened, something is done with it, and all of it goes again.

use std::env;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use laika_browser::{Profile, Tab};
use laika_daemon::browsing::{Browsing, LocalFile, Session, Sites};
use laika_daemon::config::Flags;
use laika_net::{HostCount, Kind};
use laika_os::confine::Confinement;
use laika_protocol::ToolError;
use laika_protocol::ids::Origin;
use url::Url;

use crate::arguments::page::Page;
use crate::arguments::runs::Folder;
use crate::printer::Printer;

/// Opens the page, lets `look` see it, and ends the browser whatever came of it; also when the person presses Ctrl-C.
pub(super) fn visit<T>(
    page: &Page,
    printer: &Printer,
    look: impl AsyncFnOnce(&Tab) -> Result<T, ToolError>,
) -> Result<T> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let local = local_file(&page.address).await?;
        let url = local.as_ref().map_or_else(|| address(&page.address), |file| Ok(file.url().clone()))?;
        laika_browser::check_address(&url).map_err(failed)?;
        let sites = sites(page, &url, local.is_some())?;
        printer.say("laika", "starting the browser");
        let laika = env::current_exe().context("cannot find this program itself")?;
        let browsing = Browsing::start(&laika, Profile::Ephemeral, false).await.map_err(explained)?;
        if browsing.confinement() != Confinement::Full {
            printer.say("warning", "this system does not confine the network process completely");
        }
        let visited = tokio::select! {
            visited = open(&browsing, &sites, &url, page, printer, look) => visited,
            _ = tokio::signal::ctrl_c() => Err(anyhow!("stopped")),
        };
        browsing.end().await;
        visited
    })
}

async fn open<T>(
    browsing: &Browsing,
    sites: &Sites,
    url: &Url,
    page: &Page,
    printer: &Printer,
    look: impl AsyncFnOnce(&Tab) -> Result<T, ToolError>,
) -> Result<T> {
    let session = browsing.open(sites).await?;
    let tab = session.surface.context().open().await?;
    printer.say("laika", format_args!("loading {}", url.host_str().unwrap_or_default()));
    browsing.go(&session, &tab, url).await.map_err(failed)?;
    let looked = look(&tab).await.map_err(failed);
    if page.hosts {
        show_hosts(browsing, &session, printer).await?;
    }
    browsing.close(session).await?;
    looked
}

async fn show_hosts(browsing: &Browsing, session: &Session, printer: &Printer) -> Result<()> {
    for host in browsing.counters(session).await? {
        let kind = if host.kind == Kind::Document { "documents" } else { "resources" };
        let HostCount { host, port, connections, bytes_up, bytes_down, refused, .. } = host;
        let counts =
            format!("{connections} connections, {bytes_up} bytes out, {bytes_down} in, {refused} refused");
        printer.say("host", format_args!("{host}:{port} ({kind}): {counts}"));
    }
    Ok(())
}

/// A file on this machine that the person named.
async fn local_file(address: &str) -> Result<Option<LocalFile>> {
    if address.contains("://") || !Path::new(address).is_file() {
        return Ok(None);
    }
    let opened = LocalFile::open(Path::new(address)).await;
    opened.map(Some).with_context(|| format!("`{address}` cannot be opened"))
}

/// An address as people write it.
pub(crate) fn address(text: &str) -> Result<Url> {
    // People leave the scheme out; https is what they mean.
    let whole = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
    Url::parse(&whole).map_err(|error| {
        anyhow!("hint: give an address such as https://example.com/, or a file")
            .context(format!("`{text}` is no address: {error}"))
    })
}

fn sites(page: &Page, url: &Url, local: bool) -> Result<Sites> {
    let config = (Folder { home: None }).config(Flags::default())?;
    // A file of this machine is served to its own browser only; no setting speaks of it.
    let named = page.allow.iter().map(|text| address(text)).collect::<Result<Vec<_>>>()?;
    let origins = named.iter().chain((!local).then_some(url)).filter_map(|url| Origin::of_url(url.as_str()));
    for origin in origins {
        config.origins().check(&origin).map_err(|refusal| {
            anyhow!("hint: `laika config show` says where that is set")
                .context(format!("{refusal} ({})", refusal.code()))
        })?;
    }
    let strict = page.strict || config.strict();
    let mut sites = Sites::default().with(url).strictly(strict);
    if !local {
        sites = sites.by(config.origins());
    }
    for origin in &named {
        sites = sites.with_exactly(origin);
    }
    Ok(sites)
}

fn explained(error: laika_daemon::browsing::BrowsingError) -> anyhow::Error {
    use laika_daemon::browsing::BrowsingError::Browser;
    let missing = matches!(&error, Browser(laika_browser::BrowserError::NoProgram));
    let error = anyhow::Error::from(error);
    if missing {
        return anyhow!("hint: install Chromium; `cargo xtask setup` does it for you")
            .context(error.to_string());
    }
    error
}

/// An error of a tool in the words of the terminal.
fn failed(error: ToolError) -> anyhow::Error {
    let reason = error.finest_code();
    let hint = match reason {
        "E_ORIGIN_NOT_ALLOWED" => Some("give that origin with --allow if you want to go there"),
        "E_RESTRICTED_PAGE" => Some("Laika reads pages of the web, and files that you name by their path"),
        "E_DNS" => Some("check the spelling, and whether this machine is online"),
        _ => None,
    };
    let message = format!("{} ({reason})", error.message);
    match hint {
        Some(hint) => anyhow!("hint: {hint}").context(message),
        None => anyhow!(message),
    }
}
