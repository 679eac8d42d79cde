//! What the class and id of a region say about it.

use std::collections::HashMap;
use std::rc::Rc;

use super::lines::Walk;

/// Words of a name.
pub(super) type Words = Rc<Vec<String>>;

/// Blog software names the topics of a post in its classes; they say nothing about the region.
const TOPICS: &[&str] = &[
    "category", "tag", "tax", "author", "post", "postid", "page", "format", "type", "status", "topic",
    "section",
];
const LONG_NAME: usize = 120;

/// The words of every region, each spelling taken apart once.
pub(super) fn of_all(walk: &Walk<'_>) -> Vec<Words> {
    let mut spelled: HashMap<String, Words> = HashMap::new();
    (0..walk.regions.len())
        .map(|region| {
            let attribute = |name| walk.attribute(region, name).unwrap_or_default();
            let written = format!("{} {}", attribute("class"), attribute("id"));
            Rc::clone(spelled.entry(written).or_insert_with_key(|written| Rc::new(words_in(written))))
        })
        .collect()
}

/// `articleBody--wide` is `article`, `body`, `wide`.
fn words_in(written: &str) -> Vec<String> {
    let mut words = Vec::new();
    for name in written.split_whitespace() {
        if written.len() > LONG_NAME && name.split_once('-').is_some_and(|(topic, _)| TOPICS.contains(&topic))
        {
            continue;
        }
        for part in name.split(|c: char| !c.is_ascii_alphanumeric()) {
            let parts = if is_camel(part) { camel(part) } else { vec![part.to_owned()] };
            for part in parts {
                for word in part.to_ascii_lowercase().split(|c: char| !c.is_ascii_lowercase()) {
                    if !word.is_empty() && !words.iter().any(|known| known == word) {
                        words.push(word.to_owned());
                    }
                }
            }
        }
    }
    words
}

/// Names made by tools are letters without meaning; camel case is told from them by the length of its words.
fn is_camel(part: &str) -> bool {
    let parts = camel(part);
    parts.len() > 1
        && part.bytes().all(|byte| byte.is_ascii_alphabetic())
        && parts
            .iter()
            .skip(1)
            .all(|word| word.len() >= 3 && word[1..].bytes().all(|byte| byte.is_ascii_lowercase()))
        && parts[0].len() > 1
        && parts[0][1..].bytes().all(|byte| byte.is_ascii_lowercase())
}

fn camel(part: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut before = ' ';
    for c in part.chars() {
        if before.is_ascii_lowercase() && c.is_ascii_uppercase() {
            parts.push(String::new());
        }
        if let Some(last) = parts.last_mut() {
            last.push(c);
        }
        before = c;
    }
    parts
}

pub(super) fn has_any(words: &[String], wanted: &[&str]) -> bool {
    words.iter().any(|word| wanted.contains(&word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart_into_words() {
        for (written, words) in [
            ("articleBody--wide", vec!["article", "body", "wide"]),
            ("css-1xYz9A", vec!["css", "xyz", "a"]),
            ("StoryBody story_body", vec!["story", "body"]),
            ("", vec![]),
        ] {
            assert_eq!(words_in(written), words, "{written}");
        }
    }
}
