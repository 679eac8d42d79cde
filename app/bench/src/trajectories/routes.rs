//! Examples of choosing a tool: requests in many words, with the tools that are offered and others that nobody has.

use laika_context::Fence;
use laika_context::route::Routing;
use laika_protocol::tools;

use super::example::{Example, Kind, Made, Outcome, Safety, nonce};
use super::leaks::Leaks;
use super::wordings::{MadeTool, Right, Wording, made_tools, requests, said};
use super::words::{Drawn, Words};
use crate::random::Random;

/// Tools that could be taken for each other: where one is not offered, none of them is.
const ALIKE: &[&[&str]] = &[
    &["search", "web.search", "wiki", "image.search", "imageboard.search", "library_catalogue"],
    &["search", "content.find", "browser.type", "project.search"],
    &["browser.navigate", "browser.open_tab", "web.read", "source.capture", "collection.add_sources"],
    &["content.find", "browser.find", "content.summarize", "browser.observe_dom", "browser.extract_table"],
    &["replace.file", "replace.files", "replace.smart", "file_rename"],
    &["app.calculate", "app.money_calculate", "datetime", "code.run", "unit_table", "currency_rate"],
    &["commerce.estimate_tax", "commerce.estimate_shipping", "app.money_calculate", "parcel_status"],
    &["browser.back", "browser.forward"],
    &["browser.click", "browser.select", "browser.type", "browser.find"],
    &["define", "wiki", "translate"],
    &["git", "git.change", "project.search"],
    &["image.search", "image.save", "imageboard.search", "browser.capture_viewport"],
    &["datetime", "calendar.list", "calendar.add"],
    &["collection.create", "collection.add_sources", "collection.list_sources", "source.capture"],
    &["source.capture", "source.refresh", "web.read", "browser.refresh"],
    &["transform.list_types", "transform.run", "content.summarize", "quiz_question", "flashcard_add"],
    &["artifact.save", "artifact.share", "artifact.open", "note_take", "transform.run", "print_job"],
];

/// How one wish is said before another: what comes first is done first.
const BOTH: &[&str] = &[
    "{first}, then {second}",
    "{first} and then {second}",
    "{first}. After that {second}",
    "First {first}, and afterwards {second}",
    "{first}; {second}",
    "{first}, danach {second}",
    "Two things: {first}, and when that is done {second}",
    "{first} and please {second}",
    "1. {first} 2. {second}",
];

/// Makes examples, each from its number alone.
pub(super) struct Routes<'a> {
    words: &'a Words,
    leaks: &'a Leaks,
    /// Wordings by what is right, so that a tool with many wordings is not asked for more often.
    tools: Vec<Vec<Wording>>,
    none: Vec<Wording>,
    clarify: Vec<Wording>,
    made: Vec<MadeTool>,
}

impl<'a> Routes<'a> {
    pub(super) fn new(words: &'a Words, leaks: &'a Leaks) -> Self {
        let (mut tools, mut none, mut clarify): (Vec<Vec<Wording>>, _, _) = Default::default();
        for wording in requests() {
            match wording.right {
                Right::None => Vec::push(&mut none, wording),
                Right::Clarify(_) => Vec::push(&mut clarify, wording),
                Right::Tool(_) => match tools.last_mut().filter(|last| last[0].right == wording.right) {
                    Some(last) => last.push(wording),
                    None => tools.push(vec![wording]),
                },
            }
        }
        Self { words, leaks, tools, none, clarify, made: made_tools() }
    }

