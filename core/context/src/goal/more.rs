//! More of what is in front: a button that loads more, a link to the next page, or the page's own scrolling; bounded, and
//! over as soon as nothing new comes.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};

use laika_protocol::ids::HandleId;
use laika_protocol::observation::{Element, ElementState, Observation};

use super::overlay::stays_here;
use crate::text::fold;

/// Pages of one list that are read, the first one included.
pub const MOST_PAGES: usize = 5;
/// Tries that bring nothing new, over the whole goal.
const MOST_IN_VAIN: usize = 4;
/// From so many entries on, a page is a list that may go on when it is scrolled.
const LIST: usize = 6;

/// What a button says that loads more, as [`fold`] writes it.
const LOADS: &[&str] = &[
    "load more",
    "load more results",
    "load more items",
    "load more posts",
    "load more comments",
    "show more",
    "show more results",
    "show all",
    "show all results",
    "view more",
    "view more results",
    "view all",
    "see more",
    "see more results",
    "see all",
    "more results",
    "more",
    "mehr laden",
    "weitere laden",
    "mehr anzeigen",
    "weitere anzeigen",
    "alle anzeigen",
    "mehr ergebnisse",
    "weitere ergebnisse",
    "mehr",
    "charger plus",
    "afficher plus",
    "voir plus",
    "plus de résultats",
    "tout afficher",
    "cargar más",
    "mostrar más",
    "ver más",
    "más resultados",
    "ver todo",
    "carica altro",
    "mostra altri",
    "meer laden",
    "carregar mais",
];
/// What a link says that leads to the next page of a list.
const NEXT: &[&str] = &[
    "next",
    "next page",
    "next results",
    "go to next page",
    "older",
    "older posts",
    "older entries",
    "weiter",
    "nächste",
    "nächste seite",
    "zur nächsten seite",
    "ältere beiträge",
    "suivant",
    "suivante",
    "page suivante",
    "articles plus anciens",
    "siguiente",
    "página siguiente",
    "siguiente página",
    "entradas antiguas",
    "avanti",
    "pagina successiva",
    "volgende",
    "próxima",
    "próxima página",
];
/// Signs that stand for going on.
const SIGNS: &[&str] = &["›", "»", "→", ">", ">>"];

/// A way to more of what is in front.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum More {
    /// A button that loads more.
    Press {
        /// The button.
        handle: HandleId,
        /// What it is called: words of the page.
        name: String,
    },
    /// A link to the next page.
    Open {
        /// Where it leads.
        url: String,
        /// What it is called: words of the page.
        name: String,
    },
    /// The page itself, which may go on when it is scrolled.
    Scroll,
}

/// How far a list was read.
#[derive(Clone, Debug, Default)]
pub(super) struct Paging {
    /// The lines that were read, so that new ones are known.
    lines: BTreeSet<u64>,
    /// What was asked for last, and on which page.
    turning: Option<(String, More)>,
    /// What brought nothing new.
    spent: BTreeSet<String>,
    turned: usize,
    in_vain: usize,
}

impl Paging {
    /// The next way to more of this page, and the number of the page that it leads to.
    pub(super) fn next(
        &mut self,
        page: &Observation,
        visited: &BTreeSet<String>,
        may_move: bool,
    ) -> Option<(More, usize)> {
        let fresh = self.take_in(&page.text);
        if let Some((place, more)) = self.turning.take() {
            if fresh {
                self.turned += 1;
            } else {
                self.in_vain += 1;
                self.spent.insert(key(&place, &more));
            }
        }
        if self.turned + 1 >= MOST_PAGES || self.in_vain >= MOST_IN_VAIN {
            return None;
        }
        let place = without_fragment(&page.url).to_string();
        let pressed = may_move.then(|| press(page)).flatten();
        let opened = may_move.then(|| next_page(page, visited)).flatten();
        let scrolled = is_list(page).then_some(More::Scroll);
        let more = [pressed, opened, scrolled]
            .into_iter()
            .flatten()
            .find(|more| !self.spent.contains(&key(&place, more)))?;
        self.turning = Some((place, more.clone()));
        Some((more, self.turned + 2))
    }

