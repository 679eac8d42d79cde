//! How much every passage has to do with a question: rare words count more, words that are said often count a little
//! more, words in a heading or the title count some. One pass over every text.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use laika_context::text::{content_words, stem, words};

use super::fixed::{ONE, presence, rarity};
use super::reading::Reading;

/// What a word counts that stands above a passage, in thousandths of one in it.
const ABOVE: u64 = 350;
/// Words of a question that are looked for.
const MOST_ASKED: usize = 64;

struct Weighed {
    times: Vec<usize>,
    above: Vec<bool>,
    length: usize,
}

/// Scores every passage; how many words were weighed.
pub(super) fn score(readings: &mut [Reading<'_>], question: &str) -> usize {
    let asked: BTreeSet<String> = content_words(question).into_iter().take(MOST_ASKED).collect();
    let asked: Vec<String> = asked.into_iter().collect();
    let mut weighed: Vec<Weighed> = Vec::new();
    for reading in readings.iter() {
        let title = found(&asked, &reading.member.title());
        for passage in &reading.passages {
            let own = found(&asked, &reading.plain.text[passage.at.clone()]);
            let mut above: Vec<bool> = title.times.iter().map(|times| *times > 0).collect();
            for heading in &passage.above {
                let of_heading = found(&asked, &reading.plain.text[heading.clone()]);
                above.iter_mut().zip(&of_heading.times).for_each(|(above, times)| *above |= *times > 0);
            }
            weighed.push(Weighed { above, ..own });
        }
    }
    let total: usize = weighed.iter().map(|one| one.length).sum();
    let usual = total / weighed.len().max(1);
    let in_how_many = |word: usize| weighed.iter().filter(|one| one.times[word] > 0).count();
    let rare: Vec<u64> = (0..asked.len()).map(|word| rarity(in_how_many(word), weighed.len())).collect();
    let passages = readings.iter_mut().flat_map(|reading| &mut reading.passages);
    for (passage, one) in passages.zip(&weighed) {
        let of_word = |(word, rare): (usize, &u64)| {
            let own = presence(one.times[word], one.length, usual);
            let above = if own == 0 && one.above[word] { ABOVE } else { 0 };
            rare * (own + above) / ONE
        };
        passage.score = rare.iter().enumerate().map(of_word).sum();
    }
    total
}

/// How often the asked words stand in a text.
fn found(asked: &[String], text: &str) -> Weighed {
    let said = words(text);
    let mut times = alloc::vec![0; asked.len()];
    for word in &said {
        // A stem begins its word: most words need not be stemmed to see that they are another one.
        let mut alike = asked.iter().enumerate().filter(|(_, one)| word.starts_with(one.as_str()));
        if let Some((at, _)) = alike.find(|(_, one)| stem(word) == one.as_str()) {
            times[at] += 1;
        }
    }
    Weighed { times, above: Vec::new(), length: said.len() }
}
