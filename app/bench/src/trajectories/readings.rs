//! Examples of reading: the points of a document, what it says to a question, and which of a few candidates is meant.

use laika_context::Fence;
use laika_context::choose::Choice;
use laika_context::ground::{Grounding, Material, Size};
use laika_protocol::ids::DocId;
use laika_protocol::model::{Ask, Ended, Usage, Written};
use serde_json::{Value, json};

use super::example::{Example, Kind, Made, Outcome, Safety, Split, nonce};
use super::leaks::Leaks;
use super::words::{Drawn, Words};
use crate::random::Random;

const SUBJECTS: &[&str] =
    &["ferry", "museum", "gadget", "study", "recipe", "council", "club", "software", "rental", "trail"];

/// Makes examples, each from its number alone; several questions stand in one document.
pub(super) struct Readings<'a> {
    words: &'a Words,
    leaks: &'a Leaks,
}

/// A fact as it stands in a document.
#[derive(Clone)]
struct Fact {
    sentence: String,
    questions: Vec<String>,
}

/// A document, what stands in it, and what else was asked of its subject but is not in it.
pub(super) struct Document {
    pub(super) title: String,
    pub(super) text: String,
    facts: Vec<Fact>,
    absent: Vec<Fact>,
    pub(super) ordered: bool,
    pub(super) subject: &'static str,
}

impl<'a> Readings<'a> {
    pub(super) const fn new(words: &'a Words, leaks: &'a Leaks) -> Self {
        Self { words, leaks }
    }

    /// The examples of a number.
    pub(super) fn examples(&self, seed: u64, number: usize) -> Vec<Example> {
        let random = Random::of(&format!("readings/{seed}"), number);
        let mut drawn = Drawn::new(self.words, random);
        // Now and then a long one, which is read in parts.
        if drawn.random.one_in(8) {
            return self.long(seed, &mut drawn);
        }
        let document = document(self.words, &mut drawn);
        let mut found = self.answers(&document, seed, &mut drawn);
        found.extend(self.summary(&document, seed, &mut drawn));
        found.extend(self.choices(&document, seed, &mut drawn));
        found
    }

    fn answers(&self, document: &Document, seed: u64, drawn: &mut Drawn<'_>) -> Vec<Example> {
        let mut found = Vec::new();
        let here = document.facts.iter().map(|fact| (fact, true));
        let mut asked: Vec<_> = here.chain(document.absent.iter().map(|fact| (fact, false))).collect();
        drawn.random.shuffle(&mut asked);
        for (fact, is_here) in asked.into_iter().take(3) {
            let Some(question) = drawn.random.pick(&fact.questions) else { continue };
            if self.leaks.is_known(question) {
                continue;
            }
            let points: Vec<Value> = is_here
                .then(|| json!({ "quote": fact.sentence, "text": fact.sentence }))
                .into_iter()
                .collect();
            let materials = material(document).into_iter().collect();
            let mut grounding = Grounding::new(materials, Some(question), Size::default());
            let fence = Fence::new(&nonce(&mut drawn.random));
            let Some(ask) = grounding.next(&fence) else { continue };
            let answer = json!({ "points": points }).to_string();
            grounding.feed(Some(&written(&answer)));
            // What the reader of answers would not let stand is no example.
            if is_here && !grounding.is_of_model() {
                continue;
            }
            let safety = match (document.ordered, is_here) {
                (true, _) => Safety::IgnoresOrders,
                (false, true) => Safety::Plain,
                (false, false) => Safety::Declines,
            };
            found.push(example(Kind::Answer, document, seed, question, &ask, answer, safety));
        }
        found
    }

    fn summary(&self, document: &Document, seed: u64, drawn: &mut Drawn<'_>) -> Option<Example> {
        let mut grounding = Grounding::new(vec![material(document)?], None, Size::default());
        let ask = grounding.next(&Fence::new(&nonce(&mut drawn.random)))?;
        let most = ask.shape.as_ref()?["properties"]["points"]["maxItems"].as_u64()?;
        let facts = document.facts.iter().take(usize::try_from(most).ok()?);
        let points: Vec<Value> =
            facts.map(|fact| json!({ "quote": fact.sentence, "text": fact.sentence })).collect();
        let answer = json!({ "points": points }).to_string();
        grounding.feed(Some(&written(&answer)));
        let safety = if document.ordered { Safety::IgnoresOrders } else { Safety::Plain };
        grounding
            .is_of_model()
            .then(|| example(Kind::Summarise, document, seed, &document.title, &ask, answer, safety))
    }

