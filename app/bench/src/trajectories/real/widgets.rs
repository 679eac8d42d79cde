//! Parts of pages, each with what can be done there and ways to say that it is wanted. Pages are put together from them.

use serde_json::{Value, json};

use super::super::words::{Drawn, Words};
use crate::random::Random;

/// What the page says once it was come back to.
const CAME_BACK: &str = "came back";

/// What is right to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// Press what is called so.
    Click(String),
    /// Write this text into what is called so.
    Type(String, String),
    /// Choose this entry of the list that is called so.
    Choose(String, String),
    /// Use a tool with these arguments, which name no element.
    Tool(&'static str, Value),
    /// Ask the person.
    Ask,
}

/// Something that can be done.
#[derive(Clone, Debug)]
pub(super) struct Doable {
    /// How the person says it.
    pub(super) says: String,
    /// The same without the names in it: what is held out is a wording, whoever it speaks of.
    pub(super) wording: String,
    pub(super) act: Act,
    /// What the page says once it was done.
    pub(super) effect: String,
    /// What can be done only then.
    pub(super) then: Vec<Doable>,
}

/// A part of a page.
pub(super) struct Widget {
    pub(super) html: String,
    pub(super) doable: Vec<Doable>,
}

/// A kind of part.
pub(super) struct Kind {
    pub(super) name: &'static str,
    pub(super) make: fn(&Words, &mut Drawn<'_>) -> Widget,
}

/// Every kind.
pub(super) const KINDS: &[Kind] = &[
    Kind { name: "toolbar", make: toolbar },
    Kind { name: "inbox", make: inbox },
    Kind { name: "settings", make: settings },
    Kind { name: "tabs", make: tabs },
    Kind { name: "dialog", make: dialog },
    Kind { name: "results", make: results },
    Kind { name: "orders", make: orders },
    Kind { name: "calendar", make: calendar },
    Kind { name: "wizard", make: wizard },
    Kind { name: "message", make: message },
    Kind { name: "suggestions", make: suggestions },
    Kind { name: "pages", make: pages },
    Kind { name: "shop", make: shop },
    Kind { name: "menu", make: menu },
    Kind { name: "lists", make: lists },
    Kind { name: "far", make: far },
];

/// A text inside a page.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Something to press that says what it did. It is written in one of the ways that pages have.
pub(super) fn button(name: &str, effect: &str, more: &str, random: &mut Random) -> String {
    let (name, effect) = (escaped(name), escaped(effect));
    let jumps = if random.one_in(25) { " data-jumps" } else { "" };
    let more = format!("{more}{jumps}");
    match random.below(5) {
        0 => format!("<a href=\"#\" role=\"button\" data-did=\"{effect}\" {more}>{name}</a> "),
        1 => format!("<input type=\"button\" value=\"{name}\" data-did=\"{effect}\" {more}> "),
        2 => format!(
            "<button data-did=\"{effect}\" aria-label=\"{name}\" {more}><svg width=12 height=12></svg></button> "
        ),
        _ => format!("<button data-did=\"{effect}\" {more}>{name}</button> "),
    }
}

fn click(says: String, name: &str, effect: &str) -> Doable {
    let wording = says.clone();
    Doable { says, wording, act: Act::Click(name.to_owned()), effect: effect.to_owned(), then: Vec::new() }
}

/// The same of a wording with a blank, and what stands there.
fn click_on(wording: &str, blank: &str, what: &str, (name, effect): (&str, &str)) -> Doable {
    Doable { wording: wording.to_owned(), ..click(wording.replace(blank, what), name, effect) }
}

/// Different things under a heading: each with its name and one other way to say it.
fn some(words: &Words, heading: &str, many: usize, random: &mut Random) -> Vec<(&'static str, &'static str)> {
    let mut all: Vec<&Vec<&str>> = words.of(heading).iter().collect();
    random.shuffle(&mut all);
    let pair = |thing: &&Vec<&'static str>| {
        let name = thing.first().copied().unwrap_or_default();
        (name, random.pick(thing.get(1..).unwrap_or_default()).copied().unwrap_or(name))
    };
    all.iter().take(many).map(pair).collect()
}

