//! The same pages in our browser behind the network process.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use laika_browser::{
    Browser, Context, ContextOptions, LaunchOptions, NavigationRequest, NavigationRule, ProxyAccess, Tab,
};
use laika_net::{ContextRules, FixedNames, HostCount, NetWorker, Resources, WorkerOptions};
use laika_protocol::ids::Origin;
use laika_protocol::{ErrorCode, ToolError};
use tokio::time::{Instant, sleep};
use url::Url;

use super::bare::SUBMIT_WITHIN;
use super::channel::{CHANNELS, Trace};
use super::net_log::NetLog;
use super::site::{REBIND, Site, name};

const LOT: usize = 4;
const WITHIN: Duration = Duration::from_secs(15);
/// After all pages of a lot ran: what they began goes on a little longer.
const SETTLE: Duration = Duration::from_millis(1500);
/// How long each page is in front.
const SEEN: Duration = Duration::from_millis(300);
/// How long nothing may be heard after Stop.
const SILENCE: Duration = Duration::from_secs(2);

/// How much stands between a page and the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guard {
    /// The proxy alone: the browser lets every document through, and other hosts are admitted if they are public.
    Proxy,
    /// What a strict run has: documents are decided in the browser as well, and other hosts are refused.
    Everything,
}

/// What got through.
pub(super) struct Found {
    /// How often each channel got through.
    pub(super) through: Vec<usize>,
    /// How often each channel asked the proxy; what the browser itself refuses does not get that far.
    pub(super) asked: Vec<u64>,
    /// Channels whose page ran.
    pub(super) ran: BTreeSet<usize>,
    /// Hosts other than the site that the proxy connected to.
    pub(super) connected: Vec<String>,
    /// Look-ups by the proxy of names that the rules refuse.
    pub(super) lookups: u64,
    /// Requests that the proxy refused.
    pub(super) refused: u64,
    /// Connections of the browser that do not lead to the proxy.
    pub(super) past_the_proxy: Vec<String>,
    /// Packets that the browser sent by UDP.
    pub(super) packets: usize,
    /// Names that the browser looked up by itself.
    pub(super) names: usize,
    /// How often a form arrived that was submitted once.
    pub(super) submits: usize,
    /// Requests of workers to their own site in the second before Stop.
    pub(super) beats: usize,
    /// The same after Stop.
    pub(super) beats_after_stop: usize,
    /// How long Stop took.
    pub(super) stop: Duration,
}

struct Rule(Option<Vec<Origin>>);

impl NavigationRule for Rule {
    fn allows(&self, request: &NavigationRequest) -> Result<(), ToolError> {
        let Some(origins) = &self.0 else { return Ok(()) };
        let origin = Origin::of_url(request.url.as_str());
        if origin.is_some_and(|origin| origins.contains(&origin)) {
            return Ok(());
        }
        Err(ToolError::new(ErrorCode::PolicyDenied, "not a site of this run"))
    }
}

/// Runs every channel behind a guard.
pub(super) fn run(
    laika: &Path,
    site: &Site,
    numbers: &[usize],
    guard: Guard,
    progress: &mut dyn FnMut(&str),
) -> Result<Found> {
    let runtime = crate::web::runtime()?;
    runtime.block_on(guarded(laika, site, numbers, guard, progress))
}

