//! Finding sources by words of the person.
//!
//! A query is words and nothing else: each is quoted, so that nothing in it is syntax. What is found is plain text with
//! the places of the words in it; how that is shown is somebody else's business.

use std::collections::BTreeMap;
use std::ops::Range;

use laika_protocol::ids::CollectionId;
use rusqlite::params;

use super::Reader;
use super::collections::{SOURCE_COLUMNS, source};
use crate::chain::hex;
use crate::{Found, StoreError};

/// Words of a query that are looked at.
const MOST_WORDS: usize = 32;
/// Characters from which on a word also finds longer ones that begin with it: plurals, and what German puts together.
const LEAST_BEGINNING: usize = 3;
/// Sources that are found.
const MOST_FOUND: u32 = 200;
/// Characters of an excerpt, about.
const EXCERPT: usize = 240;
/// Characters before the first word in it, about.
const BEFORE: usize = 60;

impl Reader {
    /// The sources, of one collection or of all, whose latest capture has all these words in its title or text, those
    /// that fit best first. Case and accents make no difference.
    ///
    /// # Errors
    /// When the database fails or is damaged; never for what the query says.
    pub fn search(
        &self,
        query: &str,
        collection: Option<&CollectionId>,
        limit: u32,
    ) -> Result<Vec<Found>, StoreError> {
        self.needs(6)?;
        let Some(words) = words(query) else { return Ok(Vec::new()) };
        // Marks that no text can hold, since nobody knew them when it was captured.
        let mut random = [0; 16];
        getrandom::fill(&mut random)?;
        let (open, close) = (format!("<{}>", hex(&random)), format!("</{}>", hex(&random)));
        // The index is the outer loop, so that it sorts by rank, and marks only what is within the limit.
        let sql = format!(
            "SELECT {SOURCE_COLUMNS}, i.rank, highlight(capture_index, 1, ?4, ?5) FROM capture_index i \
             CROSS JOIN capture c ON c.capture_no = i.rowid \
             CROSS JOIN source s ON s.source_id = c.source_id AND s.latest = c.number \
             WHERE capture_index MATCH ?1 AND i.rank MATCH 'bm25(5.0, 1.0)' \
             AND (?2 IS NULL OR s.collection_id = ?2) ORDER BY i.rank LIMIT ?3"
        );
        let collection = collection.map(CollectionId::as_str);
        self.list(&sql, params![words, collection, limit.min(MOST_FOUND), open, close], |row| {
            let marked: String = row.get(22)?;
            let (text, hits) = unmark(&marked, &open, &close);
            let place = place(&text, &hits);
            Ok(Found {
                source: source(row)?,
                capture: row.get(15)?,
                excerpt: text[place.clone()].iter().collect(),
                start: short(place.start),
                hits: hits
                    .iter()
                    .filter(|hit| place.start <= hit.start && hit.end <= place.end)
                    .map(|hit| short(hit.start - place.start)..short(hit.end - place.start))
                    .collect(),
                rank: row.get(21)?,
            })
        })
    }
}

/// The query for the index: every word quoted. Nothing if it has no word.
fn words(query: &str) -> Option<String> {
    // A NUL would end the query in the middle of a quote.
    let words = query.split(|c: char| c.is_whitespace() || c.is_control());
    let quoted: Vec<String> = words
        .filter(|word| word.chars().any(char::is_alphanumeric))
        .take(MOST_WORDS)
        .map(|word| {
            let begins = word.chars().filter(|c| c.is_alphanumeric()).count() >= LEAST_BEGINNING;
            format!("\"{}\"{}", word.replace('"', "\"\""), if begins { "*" } else { "" })
        })
        .collect();
    (!quoted.is_empty()).then(|| quoted.join(" "))
}

/// The text without the marks, and what stood between them, in characters.
fn unmark(marked: &str, open: &str, close: &str) -> (Vec<char>, Vec<Range<usize>>) {
    let mut text: Vec<char> = Vec::with_capacity(marked.len());
    let mut hits = Vec::new();
    let mut pieces = marked.split(open);
    text.extend(pieces.next().unwrap_or_default().chars());
    for piece in pieces {
        let (hit, rest) = piece.split_once(close).unwrap_or((piece, ""));
        let start = text.len();
        text.extend(hit.chars());
        hits.push(start..text.len());
        text.extend(rest.chars());
    }
    (text, hits)
}

/// The part of the text that shows the most different words, and among such parts the most hits; from word to word.
fn place(text: &[char], hits: &[Range<usize>]) -> Range<usize> {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let words: Vec<usize> = hits
        .iter()
        .map(|hit| {
            let next = known.len();
            *known.entry(text[hit.clone()].iter().flat_map(|c| c.to_lowercase()).collect()).or_insert(next)
        })
        .collect();
    let mut best = ((0, 0), 0);
    for (first, hit) in hits.iter().enumerate() {
        let within =
            hits[first..].iter().take_while(|other| other.end <= hit.start + EXCERPT - BEFORE).count();
        let mut here = words[first..first + within].to_vec();
        here.sort_unstable();
        here.dedup();
        if (here.len(), within) > best.0 {
            best = ((here.len(), within), hit.start);
        }
    }
    let wanted = best.1.saturating_sub(BEFORE);
    // Forward to the beginning of a word, but not past the hit.
    let is_space = |at: usize| text.get(at).is_some_and(|c| c.is_whitespace());
    let start =
        if wanted == 0 { 0 } else { (wanted..best.1).find(|&at| is_space(at)).map_or(wanted, |at| at + 1) };
    let far = text.len().min(start + EXCERPT);
    let least = hits.iter().find(|hit| hit.start >= best.1).map_or(start, |hit| hit.end.min(far));
    let end =
        if far == text.len() { far } else { (least..far).rev().find(|&at| is_space(at)).unwrap_or(far) };
    start..end
}

fn short(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_quoted() {
        for (query, expected) in [
            ("rent", Some("\"rent\"*")),
            ("a \"b\" OR c", Some("\"a\" \"\"\"b\"\"\" \"OR\" \"c\"")),
            ("NEAR(x\0y, 2)", Some("\"NEAR(x\"* \"y,\" \"2)\"")),
            ("title:rent*", Some("\"title:rent*\"*")),
            ("* \" ( ) - ^ 🙂", None),
            ("", None),
        ] {
            assert_eq!(words(query).as_deref(), expected, "{query:?}");
        }
    }

    #[test]
    fn the_excerpt_is_where_the_words_are() {
        let text: Vec<char> =
            format!("{} rent {} rent and rent {}", "x ".repeat(300), "y ".repeat(300), "z".repeat(900))
                .chars()
                .collect();
        let at = |n: usize| {
            let all: Vec<usize> = text
                .windows(4)
                .enumerate()
                .filter(|(_, w)| w == &['r', 'e', 'n', 't'])
                .map(|(at, _)| at)
                .collect();
            all[n]..all[n] + 4
        };
        let hits = [at(0), at(1), at(2)];
        let found = place(&text, &hits);
        assert!(found.start <= hits[1].start && hits[2].end <= found.end, "{found:?} {hits:?}");
        assert!(found.len() <= EXCERPT);
        assert_eq!(place(&text, &[]).start, 0);
        assert_eq!(place(&[], &[]), 0..0);
        let long: Vec<char> = "w".repeat(900).chars().collect();
        assert_eq!(place(&long, std::slice::from_ref(&(0..900))), 0..EXCERPT);
    }
}
