//! The numbers of the decision, fitted anew to what one model weighed: on the requests that may be looked at, and then
//! counted on those that may not.

use laika_context::route::{Fit, Routing};
use laika_protocol::model::Weights;
use serde_json::{Value, json};

use super::material::Case;
use crate::labelled::is_held_out;
use crate::stats::Share;

/// After so many rounds nothing moves any more.
const ROUNDS: usize = 4;

/// What was weighed for one request.
pub(super) struct Weighed {
    pub(super) routing: Routing,
    pub(super) weights: Weights,
}

/// The best numbers that were found, and how often they are right.
pub(super) struct Fitted {
    fit: Fit,
    development: Share,
    held_out: Share,
}

/// A number of the decision, by its name, and what is tried for it.
type Knob = (&'static str, fn(&mut Fit) -> &mut f32, &'static [f32]);

const KNOBS: &[Knob] = &[
    ("prior", |fit| &mut fit.prior, &[0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0]),
    ("words", |fit| &mut fit.words, &[0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0]),
    ("no_address", |fit| &mut fit.no_address, &[0.0, 1.0, 2.0, 3.0, 5.0]),
    ("general", |fit| &mut fit.general, &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 7.0]),
    ("no_words", |fit| &mut fit.no_words, &[0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 6.0]),
    ("perhaps", |fit| &mut fit.perhaps, &[-2.0, 0.0, 1.0, 2.0, 4.0]),
    ("clearly", |fit| &mut fit.clearly, &[2.0, 5.0, 10.0, 20.0]),
    ("wanted", |fit| &mut fit.wanted, &[-1.0, 0.0, 1.0, 2.0, 4.0, f32::INFINITY]),
    ("sure", |fit| &mut fit.sure, &[2.0, 4.0, 6.0, 8.0, 10.0, f32::INFINITY]),
];

/// One number after the other, as long as it helps; what helps nothing stays as it is.
pub(super) fn fitted(cases: &[Case], weighed: &[Weighed]) -> Option<Fitted> {
    let mut fit = weighed.first().filter(|_| cases.len() == weighed.len())?.routing.fit();
    let mut best = right(cases, weighed, fit, false).hits;
    // A model that was not asked for its prior has none to be taken off.
    let has_prior = fit.prior > 0.0;
    for _ in 0..ROUNDS {
        let before = best;
        for (_, knob, tried) in KNOBS.iter().filter(|(name, ..)| has_prior || *name != "prior") {
            for value in *tried {
                let mut other = fit;
                *knob(&mut other) = *value;
                let hits = right(cases, weighed, other, false).hits;
                if hits > best {
                    (fit, best) = (other, hits);
                }
            }
        }
        if best == before {
            break;
        }
    }
    let (development, held_out) = (right(cases, weighed, fit, false), right(cases, weighed, fit, true));
    Some(Fitted { fit, development, held_out })
}

fn right(cases: &[Case], weighed: &[Weighed], fit: Fit, held_out: bool) -> Share {
    let chosen = cases.iter().zip(weighed).filter(|(case, _)| is_held_out(&case.id) == held_out);
    chosen.fold(Share::default(), |mut share, (case, one)| {
        let decision = one.routing.clone().with_fit(fit).decide(&one.weights);
        share += Share::new(u64::from(decision.is_ok_and(|decision| case.expect.is(&decision.route))), 1);
        share
    })
}

impl Fitted {
    pub(super) fn line(&self) -> String {
        let mut fit = self.fit;
        let numbers = KNOBS.iter().map(|(name, knob, _)| format!("{name} {}", knob(&mut fit)));
        let numbers = numbers.collect::<Vec<_>>().join(", ");
        format!(
            "fitted anew: {numbers}: {} where it was fitted, {} held out",
            self.development, self.held_out
        )
    }

    pub(super) fn json(&self) -> Value {
        let mut fit = self.fit;
        let number = |value: f32| if value.is_finite() { json!(value) } else { json!("never") };
        let numbers: serde_json::Map<_, _> =
            KNOBS.iter().map(|(name, knob, _)| ((*name).to_owned(), number(*knob(&mut fit)))).collect();
        json!({ "numbers": numbers, "development": self.development.json(), "held_out": self.held_out.json() })
    }
}