async fn guarded(
    laika: &Path,
    site: &Site,
    numbers: &[usize],
    guard: Guard,
    progress: &mut dyn FnMut(&str),
) -> Result<Found> {
    let fixed_names = FixedNames::from([(
        REBIND.to_owned(),
        vec![vec!["8.8.8.8".parse()?, "127.0.0.1".parse()?], vec!["127.0.0.1".parse()?]],
    )]);
    let options = WorkerOptions { fixed_names: Some(fixed_names) };
    let worker = NetWorker::start(laika, &["net-worker"], options).await?;
    let peer_uid = Some(laika_browser::user_id());
    // What the browser does on its own account has no context, and reaches nothing.
    let own_account = worker.open_context(ContextRules::nothing(peer_uid)).await?;
    let rules = rules(site, guard, peer_uid)?;
    let documents = rules.documents.iter().cloned().collect();
    let access = worker.open_context(rules).await?;
    let folder = tempfile::tempdir()?;
    // The browser may run as another user.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777))?;
    let log = folder.path().join("net.json");
    let browser = Browser::launch(LaunchOptions {
        proxy: Some(proxy(&own_account)),
        extra: NetLog::flags(&log).to_vec(),
        ..LaunchOptions::default()
    })
    .await?;
    let navigations = Arc::new(Rule((guard == Guard::Everything).then_some(documents)));
    let options = ContextOptions { proxy: Some(proxy(&access)), ..ContextOptions::new(navigations) };
    let context = browser.context(options).await?;

    for lot in numbers.chunks(LOT) {
        progress(&format!("leaks: {} of {} channels, {guard:?}", lot[0] + 1, CHANNELS.len()));
        let tabs = open_lot(&context, site, lot).await?;
        for tab in tabs {
            tab.close().await;
        }
    }
    let ran = site.take_ran();
    let counts = worker.counters(access.context).await?;
    let own_counts = worker.counters(own_account.context).await?;

    let tab = context.open().await?;
    let url = Url::parse(&site.submit_url())?;
    let going = tab.clone();
    tokio::spawn(async move { drop(going.navigate(&url).await) });
    sleep(SUBMIT_WITHIN).await;
    tab.close().await;
    let submits = site.take_submits();

    progress("leaks: Stop while workers are at it");
    let workers: Vec<_> =
        (0..CHANNELS.len()).filter(|number| CHANNELS[*number].name.ends_with("worker")).collect();
    let tabs = open_lot(&context, site, &workers).await?;
    site.take_beats();
    sleep(Duration::from_secs(1)).await;
    let beats = site.take_beats();
    let begin = Instant::now();
    worker.close_context(access.context).await?;
    let stop = begin.elapsed();
    site.take_beats();
    sleep(SILENCE).await;
    let beats_after_stop = site.take_beats();
    drop(tabs);
    context.dispose().await;
    browser.close().await;

    let net_log = NetLog::read(&log)?;
    let proxy_address = access.address.to_string();
    let through = |(number, listener): (usize, &super::listener::Listener)| match CHANNELS[number].trace {
        Trace::Name => usize::from(net_log.looked_up(&name(number))),
        Trace::Tcp | Trace::Udp => listener.take(),
    };
    let asked = |number: usize| {
        let port = site.listeners[number].port();
        let rows = counts.iter().filter(|row| row.port == port || row.host == name(number));
        rows.map(|row| row.refused + row.lookups).sum()
    };
    let elsewhere = |row: &&HostCount| row.host != "127.0.0.1" || row.port != site.address.port();
    let refused_by_name =
        |row: &&HostCount| guard == Guard::Everything && row.host != REBIND || row.host == "127.0.0.1";
    Ok(Found {
        through: site.listeners.iter().enumerate().map(through).collect(),
        asked: (0..CHANNELS.len()).map(asked).collect(),
        ran,
        connected: counts
            .iter()
            .chain(&own_counts)
            .filter(elsewhere)
            .filter(|row| row.connections > 0)
            .map(|row| format!("{}:{}", row.host, row.port))
            .collect(),
        lookups: counts.iter().filter(refused_by_name).chain(&own_counts).map(|row| row.lookups).sum(),
        refused: counts.iter().map(|row| row.refused).sum(),
        past_the_proxy: net_log.connected.into_iter().filter(|address| *address != proxy_address).collect(),
        packets: net_log.packets,
        names: net_log.names.len(),
        submits,
        beats,
        beats_after_stop,
        stop,
    })
}

/// Opens the pages of some channels at once, and waits until each ran and had a little time.
async fn open_lot(context: &Context, site: &Site, lot: &[usize]) -> Result<Vec<Tab>> {
    let mut tabs = Vec::new();
    for number in lot {
        let tab = context.open().await?;
        let (going, url) = (tab.clone(), Url::parse(&site.url(*number))?);
        // Pages that go on to where they may not end with an error, which is how it should be.
        tokio::spawn(async move { drop(going.navigate(&url).await) });
        tabs.push(tab);
    }
    let start = Instant::now();
    while start.elapsed() < WITHIN && !lot.iter().all(|number| site.has_run(*number)) {
        sleep(Duration::from_millis(50)).await;
    }
    for tab in &tabs {
        // Some channels wait until their page can be seen. A tab that is gone has nothing to show.
        let _ = tab.activate().await;
        sleep(SEEN).await;
    }
    sleep(SETTLE).await;
    Ok(tabs)
}

fn rules(site: &Site, guard: Guard, peer_uid: Option<u32>) -> Result<ContextRules> {
    let origin = |text: &str| Origin::parse(text).with_context(|| format!("{text} is no origin"));
    let named = origin(&site.origin())?;
    // So that nothing but its address speaks against it.
    let rebind =
        CHANNELS.iter().zip(site.listeners.iter()).find(|(channel, _)| channel.name.starts_with("name that"));
    let rebind =
        rebind.map(|(_, listener)| origin(&format!("http://{REBIND}:{}", listener.port()))).transpose()?;
    Ok(ContextRules {
        blocked: BTreeSet::new(),
        documents: [named.clone()].into_iter().chain(rebind).collect(),
        resources: if guard == Guard::Proxy { Resources::Counted } else { Resources::Denied },
        private: BTreeSet::from([named]),
        peer_uid,
    })
}

fn proxy(access: &laika_net::ProxyAccess) -> ProxyAccess {
    ProxyAccess { address: access.address, user: access.user.clone(), password: access.password.clone() }
}