    /// A summary of a document in several parts: the points of each, and then one text of them.
    fn long(&self, seed: u64, drawn: &mut Drawn<'_>) -> Vec<Example> {
        let many = drawn.random.between(10, 14);
        let case = drawn.random.below(usize::MAX);
        let parts: Vec<Document> = (0..many)
            .map(|at| {
                document(self.words, &mut Drawn::new(self.words, Random::of(&format!("part {at}"), case)))
            })
            .collect();
        let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        let title = drawn.fill("{made} yearbook");
        let whole = Document {
            text: texts.join("\n"),
            facts: parts.iter().flat_map(|part| part.facts.clone()).collect(),
            absent: Vec::new(),
            ordered: parts.iter().any(|part| part.ordered),
            subject: "yearbook",
            title,
        };
        let mut grounding = Grounding::new(material(&whole).into_iter().collect(), None, Size::default());
        let safety = if whole.ordered { Safety::IgnoresOrders } else { Safety::Plain };
        let (mut found, mut told): (Vec<Example>, Vec<String>) = Default::default();
        while let Some(ask) = grounding.next(&Fence::new(&nonce(&mut drawn.random))) {
            let points = ask.shape.as_ref().map_or(&Value::Null, |shape| &shape["properties"]["points"]);
            let most =
                points["maxItems"].as_u64().and_then(|most| usize::try_from(most).ok()).unwrap_or_default();
            let reduces = !points["items"]["properties"]["number"].is_null();
            let part = ask.prompt.turns.last().map_or("", |turn| turn.text.as_str());
            let (kind, answer) = if reduces {
                // Of each part what it said first, in their order.
                let chosen =
                    told.iter().zip(1..).filter(|(_, number)| number % 2 == 1 || told.len() < 2 * most);
                let chosen =
                    chosen.take(most).map(|(text, number)| json!({ "number": number, "text": text }));
                let points: Vec<Value> = chosen.collect();
                // A title stands on what was read, like everything else.
                let title: Vec<&str> = told.first().map_or("", String::as_str).split(' ').take(4).collect();
                (Kind::Reduce, json!({ "title": title.join(" "), "points": points }))
            } else {
                let points = whole.points(None, part, most);
                told.extend(points.iter().filter_map(|point| point["text"].as_str().map(ToOwned::to_owned)));
                (Kind::Summarise, json!({ "points": points }))
            };
            let answer = answer.to_string();
            grounding.feed(Some(&written(&answer)));
            found.push(example(kind, &whole, seed, &whole.title, &ask, answer, safety));
        }
        found
    }

    /// Which of a few numbers or names of a document is what is wanted.
    fn choices(&self, document: &Document, seed: u64, drawn: &mut Drawn<'_>) -> Option<Example> {
        let fact = drawn.random.pick(&document.facts)?.clone();
        let question = drawn.random.pick(&fact.questions)?.clone();
        let mut candidates: Vec<String> = document.facts.iter().map(|fact| fact.sentence.clone()).collect();
        let absent = drawn.random.one_in(5);
        if absent {
            candidates.retain(|one| *one != fact.sentence);
        }
        drawn.random.shuffle(&mut candidates);
        let choice =
            Choice { wanted: &question, name: "source", document: &document.text, candidates: &candidates };
        let ask = choice.ask(&Fence::new(&nonce(&mut drawn.random)));
        let number = candidates.iter().position(|one| *one == fact.sentence).map_or(0, |at| at + 1);
        let answer = json!({ "choice": number }).to_string();
        choice.read(&answer).filter(|read| *read == number)?;
        let safety = match (document.ordered, number) {
            (true, _) => Safety::IgnoresOrders,
            (false, 0) => Safety::Declines,
            _ => Safety::Plain,
        };
        let mut made = example(Kind::Choose, document, seed, &question, &ask, answer, safety);
        made.offered = (0..=candidates.len()).map(|number| json!({ "choice": number }).to_string()).collect();
        Some(made)
    }
}

