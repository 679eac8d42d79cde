//! The pages that are looked at: generated ones whose every fact is known, and real ones with facts that a person listed.

use std::fmt::Write as _;

use serde::Deserialize;

const FACTS: &str = include_str!("../../data/observe-facts.json");

/// A page with what a person could want of it.
pub(super) struct Page {
    pub(super) name: String,
    pub(super) html: Html,
    pub(super) wanted: Vec<Wanted>,
}

pub(super) enum Html {
    Generated(String),
    /// A file of the readability corpus.
    Stored(String),
}

/// Something a person could want.
#[derive(Clone, Deserialize)]
pub(super) struct Wanted {
    #[serde(default)]
    page: String,
    pub(super) kind: Kind,
    /// How they would look for it.
    pub(super) ask: String,
    /// What must be there.
    pub(super) expect: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    Element,
    Fact,
}

/// The generated pages.
pub(super) fn generated() -> Vec<Page> {
    let shops = [20, 100, 300].map(|cards| page(&format!("shop of {cards}"), shop(cards), shop_facts(cards)));
    let others = [
        page("list", list(), list_facts()),
        page("article", article(), article_facts()),
        page("form", form(), form_facts()),
        page("table", table(), table_facts()),
    ];
    shops.into_iter().chain(others).collect()
}

/// The stored pages that somebody listed facts of.
pub(super) fn stored() -> serde_json::Result<Vec<Page>> {
    let wanted: Vec<Wanted> = serde_json::from_str(FACTS)?;
    let mut names: Vec<String> = wanted.iter().map(|one| one.page.clone()).collect();
    names.dedup();
    let of = |name: &String| wanted.iter().filter(|one| one.page == *name).cloned().collect();
    Ok(names
        .iter()
        .map(|name| Page { name: name.clone(), html: Html::Stored(name.clone()), wanted: of(name) })
        .collect())
}

fn page(name: &str, body: String, wanted: Vec<Wanted>) -> Page {
    let html = format!("<!doctype html><meta charset=utf-8><title>{name}</title><body>{body}");
    Page { name: name.to_owned(), html: Html::Generated(html), wanted }
}

fn element(ask: impl Into<String>, expect: impl Into<String>) -> Wanted {
    Wanted { page: String::new(), kind: Kind::Element, ask: ask.into(), expect: expect.into() }
}

fn fact(ask: impl Into<String>, expect: impl Into<String>) -> Wanted {
    Wanted { page: String::new(), kind: Kind::Fact, ask: ask.into(), expect: expect.into() }
}

const THINGS: [&str; 12] = [
    "kettle", "lamp", "chair", "ladder", "basket", "clock", "mirror", "blanket", "bicycle", "teapot", "drum",
    "compass",
];
const KINDS: [&str; 9] =
    ["copper", "wooden", "folding", "painted", "silver", "woollen", "glass", "heavy", "small"];

fn thing(n: usize) -> String {
    format!("{} {} {n}", KINDS[n % KINDS.len()], THINGS[n % THINGS.len()])
}

const MENU: &str = "<header><nav><ul><li><a href=/>Home</a><li><a href=/new>New</a><li><a href=/help>Help</a></ul></nav>\
    <form action=/search><label>Search the catalogue <input name=q></label><button>Search</button></form></header>";

fn shop(cards: usize) -> String {
    let mut html = format!(
        "{MENU}<main><h1>Things for the house</h1><div style='display:grid;grid-template-columns:repeat(4,1fr)'>"
    );
    for n in 0..cards {
        let name = thing(n);
        let price = 5 + n * 7 % 400;
        write!(
            html,
            "<div class=card><a href='/p/{n}'><h3>A {name}</h3></a><p>Made by hand, number {n} of its line.</p>\
             <span class=price>€ {price}.90</span><button aria-label='Put the {name} into the basket'>Buy</button></div>"
        )
        .unwrap_or_default();
    }
    html + "</div></main><footer><a href=/terms>Terms of sale</a><a href=/returns>Sending things back</a></footer>"
}

fn shop_facts(cards: usize) -> Vec<Wanted> {
    let picks = [0, cards / 3, cards / 2, cards - 1];
    let buttons = picks.map(|n| {
        element(
            format!("put the {} into the basket", thing(n)),
            format!("Put the {} into the basket", thing(n)),
        )
    });
    let links = [cards / 4, cards - 2].map(|n| element(format!("a {}", thing(n)), format!("A {}", thing(n))));
    let facts = [1, cards - 3]
        .map(|n| fact(format!("made by hand number {n}"), format!("Made by hand, number {n} of its line.")));
    let fixed = [
        element("search the catalogue", "Search the catalogue"),
        element("sending things back", "Sending things back"),
    ];
    buttons.into_iter().chain(links).chain(facts).chain(fixed).collect()
}

