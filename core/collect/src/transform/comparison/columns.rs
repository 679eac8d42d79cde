//! Columns that nobody named: what most sources say of themselves.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::text::one_line;

use super::column::Column;
use crate::transform::concepts::{Kind, concept_of};
use crate::transform::facts::Fact;
use crate::transform::page::Page;

/// The columns of a comparison without any: labels that at least two and at least half of the sources have, most first.
pub(crate) fn proposed(pages: &[&Page], facts: &[Vec<Fact>], most: usize) -> Vec<Column> {
    let mut known: BTreeMap<String, (usize, usize, String)> = BTreeMap::new();
    let mut order = 0;
    for (page, facts) in pages.iter().zip(facts) {
        let mut here: Vec<String> = Vec::new();
        for fact in facts.iter().filter(|fact| fact.sure >= 900) {
            let label = fact.label(&page.text);
            let words = label.split(' ').count();
            let concept = concept_of(&label).filter(|_| words <= 4);
            let key = concept.map_or_else(|| label.clone(), |concept| concept.name.to_string());
            let name = match concept {
                Some(concept) => concept.name.to_string(),
                None => fact.labels.first().map(|at| page.said(at.clone()).into_owned()).unwrap_or_default(),
            };
            if key.is_empty() || here.contains(&key) || fact.labels.len() > 1 {
                continue;
            }
            order += 1;
            let entry = known.entry(key.clone()).or_insert((0, order, name));
            entry.0 += 1;
            here.push(key);
        }
    }
    let least = 2.max(pages.len().div_ceil(2));
    let mut columns: Vec<(usize, usize, String)> =
        known.into_values().filter(|(count, ..)| *count >= least).collect();
    columns.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
    columns.truncate(most);
    if columns.is_empty() {
        return of_patterns(pages, most);
    }
    columns.into_iter().map(|(_, _, name)| Column::new(&one_line(name.trim()))).collect()
}

/// Columns for sources without labels: what most of them have a number for.
fn of_patterns(pages: &[&Page], most: usize) -> Vec<Column> {
    let kinds = [
        (Kind::Money, "Price"),
        (Kind::Area, "Size"),
        (Kind::Weight, "Weight"),
        (Kind::Time, "Duration"),
        (Kind::Percent, "Share"),
    ];
    let has = |page: &Page, kind: Kind| {
        page.sentences.iter().any(|one| super::column::looks_like(&page.text[one.at.clone()], kind))
    };
    let often = |kind: Kind| 2 * pages.iter().filter(|page| has(page, kind)).count() > pages.len();
    kinds.into_iter().filter(|(kind, _)| often(*kind)).take(most).map(|(_, name)| Column::new(name)).collect()
}
