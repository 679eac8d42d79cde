//! Finds the main content of a page: the region with most running text, and what in it is not part of it. The rules are
//! those of the page script.

use std::collections::HashMap;

use super::chrome::{self, Page, is_only_image, is_paragraph, is_sentence, link_share, worth};
use super::lines::{Kind, Line, Sums, amount};
use super::names::has_any;

/// Less running text is none.
const LEAST_WORTH: f64 = 140.0;
/// A part that holds so much of the text is the text.
const NEARLY_ALL: f64 = 0.92;
const TITLE_WORDS: &[&str] = &[
    "title",
    "headline",
    "subtitle",
    "subhead",
    "subheadline",
    "dek",
    "deck",
    "standfirst",
    "kicker",
    "header",
    "meta",
    "author",
    "date",
    "time",
    "published",
    "updated",
    "info",
];
const POINTERS: &[&str] = &[
    "read",
    "see",
    "watch",
    "related",
    "more",
    "recommended",
    "listen",
    "click",
    "follow",
    "subscribe",
    "sign up",
    "share",
    "source",
    "via",
    "tag",
    "tags",
    "filed under",
    "topic",
    "topics",
    "category",
    "categories",
    "advertisement",
    "photo",
    "image",
    "credit",
    "posted",
    "published",
    "updated",
    "last updated",
    "by",
];
const LABELS: &[&str] = &[
    "advert",
    "adverts",
    "advertisement",
    "advertisements",
    "ad",
    "ads",
    "sponsored",
    "share",
    "share this",
    "tweet",
    "print",
    "email",
    "e-mail",
    "comment",
    "comments",
    "related",
    "dont miss",
    "don't miss",
    "don’t miss",
    "read more",
    "read next",
    "loading",
    "watch",
    "gallery",
    "video",
    "photo",
    "photos",
    "more",
    "tag",
    "tags",
    "topic",
    "topics",
];

/// For each line of the page whether it is main content; nothing where there is none.
pub(super) fn find(page: &Page<'_>) -> Option<Vec<bool>> {
    let walk = page.walk;
    let marks = chrome::mark(page);
    let value = Sums::new(
        &walk.lines,
        |line, index| {
            if marks[index] { worth(line).min(0.0) / 4.0 } else { worth(line) }
        },
    );
    let best = best_region(page, &value).or_else(|| named_main(page))?;
    let region = &walk.regions[best];
    let mut keep = vec![false; walk.lines.len()];
    for at in region.first..region.end {
        keep[at] = !marks[at];
    }
    prune(page, best, &mut keep);
    let (first, end) = densest(&walk.lines, region.first, region.end, &keep);
    keep[..first].fill(false);
    keep[end..].fill(false);
    (first < end).then_some(keep)
}

/// The stretch that gains most: what is kept counts for it, what was taken out counts against it.
fn densest(lines: &[Line], first: usize, end: usize, keep: &[bool]) -> (usize, usize) {
    let (mut found, mut most, mut sum, mut from) = ((first, first), 0.0, 0.0, first);
    for at in first..end {
        let length = amount(lines[at].length);
        sum += if keep[at] { length } else { -length };
        if sum <= 0.0 {
            (sum, from) = (0.0, at + 1);
        } else if sum > most && keep[at] {
            (most, found) = (sum, (from, at + 1));
        }
    }
    found
}

fn best_region(page: &Page<'_>, value: &Sums) -> Option<usize> {
    let walk = page.walk;
    // A name that several regions carry is not the name of the one body.
    let mut named: HashMap<(&str, &str), usize> = HashMap::new();
    let order = walk.in_order();
    for region in
        order.iter().copied().filter(|region| !walk.is_empty(*region) && page.is_named_body(*region))
    {
        *named.entry(page.make(region)).or_default() += 1;
    }
    let (mut best, mut most) = (None, 0.0);
    for region in order.into_iter().filter(|region| !walk.is_empty(*region)) {
        let plain = value.of(&walk.regions[region]);
        if plain <= 0.0 {
            continue;
        }
        let factor = if page.is_named_body(region) && named.get(&page.make(region)) == Some(&1) {
            1.3
        } else {
            match walk.tag(region) {
                "article" => 1.15,
                "main" => 1.05,
                _ => 1.0,
            }
        };
        if plain * factor >= most {
            (most, best) = (plain * factor, Some(region));
        }
    }
    best.filter(|_| most >= LEAST_WORTH).map(|best| narrow(page, best, value))
}

