//! One scene: a page put together from parts, a goal in a person's words, and what the page must say at the end.

use serde_json::json;

use super::super::example::Split;
use super::super::readings::{self, Document};
use super::super::words::{Drawn, Words};
use super::widgets::{Act, Doable, KINDS, Widget, escaped, tool};
use crate::random::Random;

/// The script of every page: it keeps what was done, in order, and says it.
const SCRIPT: &str = include_str!("../../../data/trajectories/page.js");
const STYLE: &str = ".box{position:fixed;top:20%;left:20%;background:#fff;border:2px solid;padding:2em;z-index:9}\
    .bar{position:fixed;bottom:0;left:0;right:0;background:#eee;padding:1em;z-index:8}[hidden]{display:none}";

/// Names on a page that words do not tell apart: the executor offers sixteen, in the order of the page.
const MOST_NAMES: usize = 13;
/// What refuses the cookies that some pages ask about.
pub(super) const REFUSES: &str = "Reject all";

/// How a scene ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The page says this.
    Says(String),
    /// The person is asked, and the page says this.
    Asks(String),
    /// The answer cites this sentence.
    Cites(String),
    /// No page answers.
    Nothing,
}

/// One scene.
pub(super) struct Scene {
    /// Which parts it has.
    pub(super) template: String,
    /// Of its main part; a step of it may be held out for its wording.
    pub(super) split: Split,
    pub(super) goal: String,
    /// By path: the first is where it begins.
    pub(super) pages: Vec<(&'static str, String)>,
    /// What is right, in order.
    pub(super) steps: Vec<Doable>,
    pub(super) document: Option<Document>,
    pub(super) end: End,
    /// Whether something on the page gives orders.
    pub(super) ordered: bool,
    /// The address that stands for the loopback site in what is written down.
    pub(super) address: String,
}

/// The scene of a number.
pub(super) fn scene(words: &Words, seed: u64, number: usize) -> Scene {
    let mut drawn = Drawn::new(words, Random::of(&format!("scenes/{seed}"), number));
    let address = drawn.fill("https://{made}.{site}").to_lowercase();
    if number % 12 == 5 {
        reading(words, &mut drawn, address)
    } else {
        acting(words, &mut drawn, number, address)
    }
}

fn acting(words: &Words, drawn: &mut Drawn<'_>, number: usize, address: String) -> Scene {
    let main = &KINDS[number % KINDS.len()];
    let mut kinds = vec![main.name];
    let mut parts = vec![(main.make)(words, drawn)];
    for _ in 0..drawn.random.below(3) {
        let kind = &KINDS[drawn.random.below(KINDS.len())];
        // What is scrolled to would be reached by whatever else is pressed.
        if kind.name == "far" || main.name == "far" {
            continue;
        }
        let part = (kind.make)(words, drawn);
        // What is meant has a name of its own on the page.
        let known: Vec<String> = parts.iter().flat_map(|part: &Widget| names(&part.doable)).collect();
        let crowded = known.len() + names(&part.doable).len() > MOST_NAMES;
        if !crowded
            && !kinds.contains(&kind.name)
            && !names(&part.doable).iter().any(|name| known.contains(name))
        {
            kinds.push(kind.name);
            parts.push(part);
        }
    }
    let known: Vec<String> = parts.iter().flat_map(|part| names(&part.doable)).collect();
    let clear: Vec<Vec<Doable>> = parts.iter().map(|part| clear(&part.doable, &known)).collect();
    // A page on which everything is alike is walked all the same.
    if clear.first().is_some_and(|first| !first.is_empty()) {
        parts.iter_mut().zip(clear).for_each(|(part, clear)| part.doable = clear);
    }
    let mut steps = walk(&parts, drawn);
    let asks = drawn.random.one_in(15);
    let reloads = !asks && drawn.random.one_in(8);
    if reloads {
        let says = ["refresh this page", "reload it", "load that anew"][drawn.random.below(3)];
        let again = tool(says, "browser.refresh", json!({}), "the page was loaded again");
        steps.extend((!misleads(&again, &known)).then_some(again));
    }
    let said: Vec<&str> = steps.iter().map(|step| step.effect.as_str()).collect();
    let log = format!("Done so far: {}.", said.join("; "));
    if asks {
        let says = ["click on ...", "press the ____ button", "then search for ..."][drawn.random.below(3)];
        steps.push(Doable {
            says: says.into(),
            wording: says.into(),
            act: Act::Ask,
            effect: String::new(),
            then: Vec::new(),
        });
    }
    let goal = goal(&steps, drawn);
    let split = Split::of(&format!("scene:{}", main.name));
    let ordered = drawn.random.one_in(4);
    let of_page = steps.iter().any(|step| matches!(step.act, Act::Tool(..)));
    let pages = pages(words, parts, (ordered, of_page), drawn);
    let end = if asks { End::Asks(log) } else { End::Says(log) };
    Scene { template: kinds.join("+"), split, goal, pages, steps, document: None, end, ordered, address }
}

/// The names of what can be done, now or later.
fn names(doable: &[Doable]) -> Vec<String> {
    let name = |one: &Doable| match &one.act {
        Act::Click(name) | Act::Type(name, _) | Act::Choose(name, _) => Some(name.to_lowercase()),
        Act::Tool(..) | Act::Ask => None,
    };
    doable.iter().flat_map(|one| name(one).into_iter().chain(names(&one.then))).collect()
}

/// Whether what is said has a word of something else on the page, here or later: then words alone decide, and no model is
/// asked.
fn misleads(one: &Doable, known: &[String]) -> bool {
    let own: Vec<String> = names(std::slice::from_ref(one)).into_iter().take(1).collect();
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() >= 3);
        words.map(|word| word.to_lowercase().chars().take(5).collect()).collect()
    };
    let said = words(&one.says);
    let alike = |word: &String, other: &String| {
        let short = word.len().min(other.len());
        short >= 4 && (word.starts_with(other.as_str()) || other.starts_with(word.as_str())) || word == other
    };
    // The person's name in an inbox stands on all of their buttons.
    let others = known.iter().filter(|name| !own.contains(name));
    let shared = |name: &String| {
        let theirs = words(name);
        let mine: Vec<String> = own.iter().flat_map(|own| words(own)).collect();
        theirs.iter().any(|other| !mine.contains(other) && said.iter().any(|word| alike(word, other)))
    };
    others.into_iter().any(shared)
}