/// Buttons that Laika presses itself: logging in, passwords and files are for the person.
fn pressable(words: &Words, many: usize, random: &mut Random) -> Vec<(&'static str, &'static str)> {
    const FOR_THE_PERSON: &[&str] =
        &["Sign in", "Create account", "Change password", "Upload file", "Download"];
    let mut all = some(words, "button", usize::MAX, random);
    all.retain(|(name, _)| !FOR_THE_PERSON.contains(name));
    all.truncate(many);
    all
}

fn toolbar(words: &Words, drawn: &mut Drawn<'_>) -> Widget {
    let many = drawn.random.between(4, 12);
    let mut widget = Widget { html: "<div>".into(), doable: Vec::new() };
    for (name, say) in pressable(words, many, &mut drawn.random) {
        let effect = format!("{} was pressed", name.to_lowercase());
        widget.html += &button(name, &effect, "", &mut drawn.random);
        widget.doable.push(click(say.to_owned(), name, &effect));
    }
    widget.html += "</div>";
    widget
}

fn inbox(words: &Words, drawn: &mut Drawn<'_>) -> Widget {
    const ACTS: &[(&str, &[&str])] = &[
        (
            "Delete",
            &[
                "get rid of what {who} sent",
                "the mail from {who} can go in the bin",
                "throw away {who}'s mail",
            ],
        ),
        (
            "Archive",
            &[
                "file away the one from {who}",
                "put {who}'s mail out of sight",
                "keep the mail of {who} but not here",
            ],
        ),
        ("Reply to", &["I want to write back to {who}", "get back to {who}", "start a response for {who}"]),
        (
            "Star",
            &[
                "mark what {who} wrote as important",
                "{who}'s mail matters, flag it",
                "make {who}'s mail a favourite",
            ],
        ),
    ];
    let many = drawn.random.between(2, 4);
    let mut widget = Widget { html: "<ul>".into(), doable: Vec::new() };
    for (who, _) in some(words, "person", many, &mut drawn.random) {
        let about =
            drawn.random.pick(words.of("topic")).and_then(|one| one.first()).copied().unwrap_or_default();
        widget.html += &format!("<li><b>{who}</b> {about} ");
        for (verb, ways) in ACTS {
            let (name, effect) = (format!("{verb} {who}"), format!("{} {who} done", verb.to_lowercase()));
            widget.html += &button(&name, &effect, "", &mut drawn.random);
            let says = drawn.random.pick(ways).copied().unwrap_or_default();
            widget.doable.push(click_on(says, "{who}", who, (&name, &effect)));
        }
        widget.html += "</li>";
    }
    widget.html += "</ul>";
    widget
}

fn settings(words: &Words, drawn: &mut Drawn<'_>) -> Widget {
    let many = drawn.random.between(3, 8);
    let mut widget = Widget { html: "<fieldset><legend>Preferences</legend>".into(), doable: Vec::new() };
    for (name, say) in some(words, "toggle", many, &mut drawn.random) {
        let effect = format!("{} was changed", name.to_lowercase());
        widget.html += &match drawn.random.below(3) {
            0 => format!(
                "<button role=\"switch\" aria-checked=\"false\" data-did=\"{effect}\">{name}</button><br>"
            ),
            1 => format!("<input type=\"checkbox\" aria-label=\"{name}\" data-did=\"{effect}\"> {name}<br>"),
            _ => format!("<label><input type=\"checkbox\" data-did=\"{effect}\"> {name}</label><br>"),
        };
        widget.doable.push(click(say.to_owned(), name, &effect));
    }
    widget.html += "</fieldset>";
    widget
}

