//! What regions and lines look like when they are not the main content. The rules are those of the page script.

use std::collections::HashMap;

use super::lines::{Kind, Line, Sums, Walk, amount};
use super::names::{Words, has_any};

const CHROME_TAGS: &[&str] = &["nav", "aside", "footer", "dialog", "menu"];
const CHROME_ROLES: &[&str] = &[
    "navigation",
    "complementary",
    "contentinfo",
    "search",
    "banner",
    "dialog",
    "alertdialog",
    "alert",
    "menu",
    "menubar",
    "toolbar",
    "tablist",
    "status",
];
/// Names that leave no doubt.
const CHROME_WORDS: &[&str] = &[
    "advertisement",
    "advertising",
    "advertorial",
    "adsense",
    "adbox",
    "adunit",
    "adslot",
    "sponsored",
    "breadcrumb",
    "breadcrumbs",
    "comment",
    "comments",
    "commentlist",
    "disqus",
    "respond",
    "replies",
    "sharedaddy",
    "sharebar",
    "addthis",
    "addtoany",
    "newsletter",
    "signup",
    "related",
    "recommended",
    "recommendation",
    "recommendations",
    "recirc",
    "trending",
    "mostread",
    "outbrain",
    "taboola",
    "zergnet",
    "sidebar",
    "footer",
    "navbar",
    "navigation",
    "pagination",
    "taglist",
    "cookie",
    "cookies",
    "consent",
    "gdpr",
    "copyright",
    "upnext",
    "readmore",
    "readnext",
    "skiplink",
    "crosslink",
    "crosslinks",
    "byline",
    "authorbox",
    "dateline",
    "livefyre",
    "shoutbox",
    "optin",
    "teaser",
    "teasers",
    "postmeta",
    "disclosure",
];
/// Names that other things carry, too.
const LIKELY_CHROME_WORDS: &[&str] = &[
    "ad",
    "ads",
    "adv",
    "advert",
    "sponsor",
    "sponsors",
    "promo",
    "promos",
    "promoted",
    "promotion",
    "banner",
    "reply",
    "share",
    "shares",
    "sharing",
    "follow",
    "subscribe",
    "subscription",
    "login",
    "recommend",
    "popular",
    "rail",
    "widget",
    "widgets",
    "nav",
    "menu",
    "toolbar",
    "pager",
    "paging",
    "tags",
    "modal",
    "popup",
    "overlay",
    "lightbox",
    "upsell",
    "donate",
    "donation",
    "feedback",
    "poll",
    "noprint",
    "metadata",
    "bio",
    "timestamp",
    "print",
    "email",
    "whatsapp",
    "pinterest",
    "disclaimer",
    "correction",
    "tagline",
    "postinfo",
];
/// An embedded post of a social network is part of the text; the buttons of one are not.
const SOCIAL_WORDS: &[&str] = &["social", "socials", "facebook", "twitter", "instagram"];
const PICTURE_WORDS: &[&str] =
    &["caption", "captions", "credit", "credits", "figcaption", "wpcaption", "imagecaption", "photocredit"];
const BODY_NAMES: &[&str] = &[
    "articlebody",
    "storybody",
    "storycontent",
    "postbody",
    "postcontent",
    "entrycontent",
    "bodytext",
    "articletext",
    "articlecontent",
];
const SUBJECT: &[&str] =
    &["article", "story", "post", "entry", "news", "blog", "text", "page", "single", "hentry", "main"];
const BODY: &[&str] = &["body", "content", "text", "copy", "main", "inner", "entry"];
const CARD_TAGS: &[&str] = &["div", "li", "article", "section", "a", "td", "tr"];

/// What is known of a page's regions beside their lines.
pub(super) struct Page<'a> {
    pub(super) walk: &'a Walk<'a>,
    pub(super) words: Vec<Words>,
}

