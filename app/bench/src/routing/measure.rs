//! One model over all requests.

use std::collections::HashMap;
use std::time::Instant;

use anyhow::{Result, anyhow};
use laika_context::Fence;
use laika_context::route::{Decision, Prior, Routing, Score};
use laika_model::{Cancel, Runner as _};
use laika_protocol::ids::Sha256;
use laika_protocol::llmcp::{Choice, Route};

use super::fitting::{Fitted, Weighed, fitted};
use super::material::Case;
use crate::clock::median;
use crate::models::{self, Started, Subject};
use crate::{Options, Reports};

/// Requests that are asked without what was read before as well: each takes many times as long.
const COLD_CASES: usize = 8;

/// What one model did.
pub(super) struct Measured {
    pub(super) model: String,
    pub(super) routes: Vec<Route>,
    /// By request: the candidate that the model's weights alone would choose.
    pub(super) raw: Vec<String>,
    /// The weights against the prior.
    pub(super) calibrated: Vec<String>,
    /// The words alone.
    pub(super) words: Vec<String>,
    /// What was written under a grammar of the candidates.
    pub(super) sampled: Vec<String>,
    /// Seconds of each request, as long as a person waits for it.
    pub(super) times: Vec<f64>,
    /// The middle of them.
    pub(super) seconds: f64,
    /// The same when nothing is known, and when all but the request is.
    pub(super) cold: f64,
    pub(super) warm: f64,
    pub(super) tokens: f64,
    /// The numbers of the decision as they would be best for it.
    pub(super) fitted: Option<Fitted>,
}

pub(super) async fn measure(
    options: &Options,
    subject: &Subject,
    cases: &[Case],
    reports: &mut Reports<'_>,
) -> Result<Measured> {
    let model = models::begin(options, subject).await?;
    let capabilities = model.capabilities();
    let mut weighed = Vec::new();
    let mut priors: HashMap<Sha256, Prior> = HashMap::new();
    let mut measured = Measured {
        model: subject.name.clone(),
        routes: Vec::new(),
        raw: Vec::new(),
        calibrated: Vec::new(),
        words: Vec::new(),
        sampled: Vec::new(),
        times: Vec::new(),
        seconds: f64::NAN,
        cold: f64::NAN,
        warm: f64::NAN,
        tokens: f64::NAN,
        fitted: None,
    };
    let (mut seconds, mut tokens) = (Vec::new(), Vec::new());
    for (number, case) in cases.iter().enumerate() {
        if number % 20 == 0 {
            (reports.progress)(&format!("routing: {} {number}/{}", subject.name, cases.len()));
        }
        let routing = routing(case, capabilities.tuned)?;
        let start = Instant::now();
        if !capabilities.weighs {
            // A server that cannot weigh is asked as the product asks it: for the name alone.
            let written = model.write(&routing.ask(), &Cancel::new()).await?;
            seconds.push(start.elapsed().as_secs_f64());
            tokens.push(f64::from(written.usage.read));
            let decision = routing.read(&written).map_err(|problem| anyhow!("{}: {problem}", case.id))?;
            measured.say(decision);
            continue;
        }
        let known = priors.get(routing.prior_key());
        let routing = routing.with_prior(known);
        let mut weights = model.weigh(&routing.weighing(), &Cancel::new()).await?;
        seconds.push(start.elapsed().as_secs_f64());
        tokens.push(f64::from(weights.usage.read));
        // Kept apart, so that what is fitted can leave the prior out.
        let prior = routing.prior(&weights).map_err(|problem| anyhow!("{}: {problem}", case.id))?;
        let routing = routing.with_prior(Some(&prior));
        weights.weights.truncate(1);
        priors.insert(prior.key().clone(), prior);
        let decision = routing.decide(&weights).map_err(|problem| anyhow!("{}: {problem}", case.id))?;
        measured.say(decision);
        let written = model.write(&routing.ask(), &Cancel::new()).await?;
        // What was written is what weighs most.
        let named = routing.read(&written).map(|decision| best(&decision, |score| score.weight));
        measured.sampled.push(named.unwrap_or_default());
        weighed.push(Weighed { routing, weights });
    }
    measured.seconds = median(seconds.clone());
    measured.times = seconds;
    measured.tokens = median(tokens);
    measured.fitted = fitted(cases, &weighed);
    prefix_reuse(&model, cases, &mut measured).await?;
    Ok(measured)
}

impl Measured {
    fn say(&mut self, decision: Decision) {
        self.raw.push(best(&decision, |score| score.weight));
        self.calibrated.push(best(&decision, |score| score.weight - score.prior));
        self.words.push(best(&decision, |score| score.fit));
        self.routes.push(decision.route);
    }
}

/// As the product asks it.
pub(crate) fn routing(case: &Case, tuned: bool) -> Result<Routing> {
    let fence = Fence::new(&case.id);
    let routing = Routing::new(&case.query, case.page.as_deref(), &case.tools(), &fence)
        .map_err(|problem| anyhow!("{}: {problem}", case.id))?;
    Ok(routing.for_tuned(tuned))
}

fn best(decision: &Decision, of: impl Fn(&Score) -> f32) -> String {
    let best = decision.scores.iter().max_by(|a, b| of(a).total_cmp(&of(b)));
    best.map(|score| score.name.clone()).unwrap_or_default()
}

/// The same weighing with nothing read before, and with everything.
async fn prefix_reuse(model: &Started, cases: &[Case], measured: &mut Measured) -> Result<()> {
    // Only weights of our own forget when they are told to.
    let Some(model) = model.as_embedded() else { return Ok(()) };
    let (mut cold, mut warm) = (Vec::new(), Vec::new());
    for case in cases.iter().take(COLD_CASES) {
        let mut weighing = routing(case, model.capabilities().tuned)?.weighing();
        weighing.prompts.truncate(1);
        model.forget().await?;
        for times in [&mut cold, &mut warm] {
            let weights = model.weigh(&weighing, &Cancel::new()).await?;
            times.push(weights.usage.first_ms / 1000.0);
        }
    }
    measured.cold = median(cold);
    measured.warm = median(warm);
    Ok(())
}

/// As a candidate is named.
pub(super) fn name(route: &Route) -> &str {
    match route.choice {
        Choice::CallTool => route.tool.as_ref().map_or("", |tool| tool.as_str()),
        Choice::Clarify => "clarify",
        Choice::None => "none",
    }
}