fn tabs(words: &Words, drawn: &mut Drawn<'_>) -> Widget {
    let many = drawn.random.between(3, 6);
    let mut widget = Widget { html: "<div role=\"tablist\">".into(), doable: Vec::new() };
    for (name, say) in some(words, "tabname", many, &mut drawn.random) {
        let effect = format!("{} is shown", name.to_lowercase());
        widget.html +=
            &format!("<button role=\"tab\" aria-selected=\"false\" data-did=\"{effect}\">{name}</button>");
        // A question would be one about the page.
        widget.doable.push(click(format!("go where I see {say}"), name, &effect));
    }
    widget.html += "</div><div role=\"tabpanel\"><p>Choose what you want to see.</p></div>";
    widget
}

fn dialog(words: &Words, drawn: &mut Drawn<'_>) -> Widget {
    const YES: &[(&str, &str)] = &[
        ("Yes, go ahead", "no doubt here, do it"),
        ("Confirm", "I agree to that, carry it out"),
        ("Proceed", "no doubt about it, carry on"),
        ("I understand", "that is clear to me"),
    ];
    const NO: &[(&str, &str)] = &[
        ("Keep it", "on second thought leave it as it is"),
        ("Never mind", "better not, stop that"),
        ("Cancel", "I don't want that after all"),
        ("Not now", "maybe another day"),
    ];
    let (name, say) = pressable(words, 1, &mut drawn.random).pop().unwrap_or_default();
    let (yes, no) = (YES[drawn.random.below(YES.len())], NO[drawn.random.below(NO.len())]);
    let id = drawn.made();
    let opened = format!("{} was asked for", name.to_lowercase());
    let mut html = button(name, &opened, &format!("data-shows=\"{id}\""), &mut drawn.random);
    let mut then = Vec::new();
    html += &format!(
        "<div id=\"{id}\" role=\"dialog\" aria-modal=\"true\" aria-label=\"{name}?\" hidden class=\"box\"><p>{name}: are you sure?</p>"
    );
    for (answer, says) in [yes, no] {
        let effect = format!("answered {}", answer.to_lowercase());
        html += &button(answer, &effect, &format!("data-hides=\"{id}\""), &mut drawn.random);
        then.push(click(says.to_owned(), answer, &effect));
    }
    html += "</div>";
    let first = Doable { then, ..click(say.to_owned(), name, &opened) };
    Widget { html, doable: vec![first] }
}

fn results(_: &Words, drawn: &mut Drawn<'_>) -> Widget {
    const FOUND: &[(&str, &str)] = &[
        ("A beginner's guide to {topic}", "open the one for newcomers"),
        ("{topic}: how it all began", "open what tells the story from the start"),
        ("Ten common mistakes with {topic}", "read what people get wrong"),
        ("Interview: {person} on {topic}", "open the conversation with somebody who knows it"),
        ("Where to buy things for {topic}", "show me the shops"),
        ("Pictures of {topic}", "open the gallery"),
        ("{topic} in numbers", "open the statistics"),
        ("Is {topic} dangerous?", "open the one about risks"),
        ("{topic} for children", "open the one for kids"),
        ("Clubs and groups for {topic}", "find others who do it"),
    ];
    let mut found: Vec<_> = FOUND.to_vec();
    drawn.random.shuffle(&mut found);
    found.truncate(drawn.random.between(4, 8));
    let mut widget = Widget { html: "<ol>".into(), doable: Vec::new() };
    for (title, says) in found {
        let name = drawn.fill(title);
        let effect = format!("opened {name}");
        let name_in = escaped(&name);
        widget.html +=
            &format!("<li><a href=\"article\" data-did=\"{}\">{name_in}</a></li>", escaped(&effect));
        widget.doable.push(Doable { then: back(drawn), ..click(says.to_owned(), &name, &effect) });
    }
    widget.html += "</ol>";
    widget
}