    /// The example of a number; nothing where the tool has no room, or the request is in a set that is measured with.
    pub(super) fn example(&self, seed: u64, number: usize) -> Option<Example> {
        let mut random = Random::of(&format!("routes/{seed}"), number);
        let wording = self.wording(&mut random)?.clone();
        let with_then = matches!(wording.right, Right::Tool(_)) && random.one_in(10);
        let second = random.pick(&self.tools).and_then(|tool| random.pick(tool)).cloned();
        let both = random.pick(BOTH).copied().unwrap_or_default();
        let mut drawn = Drawn::new(self.words, random);
        let mut query = said(&wording, &mut drawn);
        let mut split = wording.split;
        if let (true, Some(second)) = (with_then, second) {
            let then = drawn.fill(second.text);
            let first = query.trim_end_matches(['.', '!']);
            query = both.replace("{second}", &then).replace("{first}", first);
            split = split.and(second.split);
        }
        if self.leaks.is_known(&query) {
            return None;
        }
        let (tools, right) = self.offered(&wording, &mut drawn);
        let (page, ordered) = page(&mut drawn, &tools);
        let fence = Fence::new(&nonce(&mut drawn.random));
        let routing = Routing::new(&query, page.as_deref(), &tools, &fence).ok()?.for_tuned(true);
        let label =
            routing.offered().find(|(name, _)| *name == right).map(|(_, label)| format!(" {label}"))?;
        let weighing = routing.weighing();
        let safety = match right {
            _ if ordered => Safety::IgnoresOrders,
            "clarify" => Safety::Asks,
            "none" => Safety::Declines,
            _ => Safety::Plain,
        };
        Some(Example::new(Made {
            kind: Kind::Route,
            split,
            template: wording.name.clone(),
            seed,
            goal: &query,
            prompt: weighing.prompts.first()?,
            answer: label,
            offered: weighing.candidates,
            safety,
            outcome: Outcome::Constructed,
        }))
    }

    fn wording(&self, random: &mut Random) -> Option<&Wording> {
        match random.below(20) {
            0..=3 => random.pick(&self.none),
            4..=5 => random.pick(&self.clarify),
            6..=8 => {
                let tool = random.pick(&self.made)?;
                random.pick(&tool.wordings)
            }
            _ => {
                let tool = random.pick(&self.tools)?;
                random.pick(tool)
            }
        }
    }

    /// The tools that are offered, and what is right then.
    fn offered(
        &self,
        wording: &Wording,
        drawn: &mut Drawn<'_>,
    ) -> (Vec<(&'static str, &'static str)>, &'static str) {
        let line = |tool: &'static tools::Tool| (tool.name, tool.line);
        let (wanted, right) = match wording.right {
            Right::Tool(name) => (Some(name), name),
            Right::Clarify(name) => (Some(name), "clarify"),
            Right::None => (None, "none"),
        };
        let made = self.made.iter().find(|tool| Some(tool.name) == wanted);
        let of_pages = wanted.is_none_or(|name| tools::TOOLS.iter().any(|tool| tool.name == name));
        // As a run on a page offers them.
        if of_pages && drawn.random.below(10) < 4 {
            return (tools::TOOLS.iter().copied().map(line).collect(), right);
        }
        let mut all: Vec<(&str, &str)> = tools::all().map(line).collect();
        // As a run with every tool does; those that fit are then kept by their words.
        if made.is_none() && drawn.random.one_in(8) {
            return (all, right);
        }
        let alike = |name: &str| {
            ALIKE.iter().any(|group| group.contains(&name) && wanted.is_some_and(|one| group.contains(&one)))
        };
        // A request for no tool may be one for a tool that there is not.
        if wanted.is_some() {
            let made = self.made.iter().filter(|tool| !alike(tool.name));
            all.extend(made.map(|tool| (tool.name, tool.line)));
        }
        // What looks like a tool that there is not is not offered beside it.
        all.retain(|(name, _)| Some(*name) != wanted && !(made.is_some() && alike(name)));
        drawn.random.shuffle(&mut all);
        all.truncate(drawn.random.between(6, 17));
        let asks = matches!(wording.right, Right::Clarify(_));
        let without = wanted.is_some() && !asks && drawn.random.one_in(8);
        if without {
            all.retain(|(name, _)| !alike(name));
            return (all, "none");
        }
        let own = made.map(|tool| (tool.name, tool.line));
        all.extend(own.or_else(|| wanted.and_then(tools::find).map(line)));
        (all, right)
    }
}

/// The page in front, sometimes; and whether its title gives orders.
fn page(drawn: &mut Drawn<'_>, tools: &[(&str, &str)]) -> (Option<String>, bool) {
    let on_page = tools.iter().any(|(name, _)| name.starts_with("browser."));
    if !on_page || drawn.random.one_in(3) {
        return (None, false);
    }
    const TITLES: &[&str] = &[
        "{made} | {topic}",
        "{link} - {made}",
        "{made}: {product}",
        "{site}",
        "{city} {link}",
        "{part} - {made} help",
        "{person} ({made})",
        "{made} shop, page {small}",
    ];
    let title = drawn.random.pick(TITLES).copied().unwrap_or_default();
    let title = drawn.fill(title);
    if drawn.random.one_in(12) {
        let order = drawn.slot("injection");
        return (Some(format!("{order} - {title}")), true);
    }
    (Some(title), false)
}
