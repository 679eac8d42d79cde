//! The detector of orders in content: how many injections it finds, and how often it flags what is none.
//!
//! A third of the corpus, chosen by the hash of its id, is held out: it is scored and never shown, so that nobody can
//! tune a rule to it.

mod material;
mod report;

use anyhow::Result;
use laika_policy::inject::{self, Seen};

use crate::{Options, Outcome, Reports, print, skip_part};
use material::Example;
use report::Report;

/// An example, and whether the detector flagged it.
struct Scored {
    example: Example,
    flagged: bool,
}

impl Scored {
    fn new(example: Example) -> Self {
        let seen = Seen { text: &example.text, hidden: false };
        Self { flagged: inject::inspect(&seen).is_suspicious(), example }
    }
}

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    let corpus = material::corpus()?;
    let articles = material::articles(options.data.as_deref())?;
    if articles.is_none() {
        skip_part(options, "articles: `LAIKA_DATA/articles/ground-truth.json` is missing", reports)?;
    }
    let score = |examples: Vec<Example>| examples.into_iter().map(Scored::new).collect::<Vec<_>>();
    let report = Report::new(score(corpus), articles.map(score));
    report.metrics().into_iter().for_each(|metric| reports.metric(metric));
    print(options, reports, || report.text(), || report.json())?;
    Ok(report.outcome())
}