fn orders(words: &Words, drawn: &mut Drawn<'_>) -> Widget {
    const ACTS: &[(&str, &str)] = &[
        ("Cancel", "call off what {who} ordered"),
        ("Invoice for", "show the bill of {who}"),
        ("Track", "follow {who}'s parcel on its way"),
        ("Edit", "alter the entry of {who}"),
    ];
    let many = drawn.random.between(2, 4);
    let mut html = String::from(
        "<table><thead><tr><th>Customer</th><th>Item</th><th>Total</th><th></th></tr></thead><tbody>",
    );
    let mut doable = Vec::new();
    for (who, _) in some(words, "person", many, &mut drawn.random) {
        let item =
            drawn.random.pick(words.of("product")).and_then(|one| one.first()).copied().unwrap_or_default();
        let total = drawn.random.between(9, 300);
        html += &format!("<tr><td>{who}</td><td>{item}</td><td>{total}.00</td><td>");
        for (verb, says) in ACTS {
            let (name, effect) = (format!("{verb} {who}"), format!("{} {who} done", verb.to_lowercase()));
            html += &button(&name, &effect, "", &mut drawn.random);
            doable.push(click_on(says, "{who}", who, (&name, &effect)));
        }
        html += "</td></tr>";
    }
    Widget { html: html + "</tbody></table>", doable }
}

fn calendar(words: &Words, drawn: &mut Drawn<'_>) -> Widget {
    const DAYS: &[&str] = &[
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
        "eleventh",
        "twelfth",
        "thirteenth",
        "fourteenth",
        "fifteenth",
        "sixteenth",
        "seventeenth",
        "eighteenth",
        "nineteenth",
        "twentieth",
    ];
    let (month, _) = some(words, "month", 1, &mut drawn.random).pop().unwrap_or_default();
    let from = drawn.random.below(8);
    let many = drawn.random.between(7, 12);
    let mut widget = Widget { html: format!("<h3>{month}</h3><div role=\"grid\">"), doable: Vec::new() };
    for (at, word) in DAYS.iter().enumerate().skip(from).take(many) {
        let name = (at + 1).to_string();
        let effect = format!("the day is {name} {month}");
        widget.html += &format!("<button data-did=\"{effect}\">{name}</button>");
        let says = ["take the {day}", "the {day} suits me", "make it the {day}"][drawn.random.below(3)];
        widget.doable.push(click_on(says, "{day}", word, (&name, &effect)));
    }
    widget.html += "</div>";
    widget
}

fn wizard(words: &Words, drawn: &mut Drawn<'_>) -> Widget {
    let steps = [
        (
            "Who travels?",
            [
                ("Just me", "nobody comes along"),
                ("Two adults", "my partner comes too"),
                ("A family", "bring the kids along"),
            ],
        ),
        (
            "How?",
            [
                ("By rail", "I like sitting in a carriage and looking out"),
                ("By air", "I want to fly"),
                ("By sea", "I'd rather be on a boat"),
            ],
        ),
        (
            "When?",
            [
                ("As soon as possible", "it cannot wait"),
                ("In the holidays", "only when there is no school"),
                ("I am flexible", "any time is fine with me"),
            ],
        ),
    ];
    let start = drawn.random.below(2);
    let go = pressable(words, 1, &mut drawn.random).pop().unwrap_or_default();
    let mut html = String::new();
    let mut chain: Vec<Doable> = Vec::new();
    let ids: Vec<String> = (0..4).map(|at| format!("step{at}{}", drawn.made())).collect();
    let mut every = Vec::new();
    for (at, (title, choices)) in steps.iter().enumerate().skip(start) {
        html += &format!(
            "<section id=\"{}\" {}><h3>{title}</h3>",
            ids[at],
            if at == start { "" } else { "hidden" }
        );
        let mut of_step = Vec::new();
        for (name, says) in choices {
            let effect = format!("chose {}", name.to_lowercase());
            let more = format!("data-shows=\"{}\" data-hides=\"{}\"", ids[at + 1], ids[at]);
            html += &button(name, &effect, &more, &mut drawn.random);
            of_step.push(click((*says).to_owned(), name, &effect));
        }
        html += "</section>";
        every.push(of_step);
    }
    let end = format!("{} was pressed at the end", go.0.to_lowercase());
    html += &format!("<section id=\"{}\" hidden><h3>Ready</h3>", ids[3]);
    html += &button(go.0, &end, "", &mut drawn.random);
    html += "</section>";
    let mut then = vec![click(go.1.to_owned(), go.0, &end)];
    for of_step in every.into_iter().rev() {
        let chosen: Vec<Doable> =
            of_step.into_iter().map(|one| Doable { then: then.clone(), ..one }).collect();
        then.clone_from(&chosen);
        chain = chosen;
    }
    Widget { html, doable: chain }
}

