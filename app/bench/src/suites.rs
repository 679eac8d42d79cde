//! The suites: one row each.

use anyhow::Result;

use crate::{Options, Outcome, Reports};

/// A benchmark.
pub(crate) struct Suite {
    pub(crate) name: &'static str,
    /// Another name for it.
    pub(crate) also: Option<&'static str>,
    /// What it measures, in a line.
    pub(crate) about: &'static str,
    /// How many cases `laika bench all` takes of it, so that all of them together stay within an hour; all of them if it
    /// takes no time to speak of.
    pub(crate) sample: Option<usize>,
    pub(crate) run: fn(&Options, &mut Reports<'_>) -> Result<Outcome>,
}

impl Suite {
    const fn new(
        name: &'static str,
        sample: Option<usize>,
        about: &'static str,
        run: fn(&Options, &mut Reports<'_>) -> Result<Outcome>,
    ) -> Self {
        Self { name, also: None, about, sample, run }
    }

    const fn or(mut self, also: &'static str) -> Self {
        self.also = Some(also);
        self
    }
}

/// The suite of that name.
pub(crate) fn find(name: &str) -> Option<&'static Suite> {
    SUITES.iter().find(|suite| suite.name == name || suite.also == Some(name))
}

pub(crate) const SUITES: &[Suite] = &[
    Suite::new(
        "agentdojo",
        Some(10),
        "AgentDojo's attacks through an agent that obeys them; attacks stopped, tasks completed, asks per task",
        crate::agentdojo::run,
    ),
    Suite::new(
        "answers",
        Some(2),
        "Summaries of stored articles; citations that stand, sentences that are supported, and what needs no model",
        crate::answers::run,
    ),
    Suite::new(
        "arguments",
        Some(40),
        "Goals on pages with much else on them; how often the executor fills in the right arguments, per model",
        crate::arguments::run,
    ),
    Suite::new(
        "articles",
        Some(20),
        "Main text of 181 pages against a ground truth, beside readability.js and trafilatura",
        crate::articles::run,
    ).or("extract"),
    Suite::new(
        "bfcl",
        Some(30),
        "Functions of the Berkeley leaderboard as tools of others; the right one or none chosen, and its arguments",
        crate::bfcl::run,
    ),
    Suite::new(
        "canaries",
        Some(3),
        "Secrets in every place a page has; how many of them anything says about it",
        crate::canaries::run,
    ),
    Suite::new(
        "choice",
        None,
        "What was measured of each model and kept, beside each other; whether the recommended one is the best of them",
        crate::choice::run,
    ),
    #[cfg(unix)]
    Suite::new(
        "collections",
        Some(50),
        "200 sources and 5 MB asked and made into everything; time and tokens by size, the interface meanwhile, citations",
        crate::collections::run,
    ),
    #[cfg(unix)]
    Suite::new(
        "conformance",
        Some(12),
        "One story in the isolated browser, in the person's own, and there with real input; whether all tell the same",
        crate::conformance::run,
    ),
    #[cfg(unix)]
    Suite::new(
        "crash",
        Some(60),
        "The real loop killed, starved, cut off and damaged; acknowledged events lost, effects lost or repeated",
        crate::crash::run,
    ),
    Suite::new(
        "decoding",
        Some(20),
        "Answers drawn at random under a shape, and asked to leave it; whole JSON, valid calls, real elements and quotes",
        crate::decoding::run,
    ),
    Suite::new(
        "gate",
        None,
        "One decision against reading its call as JSON, and indexing against the length of the text",
        crate::gate::run,
    ),
    Suite::new(
        "hostile",
        Some(16),
        "A model that tries everything, in the real loop on a site with secrets; what leaves, happens, hangs or is invented",
        crate::hostile::run,
    ).or("hostile-model"),
    Suite::new(
        "injection",
        None,
        "Texts that give a reader orders, and texts that do not; how many of each the detector flags",
        crate::injection::run,
    ),
    #[cfg(unix)]
    Suite::new(
        "kills",
        Some(4),
        "The server, its model, browser or network process killed at random points of real runs; ends, effects, hangs",
        crate::kills::run,
    ),
    Suite::new(
        "leaks",
        Some(12),
        "Every way out of a page that we know, behind the proxy; packets that reach a listener outside the rules",
        crate::leaks::run,
    ),
    Suite::new(
        "miniwob",
        Some(14),
        "MiniWoB++ tasks done by the agent itself with each model; episodes won, steps, asks, tokens and time",
        crate::miniwob::run,
    ),
    Suite::new(
        "miniwob-mine",
        Some(6),
        "Written plans for such tasks in the person's own browser, through the extension",
        crate::miniwob::run_plans_in_mine,
    ),
    Suite::new(
        "miniwob-plans",
        Some(16),
        "MiniWoB++ tasks played by written plans through our calls alone; episodes won",
        crate::miniwob::run_plans,
    ),
    Suite::new(
        "model",
        Some(1),
        "Loading, reading, writing and memory of each model, beside the engine by itself; and what a known prefix saves",
        crate::model::run,
    ),
    Suite::new(
        "names",
        None,
        "Accessible names and roles against the web platform tests",
        crate::names::run,
    ),
    Suite::new(
        "observe",
        Some(4),
        "What looking at a page costs in time and tokens, beside Playwright, and whether everything stays reachable",
        crate::observe::run,
    ),
    Suite::new(
        "orders",
        Some(16),
        "Questions on pages that order something else; how often each model itself follows the order, before any gate",
        crate::orders::run,
    ),
    Suite::new(
        "pages",
        Some(6),
        "48 pages that give orders, to a model that obeys; how each is stopped, and whether the person's goal is reached",
        crate::pages::run,
    ),
    Suite::new(
        "private",
        None,
        "A private run on a disk image that is searched afterwards for what was said and shown",
        crate::private::run,
    ),
    Suite::new(
        "questions",
        Some(12),
        "90 questions on 30 stored pages; answered rightly, citations that stand, sentences that nothing supports",
        crate::questions::run,
    ),
    Suite::new(
        "routing",
        Some(40),
        "Requests with the tool that each needs, none, or a question back; how often each model is right, and why",
        crate::routing::run,
    ),
    #[cfg(unix)]
    Suite::new(
        "scenarios",
        None,
        "Every state of a run, every code of a call, and stop, pause, takeover and restart at each step, in a real browser",
        crate::scenarios::run,
    ),
    Suite::new(
        "server",
        Some(5),
        "Routes and arguments from a real server over HTTP; how many are of the right form, and what a wrong key and its end say",
        crate::server::run,
    ),
    Suite::new(
        "shapes",
        None,
        "200 schemas with texts that fit them and texts that do not; which of them a model could write",
        crate::shapes::run,
    ),
    #[cfg(unix)]
    Suite::new(
        "soak",
        Some(20),
        "Hundreds of pages in one browser, some killed in mid-act; processes and folders left, memory",
        crate::soak::run,
    ),
    #[cfg(unix)]
    Suite::new(
        "stop",
        Some(10),
        "Runs of the server stopped in the middle of loading a page; time until they are cancelled and cut off",
        crate::stop::run,
    ),
    Suite::new(
        "store",
        Some(50_000),
        "The log against bare SQLite: durable appends, verifying a million events, opening a run among them",
        crate::store::run,
    ),
    Suite::new(
        "targets",
        Some(80),
        "Acts on pages that change under our hands; inputs that reached anything but the element that was meant",
        crate::targets::run,
    ).or("wrong-target"),
];