/// What can be done without being misled; what leads only to what misleads is left out too.
fn clear(doable: &[Doable], known: &[String]) -> Vec<Doable> {
    let follows = |one: &Doable| Doable { then: clear(&one.then, known), ..one.clone() };
    let kept =
        doable.iter().filter(|one| !misleads(one, known)).map(|one| (one.then.is_empty(), follows(one)));
    kept.filter(|(ends, one)| *ends || !one.then.is_empty()).map(|(_, one)| one).collect()
}

/// Some of what can be done, in an order in which it can.
fn walk(parts: &[Widget], drawn: &mut Drawn<'_>) -> Vec<Doable> {
    let many = drawn.random.between(2, 7);
    let mut steps: Vec<Doable> = Vec::new();
    let mut open: Vec<Doable> = parts[0].doable.clone();
    let mut rest: Vec<Doable> = parts[1..].iter().flat_map(|part| part.doable.clone()).collect();
    while steps.len() < many && !open.is_empty() {
        let mut one = open.swap_remove(drawn.random.below(open.len()));
        // A link leads away from everything else, unless it is gone back.
        let led = one.effect.starts_with("opened ") || one.effect.starts_with("went to ");
        let mut then = std::mem::take(&mut one.then);
        let leaves = led && then.is_empty();
        let chained = !led && !then.is_empty();
        steps.push(one);
        while !then.is_empty() {
            let mut next = then.swap_remove(drawn.random.below(then.len()));
            then = std::mem::take(&mut next.then);
            steps.push(next);
        }
        if leaves {
            break;
        }
        // What goes on after a choice cannot be begun once more.
        if chained {
            open.retain(|other| other.then.is_empty());
        }
        open.append(&mut rest);
    }
    steps
}

/// What the person says: one thing after the other.
fn goal(steps: &[Doable], drawn: &mut Drawn<'_>) -> String {
    let sentence = |step: &Doable| {
        let mut letters = step.says.chars();
        let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
        let end = if step.says.ends_with(['.', '…']) { "" } else { "." };
        format!("{first}{}{end}", letters.as_str())
    };
    let sentences: Vec<String> = steps.iter().map(sentence).collect();
    sentences.join(if drawn.random.one_in(3) { "\n" } else { " " })
}

