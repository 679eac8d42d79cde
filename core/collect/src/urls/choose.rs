//! Which links of a page are worth collecting: the first ones, of many hosts, each page once.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::observation::Observation;

use super::address::Address;
use super::furniture::is_furniture;

/// A link that a page offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    /// Where it leads; in what was chosen, in the form in which it is opened.
    pub url: String,
    /// What it is called: words of the page.
    pub text: String,
}

/// The links of a page, in its order: the entries of its list, or every link where it has none.
#[must_use]
pub fn offered(page: &Observation) -> Vec<Offered> {
    /// Fewer entries are a menu rather than a list.
    const LIST: usize = 3;
    if page.items.len() >= LIST {
        let entry = |(url, text): (&String, &String)| Offered { url: url.clone(), text: text.clone() };
        return page.items.iter().map(|item| entry((&item.url, &item.title))).collect();
    }
    let links = page.elements.iter().filter_map(|element| {
        Some(Offered { url: element.attributes.href.clone()?, text: element.accessible_name.clone() })
    });
    links.collect()
}

struct Candidate {
    host: String,
    offered: Offered,
}

/// The first `n` links that are worth collecting, in their order: each page once, and no host has a second one while
/// another has none, nor a third while another has one. The page's own host, logins, notices and advertisements are left
/// out; a list whose entries all lead to its own host is a list of that site, and its entries are what is meant.
#[must_use]
pub fn choose(page_url: &str, links: &[Offered], n: usize) -> Vec<Offered> {
    let page = Address::read(page_url).ok();
    let own_host = page.as_ref().map(Address::outlet).unwrap_or_default();
    let mut seen: BTreeSet<String> = page.iter().map(Address::key).collect();
    let (mut others, mut own) = (Vec::new(), Vec::new());
    for link in links {
        let Ok(address) = Address::read(&link.url) else { continue };
        if is_furniture(address.url(), &link.text) || !seen.insert(address.key()) {
            continue;
        }
        let host = address.outlet();
        let list = if host == own_host { &mut own } else { &mut others };
        list.push(Candidate {
            host,
            offered: Offered { url: address.as_str().into(), text: link.text.clone() },
        });
    }
    if others.is_empty() { first_of_each(own, n) } else { first_of_each(others, n) }
}

/// The first of every host, then the second of every host that has one, until there are enough.
fn first_of_each(candidates: Vec<Candidate>, n: usize) -> Vec<Offered> {
    let mut of_host: BTreeMap<&str, usize> = BTreeMap::new();
    let mut turns: Vec<(usize, usize)> = Vec::with_capacity(candidates.len());
    for (at, candidate) in candidates.iter().enumerate() {
        let turn = of_host.entry(&candidate.host).or_default();
        turns.push((*turn, at));
        *turn += 1;
    }
    turns.sort_unstable();
    let taken: BTreeSet<usize> = turns.into_iter().take(n).map(|(_, at)| at).collect();
    let chosen = candidates.into_iter().enumerate().filter(|(at, _)| taken.contains(at));
    chosen.map(|(_, candidate)| candidate.offered).collect()
}