/// Goes down as long as one child holds nearly all of the text.
fn narrow(page: &Page<'_>, from: usize, value: &Sums) -> usize {
    let walk = page.walk;
    let mut region = from;
    loop {
        let least = value.of(&walk.regions[region]) * NEARLY_ALL;
        let mut children = walk.regions[region].children.iter().copied();
        match children.find(|child| value.of(&walk.regions[*child]) >= least && walk.tag(*child) != "p") {
            Some(child) => region = child,
            None => return region,
        }
    }
}

/// With too little text to tell, what the page itself calls its main part.
fn named_main(page: &Page<'_>) -> Option<usize> {
    let walk = page.walk;
    for name in ["main", "article"] {
        let is_it = |region: &usize| {
            !walk.is_empty(*region)
                && (walk.tag(*region) == name || walk.attribute(*region, "role") == Some(name))
        };
        let mut named = (0..walk.regions.len()).filter(is_it);
        if let Some(first) = named.next() {
            return named.next().is_none().then_some(first);
        }
    }
    None
}

/// Takes out of the chosen region what is not running text: link lists, titles, bylines.
fn prune(page: &Page<'_>, best: usize, keep: &mut [bool]) {
    let walk = page.walk;
    let (first, end) = (walk.regions[best].first, walk.regions[best].end);
    drop_link_lists(page, best, keep);
    for (line, keep) in walk.lines[first..end].iter().zip(&mut keep[first..end]) {
        let pointer =
            line.kind != Kind::Item && line.length < 160 && link_share(line) > 0.5 && points_on(&line.body);
        if line.level == 1
            || line.kind == Kind::Caption
            || is_only_image(line)
            || is_label(&line.body)
            || pointer
        {
            *keep = false;
        }
    }
    drop_edges(page, best, keep);
    drop_lonely_headings(&walk.lines, first, end, keep);
}

fn drop_link_lists(page: &Page<'_>, best: usize, keep: &mut [bool]) {
    let walk = page.walk;
    let chars = Sums::new(&walk.lines, |line, _| amount(line.length));
    let linked = Sums::new(&walk.lines, |line, _| amount(line.link_chars));
    let mut open = vec![best];
    while let Some(index) = open.pop() {
        let region = &walk.regions[index];
        if walk.is_empty(index) {
            continue;
        }
        let density = linked.of(region) / chars.of(region).max(1.0);
        if index != best && region.end - region.first >= 2 && density > 0.5 {
            keep[region.first..region.end].fill(false);
        } else {
            open.extend(&region.children);
        }
    }
}

/// Before the first paragraph stand title and byline, after the last one dates, tags and buttons.
fn drop_edges(page: &Page<'_>, best: usize, keep: &mut [bool]) {
    let walk = page.walk;
    let range = walk.regions[best].first..walk.regions[best].end;
    let lines = &walk.lines;
    let Some(first) = range.clone().find(|at| keep[*at] && is_paragraph(&lines[*at])) else { return };
    let parent = |line: &Line| walk.regions[line.region].parent;
    let (opening, home) = (lines[first].region, parent(&lines[first]));
    for at in range.start..first {
        let line = &lines[at];
        let near = line.region == opening
            || (parent(line) == home && !has_any(&page.words[line.region], TITLE_WORDS));
        let worthy = line.level > 1 || is_sentence(line) || (line.length >= 60 && link_share(line) < 0.3);
        if !(near && worthy) {
            keep[at] = false;
        }
    }
    let last = range.clone().rev().find(|at| keep[*at] && is_paragraph(&lines[*at])).unwrap_or(first);
    let (ending, close) = (lines[last].region, parent(&lines[last]));
    for at in last + 1..range.end {
        let line = &lines[at];
        let beside = line.region == ending
            || parent(line) == close
            || matches!(line.kind, Kind::Item | Kind::Row | Kind::Code)
            || line.quoted;
        if !beside || (link_share(line) > 0.5 && line.kind != Kind::Item) {
            keep[at] = false;
        }
    }
}

/// A heading with nothing below it announces what was taken out.
fn drop_lonely_headings(lines: &[Line], first: usize, end: usize, keep: &mut [bool]) {
    let mut below = false;
    for at in (first..end).rev().filter(|at| keep[*at]).collect::<Vec<_>>() {
        if lines[at].level == 0 {
            below = true;
        } else if !below {
            keep[at] = false;
        }
    }
}

/// Whether a line sends its reader elsewhere.
fn points_on(body: &str) -> bool {
    let start: String = body.chars().take(40).collect::<String>().to_lowercase();
    let start = start.strip_prefix("also ").or_else(|| start.strip_prefix("and ")).unwrap_or(&start);
    POINTERS.iter().any(|word| {
        start
            .strip_prefix(word)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}

fn is_label(body: &str) -> bool {
    body.len() < 40
        && LABELS.contains(&body.to_lowercase().trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_'))
}
