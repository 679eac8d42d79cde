//! Answers that stand on what was read: summaries of stored articles, sentence by sentence and quote by quote.
//!
//! Beside them, without any model, the sentences that are taken when a model gives nothing of use: against the first
//! sentences of the page, by how near each is to what the page says of itself in its description.

mod rouge;

use anyhow::{Context as _, Result, anyhow};
use laika_browser::Pages as _;
use laika_browser::Tab;
use laika_context::ground::{Grounded, Grounding, Material, Method, Size, extractive};
use laika_daemon::thinking::Mind;
use laika_model::{Cancel, Embedded};
use laika_protocol::ids::DocId;
use laika_protocol::tools::typed::ObserveDom;
use serde_json::json;

use crate::check::{self, Check};
use crate::metric::{Better, Metric, Unit};
use crate::stats::{Share, real};
use crate::web::{self, evaluate};
use crate::{Options, Outcome, Reports, articles, models, print, skip};
use rouge::rouge_l;

const PAGES: usize = 20;
/// Sentences of a description, about.
const SENTENCES: usize = 2;

#[derive(Default)]
struct Found {
    pages: u64,
    citations: Share,
    /// Sentences that what stands around their quotation does not support.
    unsupported: Vec<String>,
    of_model: u64,
    points: u64,
    dropped: u64,
    extractive: Vec<f64>,
    lead: Vec<f64>,
    seconds: f64,
}

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    let folder = options.data.as_ref().map(|data| data.join("articles")).filter(|folder| folder.is_dir());
    let Some(folder) = folder else { return skip(options, "no LAIKA_DATA/articles", reports) };
    let models = models::here(options)?;
    // The largest that is here: what is measured is what it may say, not how fast it is.
    let Some(candidate) = models.last() else {
        return skip(options, models::NONE_HERE, reports);
    };
    let pages = articles::pages(&folder, Some(options.cases.unwrap_or(PAGES)))?;
    let runtime = web::runtime()?;
    let found = runtime.block_on(async {
        let Some(browser) = web::browser().await? else { return Ok(None) };
        let mind = Mind::new(models::start(options, candidate).await?);
        let site = articles::serve(&pages)?;
        let surface = web::surface(&browser, &[&site]).await?;
        let mut found = Found::default();
        for (number, page) in (1..).zip(&pages) {
            (reports.progress)(&format!("answers: {number} of {}", pages.len()));
            let tab = web::open(&surface, &site.url(&format!("/{}", page.id))).await?;
            one_page(&mind, &tab, &mut found).await?;
            tab.close().await;
        }
        browser.close().await;
        anyhow::Ok(Some(found))
    })?;
    let Some(found) = found else { return skip(options, "no Chromium", reports) };
    let checks = checks(&found);
    let outcome = check::outcome(&checks);
    let mean = |values: &[f64]| values.iter().sum::<f64>() / real(values.len() as u64);
    let (taken, lead) = (mean(&found.extractive), mean(&found.lead));
    let unsupported = found.unsupported.len() as u64;
    for metric in [
        Metric::share("citations that stand in their document", found.citations).at(1.0),
        Metric::none("sentences that what they cite does not support", unsupported, found.points),
        Metric::number(
            "points of a page",
            real(found.points) / real(found.pages.max(1)),
            Unit::Points,
            Better::More,
        ),
        Metric::number("nearness of what is taken without a model", taken, Unit::Points, Better::More)
            .beside("the first sentences", lead),
    ] {
        reports.metric(metric.of(&candidate.name));
    }
    print(
        options,
        reports,
        || {
            format!(
                "{}: {} pages, {:.1} s each, {} points ({} in the model's own words), {} unsupported sentences left out\nROUGE-L against the page's own description, {} pages: {taken:.3} taken sentences, {lead:.3} first sentences\n{}",
                candidate.name,
                found.pages,
                found.seconds / real(found.pages.max(1)),
                found.points,
                found.of_model,
                found.dropped,
                found.lead.len(),
                check::lines(&checks)
            )
        },
        || {
            json!({
                "bench": "answers", "outcome": outcome.word(), "model": candidate.name, "pages": found.pages, "points": found.points,
                "of_model": found.of_model, "unsupported": found.unsupported, "dropped": found.dropped, "seconds": found.seconds,
                "rouge_l": { "pages": found.lead.len(), "taken": taken, "lead": lead }, "checks": check::json(&checks),
            })
        },
    )?;
    Ok(outcome)
}

fn checks(found: &Found) -> Vec<Check> {
    vec![
        Check {
            passed: found.citations.n > 0 && found.citations.hits == found.citations.n,
            what: "citations that stand in their document",
            found: found.citations.to_string(),
            bound: "all".into(),
        },
        Check {
            passed: found.points > 0 && found.unsupported.is_empty(),
            what: "sentences that what they cite does not support",
            found: format!("{} of {} points", found.unsupported.len(), found.points),
            bound: "none".into(),
        },
    ]
}

async fn one_page(mind: &Mind<Embedded>, tab: &Tab, found: &mut Found) -> Result<()> {
    let seen = tab.observe(&ObserveDom::default()).await.map_err(|error| anyhow!("{}", error.message))?;
    // An article is read without what stands around it.
    let mut material = Material::of_observation(&seen, DocId::parse("doc:web:page")?);
    if let Some(primary) = seen.primary {
        material.text = primary.text;
    }
    let whole = material.text.clone();
    compare(tab, &seen.title, &whole, found).await?;
    let start = std::time::Instant::now();
    let materials = [material];
    let grounding = Grounding::new(materials.to_vec(), None, Size::default());
    let grounded = mind.ground(grounding, &Cancel::new(), |_, _| {}).await.context("no summary")?;
    found.seconds += start.elapsed().as_secs_f64();
    judge(&grounded, &whole, found);
    found.unsupported.extend(grounded.unsupported(&materials));
    Ok(())
}

fn judge(grounded: &Grounded, whole: &str, found: &mut Found) {
    found.pages += 1;
    found.points += grounded.points.len() as u64;
    found.dropped += u64::from(grounded.dropped);
    if grounded.method != Method::Extractive {
        found.of_model += (grounded.points.len() as u64).saturating_sub(u64::from(grounded.replaced));
    }
    for citation in &grounded.assistant.citations {
        let there = !citation.quote.is_empty() && whole.contains(&citation.quote);
        found.citations += Share::new(u64::from(there), 1);
    }
}

/// What is taken without a model, and the first sentences, against what the page says of itself.
async fn compare(tab: &Tab, title: &str, whole: &str, found: &mut Found) -> Result<()> {
    let described =
        "document.querySelector('meta[name=description],meta[property=\"og:description\"]')?.content ?? ''";
    let described = evaluate(tab, described).await?;
    let described = described.as_str().unwrap_or_default();
    if described.split_whitespace().count() < 8 {
        return Ok(());
    }
    let taken: Vec<&str> = extractive(whole, title, None, SENTENCES)
        .iter()
        .filter_map(|passage| whole.get(passage.at.clone()))
        .collect();
    let taken = taken.join(" ");
    // As many words of the start: a longer text would be nearer for its length alone.
    let lead: Vec<&str> = whole.split_whitespace().take(taken.split_whitespace().count()).collect();
    found.extractive.push(rouge_l(&taken, described));
    found.lead.push(rouge_l(&lead.join(" "), described));
    Ok(())
}