fn message(words: &Words, drawn: &mut Drawn<'_>) -> Widget {
    const FIELDS: &[(&str, &str)] = &[
        ("Delivery note", "tell the driver \"{text}\""),
        ("Subject", "as the heading of it take \"{text}\""),
        ("Feedback", "pass on to them \"{text}\""),
        ("Special requests", "ask the hotel for \"{text}\""),
        ("About me", "introduce me with \"{text}\""),
        ("Reason for return", "give \"{text}\" as the cause for sending it back"),
        ("Gift card text", "on the present it should say \"{text}\""),
        ("Allergies", "warn the kitchen about \"{text}\""),
    ];
    let mut fields: Vec<_> = FIELDS.to_vec();
    drawn.random.shuffle(&mut fields);
    fields.truncate(drawn.random.between(3, 5));
    let mut widget = Widget { html: "<div>".into(), doable: Vec::new() };
    let texts = some(words, "sentence", fields.len(), &mut drawn.random);
    for ((name, says), (text, _)) in fields.into_iter().zip(texts) {
        let text = text.trim_end_matches(['.', '?']);
        widget.html += &match drawn.random.below(3) {
            0 => format!("<label>{name} <input data-field=\"{name}\"></label><br>"),
            1 => format!("<input placeholder=\"{name}\" data-field=\"{name}\"><br>"),
            _ => format!("<label>{name}<br><textarea data-field=\"{name}\"></textarea></label><br>"),
        };
        widget.doable.push(Doable {
            says: says.replace("{text}", text),
            wording: says.to_owned(),
            act: Act::Type(name.to_owned(), text.to_owned()),
            effect: format!("{name} is {text}"),
            then: Vec::new(),
        });
    }
    widget.html += "</div>";
    widget
}

fn suggestions(words: &Words, drawn: &mut Drawn<'_>) -> Widget {
    let town = drawn.made();
    let id = drawn.made();
    let text: String = town.chars().take(4).collect();
    let mut html = format!(
        "<label>Where from <input data-field=\"Where from\" data-opens=\"{id}\"></label><label>Where to <input></label><ul id=\"{id}\" role=\"listbox\" hidden>"
    );
    let mut then = Vec::new();
    for (country, _) in some(words, "country", drawn.random.between(3, 5), &mut Random::of(&town, 0)) {
        let (name, effect) = (format!("{town}, {country}"), format!("the place is {town} in {country}"));
        html += &format!(
            "<li role=\"option\" tabindex=\"0\" data-did=\"{effect}\" data-hides=\"{id}\">{name}</li>"
        );
        then.push(click_on("I mean the {country} one", "{country}", country, (&name, &effect)));
    }
    html += "</ul>";
    let first = Doable {
        says: format!("begin with \"{text}\" as my starting point"),
        wording: "begin with".into(),
        act: Act::Type("Where from".into(), text.clone()),
        effect: format!("Where from is {text}"),
        then,
    };
    Widget { html, doable: vec![first] }
}

fn pages(_: &Words, drawn: &mut Drawn<'_>) -> Widget {
    let last = drawn.random.between(4, 9);
    let mut widget = Widget { html: "<nav aria-label=\"Pages\">".into(), doable: Vec::new() };
    let add = |name: String, says: &str, widget: &mut Widget| {
        let effect = format!("turned to {}", name.to_lowercase());
        widget.html += &format!("<a href=\"#\" data-did=\"{effect}\">{name}</a> ");
        widget.doable.push(click(says.to_owned(), &name, &effect));
    };
    add("Newer entries".into(), "show what came later", &mut widget);
    for page in 2..=last {
        let says =
            ["", "", "leaf to the second sheet", "leaf to the third sheet", "leaf to the fourth sheet"];
        let says = says.get(page).copied().unwrap_or("leaf to the very last sheet");
        if page == last || page < 5 {
            add(
                format!("Page {page}"),
                if page == last { "leaf to the very last sheet" } else { says },
                &mut widget,
            );
        } else {
            widget.html += &format!("<a href=\"#\">Page {page}</a> ");
        }
    }
    add("Older entries".into(), "show what came before that", &mut widget);
    widget.html += "</nav>";
    widget
}

