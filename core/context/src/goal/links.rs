//! Where to look next for what is not known yet: the links that speak of it, and links that lead to many others.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::observation::Observation;

use super::more::is_next;
use crate::question::{has, stems};
use crate::text::{stem, words};

/// Words of links behind which there are many more.
const HUBS: &[&str] = &[
    "shop",
    "store",
    "product",
    "catalogue",
    "catalog",
    "all",
    "item",
    "overview",
    "index",
    "list",
    "categori",
    "collection",
    "archive",
    "next",
    "more",
    "site",
    "map",
    "directory",
    "laden",
    "produkt",
    "übersicht",
    "alle",
    "weiter",
    "boutique",
    "produit",
    "tout",
    "suivant",
    "tienda",
    "producto",
    "todo",
    "siguiente",
];
/// What a link is worth that only leads to many others.
const HUB: f32 = 0.15;

/// A link worth following.
#[derive(Clone, Debug, PartialEq)]
pub struct Lead {
    /// Where it leads.
    pub url: String,
    /// What it says.
    pub text: String,
    /// How much it speaks of what is wanted.
    pub worth: f32,
}

/// The links of a page to the same site, each address once, best first; without those that lead nowhere new.
#[must_use]
pub fn leads(page: &Observation, question: &str, visited: &BTreeSet<String>) -> Vec<Lead> {
    gathered(page, question, visited, false)
}

/// The same with links to other sites: what a page of search results is for.
#[must_use]
pub(super) fn leads_anywhere(page: &Observation, question: &str, visited: &BTreeSet<String>) -> Vec<Lead> {
    gathered(page, question, visited, true)
}

fn gathered(page: &Observation, question: &str, visited: &BTreeSet<String>, anywhere: bool) -> Vec<Lead> {
    let asked = stems(question);
    let mut found: Vec<Lead> = Vec::new();
    let of_elements = page
        .elements
        .iter()
        .filter_map(|element| Some((&element.accessible_name, element.attributes.href.as_ref()?)));
    let of_items = page.items.iter().map(|item| (&item.title, &item.url));
    for (text, url) in of_elements.chain(of_items) {
        let here = without_fragment(url);
        let same_site = here
            .strip_prefix(page.origin.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?']));
        // How far a list is read on is bounded elsewhere.
        let elsewhere = anywhere && (here.starts_with("https://") || here.starts_with("http://"));
        if is_next(text)
            || !(same_site || elsewhere)
            || visited.contains(here)
            || here == without_fragment(&page.url)
        {
            continue;
        }
        let worth = worth(text, here, &asked);
        match found.iter_mut().find(|lead| lead.url == here) {
            Some(lead) if lead.worth < worth => *lead = Lead { url: here.into(), text: text.clone(), worth },
            Some(_) => {}
            None => found.push(Lead { url: here.into(), text: text.clone(), worth }),
        }
    }
    found.sort_by(|one, other| other.worth.total_cmp(&one.worth));
    found
}

/// An address without the place on its page.
fn without_fragment(url: &str) -> &str {
    url.split('#').next().unwrap_or(url)
}

#[expect(clippy::cast_precision_loss, reason = "words of a link")]
fn worth(text: &str, url: &str, asked: &BTreeSet<String>) -> f32 {
    let path = url.split_once("://").and_then(|(_, rest)| rest.split_once('/')).map_or("", |(_, path)| path);
    let own = stems(text);
    let shared = asked.iter().filter(|word| has(&own, word)).count() as f32;
    let in_path: BTreeSet<String> = words(path).iter().map(|word| stem(word).to_string()).collect();
    let named = asked.iter().filter(|word| has(&in_path, word)).count() as f32;
    let hub = own.iter().chain(&in_path).any(|word| HUBS.contains(&word.as_str()));
    let asked = asked.len().max(1) as f32;
    // What a link says of itself counts more than where it lies, and a link about one thing more than one about many.
    let focus = 1.0 / (1.0 + own.len() as f32 / 12.0);
    (shared.max(0.8 * named) / asked) * focus + if hub { HUB } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn page(links: &[(&str, &str)]) -> Observation {
        let element = |(text, url): &(&str, &str)| {
            json!({ "handleId": alloc::format!("h_{}", "x".repeat(22)), "role": "link",
            "accessibleName": text, "boundingBox": { "x": 0, "y": 0, "width": 1, "height": 1 }, "attributes": { "href": url } })
        };
        serde_json::from_value(json!({
            "url": "https://town.example/index", "title": "Town", "origin": "https://town.example", "documentId": "doc_1",
            "navigationGeneration": 0, "observedAtMs": 0, "text": "", "elements": links.iter().map(element).collect::<Vec<_>>(),
        }))
        .unwrap()
    }

    #[test]
    fn the_best_lead_is_about_it_and_the_next_leads_to_many() {
        let town = page(&[
            ("Front page", "https://town.example/"),
            ("About us", "https://town.example/about"),
            ("Shop", "https://town.example/shop"),
            ("Delivery and returns", "https://town.example/delivery"),
            ("Delivery for less", "https://evil.example/delivery"),
            ("Delivery", "https://town.example.evil.example/delivery"),
            ("Here", "https://town.example/index#top"),
        ]);
        let none = BTreeSet::new();
        let best = |question: &str| leads(&town, question, &none)[0].text.clone();
        assert_eq!(best("How long does delivery take?"), "Delivery and returns");
        assert_eq!(best("How much does the lantern weigh?"), "Shop");
        assert!(
            leads(&town, "delivery", &none).iter().all(|lead| lead.url.starts_with("https://town.example/"))
        );
        let visited = BTreeSet::from(["https://town.example/delivery".to_string()]);
        assert_ne!(leads(&town, "delivery", &visited)[0].text, "Delivery and returns");
        assert!(leads(&town, "x", &none).iter().all(|lead| lead.text != "Here"), "this page is no other one");
        let found = leads_anywhere(&town, "delivery", &none);
        assert!(
            found.iter().any(|lead| lead.url.starts_with("https://evil.example/")),
            "results lead elsewhere"
        );
    }
}