    /// What was asked for last was not done.
    pub(super) fn refused(&mut self) {
        if let Some((place, more)) = self.turning.take() {
            self.in_vain += 1;
            self.spent.insert(key(&place, &more));
        }
    }

    /// Whether a text holds a line that was not read before.
    fn take_in(&mut self, text: &str) -> bool {
        let mut fresh = false;
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            fresh |= self.lines.insert(hash(line));
        }
        fresh
    }
}

fn key(place: &str, more: &More) -> String {
    match more {
        More::Press { name, .. } => format!("press {place} {name}"),
        More::Open { url, .. } => format!("open {url}"),
        More::Scroll => format!("scroll {place}"),
    }
}

fn press(page: &Observation) -> Option<More> {
    let loads =
        |element: &&Element| element.role == "button" || element.role == "link" && stays_here(element, page);
    let mut found = page.elements.iter().filter(loads).filter(|element| is_usable(element));
    let element = found.find(|element| LOADS.contains(&fold(&element.accessible_name).as_str()))?;
    Some(More::Press { handle: element.handle_id.clone(), name: element.accessible_name.clone() })
}

fn next_page(page: &Observation, visited: &BTreeSet<String>) -> Option<More> {
    let links = page.elements.iter().filter(|element| element.role == "link" && is_usable(element));
    let mut leads: Option<More> = None;
    let following = following(&page.url);
    for element in links {
        let name = element.accessible_name.trim();
        let Some(url) = element.attributes.href.as_deref().map(without_fragment) else { continue };
        let same_site = url
            .strip_prefix(page.origin.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?']));
        if !same_site || visited.contains(url) || url == without_fragment(&page.url) {
            continue;
        }
        let more = More::Open { url: url.to_string(), name: name.to_string() };
        if is_next(name) {
            return Some(more);
        }
        // A bare number is a page of the list where its address has that number too.
        if name == following && url.split(|c: char| !c.is_ascii_digit()).any(|number| number == following) {
            leads.get_or_insert(more);
        }
    }
    leads
}

/// Whether a link says that it leads to the next page of a list.
pub(super) fn is_next(name: &str) -> bool {
    NEXT.contains(&fold(name).as_str()) || SIGNS.contains(&name.trim())
}

/// The number of the page behind this one, as its address says; 2 where it says none.
fn following(url: &str) -> String {
    const KEYS: &[&str] = &["page=", "p=", "page/", "seite=", "seite/", "pagina="];
    let number = KEYS.iter().find_map(|key| {
        let at = url.find(key).filter(|at| url[..*at].ends_with(['?', '&', '/']))?;
        let digits: String = url[at + key.len()..].chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<u32>().ok()
    });
    (number.unwrap_or(1).saturating_add(1)).to_string()
}

/// Whether a page is a list, or a thread, that may go on below.
fn is_list(page: &Observation) -> bool {
    page.items.len().max(page.comments.len()).max(page.outline.len()) >= LIST
}

fn is_usable(element: &Element) -> bool {
    !element.states.contains(&ElementState::Disabled)
}

fn without_fragment(url: &str) -> &str {
    url.split('#').next().unwrap_or(url)
}

/// FNV-1a: lines are only compared with each other.
fn hash(line: &str) -> u64 {
    line.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;
    use serde_json::json;

    fn page(path: &str, text: &str, items: usize, elements: &[(&str, &str, &str)]) -> Observation {
        let element = |(at, (role, name, href)): (usize, &(&str, &str, &str))| {
            let attributes = if href.is_empty() { json!({}) } else { json!({ "href": href }) };
            json!({ "handleId": format!("h_{at:022}"), "role": role, "accessibleName": name,
                "attributes": attributes, "boundingBox": { "x": 0, "y": 0, "width": 1, "height": 1 } })
        };
        let item = |at: usize| json!({ "title": format!("Item {at}"), "url": format!("https://town.example/{at}"), "snippet": "" });
        serde_json::from_value(json!({
            "url": format!("https://town.example{path}"), "title": "", "origin": "https://town.example",
            "documentId": "doc_1", "navigationGeneration": 0, "observedAtMs": 0, "text": text,
            "items": (0..items).map(item).collect::<Vec<_>>(),
            "elements": elements.iter().enumerate().map(element).collect::<Vec<_>>(),
        }))
        .unwrap()
    }

    fn told(more: Option<(More, usize)>) -> String {
        match more {
            Some((More::Press { name, .. }, number)) => format!("press {name}, page {number}"),
            Some((More::Open { url, .. }, number)) => format!("open {url}, page {number}"),
            Some((More::Scroll, number)) => format!("scroll, page {number}"),
            None => "nothing".into(),
        }
    }

    #[test]
    fn the_way_to_more_is_found_in_several_languages() {
        let next = "https://town.example/list?page=2";
        for (path, items, elements, may_move, expected) in [
            ("/list", 0, vec![("button", "Load more", "")], true, "press Load more, page 2"),
            ("/list", 0, vec![("button", "Mehr anzeigen", "")], true, "press Mehr anzeigen, page 2"),
            ("/list", 0, vec![("button", "Voir plus…", "")], true, "press Voir plus…, page 2"),
            ("/list", 0, vec![("button", "Cargar más", "")], true, "press Cargar más, page 2"),
            (
                "/list",
                0,
                vec![("link", "Next ›", next)],
                true,
                "open https://town.example/list?page=2, page 2",
            ),
            (
                "/list",
                0,
                vec![("link", "Nächste Seite", next)],
                true,
                "open https://town.example/list?page=2, page 2",
            ),
            ("/list", 0, vec![("link", "›", next)], true, "open https://town.example/list?page=2, page 2"),
            ("/list", 0, vec![("link", "2", next)], true, "open https://town.example/list?page=2, page 2"),
            ("/list?page=2", 0, vec![("link", "2", next)], true, "nothing"),
            ("/list", 0, vec![("link", "2", "https://town.example/two")], true, "nothing"),
            ("/list", 0, vec![("link", "Next", "https://evil.example/?page=2")], true, "nothing"),
            ("/list", 0, vec![("link", "Next to the harbour", next)], true, "nothing"),
            ("/list", 0, vec![("button", "Load more ads and pay", "")], true, "nothing"),
            ("/list", 6, vec![], true, "scroll, page 2"),
            ("/list", 5, vec![], true, "nothing"),
            // Who may only read presses and opens nothing.
            ("/list", 0, vec![("button", "Load more", ""), ("link", "Next", next)], false, "nothing"),
            ("/list", 6, vec![("button", "Load more", "")], false, "scroll, page 2"),
        ] {
            let page = page(path, "a line", items, &elements);
            let found = Paging::default().next(&page, &BTreeSet::new(), may_move);
            assert_eq!(told(found), expected, "{path} {elements:?}");
        }
    }

    #[test]
    fn it_is_over_when_nothing_new_comes_or_enough_was_read() {
        let none = BTreeSet::new();
        let mut paging = Paging::default();
        assert_eq!(told(paging.next(&page("/", "one", 6, &[]), &none, true)), "scroll, page 2");
        assert_eq!(told(paging.next(&page("/", "one\ntwo", 6, &[]), &none, true)), "scroll, page 3");
        assert_eq!(told(paging.next(&page("/", "one\ntwo", 6, &[]), &none, true)), "nothing");

        let mut paging = Paging::default();
        let mut text = String::new();
        let mut found = Vec::new();
        for at in 0..10 {
            text.push_str(&format!("line {at}\n"));
            found.push(told(paging.next(&page("/", &text, 6, &[]), &none, true)));
        }
        assert_eq!(found.iter().filter(|one| *one != "nothing").count(), MOST_PAGES - 1, "{found:?}");

        let mut paging = Paging::default();
        let more = page("/", "one", 0, &[("button", "Load more", "")]);
        assert_eq!(told(paging.next(&more, &none, true)), "press Load more, page 2");
        paging.refused();
        assert_eq!(told(paging.next(&more, &none, true)), "nothing", "a no is a no");
    }
}