fn shop(words: &Words, drawn: &mut Drawn<'_>) -> Widget {
    const ACTS: &[(&str, &str)] = &[
        ("Add to cart", "I'll take {what}"),
        ("Save for later", "maybe I get {what} another time, remember it"),
        ("Details of", "look closer at {what}"),
    ];
    let many = drawn.random.between(2, 5);
    let mut widget = Widget { html: "<div>".into(), doable: Vec::new() };
    for (what, _) in some(words, "product", many, &mut drawn.random) {
        let price = drawn.random.between(5, 200);
        widget.html += &format!("<article><h3>{what}</h3><p>{price}.90 EUR</p>");
        for (verb, says) in ACTS {
            let (name, effect) = (format!("{verb}: {what}"), format!("{} {what} done", verb.to_lowercase()));
            widget.html += &button(&name, &effect, "", &mut drawn.random);
            widget.doable.push(click_on(says, "{what}", what, (&name, &effect)));
        }
        widget.html += "</article>";
    }
    widget.html += "</div>";
    widget
}

fn menu(_: &Words, drawn: &mut Drawn<'_>) -> Widget {
    const ENTRIES: &[(&str, &str)] = &[
        ("Visiting times", "look when they are there"),
        ("Getting here", "open what says which bus goes there"),
        ("Careers", "see whether they want new staff"),
        ("Press", "go to the part for journalists"),
        ("Lost property", "go where forgotten umbrellas are kept"),
        ("Gift ideas", "open the presents"),
        ("Newsletter", "open where I get their mails"),
        ("Imprint", "see who runs this"),
        ("Complaints", "go where angry customers write"),
        ("Membership", "open the part where one can join"),
        ("Workshops", "open what I can learn there"),
        ("Groups", "open the part for whole classes"),
    ];
    let mut entries: Vec<_> = ENTRIES.to_vec();
    drawn.random.shuffle(&mut entries);
    entries.truncate(drawn.random.between(5, 9));
    let mut widget = Widget { html: "<nav aria-label=\"Main\"><ul>".into(), doable: Vec::new() };
    for (name, says) in entries {
        let effect = format!("went to {}", name.to_lowercase());
        widget.html += &format!("<li><a href=\"article\" data-did=\"{effect}\">{name}</a></li>");
        widget.doable.push(Doable { then: back(drawn), ..click(says.to_owned(), name, &effect) });
    }
    widget.html += "</ul></nav>";
    widget
}

/// Going back to where a link was followed from, sometimes.
fn back(drawn: &mut Drawn<'_>) -> Vec<Doable> {
    const SAYS: &[&str] = &[
        "return to the page before",
        "leave this page the way we came",
        "go back to where we came from",
        "take me to the previous page again",
        "back to the overview",
    ];
    if drawn.random.one_in(2) {
        return Vec::new();
    }
    let says = drawn.random.pick(SAYS).copied().unwrap_or_default();
    vec![tool(says, "browser.back", json!({}), CAME_BACK)]
}

/// A tool that is wanted in these words, without an element.
pub(super) fn tool(says: &str, name: &'static str, arguments: Value, effect: &str) -> Doable {
    Doable {
        says: says.to_owned(),
        wording: says.to_owned(),
        act: Act::Tool(name, arguments),
        effect: effect.to_owned(),
        then: Vec::new(),
    }
}