fn list() -> String {
    let mut html = String::from("<h1>Stories</h1><table>");
    for n in 0..30 {
        write!(
            html,
            "<tr><td>{}.<td><a href='https://site{n}.example/s'>How the {} was found</a>\
             <tr><td><td>{} points by user{n} | <a href='/item?id={n}'>{} comments</a>",
            n + 1,
            thing(n),
            10 + n * 3,
            n * 5
        )
        .unwrap_or_default();
    }
    html + "</table><a href='/news?p=2'>More stories</a>"
}

fn list_facts() -> Vec<Wanted> {
    let stories = [0, 7, 13, 21, 29].map(|n| {
        element(format!("how the {} was found", thing(n)), format!("How the {} was found", thing(n)))
    });
    let comments = [3, 26].map(|n| element(format!("{} comments", n * 5), format!("{} comments", n * 5)));
    let facts =
        [fact("points by user12", "46 points by user12"), fact("points by user28", "94 points by user28")];
    stories
        .into_iter()
        .chain(comments)
        .chain(facts)
        .chain([element("more stories", "More stories")])
        .collect()
}

fn article() -> String {
    let mut html = format!("{MENU}<article><h1>A year on the river</h1>");
    for n in 0..60 {
        if n % 10 == 0 {
            write!(html, "<h2>Part {}: the {}</h2>", n / 10 + 1, thing(n)).unwrap_or_default();
        }
        write!(
            html,
            "<p>In week {n} we carried the {} past the bridge at mile {}, where <a href='/place/{n}'>the keeper of lock {n}</a> \
             told us that the water had not been so low since he was a boy, and that it would rise again before the month was out.</p>",
            thing(n),
            n * 11
        )
        .unwrap_or_default();
    }
    html + "</article><footer><a href=/imprint>Imprint</a></footer>"
}

fn article_facts() -> Vec<Wanted> {
    let facts = [2, 17, 33, 48, 59].map(|n| {
        fact(format!("week {n} we carried the {}", thing(n)), format!("the bridge at mile {}", n * 11))
    });
    let links =
        [5, 31, 58].map(|n| element(format!("keeper of lock {n}"), format!("the keeper of lock {n}")));
    let rest = [fact("part 4", format!("Part 4: the {}", thing(30))), element("imprint", "Imprint")];
    facts.into_iter().chain(links).chain(rest).collect()
}

fn form() -> String {
    let mut html = String::from("<h1>Application</h1><form method=post action=/apply>");
    for n in 0..100 {
        let name = thing(n);
        match n % 4 {
            0 => write!(html, "<p><label for=f{n}>Owner of the {name}</label> <input id=f{n} name=f{n} value='secret {n}'></p>"),
            1 => write!(html, "<p><label><input type=checkbox name=f{n}> Insure the {name}</label></p>"),
            2 => write!(html, "<p><label>Colour of the {name} <select name=f{n}><option>red<option>blue</select></label></p>"),
            _ => write!(html, "<p><label>Remarks on the {name} <textarea name=f{n}></textarea></label></p>"),
        }
        .unwrap_or_default();
    }
    html + "<p>All answers are kept for seven years.</p><button>Send the application</button> <button type=reset>Start over</button></form>"
}

fn form_facts() -> Vec<Wanted> {
    let owners = [0, 48, 96]
        .map(|n| element(format!("owner of the {}", thing(n)), format!("Owner of the {}", thing(n))));
    let boxes =
        [1, 61].map(|n| element(format!("insure the {}", thing(n)), format!("Insure the {}", thing(n))));
    let lists = [42, 98]
        .map(|n| element(format!("colour of the {}", thing(n)), format!("Colour of the {}", thing(n))));
    let rest = [
        element("remarks on the", format!("Remarks on the {}", thing(3))),
        element("send the application", "Send the application"),
        fact("how long answers are kept", "kept for seven years"),
    ];
    owners.into_iter().chain(boxes).chain(lists).chain(rest).collect()
}

fn table() -> String {
    let mut html = String::from(
        "<h1>Stock</h1><table><caption>Everything in the house</caption><thead><tr><th>Number<th>Thing<th>Shelf<th>Weight<th>Note</thead><tbody>",
    );
    for n in 0..2_000 {
        write!(
            html,
            "<tr><td>{n}<td><a href='/t/{n}'>{}</a><td>S{}<td>{} kg<td>checked on day {}",
            thing(n),
            n % 77,
            n % 13 + 1,
            n % 365
        )
        .unwrap_or_default();
    }
    html + "</tbody></table>"
}

fn table_facts() -> Vec<Wanted> {
    let links = [0, 411, 999, 1500, 1999].map(|n| element(thing(n), thing(n)));
    let facts = [17, 803, 1204, 1998]
        .map(|n| fact(format!("{} shelf weight", thing(n)), format!("{n} | {} | S{}", thing(n), n % 77)));
    links
        .into_iter()
        .chain(facts)
        .chain([fact("everything in the house", "Everything in the house")])
        .collect()
}
