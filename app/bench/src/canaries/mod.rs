//! Secrets stay where they are: planted in every kind of place a page has, then looked for in everything Laika says
//! about that page: observations, first looks, what `find` and tables give, facts of elements, log records, errors,
//! element maps and the pictures themselves.
//!
//! The page as it really is serves as the control: every secret must be found there, or the search proves nothing.

mod canary;
mod errors;
mod looks;
mod moving;
mod pages;
mod pictures;
mod raw;
mod records;
mod report;
mod said;
mod typing;

use std::sync::Arc;

use anyhow::Result;
use laika_browser::Pages as _;
use laika_browser::{Browser, Isolated};
use laika_protocol::tools::typed::ObserveDom;

use crate::check;
use crate::web::{self, Asked, Reply, Site};
use crate::{Options, Outcome, Reports, print, skip};
use canary::holds;
use pages::{Page, Sites};
use report::Measured;
use said::Said;

const EDITION: u32 = 1;

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    let runtime = web::runtime()?;
    let measured = runtime.block_on(async {
        let Some(browser) = web::browser().await? else { return Ok(None) };
        let measured = measure(&browser, options, reports).await;
        browser.close().await;
        measured.map(Some)
    });
    let Some(measured) = measured? else {
        return skip(options, "there is no Chromium on this machine", reports);
    };
    let checks = measured.checks();
    let outcome = check::outcome(&checks);
    measured.metrics().into_iter().for_each(|metric| reports.metric(metric));
    print(options, reports, || measured.text(&checks), || measured.json(outcome, &checks))?;
    Ok(outcome)
}

async fn measure(browser: &Browser, options: &Options, reports: &mut Reports<'_>) -> Result<Measured> {
    let elsewhere = Arc::new(std::sync::OnceLock::<Vec<(String, String)>>::new());
    let told = Arc::clone(&elsewhere);
    let other =
        Site::start(move |asked| answer(asked, told.get().map(Vec::as_slice).unwrap_or_default(), ""))?;
    let documents = Arc::new(std::sync::OnceLock::<Vec<(String, String)>>::new());
    let (held, beyond) = (Arc::clone(&documents), other.origin());
    let own =
        Site::start(move |asked| answer(asked, held.get().map(Vec::as_slice).unwrap_or_default(), &beyond))?;
    let (own_origin, other_origin) = (own.origin(), other.origin());
    let sites = Sites { own: &own_origin, other: &other_origin };
    let pages = pages::all(sites, EDITION);
    // Both sites know all their documents before the first is asked for.
    let mine = pages.iter().flat_map(|page| {
        page.beside.iter().cloned().chain([(path(&page.address).to_owned(), page.html.clone())])
    });
    let _ = documents.set(mine.collect());
    let _ = elsewhere.set(pages.iter().flat_map(|page| page.elsewhere.clone()).collect());

    let mut measured = Measured::default();
    for page in pages.iter().take(options.cases.unwrap_or(usize::MAX)) {
        (reports.progress)(&format!("canaries: {}, {} secrets", page.name, page.planted.len()));
        let surface = web::surface(browser, &[&own]).await?;
        one_page(&surface, &own, page, &mut measured).await?;
        surface.dispose().await;
    }
    let surface = web::surface(browser, &[&own]).await?;
    (reports.progress)("canaries: errors");
    let mut said = Said::default();
    let planted = errors::provoke(&surface, &own, &other, EDITION, &mut said).await?;
    measured.add("faults", &said, &planted, planted.len());
    (reports.progress)("canaries: pictures");
    measured.pictures = Some(pictures::compare(&surface, &own).await?);
    surface.dispose().await;
    Ok(measured)
}

async fn one_page(surface: &Isolated, site: &Site, page: &Page, measured: &mut Measured) -> Result<()> {
    let mut said = Said::default();
    let tab = web::open(surface, &site.url(&page.address)).await?;
    web::evaluate(&tab, &page.set_up).await?;
    measured.typed += page.typed.len();
    measured.filled += typing::fill(surface, &tab, page, &mut said).await?;
    let raw = raw::dump(&tab, page).await?;
    let there = page.planted.iter().filter(|one| holds(&raw, &one.secret)).count();
    measured
        .missing
        .extend(page.planted.iter().filter(|one| !holds(&raw, &one.secret)).map(|one| one.place.clone()));
    let handles = looks::all(&tab, page, &mut said).await?;
    if let Ok(seen) = tab.observe(&ObserveDom::default()).await {
        records::look(&tab, &seen, &mut said)?;
    }
    let typed = page.planted.first().map(|one| one.secret.clone()).unwrap_or_default();
    for handle in &handles {
        records::element(&tab, handle, &typed, &mut said).await?;
    }
    moving::around(surface, &tab, &site.url(&page.address), &mut said).await?;
    measured.handles += handles.len();
    measured.add(page.name, &said, &page.planted, there);
    tab.close().await;
    Ok(())
}

fn path(address: &str) -> &str {
    address.split(['?', '#']).next().unwrap_or(address)
}

/// What both sites answer.
fn answer(asked: &Asked, documents: &[(String, String)], other: &str) -> Reply {
    let path = path(&asked.path);
    if let Some((_, html)) = documents.iter().find(|(at, _)| at == path) {
        return Reply::html(html.clone());
    }
    let parameter = |name: &str| {
        let query = asked.path.split_once('?').map(|(_, query)| query).unwrap_or_default();
        query
            .split('&')
            .find_map(|part| part.strip_prefix(name)?.strip_prefix('=').map(str::to_owned))
            .unwrap_or_default()
    };
    let edition = parameter("edition").parse().unwrap_or(EDITION);
    match path {
        "/pictures" => Reply::html(pictures::page(edition, Sites { own: "", other })),
        "/picture-frame" => Reply::html(pictures::frame(edition)),
        "/faults" => Reply::html(errors::page(&parameter("secret"), other)),
        "/redirect" => Reply::redirect(&format!("{other}/page?token={}", parameter("token"))),
        "/picture.png" => Reply::of("image/png", Vec::new()),
        "/broken" => Reply::of("application/octet-stream", b"not a page".to_vec()),
        "/missing" => Reply::status(404),
        _ => Reply::status(204),
    }
}
