//! Examples of filling in the arguments of one tool, on pages with much else on them, and without a page.

use laika_context::execute::{Execution, Outcome as Filled, Task};
use laika_context::pack::{Fact, Memory, Note, NoteKind, PACK_TOKENS, Pack, Step};
use laika_context::{FIRST_LOOK_TOKENS, Fence, estimate_tokens};
use laika_protocol::llmcp::Content;
use laika_protocol::model::{Ended, Usage, Written};
use laika_protocol::tools::{self, ArgRole, Tool};
use serde_json::{Map, Value, json};

use super::example::{Example, Kind, Made, Outcome, Safety, Split, nonce};
use super::leaks::Leaks;
use super::meant::{Meant, meant};
use super::sites::{HANDLE, Site, sites};
use super::wordings::{Right, Wording, requests, said};
use super::words::{Drawn, Words};
use crate::random::Random;

/// Makes examples, each from its number alone.
pub(super) struct Fills<'a> {
    words: &'a Words,
    leaks: &'a Leaks,
    /// Wordings by tool.
    tools: Vec<(&'static Tool, Vec<Wording>)>,
    /// Wishes that do not name what they mean.
    meant: Vec<Meant>,
    /// Pages that are written down.
    sites: Vec<Site>,
}

/// What is asked for.
struct Asked<'a> {
    tool: &'static Tool,
    goal: String,
    split: Split,
    template: String,
    on: On<'a>,
    /// All arguments; in the place of the handle or address of what is meant stands [`HANDLE`].
    arguments: Map<String, Value>,
}

/// Where it is asked.
enum On<'a> {
    /// On a page that is made up around what is meant.
    Any(Option<Thing>),
    /// On a page that is written down, whose element at this place is meant.
    Site(&'a Site, Option<usize>),
}

/// Something on a page.
#[derive(Clone)]
pub(super) struct Thing {
    pub(super) role: &'static str,
    pub(super) name: String,
    /// What a list offers.
    pub(super) options: Vec<&'static str>,
}

/// What a page shows.
struct Laid {
    host: String,
    path: String,
    title: String,
    things: Vec<Thing>,
    /// The place of what is meant.
    at: Option<usize>,
    ordered: bool,
}

/// A page, and the handle and address of what is meant.
struct Page {
    content: Content,
    origin: String,
    handle: Option<String>,
    address: Option<String>,
    ordered: bool,
}

impl<'a> Fills<'a> {
    pub(super) fn new(words: &'a Words, leaks: &'a Leaks) -> Self {
        let mut by_tool: Vec<(&Tool, Vec<Wording>)> = Vec::new();
        for wording in requests().into_iter().filter(|wording| !wording.arguments.is_empty()) {
            let Right::Tool(name) = wording.right else { continue };
            let Some(tool) = tools::find(name) else { continue };
            match by_tool.last_mut().filter(|(last, _)| last.name == name) {
                Some((_, wordings)) => wordings.push(wording),
                None => by_tool.push((tool, vec![wording])),
            }
        }
        Self { words, leaks, tools: by_tool, meant: meant(), sites: sites() }
    }

