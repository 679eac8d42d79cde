//! What is known of a page that was looked at: what its site is, and who wrote what on it.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::address;
use laika_protocol::ids::Origin;
use laika_protocol::observation::Observation;
use url::Url;

use crate::classify::{SiteClass, SiteSignals, UserLabel, classify_site};
use crate::{Document, Place};

/// What the person says of a site.
pub type Labels<'a> = &'a dyn Fn(&Origin) -> Option<UserLabel>;

/// Something on a page that one place or one author wrote.
#[derive(Clone, Debug)]
pub struct Written {
    /// What the site it comes from is.
    pub site: SiteClass,
    /// What it says.
    pub document: Document,
}

/// Everything on a page, by who wrote it: the page itself first, then the frames of other origins, then every author of
/// a comment. The page's own text holds the comments too, so that nothing is seen less by being told apart. What lies on
/// this machine or in a network around it is nobody else's to know.
#[must_use]
pub fn written(page: &Observation) -> Vec<Written> {
    written_as(page, &|_| None)
}

/// The same with what the person says of sites, whose word comes first (POL-021).
#[must_use]
pub fn written_as(page: &Observation, label: Labels<'_>) -> Vec<Written> {
    let site = site_as(page, label(&page.origin));
    let mut found = alloc::vec![Written { site, document: document(&page.origin, words(page)) }];
    let mut frames: BTreeMap<&Origin, String> = BTreeMap::new();
    for chunk in &page.visible_text {
        if let Some(origin) = chunk.frame_origin.as_ref().filter(|origin| **origin != page.origin) {
            let text = frames.entry(origin).or_default();
            text.push_str(&chunk.text);
            text.push('\n');
        }
    }
    found.extend(frames.into_iter().map(|(origin, text)| Written {
        site: site_named(origin.as_str(), "", false, false, label(origin)),
        document: document(origin, text),
    }));
    found.extend(page.comments.iter().enumerate().map(|(at, comment)| {
        let author = if comment.author.is_empty() { format!("comment {at}") } else { comment.author.clone() };
        let document = document(&page.origin, comment.text.clone());
        Written { site, document: Document { author: Some(author), ..document } }
    }));
    found
}

fn document(origin: &Origin, text: String) -> Document {
    // An origin that cannot be read is not known to be public.
    let confidential = Url::parse(origin.as_str()).map_or(true, |url| address::is_private(&url));
    Document { confidential, ..Document::plain(origin.as_str(), Place::from(origin), text) }
}

/// What the site of a page is, by its address, its title and its fields.
#[must_use]
pub fn site_of(page: &Observation) -> SiteClass {
    site_as(page, None)
}

fn site_as(page: &Observation, label: Option<UserLabel>) -> SiteClass {
    let fields = || page.forms.iter().flat_map(|form| &form.fields);
    let in_forms = fields().filter_map(|field| field.autocomplete.as_deref());
    let alone = page.elements.iter().filter_map(|element| element.attributes.autocomplete.as_deref());
    let pays = in_forms.chain(alone).any(|word| word.starts_with("cc-"));
    let password = fields().any(|field| field.field_type == "password");
    let found = site_named(&page.url, &page.title, password, pays, label);
    // The address is the page's own word; its origin counts as well.
    found.max(site_named(page.origin.as_str(), &page.title, password, false, label))
}

fn site_named(
    url: &str,
    title: &str,
    has_password_field: bool,
    has_payment_field: bool,
    user_label: Option<UserLabel>,
) -> SiteClass {
    let curated = None;
    classify_site(&SiteSignals { url, title, has_password_field, has_payment_field, user_label, curated })
        .class
}

/// Every text of the page that a prompt may be made from.
fn words(page: &Observation) -> String {
    let mut texts: Vec<&str> = alloc::vec![&page.title, &page.text];
    texts.extend(page.primary.iter().map(|primary| primary.text.as_str()));
    texts.extend(page.outline.iter().map(|heading| heading.text.as_str()));
    texts.extend(page.items.iter().flat_map(|item| [item.title.as_str(), item.snippet.as_str()]));
    texts.extend(page.comments.iter().map(|comment| comment.text.as_str()));
    texts.extend(page.elements.iter().map(|element| element.accessible_name.as_str()));
    texts.join("\n")
}
