//! Accessible names and roles against the web platform tests: what each element is called and what it is.

use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::check::{self, Check};
use crate::metric::Metric;
use crate::stats::Share;
use crate::web::{self, Reply, Site, World};
use crate::{Options, Outcome, Reports, print, skip};

/// Shares that must be reached.
const NAMES: f64 = 0.97;
const ROLES: f64 = 0.98;
/// Roles that all say: nothing in particular.
const GENERIC: [&str; 3] = ["generic", "", "none"];

/// Asks the page script about every element with an expectation, and reads the expectation beside it.
const ASK: &str = r#"function () {
  const of = (element) => window.laikaPage.handle({ op: "describe" }, element).value;
  const listed = [...document.querySelectorAll(".ex, .ex-generic")].map((element) => ({
    test: element.dataset.testname ?? "", label: element.dataset.expectedlabel ?? null,
    role: element.classList.contains("ex-generic") ? "generic" : element.dataset.expectedrole ?? null, found: of(element),
  }));
  // One case has its element made by a script that only runs in their harness.
  if (location.pathname.endsWith("/aside-in-prefixed-article.html")) {
    const article = document.createElementNS("http://www.w3.org/1999/xhtml", "foo:article");
    const aside = document.createElement("aside");
    aside.textContent = "x";
    article.append(aside);
    document.body.append(article);
    listed.push({ test: "aside in a prefixed article", label: null, role: "generic", found: of(aside) });
  }
  return listed;
}"#;

#[derive(Deserialize)]
struct Asked {
    test: String,
    label: Option<String>,
    role: Option<String>,
    found: Found,
}

#[derive(Deserialize)]
struct Found {
    name: String,
    role: String,
}

#[derive(Default)]
struct Tally {
    names: Share,
    roles: Share,
    wrong: Vec<String>,
}

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    let Some(folder) = options.data.as_ref().map(|data| data.join("wpt")).filter(|folder| folder.is_dir())
    else {
        return skip(options, "no LAIKA_DATA/wpt", reports);
    };
    let runtime = web::runtime()?;
    let Some(tally) = runtime.block_on(measure(&folder, reports))? else {
        return skip(options, "no Chromium", reports);
    };
    let checks = [bound("names", tally.names, NAMES), bound("roles", tally.roles, ROLES)];
    let outcome = check::outcome(&checks);
    reports.metric(Metric::share("names", tally.names).at(NAMES).beside("Chromium's own tree", 0.997));
    reports.metric(Metric::share("roles", tally.roles).at(ROLES));
    print(
        options,
        reports,
        || {
            format!(
                "{}{}",
                tally.wrong.iter().map(|line| format!("  {line}\n")).collect::<String>(),
                check::lines(&checks)
            )
        },
        || json!({ "bench": "names", "outcome": outcome.word(), "names": tally.names.json(), "roles": tally.roles.json(), "wrong": tally.wrong, "checks": check::json(&checks) }),
    )?;
    Ok(outcome)
}

fn bound(what: &'static str, share: Share, least: f64) -> Check {
    let passed = share.value().is_some_and(|value| value >= least);
    Check { passed, what, found: share.with_interval(), bound: format!("at least {:.0}%", 100.0 * least) }
}

async fn measure(folder: &Path, reports: &mut Reports<'_>) -> Result<Option<Tally>> {
    let Some(browser) = web::browser().await? else { return Ok(None) };
    let root = folder.to_owned();
    let site = Site::start(move |asked| {
        let path = asked.path.trim_start_matches('/');
        let inside = !path.contains("..");
        let text = inside.then(|| std::fs::read_to_string(root.join(path)).ok()).flatten();
        text.map_or_else(|| Reply::status(404), Reply::html)
    })?;
    let surface = web::surface(&browser, &[&site]).await?;
    let mut tally = Tally::default();
    for file in pages(folder)? {
        (reports.progress)(&format!("names: {file}"));
        let tab = web::open(&surface, &site.url(&format!("/{file}"))).await?;
        let answers = World::of_script(&tab).await?.call(ASK, &Value::Null).await?;
        tab.close().await;
        let answers: Vec<Asked> =
            serde_json::from_value(answers).context("the page script answers otherwise")?;
        answers.iter().for_each(|one| tally.add(&file, one));
    }
    browser.close().await;
    Ok(Some(tally))
}

fn pages(folder: &Path) -> Result<Vec<String>> {
    let mut pages = Vec::new();
    for part in ["accname", "html-aam"] {
        let files =
            std::fs::read_dir(folder.join(part)).with_context(|| format!("`{part}` cannot be read"))?;
        for file in files {
            let name = file?.file_name().into_string().map_err(|_| anyhow!("a name that is no text"))?;
            if name.ends_with(".html") {
                pages.push(format!("{part}/{name}"));
            }
        }
    }
    pages.sort();
    Ok(pages)
}

impl Tally {
    fn add(&mut self, file: &str, asked: &Asked) {
        if let Some(label) = &asked.label {
            self.names.n += 1;
            let right = asked.found.name == *label;
            self.names.hits += u64::from(right);
            if !right {
                self.wrong
                    .push(format!("{file}: {}: name {:?}, expected {label:?}", asked.test, asked.found.name));
            }
        }
        if let Some(role) = &asked.role {
            self.roles.n += 1;
            let right = asked.found.role == *role
                || (role == "generic" && GENERIC.contains(&asked.found.role.as_str()));
            self.roles.hits += u64::from(right);
            if !right {
                self.wrong
                    .push(format!("{file}: {}: role {:?}, expected {role:?}", asked.test, asked.found.role));
            }
        }
    }
}