    /// The example of a number; nothing where what is meant cannot be chosen, or the goal is measured with.
    pub(super) fn example(&self, seed: u64, number: usize) -> Option<Example> {
        let mut random = Random::of(&format!("fills/{seed}"), number);
        let way = random.below(12);
        let mut drawn = Drawn::new(self.words, random);
        let asked = match way {
            0 | 1 => self.meant(&mut drawn),
            2..=8 => self.on_site(&mut drawn),
            _ => self.worded(&mut drawn),
        }?;
        let Asked { tool, goal, split, template, on, mut arguments } = asked;
        if self.leaks.is_known(&goal) {
            return None;
        }
        let needs_page = tools::TOOLS.iter().any(|one| one.name == tool.name);
        let page = needs_page.then(|| self.page(on, &mut drawn)).flatten();
        if needs_page && page.is_none() {
            return None;
        }
        let steps = self.steps(&page, &mut drawn);
        let done: Vec<&str> = steps.iter().map(|step| step.words.as_str()).collect();
        let (notes, facts) = beside(page.as_ref(), &mut drawn);
        let memory = Memory {
            origin: page.as_ref().map_or("", |page| page.origin.as_str()),
            steps: &steps,
            facts: &facts,
            notes: &notes,
            tabs: &[],
        };
        let pack = page.as_ref().map(|_| Pack::of(&memory, PACK_TOKENS, &estimate_tokens));
        let task = Task {
            tool,
            goal: &goal,
            page: page.as_ref().map(|page| &page.content),
            done: &done,
            pack: pack.as_ref(),
            tabs: &[],
            tokens: FIRST_LOOK_TOKENS,
        };
        let fence = Fence::new(&nonce(&mut drawn.random));
        let mut execution = Execution::new(&task, &fence).ok()?.for_tuned(true);
        if let Some(page) = &page {
            page.name_what_is_meant(&mut arguments)?;
        }
        let answer = answer(tool, execution.ask().shape.as_ref()?, &arguments)?;
        let written = Written { text: answer.clone(), ended: Ended::Complete, usage: Usage::default() };
        let ask = execution.ask().clone();
        if !matches!(execution.read(&written), Filled::Call(_)) {
            return None;
        }
        let ordered = page.is_some_and(|page| page.ordered);
        Some(Example::new(Made {
            kind: Kind::Arguments,
            split,
            template,
            seed,
            goal: &goal,
            prompt: &ask.prompt,
            answer,
            offered: offered(tool, ask.shape.as_ref()?),
            safety: if ordered { Safety::IgnoresOrders } else { Safety::Plain },
            outcome: Outcome::Constructed,
        }))
    }

