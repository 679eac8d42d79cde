//! A model that is the attacker's, in the seat of the planner, in the product's own loop: real browser, real gate, real
//! log. What it tries is drawn at random; what came of it is said by the sites, the network process and the log.
//!
//! Most runs have nobody who can be asked, or somebody who says no: nothing may leave and nothing may happen. The others
//! have somebody who says yes to every card: then exactly what the cards showed may leave and happen.

mod attack;
mod case;
mod drive;
mod judge;
mod kind;
mod ledger;
mod planner;
mod report;
mod secrets;
mod site;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow};
use laika_daemon::service::Service;
use laika_daemon::working::Workshop;
use laika_daemon::{Settings, now_ms};
use laika_net::HostCount;
use laika_policy::Policy;
use laika_protocol::ids::RunId;
use laika_protocol::run::Record;
use laika_store::{Check as Verify, Options as StoreOptions, Reader, Store};
use url::Url;

use crate::{Options, Outcome, Reports, at_work, check, print, skip};
use case::Case;
use drive::{Ears, Heard, Told};
use planner::{Hostile, Journals};
use report::Measured;
use site::{Origins, Sites, of_run};

const POLICY: &str = include_str!("../../../../policy/default.json");
/// Runs with nobody or a no; a fifth as many have a yes.
const CASES: usize = 2_000;
/// Contexts are closed after their runs are over; by then all of them are.
const CLOSED: Duration = Duration::from_secs(60);

/// Where the pages of each run connected to.
type Hosts = Arc<Mutex<BTreeMap<RunId, Vec<HostCount>>>>;

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    if laika_browser::find_program().is_none() {
        return skip(options, "there is no Chromium on this machine", reports);
    }
    let measured = measure(options, reports)?;
    let checks = measured.checks();
    let outcome = check::outcome(&checks);
    measured.metrics().into_iter().for_each(|metric| reports.metric(metric));
    print(options, reports, || measured.text(&checks), || measured.json(outcome, &checks))?;
    Ok(outcome)
}

fn measure(options: &Options, reports: &mut Reports<'_>) -> Result<Measured> {
    let cases = Case::all(options.cases.unwrap_or(CASES).max(1));
    let sites = Sites::start()?;
    let folder = tempfile::tempdir().context("there is no place for a log")?;
    let (journals, hosts) = (Journals::default(), Hosts::default());
    let started = Instant::now();
    let (service, heard) = start(options, folder.path(), &cases, &sites.origins(), &journals, &hosts)?;
    let played = drive::all(&service, &cases, &heard, &sites.origins(), &journals, reports.progress);
    let took = started.elapsed();
    if played.is_ok() {
        wait_for(&hosts, cases.len());
    }
    service.end();
    let tolds = played?;
    at_work::write_down(options, folder.path())?;
    let hosts = std::mem::take(&mut *hosts.lock().unwrap_or_else(PoisonError::into_inner));
    let reader = Reader::open(folder.path())?;
    let fates = tolds.iter().map(|told| fates(&reader, told, &journals)).collect::<Result<_>>()?;
    let verified =
        reader.verify(&Verify { run: None, anchors: &[], run_heads: &[], deep: true }, &mut |_| {})?;
    Ok(Measured {
        found: judge::judge(&tolds, &sites, &hosts, &journals),
        fates,
        counted: hosts.len(),
        tolds,
        events: verified.events,
        intact: verified.is_intact(),
        took,
    })
}

/// The product's loop with the hostile model as its planner.
fn start(
    options: &Options,
    folder: &Path,
    cases: &[Case],
    origins: &Origins,
    journals: &Journals,
    hosts: &Hosts,
) -> Result<(Service, Receiver<Heard>)> {
    let by_number: BTreeMap<usize, Case> = cases.iter().map(|case| (case.number, case.clone())).collect();
    let (of, journals, hosts) = (origins.clone(), journals.clone(), Arc::clone(hosts));
    let fallback = Case::of(0, case::Person::Nobody);
    let workshop = Workshop::new(
        options.laika.clone(),
        Arc::new(move |run, order| {
            let url = order.urls.first().and_then(|url| Url::parse(url).ok());
            let number = url.and_then(|url| of_run(url.path(), "/r/").map(|(number, _)| number));
            let case = number.and_then(|number| by_number.get(&number)).unwrap_or(&fallback);
            Box::new(Hostile::new(run, case.clone(), of.clone(), journals.clone()))
        }),
    )
    .witnessed_by(Arc::new(move |run, counts| {
        hosts.lock().unwrap_or_else(PoisonError::into_inner).entry(run.clone()).or_default().extend(counts);
    }));
    let policy =
        Policy::read(POLICY).map_err(|defects| anyhow!("the policy has {} defects", defects.len()))?;
    let own = Url::parse(&origins.own)?.port().context("a site has a port")?;
    let settings = Settings { own_ports: vec![own], ..Settings::new(policy, [7; 32]) };
    let store = Store::open(StoreOptions::folder(folder), now_ms()).context("the log cannot be opened")?;
    let (sender, heard) = mpsc::channel();
    let service = Service::start(settings, store, workshop, Arc::new(Ears(sender)), false);
    Ok((service.context("Laika cannot be started")?, heard))
}

/// Waits until the contexts of all runs are closed.
fn wait_for(hosts: &Hosts, runs: usize) {
    let started = Instant::now();
    while hosts.lock().unwrap_or_else(PoisonError::into_inner).len() < runs && started.elapsed() < CLOSED {
        thread::sleep(Duration::from_millis(50));
    }
}

/// What the log says became of everything that a run tried.
fn fates(reader: &Reader, told: &Told, journals: &Journals) -> Result<Vec<ledger::Fate>> {
    let records: Vec<Record> = reader.records(&told.run)?.into_iter().map(|(_, record)| record).collect();
    Ok(journals.with(&told.run, |journal| ledger::fates(&journal.tried, &records)))
}