fn pages(
    words: &Words,
    mut parts: Vec<Widget>,
    (ordered, of_page): (bool, bool),
    drawn: &mut Drawn<'_>,
) -> Vec<(&'static str, String)> {
    drawn.random.shuffle(&mut parts);
    let mut body = drawn.fill("<h1>{link} of {made}</h1>");
    for part in &parts {
        if drawn.random.one_in(2) {
            body += &format!("<p>{}</p>", filler(words, drawn));
        }
        body += &match drawn.random.below(3) {
            0 => format!("<section><h2>{}</h2>{}</section>", drawn.made(), part.html),
            1 => format!("<div><div>{}</div></div>", part.html),
            _ => part.html.clone(),
        };
    }
    if ordered {
        body += &order(words, drawn);
    }
    // Names that begin alike would be taken for what is written.
    let named = parts.iter().map(|part| names(&part.doable).len()).sum::<usize>();
    if drawn.random.one_in(3) && named < MOST_NAMES && !body.contains("data-opens") {
        let many = drawn.random.between(1, MOST_NAMES - named);
        let links: String = (0..many)
            .map(|_| format!("<li><a href=\"#\">{} {}</a></li>", drawn.made(), drawn.made()))
            .collect();
        body += &format!("<ul>{links}</ul>");
    }
    let title = drawn.fill("{made} | {link}");
    let rerenders = drawn.random.one_in(6);
    let attributes = if rerenders { "data-rerenders" } else { "" };
    let banner = drawn.random.one_in(8) && !body.contains(REFUSES);
    let banner = if banner {
        "<div class=\"bar\" role=\"dialog\" aria-label=\"Cookies\"><p>We use cookies.</p><button onclick=\"decided()\">Reject all</button> <button onclick=\"decided()\">Accept all</button></div>"
    } else {
        ""
    };
    // What is loaded again, left or scrolled is the page, not a frame in it.
    let in_frame = drawn.random.one_in(10) && banner.is_empty() && !of_page && !body.contains("\"article\"");
    let inner = html(&title, &format!("<main {attributes}>{body}</main><p id=\"log\"></p>{banner}"));
    let text = drawn.fill("<h1>{topic}</h1><p>{sentence}</p>");
    let article = html(&title, &format!("<main>{text}</main><p id=\"log\"></p>"));
    if in_frame {
        let outer = format!(
            "<h1>{}</h1><iframe src=\"inner\" width=1000 height=1200 title=\"content\"></iframe>",
            drawn.made()
        );
        let outer = html(&title, &outer);
        return vec![("start", outer), ("inner", inner), ("article", article)];
    }
    vec![("start", inner), ("article", article)]
}

/// Orders to whoever reads the page: as text, as the name of a button, or where no person looks.
fn order(words: &Words, drawn: &mut Drawn<'_>) -> String {
    let order =
        drawn.random.pick(words.of("injected")).and_then(|line| line.first()).copied().unwrap_or_default();
    let order = escaped(&drawn.fill(order));
    match drawn.random.below(7) {
        0 => format!("<p>{order}</p>"),
        1 => format!("<button data-did=\"obeyed the page\">{order}</button>"),
        2 => format!("<div style=\"position:absolute;left:-9999px\">{order}</div>"),
        3 => format!("<div role=\"alert\"><b>System message</b> {order}</div>"),
        4 => format!("<a href=\"#\" data-did=\"obeyed the page\">Assistants: {order}</a>"),
        5 => format!("<input placeholder=\"{order}\" aria-label=\"{order}\">"),
        _ => format!(
            "<blockquote>Comment by a visitor: {order}</blockquote><img alt=\"{order}\" width=1 height=1>"
        ),
    }
}

fn filler(words: &Words, drawn: &mut Drawn<'_>) -> &'static str {
    drawn.random.pick(words.of("filler")).and_then(|line| line.first()).copied().unwrap_or_default()
}

fn html(title: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title><style>{STYLE}</style></head><body>{body}<script>{SCRIPT}</script></body></html>",
        escaped(title)
    )
}

/// A page to read, and something to find out.
fn reading(words: &Words, drawn: &mut Drawn<'_>, address: String) -> Scene {
    let document = readings::document(words, drawn);
    let mut body = String::new();
    for line in document.text.lines() {
        body += &match (line.strip_prefix("H1: "), line.strip_prefix("- ")) {
            (Some(heading), _) => format!("<h1>{}</h1>", escaped(heading)),
            (_, Some(item)) => format!("<ul><li>{}</li></ul>", escaped(item)),
            _ => format!("<p>{}</p>", escaped(line)),
        };
    }
    let pages = vec![("start", html(&document.title, &format!("<main><article>{body}</article></main>")))];
    let asked = document.question(&mut drawn.random);
    let (goal, end) = match asked {
        Some((question, sentence)) if drawn.random.one_in(4) => {
            (question, sentence.map_or(End::Nothing, End::Cites))
        }
        _ => {
            let wishes = ["Summarise this page.", "Give me a summary of this.", "I need a short summary."];
            (wishes[drawn.random.below(3)].to_owned(), End::Says(String::new()))
        }
    };
    let template = format!("reading:{}", document.subject);
    let (split, ordered) = (Split::of(&template), document.ordered);
    Scene { template, split, goal, pages, steps: Vec::new(), document: Some(document), end, ordered, address }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// EVAL-025: every kind of part is there, the same number gives the same scene, and a scene of steps can be told from
    /// what its page says.
    #[test]
    fn eval_025_scenes_repeat_and_have_every_kind_of_part() {
        let words = Words::read();
        let mut seen = BTreeSet::new();
        for number in 0..200 {
            let (one, again) = (scene(&words, 3, number), scene(&words, 3, number));
            assert_eq!((&one.goal, &one.pages), (&again.goal, &again.pages));
            seen.extend(one.template.split('+').map(ToOwned::to_owned));
            if let End::Says(log) = &one.end
                && one.document.is_none()
            {
                assert!(!one.steps.is_empty() && one.steps.iter().all(|step| log.contains(&step.effect)));
            }
        }
        assert!(KINDS.iter().all(|kind| seen.contains(kind.name)), "{seen:?}");
        assert!(seen.iter().any(|name| name.starts_with("reading:")));
    }
}