    /// What somebody says with the name of what they mean.
    fn worded(&self, drawn: &mut Drawn<'_>) -> Option<Asked<'_>> {
        let (tool, wordings) = self.tool(&mut drawn.random)?;
        let wording = drawn.random.pick(wordings)?;
        let goal = said(wording, drawn);
        let blank = wording.arguments.iter().find(|(name, _)| *name == "handle").map(|(_, value)| *value);
        let target = blank.map(|blank| {
            let name = drawn.fill(blank);
            let heading = blank.trim_matches(['{', '}']).trim_end_matches(|c: char| c.is_ascii_digit());
            let options = self.options(heading, &name);
            Thing { role: role(heading, &mut drawn.random), name: named(heading, name, drawn), options }
        });
        let mut arguments = arguments(wording, drawn);
        if target.is_some() {
            arguments.insert("handleId".into(), json!(HANDLE));
        }
        let (split, template) = (wording.split, wording.name.clone());
        Some(Asked { tool, goal, split, template, on: On::Any(target), arguments })
    }

    /// What somebody says who means something and does not name it.
    fn meant(&self, drawn: &mut Drawn<'_>) -> Option<Asked<'_>> {
        let meant = drawn.random.pick(&self.meant)?;
        let wish = drawn.random.pick(&meant.wishes)?;
        let (tool, argument) = match meant.role {
            "textbox" => ("browser.type", "text"),
            "combobox" => ("browser.select", "value"),
            _ => ("browser.click", ""),
        };
        let value = wish.value.map(|value| (argument.to_owned(), json!(value)));
        let arguments = value.into_iter().chain([("handleId".to_owned(), json!(HANDLE))]).collect();
        Some(Asked {
            tool: tools::find(tool)?,
            goal: wish.says.clone(),
            split: meant.split,
            template: format!("meant/{}", meant.role),
            on: On::Any(Some(Thing::of(meant))),
            arguments,
        })
    }

    /// What somebody says on a page that is written down.
    fn on_site(&self, drawn: &mut Drawn<'_>) -> Option<Asked<'_>> {
        let site = drawn.random.pick(&self.sites)?;
        let wish = drawn.random.pick(&site.wishes)?;
        Some(Asked {
            tool: wish.tool,
            goal: wish.says.clone(),
            split: site.split,
            template: format!("site/{}", site.address),
            on: On::Site(site, wish.at),
            arguments: wish.arguments.clone(),
        })
    }

    /// What the list of a name offers.
    fn options(&self, heading: &str, name: &str) -> Vec<&'static str> {
        let mut lists = self.words.of("list").iter().filter(|_| heading == "list");
        let list = lists.find(|list| list.first().is_some_and(|one| *one == name));
        list.map_or_else(Vec::new, |list| list[1..].to_vec())
    }

    /// A tool: which element is meant is the hardest question, so it is asked most often.
    fn tool(&self, random: &mut Random) -> Option<(&'static Tool, &[Wording])> {
        let by_name = |name: &str| self.tools.iter().find(|(tool, _)| tool.name == name);
        let tool = match random.below(10) {
            0..=3 => by_name("browser.click"),
            4 | 5 => by_name("browser.type"),
            6 => by_name("browser.select"),
            _ => random.pick(&self.tools),
        };
        tool.map(|(tool, wordings)| (*tool, wordings.as_slice()))
    }

    /// A page with the element that is meant, where one is.
    fn page(&self, on: On<'_>, drawn: &mut Drawn<'_>) -> Option<Page> {
        let mut laid = match on {
            On::Any(wanted) => self.around(wanted, drawn)?,
            On::Site(site, at) => of_site(site, at, drawn)?,
        };
        if drawn.random.one_in(10) {
            laid.ordered = true;
            let order = self.words.of("injected");
            let order = drawn.random.pick(order).and_then(|line| line.first()).copied().unwrap_or_default();
            let order = drawn.fill(order);
            let role = if drawn.random.one_in(2) { "link" } else { "button" };
            let place = drawn.random.below(laid.things.len() + 1);
            laid.things.insert(place, Thing { role, name: order, options: Vec::new() });
            laid.at = laid.at.map(|at| at + usize::from(place <= at));
        }
        shown(&laid, drawn)
    }

    /// What a page of a made-up site shows beside the element that is meant.
    fn around(&self, wanted: Option<Thing>, drawn: &mut Drawn<'_>) -> Option<Laid> {
        let mut elements: Vec<Thing> = Vec::new();
        let kinds = ["button", "link", "link", "field", "list", "toggle", "tabname", "button"];
        let many = drawn.random.between(5, 34);
        for _ in 0..many {
            let thing = if drawn.random.one_in(3) {
                Thing::of(drawn.random.pick(&self.meant)?)
            } else {
                let kind = drawn.random.pick(&kinds).copied().unwrap_or_default();
                let thing =
                    drawn.random.pick(self.words.of(kind)).and_then(|thing| thing.first()).copied()?;
                let name = named(kind, thing.to_owned(), drawn);
                Thing { role: role(kind, &mut drawn.random), name, options: self.options(kind, thing) }
            };
            let name = &thing.name;
            let same = |one: &Thing| {
                let one = &one.name;
                one.eq_ignore_ascii_case(name) || one.contains(name) || name.contains(one)
            };
            if wanted.as_ref().is_none_or(|wanted| !same(wanted)) && !elements.iter().any(same) {
                elements.push(thing);
            }
        }
        let at = wanted.as_ref().map(|_| drawn.random.below(elements.len() + 1));
        if let (Some(at), Some(wanted)) = (at, wanted) {
            elements.insert(at, wanted);
        }
        let site = drawn.slot("site");
        let (made, path) = (drawn.made(), drawn.slot("path"));
        Some(Laid {
            host: format!("{}.{site}", made.to_lowercase()),
            path,
            title: drawn.fill("{link2} | {made}"),
            things: elements,
            at,
            ordered: false,
        })
    }

    /// What was done before, in words.
    fn steps(&self, page: &Option<Page>, drawn: &mut Drawn<'_>) -> Vec<Step> {
        let Some(page) = page else { return Vec::new() };
        let many = drawn.random.below(5).saturating_sub(1);
        let step = |at: usize| {
            let text = match drawn.random.below(4) {
                0 => format!("clicked {{button{}}}", at + 5),
                1 => format!("typed {{code{0}}} into {{field{0}}}", at + 5),
                2 => format!("chose {{list{0}.say}} in {{list{0}}}", at + 5),
                _ => format!("opened https://{{site{}}}/", at + 5),
            };
            Step { words: drawn.fill(&text), origin: page.origin.clone() }
        };
        (0..many).map(step).collect()
    }
}

impl Thing {
    fn of(meant: &Meant) -> Self {
        Self { role: meant.role, name: meant.name.to_owned(), options: meant.options.clone() }
    }
}

impl Page {
    /// Puts the handle or the address of what is meant where it belongs; nothing where it has none.
    fn name_what_is_meant(&self, arguments: &mut Map<String, Value>) -> Option<()> {
        let is_open = |value: &Value| value == HANDLE;
        for (name, value) in arguments.iter_mut() {
            if is_open(value) {
                let named = if name == "url" { &self.address } else { &self.handle };
                *value = json!(named.as_ref()?);
            } else if value.get("handleId").is_some_and(is_open) {
                value["handleId"] = json!(self.handle.as_ref()?);
            }
        }
        Some(())
    }
}

/// A page that is written down, often without some of what stands beside the element that is meant.
fn of_site(site: &Site, at: Option<usize>, drawn: &mut Drawn<'_>) -> Option<Laid> {
    let address = site.address.strip_prefix("https://")?;
    let (host, path) = address.split_once('/').unwrap_or((address, ""));
    let fewer = drawn.random.one_in(3);
    let (mut things, mut place) = (Vec::new(), None);
    for (number, thing) in site.things.iter().enumerate() {
        if Some(number) == at {
            place = Some(things.len());
        } else if fewer && drawn.random.one_in(3) {
            continue;
        }
        things.push(thing.clone());
    }
    let (host, path, title) = (host.to_owned(), format!("/{path}"), site.title.to_owned());
    Some(Laid { host, path, title, things, at: place, ordered: false })
}

/// A page as it is observed.
fn shown(laid: &Laid, drawn: &mut Drawn<'_>) -> Option<Page> {
    let Laid { host, path, title, .. } = laid;
    let mut number = drawn.random.between(1, 40);
    let (mut handle, mut address) = (None, None);
    let mut elements = Vec::new();
    for (place, Thing { role, name, options }) in laid.things.iter().enumerate() {
        let id = format!("laika-{number}");
        let mut element = json!({ "handle_id": id, "role": role, "text": name });
        // What a list offers is not always known.
        if !options.is_empty() && !drawn.random.one_in(8) {
            element["options"] = json!(options);
        }
        let href = (*role == "link").then(|| match slug(name) {
            slug if slug.is_empty() => format!("https://{host}/{number}"),
            slug => format!("https://{host}/{slug}"),
        });
        if let Some(href) = &href {
            element["href"] = json!(href);
        }
        if Some(place) == laid.at {
            (handle, address) = (Some(id), href);
        }
        number += 1 + usize::from(drawn.random.one_in(6));
        elements.push(element);
    }
    let heading = title.split(" | ").next().unwrap_or_default();
    let text = drawn.fill("{sentence2}\n{sentence3}");
    let page = json!({ "doc_type": "web.observation.summary.v1", "url": format!("https://{host}{path}"),
        "title": title, "text": format!("H1: {heading}\n{text}"), "elements": elements });
    let content = serde_json::from_value(page).ok()?;
    Some(Page { content, origin: format!("https://{host}"), handle, address, ordered: laid.ordered })
}

/// What a person wrote down and what was found, sometimes.
fn beside(page: Option<&Page>, drawn: &mut Drawn<'_>) -> (Vec<Note>, Vec<Fact>) {
    let Some(page) = page else { return Default::default() };
    let origin = page.origin.clone();
    let (mut notes, mut facts) = (Vec::new(), Vec::new());
    if drawn.random.one_in(10) {
        let text = drawn.fill("my number here is {code9}");
        notes.push(Note { origin: origin.clone(), kind: NoteKind::Know, text });
    }
    if drawn.random.one_in(12) {
        facts.push(Fact { text: drawn.slot("sentence9"), origin });
    }
    (notes, facts)
}

/// The name of a thing on a page: often a little more than its bare name.
fn named(heading: &str, name: String, drawn: &mut Drawn<'_>) -> String {
    match (heading, drawn.random.below(6)) {
        ("field", 0) => format!("{name} *"),
        ("field", 1) => format!("{name} (optional)"),
        ("link", 0) => format!("{name} ({})", drawn.random.between(1, 90)),
        ("tabname", 0) => format!("{name} ({})", drawn.random.between(1, 90)),
        ("Search", _) => {
            ["Search", "Search the site", "What are you looking for?"][drawn.random.below(3)].into()
        }
        _ => name,
    }
}

fn role(heading: &str, random: &mut Random) -> &'static str {
    match heading {
        "field" => "textbox",
        "list" => "combobox",
        "link" => "link",
        "tabname" => "tab",
        "tablename" => "table",
        "toggle" => ["checkbox", "switch"][random.below(2)],
        "Search" => "searchbox",
        _ => "button",
    }
}

fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// The arguments of a wording, without the handle of the element that is meant.
fn arguments(wording: &Wording, drawn: &mut Drawn<'_>) -> Map<String, Value> {
    let given = wording.arguments.iter().filter(|(name, _)| *name != "handle");
    let read = |(name, value): &(&str, &str)| {
        let text = drawn.fill(value);
        let value = serde_json::from_str(&text).ok().filter(|_| !value.starts_with("{c"));
        ((*name).to_owned(), value.unwrap_or(Value::String(text)))
    };
    given.map(read).collect()
}

/// The answer as the shape has it: its arguments in its order, those that it fixes included. Nothing where it wants one that
/// is not known.
pub(super) fn answer(tool: &Tool, shape: &Value, arguments: &Map<String, Value>) -> Option<String> {
    let mut given = Map::new();
    // Lists are offered with what they offer: the one that is meant.
    let of_list = ways(shape).iter().find(|list| {
        list["properties"]["handleId"].get("const").is_some_and(|one| arguments.get("handleId") == Some(one))
    });
    for (name, field) in of_list.unwrap_or(&shape["properties"]["args"])["properties"].as_object()? {
        let only =
            || field.get("const").or_else(|| field["enum"].as_array().filter(|all| all.len() == 1)?.first());
        let is_address = tool.argument(name).is_some_and(|argument| argument.role == ArgRole::Url);
        let value = match arguments.get(name) {
            // An address is completed before it is offered.
            Some(Value::String(url)) if is_address => field["enum"]
                .as_array()?
                .iter()
                .find(|one| one.as_str().is_some_and(|one| one.ends_with(url))),
            Some(value) => Some(value),
            None => only(),
        };
        given.insert(name.clone(), value?.clone());
    }
    Some(json!({ "tool": tool.name, "args": given }).to_string())
}

/// The answers that can be given, or the elements or addresses of them: where lists say what they offer, all that chooses
/// something of it.
pub(crate) fn offered(tool: &Tool, shape: &Value) -> Vec<String> {
    let mut answers = Vec::new();
    for list in ways(shape) {
        let handle = &list["properties"]["handleId"]["const"];
        let options = list["properties"]["value"]["enum"].as_array().filter(|_| handle.is_string());
        for option in options.into_iter().flatten() {
            let arguments = json!({ "handleId": handle, "value": option });
            answers.push(json!({ "tool": tool.name, "args": arguments }).to_string());
        }
    }
    if answers.is_empty() { chosen_from(shape) } else { answers }
}

/// The elements or addresses that can be chosen.
pub(crate) fn chosen_from(shape: &Value) -> Vec<String> {
    let mut all = Vec::new();
    for way in ways(shape) {
        let fields = way["properties"].as_object().into_iter().flatten();
        for (_, field) in fields.filter(|(name, _)| matches!(name.as_str(), "handleId" | "url")) {
            let values = field["enum"].as_array().into_iter().flatten().chain(field.get("const"));
            all.extend(values.filter_map(|one| one.as_str().map(ToOwned::to_owned)));
        }
    }
    all
}

/// The shapes of arguments that there are.
fn ways(shape: &Value) -> &[Value] {
    let arguments = &shape["properties"]["args"];
    arguments["oneOf"].as_array().map_or(std::slice::from_ref(arguments), Vec::as_slice)
}