impl Document {
    /// A question, and the sentence that answers it; nothing to find for a question that it does not answer.
    pub(super) fn question(&self, random: &mut Random) -> Option<(String, Option<String>)> {
        let absent = random.one_in(4);
        let from = if absent { &self.absent } else { &self.facts };
        let fact = random.pick(from)?;
        let question = random.pick(&fact.questions)?.clone();
        Some((question, (!absent).then(|| fact.sentence.clone())))
    }

    /// What is right for one part of it: to a question, or as the main points.
    pub(super) fn points(&self, question: Option<&str>, part: &str, most: usize) -> Vec<Value> {
        let asked = |fact: &&Fact| {
            question.is_none_or(|question| fact.questions.iter().any(|one| same_words(one, question)))
        };
        let here = self.facts.iter().filter(asked).filter(|fact| part.contains(&fact.sentence));
        here.take(most).map(|fact| json!({ "quote": fact.sentence, "text": fact.sentence })).collect()
    }
}

fn same_words(one: &str, other: &str) -> bool {
    let bare = |text: &str| text.trim_end_matches(['?', '.']).to_lowercase();
    bare(one) == bare(other)
}

/// A document about one subject, with things that are not about it, and sometimes with orders to whoever reads it.
pub(super) fn document(words: &Words, drawn: &mut Drawn<'_>) -> Document {
    let subject = drawn.random.pick(SUBJECTS).copied().unwrap_or_default();
    let mut facts: Vec<Fact> = words
        .of(subject)
        .iter()
        .filter_map(|line| {
            let [sentence, questions @ ..] = line.as_slice() else { return None };
            let questions = questions.iter().map(|question| drawn.fill(question)).collect();
            Some(Fact { sentence: drawn.fill(sentence), questions })
        })
        .collect();
    drawn.random.shuffle(&mut facts);
    let here = drawn.random.between(3, 5).min(facts.len());
    let absent = facts.split_off(here);
    let title = drawn.fill("{made}, {city}: {topic}");
    let fillers = words.of("filler");
    let mut lines = vec![format!("H1: {title}")];
    for fact in &facts {
        let filler = drawn.random.pick(fillers).and_then(|line| line.first()).copied().unwrap_or_default();
        lines.push(match drawn.random.below(4) {
            0 => format!("{filler} {}", fact.sentence),
            1 => format!("{} {filler}", fact.sentence),
            2 => format!("- {}", fact.sentence),
            _ => fact.sentence.clone(),
        });
    }
    for _ in 0..drawn.random.below(4) {
        let chrome = drawn.random.pick(words.of("chrome")).and_then(|line| line.first()).copied();
        let at = drawn.random.below(lines.len() + 1);
        lines.insert(at, format!("- {}", chrome.unwrap_or_default()));
    }
    let ordered = drawn.random.one_in(4);
    if ordered {
        let order = drawn.random.pick(words.of("injected")).and_then(|line| line.first()).copied();
        let order = drawn.fill(order.unwrap_or_default());
        let at = drawn.random.between(1, lines.len());
        lines.insert(at, order);
    }
    Document { title, text: lines.join("\n"), facts, absent, ordered, subject }
}

/// As a run names the first page that it read.
fn material(document: &Document) -> Option<Material> {
    Some(Material {
        doc_id: DocId::parse("doc:web:p1").ok()?,
        title: document.title.clone(),
        text: document.text.clone(),
        signals: Vec::new(),
        anchors: Vec::new(),
    })
}

fn written(text: &str) -> Written {
    Written { text: text.to_owned(), ended: Ended::Complete, usage: Usage::default() }
}

fn example(
    kind: Kind,
    document: &Document,
    seed: u64,
    goal: &str,
    ask: &Ask,
    answer: String,
    safety: Safety,
) -> Example {
    let template = format!("reading:{}", document.subject);
    Example::new(Made {
        kind,
        split: Split::of(&template),
        template,
        seed,
        goal,
        prompt: &ask.prompt,
        answer,
        offered: Vec::new(),
        safety,
        outcome: Outcome::Constructed,
    })
}
