//! The links in what was captured, each with the sentence around it.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_context::text::sentences;
use laika_protocol::llmcp::ExtractedLink;
use laika_protocol::observation::Observation;
use laika_protocol::text::one_line;

use crate::urls::Address;

/// Links that are kept.
const MOST: usize = 200;
/// Characters of what a link is called, and of the sentence around it.
const MOST_CHARS: usize = 400;

/// The links that stand in the text or are entries, each once, in the order of the page.
pub(super) fn of_looks(looks: &[Observation]) -> Vec<ExtractedLink> {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    seen.extend(looks.iter().filter_map(|look| Address::read(&look.url).ok()).map(|own| own.key()));
    let mut links = Vec::new();
    let mut add = |url: &str, text: &str, context: &str| {
        let Ok(address) = Address::read(url) else { return };
        if links.len() < MOST && seen.insert(address.key()) {
            links.push(ExtractedLink {
                url: address.as_str().into(),
                text: short(text),
                context: short(context),
            });
        }
    };
    for look in looks {
        for item in &look.items {
            let context = if item.snippet.is_empty() { &item.title } else { &item.snippet };
            add(&item.url, &item.title, context);
            item.links.iter().for_each(|link| add(&link.url, &link.text, context));
        }
        let sentences = sentences(&look.text);
        for element in &look.elements {
            let Some(href) = &element.attributes.href else { continue };
            let name = element.accessible_name.trim();
            // A link whose words are not in the text is part of the page around it.
            let Some(at) = look.text.find(name).filter(|_| !name.is_empty()) else { continue };
            let touched = sentences.partition_point(|sentence| sentence.at.end <= at);
            let around = sentences.get(touched).map_or(name, |sentence| &look.text[sentence.at.clone()]);
            add(href, name, around);
        }
    }
    links
}

fn short(text: &str) -> String {
    one_line(text).trim().chars().take(MOST_CHARS).collect::<String>().trim_end().to_string()
}
