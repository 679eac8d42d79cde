//! Questions of the kind people ask, on stored pages of others: answered as `laika ask` answers them, with a model and
//! without. A part of the questions is only ever scored.

mod material;
mod report;
mod score;

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, Result};
use laika_context::ground::Material;
use laika_daemon::service::Reply;
use laika_daemon::working::{
    Answered, Asks, Card, Order, Part, Planner, StartModel, Thinker, Thinking, Thought, View, Where,
};
use laika_protocol::run::Pause;
use laika_protocol::wire::SiteMode;

use crate::at_work::{AtWork, Person};
use crate::check;
use crate::models::Shared;
use crate::web::Site;
use crate::{Options, Outcome, Reports, models, print, skip, skip_part};
use material::Question;
use score::{Scored, score};

/// One way to answer all questions.
struct Pass {
    /// The model, or that there is none.
    name: String,
    scored: Vec<(Question, Scored)>,
}

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    let folders = ["articles", "readability"];
    let data = options.data.as_ref().filter(|data| folders.iter().all(|name| data.join(name).is_dir()));
    let Some(data) = data else { return skip(options, "no LAIKA_DATA/articles and readability", reports) };
    if laika_browser::find_program().is_none() {
        return skip(options, "no Chromium", reports);
    }
    let questions = material::questions(options.cases)?;
    let site = material::serve(data, &questions)?;
    let mut starts = vec![("no model".to_owned(), models::for_runs(None))];
    // A sample is made without a model, unless one is named.
    if options.cases.is_none() || !options.models.is_empty() {
        let candidates = models::subjects(options)?;
        if candidates.is_empty() {
            skip_part(options, models::NONE_HERE, reports)?;
        }
        for one in &candidates {
            starts.push((one.name.clone(), models::for_runs(Some(&Shared::start(options, one)?))));
        }
    }
    let work = AtWork::start(&options.laika)?;
    let mut passes = Vec::new();
    for (name, start) in starts {
        let mut scored = Vec::new();
        for (number, question) in (1..).zip(&questions) {
            (reports.progress)(&format!("questions: {number} of {}, {name}", questions.len()));
            scored.push((question.clone(), ask(question, &start, &site, &work)?));
        }
        passes.push(Pass { name, scored });
    }
    work.end(options)?;
    let checks = report::checks(&passes);
    let outcome = check::outcome(&checks);
    report::metrics(&passes).into_iter().for_each(|metric| reports.metric(metric));
    print(
        options,
        reports,
        || format!("{}{}", report::text(&passes), check::lines(&checks)),
        || report::json(&passes, outcome, &checks),
    )?;
    Ok(outcome)
}

/// Asks one question as `laika ask` does.
fn ask(question: &Question, start: &StartModel, site: &Site, work: &AtWork) -> Result<Scored> {
    let order = Order {
        part: Part::Page,
        goal: format!("{}?", question.question.trim_end_matches(['?', '.', ' '])),
        urls: vec![site.url(&format!("/{}", question.page))],
        allow: Vec::new(),
        mode: SiteMode::Observe,
        private: false,
        strict: true,
        headed: false,
        surface: Where::default(),
        exposed: Vec::new(),
        asks: Asks::Nobody,
    };
    let kept = Kept::default();
    let planner = Keeping { thinker: Thinker::new(StartModel::clone(start)), kept: Kept::clone(&kept) };
    let told = work.run(order, Box::new(planner), &mut Silent)?;
    let kept = kept.lock().unwrap_or_else(PoisonError::into_inner).take();
    let (answered, materials) = kept.with_context(|| {
        format!("{}: no answer came ({})", question.id, told.trouble().unwrap_or("no reason was given"))
    })?;
    let mut scored = score(question, &answered, &materials);
    if let Some(finished) = told.answer() {
        scored.seconds = std::time::Duration::from_millis(finished.took.ms).as_secs_f64();
        scored.tokens = finished.took.tokens_read + finished.took.tokens_written;
    } else {
        // An answer that was refused is none.
        (scored.right, scored.valid) = (false, 0);
    }
    Ok(scored)
}

/// The last answer, and what it was made from.
type Kept = Arc<Mutex<Option<(Answered, Vec<Material>)>>>;

/// The product's planner, of which the answer is kept.
struct Keeping {
    thinker: Thinker,
    kept: Kept,
}

impl Planner for Keeping {
    fn next<'a>(&'a mut self, view: View<'a>) -> Thinking<'a> {
        let materials: Vec<Material> = view.pages.iter().map(|page| page.material.clone()).collect();
        let kept = Kept::clone(&self.kept);
        let next = self.thinker.next(view);
        Box::pin(async move {
            let thought = next.await?;
            if let Thought::Answer(answered) = &thought {
                *kept.lock().unwrap_or_else(PoisonError::into_inner) =
                    Some(((**answered).clone(), materials));
            }
            Ok(thought)
        })
    }

    fn model(&self) -> String {
        self.thinker.model()
    }

    fn tokens(&self) -> (u64, u64) {
        self.thinker.tokens()
    }
}

/// Nobody, who says nothing.
struct Silent;

impl Person for Silent {
    fn answer(&mut self, _: &Card) -> Reply {
        Reply::No
    }

    fn goes_on(&mut self, _: Option<Pause>) -> bool {
        false
    }
}