impl Page<'_> {
    /// Navigation, asides, footers and the like, by tag or role.
    fn is_chrome(&self, region: usize) -> bool {
        CHROME_TAGS.contains(&self.walk.tag(region))
            || self.walk.attribute(region, "role").is_some_and(|role| CHROME_ROLES.contains(&role))
    }

    /// The page calls it the body of an article.
    pub(super) fn is_named_body(&self, region: usize) -> bool {
        let property = self.walk.attribute(region, "itemprop");
        if property.is_some_and(|property| property.to_ascii_lowercase().contains("articlebody")) {
            return true;
        }
        let words = &self.words[region];
        has_any(words, BODY_NAMES) || (has_any(words, SUBJECT) && has_any(words, BODY))
    }

    /// By what regions of the same make are told.
    pub(super) fn make(&self, region: usize) -> (&str, &str) {
        (self.walk.tag(region), self.walk.attribute(region, "class").unwrap_or_default())
    }

    fn any_line(&self, region: usize, holds: impl Fn(&Line) -> bool) -> bool {
        self.walk.lines_of(region).iter().any(holds)
    }

    fn holds_quote(&self, region: usize) -> bool {
        self.any_line(region, |line| line.quoted || matches!(line.kind, Kind::Code | Kind::Row))
    }

    fn is_mostly_quoted(&self, region: usize) -> bool {
        let lines = self.walk.lines_of(region);
        lines.iter().filter(|line| line.quoted).count() * 2 >= lines.len()
    }
}

pub(super) fn link_share(line: &Line) -> f64 {
    amount(line.link_chars) / amount(line.length.max(1))
}

/// Whether somewhere a sentence ends.
pub(super) fn is_sentence(line: &Line) -> bool {
    let mut rest = line.body.chars().peekable();
    while let Some(c) = rest.next() {
        if matches!(c, '.' | '!' | '?' | ';' | ':' | '…' | '。' | '！' | '？') {
            let mut after = rest.clone();
            after.next_if(|c| matches!(c, '”' | '"' | '’' | '\'' | ')' | ']'));
            if after.next().is_none_or(char::is_whitespace) || rest.peek().is_none_or(|c| c.is_whitespace()) {
                return true;
            }
        }
    }
    false
}

pub(super) fn is_only_image(line: &Line) -> bool {
    let mut rest = line.body.as_str();
    while let Some(inner) = rest.strip_prefix("[image: ") {
        let Some((_, after)) = inner.split_once(']') else { return false };
        rest = after.trim_start();
    }
    rest.is_empty() && !line.body.is_empty()
}

/// How much a line is worth as running text; below zero for what looks like chrome.
pub(super) fn worth(line: &Line) -> f64 {
    let length = amount(line.length);
    let linked = link_share(line);
    if line.level > 0 {
        return if linked > 0.5 { -10.0 } else { 0.0 };
    }
    if line.kind == Kind::Code {
        return length / 2.0;
    }
    if line.kind == Kind::Caption || is_only_image(line) {
        return 0.0;
    }
    if linked > 0.6 {
        return -length.min(80.0) / 2.0 - 5.0;
    }
    let sentence = is_sentence(line);
    if line.length >= 80 || (line.length >= 40 && sentence) {
        return length.min(1000.0) * (1.0 - linked) * if sentence { 1.0 } else { 0.6 };
    }
    match line.kind {
        Kind::Row => 0.0,
        Kind::Heading
        | Kind::Item
        | Kind::Code
        | Kind::Caption
        | Kind::Term
        | Kind::Definition
        | Kind::Text => {
            if sentence {
                length / 2.0
            } else {
                -5.0
            }
        }
    }
}

/// Running text of a paragraph's length.
pub(super) fn is_paragraph(line: &Line) -> bool {
    line.level == 0
        && line.kind != Kind::Caption
        && line.length >= 60
        && link_share(line) < 0.5
        && is_sentence(line)
}

