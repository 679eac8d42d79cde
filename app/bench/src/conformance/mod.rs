//! Whether both browsers tell the same story: the isolated one, the person's own through the extension, and the same with
//! real input. Every act goes through the gate, its permit and the surface; what came of it is judged from outside.

mod story;

use std::sync::Arc;

use anyhow::{Result, anyhow};
use laika_browser::Performed;
use laika_daemon::extension::Build;
use serde_json::{Value, json};

use crate::check::{self, Check};
use crate::metric::Metric;
use crate::table::layout;
use crate::web::{self, Asked, Ground, OwnBrowser, Reply, Site, said};
use crate::{Options, Outcome, Reports, print, skip};
use story::{Chapter, Comes, STORY};

/// One browser's telling.
struct Told {
    place: &'static str,
    chapters: Vec<(&'static str, Option<String>)>,
}

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    let runtime = web::runtime()?;
    let told = runtime.block_on(tell(options, reports))?;
    let Some(told) = told else {
        return skip(
            options,
            "there is no Chromium on this machine, or no native host beside Laika",
            reports,
        );
    };
    let checks: Vec<Check> = told.iter().map(Told::check).collect();
    let outcome = check::outcome(&checks);
    for one in &told {
        let chapters = one.chapters.iter().map(|(name, wrong)| (*name, wrong.is_none()));
        reports.metric(Metric::cases(one.place, chapters).at(1.0));
    }
    print(options, reports, || text(&told, &checks), || as_json(&told, outcome, &checks))?;
    Ok(outcome)
}

async fn tell(options: &Options, reports: &mut Reports<'_>) -> Result<Option<Vec<Told>>> {
    let site = Arc::new(Site::start(answer)?);
    let mut told = Vec::new();
    let Some(browser) = web::browser().await? else { return Ok(None) };
    let surface = web::surface(&browser, &[&site]).await?;
    told.push(play("isolated", Ground::Own(&surface), &site, options, reports).await?);
    surface.dispose().await;
    browser.close().await;
    for (place, build) in [("my browser", Build::Plain), ("my browser, real input", Build::RealInput)] {
        let Some(own) = OwnBrowser::start(&options.laika, &[&site], build).await? else { return Ok(None) };
        told.push(play(place, Ground::Mine(&own), &site, options, reports).await?);
        own.end().await;
    }
    Ok(Some(told))
}

async fn play(
    place: &'static str,
    ground: Ground<'_>,
    site: &Site,
    options: &Options,
    reports: &mut Reports<'_>,
) -> Result<Told> {
    let mut chapters = Vec::new();
    for (number, chapter) in STORY.iter().enumerate().take(options.cases.unwrap_or(usize::MAX)) {
        (reports.progress)(&format!("conformance: {place}: {}", chapter.name));
        site.forget();
        let trouble = match live(ground, site, number, chapter).await {
            Ok(trouble) => trouble,
            Err(error) => Some(format!("{error:#}")),
        };
        chapters.push((chapter.name, trouble));
    }
    Ok(Told { place, chapters })
}

/// Lives through one chapter; what was otherwise than told.
async fn live(ground: Ground<'_>, site: &Site, number: usize, chapter: &Chapter) -> Result<Option<String>> {
    let mut person = ground.person("one two words new kept 2026-11-16 blue green red Go one\ntwo")?;
    let trial = ground.open(&site.url(&format!("/{number}"))).await?;
    let page = trial.observe().await.map_err(said)?;
    let named = |name: &str| page.elements.iter().find(|element| element.accessible_name.trim() == name);
    let handle = if chapter.element.is_empty() {
        None
    } else {
        Some(
            named(chapter.element)
                .ok_or_else(|| anyhow!("there is no `{}`", chapter.element))?
                .handle_id
                .clone(),
        )
    };
    let arguments = chapter.arguments(handle.as_ref().map(|handle| handle.as_str()));
    let acted = if chapter.meanwhile.is_empty() {
        trial.act(&mut person, chapter.tool, arguments).await?
    } else {
        trial.act_after(&mut person, chapter.tool, arguments, chapter.meanwhile).await?
    };
    let came = match &acted {
        Ok(Performed::Acted(acted)) => acted.verified_by.clone(),
        Ok(_) => "moved".to_owned(),
        Err(error) => error.finest_code().to_owned(),
    };
    let expected = match &chapter.comes {
        Comes::Done(how) => std::slice::from_ref(how),
        Comes::Refused(codes) => codes,
    };
    let holds = trial.evaluate(&format!("Boolean({})", chapter.holds)).await.unwrap_or(Value::Null);
    let sent = site.asked().iter().filter(|asked| asked.method != "GET").count();
    trial.close().await;
    let mut trouble = Vec::new();
    if !expected.contains(&came.as_str()) {
        let why = acted.err().map(|error| error.message).unwrap_or_default();
        trouble.push(format!("{came} in place of {} ({why})", expected.join(" or ")));
    }
    if holds != json!(true) {
        trouble.push(format!("it does not hold that {}", chapter.holds));
    }
    if sent != chapter.sent {
        trouble.push(format!("{sent} requests were sent in place of {}", chapter.sent));
    }
    Ok((!trouble.is_empty()).then(|| trouble.join("; ")))
}

fn answer(asked: &Asked) -> Reply {
    let number = asked.path.trim_start_matches('/').parse::<usize>();
    let page =
        number.ok().and_then(|number| STORY.get(number)).map_or("<p>There</p>", |chapter| chapter.page);
    Reply::html(format!("<!doctype html><title>Story</title><body>{page}"))
}

impl Told {
    fn check(&self) -> Check {
        let good = self.chapters.iter().filter(|(_, trouble)| trouble.is_none()).count();
        Check {
            passed: good == self.chapters.len() && good > 0,
            what: self.place,
            found: format!("{good} of {} chapters", self.chapters.len()),
            bound: "all".into(),
        }
    }
}

fn text(told: &[Told], checks: &[Check]) -> String {
    let rows: Vec<Vec<String>> = (0..told[0].chapters.len())
        .map(|at| {
            let state =
                |told: &Told| if told.chapters[at].1.is_none() { "as told" } else { "OTHERWISE" }.to_owned();
            std::iter::once(told[0].chapters[at].0.to_owned()).chain(told.iter().map(state)).collect()
        })
        .collect();
    let places: Vec<&str> = std::iter::once("chapter").chain(told.iter().map(|told| told.place)).collect();
    let mut text = format!("{}\n", layout(1, &places, &rows));
    for one in told {
        for (name, trouble) in &one.chapters {
            if let Some(trouble) = trouble {
                text.push_str(&format!("otherwise: {}: {name}: {trouble}\n", one.place));
            }
        }
    }
    text + &check::lines(checks)
}

fn as_json(told: &[Told], outcome: Outcome, checks: &[Check]) -> Value {
    let chapter = |(name, trouble): &(&str, Option<String>)| json!({ "chapter": name, "trouble": trouble });
    let one = |told: &Told| json!({ "place": told.place, "chapters": told.chapters.iter().map(chapter).collect::<Vec<_>>() });
    json!({ "bench": "conformance", "outcome": outcome.word(), "told": told.iter().map(one).collect::<Vec<_>>(),
        "checks": check::json(checks) })
}
