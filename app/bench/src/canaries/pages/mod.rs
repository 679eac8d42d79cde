//! The pages: one for each kind of place where a secret can stand.

mod addresses;
mod attributes;
mod fields;
mod frames;
mod hidden;
mod storage;
mod typed;
mod unseen;

use super::canary::{Planted, Planter};

/// A page full of secrets.
pub(super) struct Page {
    pub(super) name: &'static str,
    /// Path and query; both may hold secrets.
    pub(super) address: String,
    pub(super) html: String,
    /// Further documents of the same site: path and content.
    pub(super) beside: Vec<(String, String)>,
    /// Documents of another site.
    pub(super) elsewhere: Vec<(String, String)>,
    /// What the page's own script does before it is looked at; it returns when that is done.
    pub(super) set_up: String,
    /// What it is to be told to type: the name of a field, and the secret.
    pub(super) typed: Vec<(String, String)>,
    pub(super) planted: Vec<Planted>,
}

/// Where the other site is, in the pages that are made for it.
#[derive(Clone, Copy)]
pub(super) struct Sites<'a> {
    pub(super) own: &'a str,
    pub(super) other: &'a str,
}

type Make = fn(&mut Planter, Sites<'_>) -> Page;

/// All of them, always in this order.
pub(super) fn all(sites: Sites<'_>, edition: u32) -> Vec<Page> {
    let pages: [(&'static str, Make); 8] = [
        ("typed", typed::page),
        ("fields", fields::page),
        ("addresses", addresses::page),
        ("hidden", hidden::page),
        ("attributes", attributes::page),
        ("frames", frames::page),
        ("unseen", unseen::page),
        ("storage", storage::page),
    ];
    let made = |(name, make): (&'static str, Make)| {
        let mut planter = Planter::new(name, edition);
        let mut page = make(&mut planter, sites);
        page.name = name;
        page.planted = planter.planted;
        page
    };
    pages.into_iter().map(made).collect()
}

/// A page at its own path, with nothing beside it.
fn plain(path: &str, title: &str, body: &str) -> Page {
    Page {
        name: "",
        address: path.to_owned(),
        html: document(title, body),
        beside: Vec::new(),
        elsewhere: Vec::new(),
        set_up: "null".to_owned(),
        typed: Vec::new(),
        planted: Vec::new(),
    }
}

fn document(title: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=en><head><meta charset=utf-8><title>{title}</title><style>body{{font:16px sans-serif;margin:16px}}</style></head><body>{body}</body></html>"
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_secret_is_its_own() {
        let pages = all(Sites { own: "http://127.0.0.1:1", other: "http://127.0.0.1:2" }, 1);
        let secrets: Vec<_> = pages.iter().flat_map(|page| &page.planted).map(|one| &one.secret).collect();
        let different: BTreeSet<_> = secrets.iter().collect();
        assert_eq!(different.len(), secrets.len());
        assert!(secrets.len() > 100, "{}", secrets.len());
    }
}