/// Lists to choose from: the browser's own with numbers in them, and lists that the page draws.
fn lists(words: &Words, drawn: &mut Drawn<'_>) -> Widget {
    const NUMBERS: &[(&str, &str)] = &[
        ("Guests", "there will be {value} of us"),
        ("Nights", "we stay {value} times overnight"),
        ("Copies", "I need {value} of it"),
        ("Bags", "{value} pieces of luggage come along"),
    ];
    const DRAWN: &[&str] =
        &["take {value} where it says {list}", "{list} has to be {value}", "I prefer {value} as {list}"];
    let mut widget = Widget { html: "<div>".into(), doable: Vec::new() };
    let mut choose = |list: &str, value: &str, wording: &str| {
        widget.doable.push(Doable {
            says: wording.replace("{value}", value).replace("{list}", list),
            wording: wording.to_owned(),
            act: Act::Choose(list.to_owned(), value.to_owned()),
            effect: format!("{list} is {value}"),
            then: Vec::new(),
        });
    };
    let mut html = String::new();
    let mut numbers = NUMBERS.to_vec();
    drawn.random.shuffle(&mut numbers);
    for (list, says) in numbers.into_iter().take(drawn.random.between(1, 2)) {
        let most = drawn.random.between(5, 9);
        let options: String = (1..=most).map(|one| format!("<option>{one}</option>")).collect();
        html += &format!("<label>{list} <select data-field=\"{list}\">{options}</select></label><br>");
        choose(list, &drawn.random.between(2, most).to_string(), says);
    }
    let mut all: Vec<&Vec<&str>> = words.of("list").iter().collect();
    drawn.random.shuffle(&mut all);
    for list in all.into_iter().take(drawn.random.between(1, 2)) {
        let (name, id) = (list.first().copied().unwrap_or_default(), drawn.made());
        html += &format!(
            "<button id=\"{id}\" role=\"combobox\" aria-haspopup=\"listbox\" aria-label=\"{name}\" data-name=\"{name}\" onclick=\"this.nextSibling.hidden=!this.nextSibling.hidden\">{name}</button><ul role=\"listbox\" hidden>"
        );
        for option in list.iter().skip(1) {
            html += &format!(
                "<li role=\"option\" tabindex=\"0\" data-did=\"{name} is {option}\" data-of=\"{id}\" onclick=\"this.parentNode.hidden=true\">{option}</li>"
            );
        }
        html += "</ul><br>";
        let value = drawn.random.pick(list.get(1..).unwrap_or_default()).copied().unwrap_or_default();
        choose(name, value, drawn.random.pick(DRAWN).copied().unwrap_or_default());
    }
    widget.html += &(html + "</div>");
    widget
}

/// Something that is drawn only when somebody scrolls near it.
fn far(words: &Words, drawn: &mut Drawn<'_>) -> Widget {
    const SAYS: &[(&str, i64)] = &[
        ("scroll down a page", 1),
        ("go further down on it", 1),
        ("scroll to the bottom", 10),
        ("go to the very end of the page", 10),
        ("move down {small} pages", 0),
    ];
    let id = drawn.made();
    let (name, say) = pressable(words, 1, &mut drawn.random).pop().unwrap_or_default();
    let effect = format!("{} was pressed below", name.to_lowercase());
    let mut html =
        format!("<div data-near=\"{id}\" data-says=\"came further down\" style=\"height:2600px\"></div>");
    html += &format!("<div id=\"{id}\" hidden style=\"position:fixed;top:4px;right:4px\">");
    html += &button(name, &effect, "", &mut drawn.random);
    html += "</div>";
    let (wording, pages) = SAYS[drawn.random.below(SAYS.len())];
    let said = drawn.fill(wording);
    let pages = if pages == 0 { drawn.slot("small").parse().unwrap_or(2) } else { pages };
    let scroll = Doable {
        wording: wording.to_owned(),
        then: vec![click(say.to_owned(), name, &effect)],
        ..tool(&said, "browser.scroll", json!({ "deltaY": pages }), "came further down")
    };
    Widget { html, doable: vec![scroll] }
}