/// Marks the lines of regions whose kind, name or make says that they are not main content.
pub(super) fn mark(page: &Page<'_>) -> Vec<bool> {
    let walk = page.walk;
    let mut marks = vec![false; walk.lines.len()];
    let prose = Sums::new(&walk.lines, |line, _| worth(line).max(0.0));
    let chars = Sums::new(&walk.lines, |line, _| if is_only_image(line) { 0.0 } else { amount(line.length) });
    let total = prose.of(&walk.regions[0]).max(1.0);
    let mut alike: HashMap<(&str, &str), f64> = HashMap::new();
    for (index, region) in walk.regions.iter().enumerate() {
        let text = prose.of(region);
        if text > 0.0 {
            *alike.entry(page.make(index)).or_default() += text;
        }
    }
    let mut open: Vec<usize> = walk.regions[0].children.iter().rev().copied().collect();
    while let Some(index) = open.pop() {
        let region = &walk.regions[index];
        if walk.is_empty(index) {
            continue;
        }
        let share = prose.of(region) / total;
        let same = || alike.get(&page.make(index)).copied().unwrap_or(0.0) / total;
        if is_chrome_here(page, index, share, same, &chars) {
            marks[region.first..region.end].fill(true);
            continue;
        }
        for cards in cards_in(page, index, &chars) {
            let text: f64 = cards.iter().map(|card| prose.of(&walk.regions[*card])).sum();
            if text / total < 0.85 {
                for card in cards {
                    let card = &walk.regions[card];
                    marks[card.first..card.end].fill(true);
                }
            }
        }
        open.extend(region.children.iter().rev());
    }
    marks
}

fn is_chrome_here(page: &Page<'_>, index: usize, share: f64, same: impl Fn() -> f64, chars: &Sums) -> bool {
    if page.is_chrome(index) && share < 0.6 {
        return true;
    }
    let words = &page.words[index];
    if !words.is_empty() && !page.is_named_body(index) {
        let titled = || page.any_line(index, |line| line.level == 1);
        if has_any(words, CHROME_WORDS) && (share < 0.35 || (share < 0.85 && !titled())) {
            return true;
        }
        // A name that all parts of the text carry says nothing about one of them.
        let few = share < 0.35 && same() < 0.6;
        if few
            && ((has_any(words, LIKELY_CHROME_WORDS) && !page.is_mostly_quoted(index))
                || (has_any(words, SOCIAL_WORDS) && !page.holds_quote(index))
                || has_any(words, PICTURE_WORDS))
        {
            return true;
        }
    }
    page.walk.tag(index) == "figure"
        && share < 0.35
        && chars.of(&page.walk.regions[index]) < 600.0
        && !page.holds_quote(index)
}

/// Groups of at least three children of the same make that are each a title that leads elsewhere, and a little text.
fn cards_in(page: &Page<'_>, index: usize, chars: &Sums) -> Vec<Vec<usize>> {
    let walk = page.walk;
    let children = &walk.regions[index].children;
    if children.len() < 3 {
        return Vec::new();
    }
    let mut groups: HashMap<(&str, String), Vec<usize>> = HashMap::new();
    for child in children.iter().copied() {
        if !walk.is_empty(child) && CARD_TAGS.contains(&walk.tag(child)) {
            let class = walk.attribute(child, "class").unwrap_or_default();
            let name = class.split_whitespace().next().unwrap_or_default();
            let name = name.chars().filter(|c| !c.is_ascii_digit()).collect();
            groups.entry((walk.tag(child), name)).or_default().push(child);
        }
    }
    let mut groups: Vec<_> = groups.into_values().collect();
    groups.retain(|group| {
        let cards = group.iter().filter(|child| is_card(page, **child, chars)).count();
        group.len() >= 3 && cards * 10 >= group.len() * 7
    });
    groups
}

fn is_card(page: &Page<'_>, index: usize, chars: &Sums) -> bool {
    let length = chars.of(&page.walk.regions[index]);
    length <= 700.0
        && page.any_line(index, |line| {
            let title = link_share(line) > 0.8 || line.link_chars >= 40;
            !is_only_image(line) && title && line.link_chars >= 12 && amount(line.link_chars) >= length * 0.15
        })
}
