//! `define`: a small dictionary in the real format, the real one, and files that were cut or changed.

use std::fs;
use std::path::{Path, PathBuf};

use laika_protocol::tools::typed::{Define, DefineInclude, Definitions, Meaning, WordKind};
use laika_protocol::{ErrorCode, ToolError};
use laika_tools::{Dictionary, define};
use proptest::prelude::*;
use tempfile::TempDir;

use super::{ample, called_off, data, out_of_time};

const LICENCE: &str = "  1 This software and database is being provided to you  \n  2 WordNet 3.1 Copyright 2011 by Princeton University.  All rights reserved.  \n";

/// A meaning of the small dictionary: a name for it, its words, its opposite, and how it is explained.
struct Entry {
    kind: WordKind,
    words: &'static [&'static str],
    /// The words that it and another are opposites by.
    opposite: Option<&'static str>,
    gloss: &'static str,
}

const ENTRIES: &[Entry] = &[
    Entry { kind: WordKind::Noun, words: &["mouse"], opposite: None, gloss: "a small rodent" },
    Entry {
        kind: WordKind::Noun,
        words: &["hot_dog", "frankfurter"],
        opposite: None,
        gloss: "a smooth sausage",
    },
    Entry {
        kind: WordKind::Noun,
        words: &["run", "tally"],
        opposite: None,
        gloss: "a score in baseball; \"she scored a run\"",
    },
    Entry { kind: WordKind::Noun, words: &["glass"], opposite: None, gloss: "a brittle solid" },
    Entry { kind: WordKind::Noun, words: &["church"], opposite: None, gloss: "a place of worship" },
    Entry { kind: WordKind::Noun, words: &["Paris"], opposite: None, gloss: "the capital of France" },
    Entry {
        kind: WordKind::Verb,
        words: &["run"],
        opposite: None,
        gloss: "move fast by using one's feet; \"Don't run\"; \"she ran\"",
    },
    Entry {
        kind: WordKind::Verb,
        words: &["carry", "transport"],
        opposite: None,
        gloss: "move while holding",
    },
    Entry { kind: WordKind::Adj, words: &["fast"], opposite: Some("slow"), gloss: "acting quickly" },
    Entry { kind: WordKind::Adj, words: &["slow(p)"], opposite: Some("fast"), gloss: "not moving quickly" },
    Entry { kind: WordKind::Adj, words: &["big", "large"], opposite: None, gloss: "above average in size" },
    Entry { kind: WordKind::Adv, words: &["fast"], opposite: None, gloss: "quickly" },
];

fn bare(word: &str) -> &str {
    word.split('(').next().unwrap()
}

/// Writes the small dictionary as WordNet writes its own.
fn small() -> TempDir {
    let folder = TempDir::new().unwrap();
    for kind in WordKind::ALL {
        let entries: Vec<&Entry> = ENTRIES.iter().filter(|entry| entry.kind == *kind).collect();
        let sign = match kind {
            WordKind::Noun => "n",
            WordKind::Verb => "v",
            WordKind::Adj => "a",
            WordKind::Adv => "r",
        };
        // A place has eight digits whatever it is, so the lines have their length before the places are known.
        let line = |entry: &Entry, place: usize, opposite: usize| {
            let words: String = entry.words.iter().map(|word| format!(" {word} 0")).collect();
            let pointers = if entry.opposite.is_some() {
                format!("001 ! {opposite:08} {sign} 0101")
            } else {
                "000".into()
            };
            let frames = if *kind == WordKind::Verb { " 01 + 02 00" } else { "" };
            format!(
                "{place:08} 03 {sign} {:02x}{words} {pointers}{frames} | {}  \n",
                entry.words.len(),
                entry.gloss
            )
        };
        let mut places = vec![LICENCE.len()];
        for entry in &entries {
            places.push(places.last().unwrap() + line(entry, 0, 0).len());
        }
        let place_of =
            |word: &str| places[entries.iter().position(|entry| bare(entry.words[0]) == word).unwrap()];
        let lines = entries.iter().zip(&places);
        let file: String =
            lines.map(|(entry, place)| line(entry, *place, entry.opposite.map_or(0, place_of))).collect();
        fs::write(folder.path().join(format!("data.{}", kind.as_str())), format!("{LICENCE}{file}")).unwrap();
        let mut index: Vec<String> = entries
            .iter()
            .zip(&places)
            .flat_map(|(entry, place)| {
                let word =
                    move |word: &&str| format!("{} {sign} 1 1 @ 1 0 {place:08}  ", bare(word).to_lowercase());
                entry.words.iter().map(word)
            })
            .collect();
        index.sort();
        let index = format!("{LICENCE}{}\n", index.join("\n"));
        fs::write(folder.path().join(format!("index.{}", kind.as_str())), index).unwrap();
    }
    folder
}

fn dictionary(folder: &Path) -> Dictionary {
    Dictionary::find(&[folder.to_owned()]).unwrap()
}

fn look_up(word: &str, dictionary: &Dictionary) -> Result<Definitions, ToolError> {
    let args = Define { word: word.to_owned(), sense: None, include: None };
    define(&args, dictionary, &ample()).map(|result| data(&result))
}

fn lemmas(found: &Definitions) -> Vec<(&str, &str)> {
    found.meanings.iter().map(|meaning| (meaning.lemma.as_str(), meaning.kind.as_str())).collect()
}

#[test]
fn words_are_found_in_all_their_forms() {
    let folder = small();
    let dictionary = dictionary(folder.path());
    let table: &[(&str, &[(&str, &str)])] = &[
        ("run", &[("run", "noun"), ("run", "verb")]),
        ("Run", &[("run", "noun"), ("run", "verb")]),
        ("ran", &[("run", "verb")]),
        ("running", &[("run", "verb")]),
        ("mice", &[("mouse", "noun")]),
        ("glass", &[("glass", "noun")]),
        ("glasses", &[("glass", "noun")]),
        ("churches", &[("church", "noun")]),
        ("carried", &[("carry", "verb")]),
        ("carries", &[("carry", "verb")]),
        ("bigger", &[("big", "adj")]),
        ("fastest", &[("fast", "adj")]),
        ("fast", &[("fast", "adj"), ("fast", "adv")]),
        ("hot dogs", &[("hot dog", "noun")]),
        ("hot-dog", &[("hot dog", "noun")]),
        ("hot_dog", &[("hot dog", "noun")]),
        ("  paris ", &[("paris", "noun")]),
    ];
    for (word, expected) in table {
        let found = look_up(word, &dictionary).unwrap_or_else(|error| panic!("{word}: {error:?}"));
        assert_eq!(lemmas(&found), *expected, "{word}");
    }
}

#[test]
fn a_meaning_has_its_explanation_sentences_and_neighbours() {
    let folder = small();
    let dictionary = dictionary(folder.path());
    let slow = look_up("slow", &dictionary).unwrap();
    let expected = Meaning {
        lemma: "slow".to_owned(),
        kind: WordKind::Adj,
        definition: Some("not moving quickly".to_owned()),
        examples: vec![],
        synonyms: vec![],
        antonyms: vec!["fast".to_owned()],
    };
    assert_eq!(slow.meanings, [expected]);
    let run = look_up("run", &dictionary).unwrap();
    assert_eq!(run.meanings[0].synonyms, ["tally"]);
    assert_eq!(run.meanings[1].examples, ["Don't run", "she ran"]);

    let only = |word: &str, include| {
        let args = Define { word: word.to_owned(), sense: None, include: Some(include) };
        define(&args, &dictionary, &ample()).unwrap()
    };
    assert_eq!(only("run", DefineInclude::Synonyms).summary, "run (noun); synonyms: tally");
    assert_eq!(only("fast", DefineInclude::Antonyms).summary, "fast (adj); antonyms: slow");
    assert_eq!(only("mouse", DefineInclude::Antonyms).summary, "`mouse` has no antonyms in the dictionary");
    assert_eq!(only("mouse", DefineInclude::Definitions).summary, "mouse (noun): a small rodent");
    let args = Define { word: "fast".to_owned(), sense: Some(WordKind::Adv), include: None };
    let result = define(&args, &dictionary, &ample()).unwrap();
    assert_eq!(lemmas(&data(&result)), [("fast", "adv")]);
    let notice = "WordNet 3.1 Copyright 2011 by Princeton University. All rights reserved.";
    assert_eq!(result.metadata["source"], notice);
}

#[test]
fn the_dictionarys_own_list_of_forms_is_used_where_it_is() {
    let folder = small();
    fs::write(folder.path().join("noun.exc"), "meeses mouse\nmeezen no_such_word\n").unwrap();
    let dictionary = dictionary(folder.path());
    assert_eq!(lemmas(&look_up("meeses", &dictionary).unwrap()), [("mouse", "noun")]);
    assert_eq!(look_up("meezen", &dictionary).unwrap_err().finest_code(), "E_WORD_UNKNOWN");
    // A form that its list does not have is still known.
    assert_eq!(lemmas(&look_up("mice", &dictionary).unwrap()), [("mouse", "noun")]);
}

#[test]
fn what_is_not_there_is_said() {
    let folder = small();
    let small = dictionary(folder.path());
    let error = look_up("floccinaucinihilipilification", &small).unwrap_err();
    assert_eq!((error.code, error.finest_code()), (ErrorCode::NotFound, "E_WORD_UNKNOWN"));
    let long = "a".repeat(101);
    for word in ["", "  ", "a\nb", "../../etc/passwd\0", "a*", long.as_str()] {
        let error = look_up(word, &small).unwrap_err();
        assert_eq!(
            (error.code, error.finest_code()),
            (ErrorCode::InvalidArgument, "E_WORD_INVALID"),
            "{word:?}"
        );
    }
    let nowhere = Dictionary::find(&[PathBuf::from("/nowhere")]).unwrap_err();
    assert_eq!((nowhere.code, nowhere.finest_code()), (ErrorCode::Unavailable, "E_DICTIONARY_MISSING"));
    assert!(nowhere.message.contains("wordnet-base") && !nowhere.retryable, "{nowhere:?}");
    fs::remove_file(folder.path().join("data.verb")).unwrap();
    assert!(Dictionary::find(&[folder.path().to_owned()]).is_err(), "half a dictionary is none");
    assert_eq!(look_up("run", &small).unwrap_err().finest_code(), "E_DICTIONARY_BROKEN");
}

#[test]
fn it_keeps_its_bounds() {
    let folder = small();
    let dictionary = dictionary(folder.path());
    let args = Define { word: "run".to_owned(), sense: None, include: None };
    assert_eq!(define(&args, &dictionary, &called_off()).unwrap_err().code, ErrorCode::Cancelled);
    assert_eq!(define(&args, &dictionary, &out_of_time()).unwrap_err().code, ErrorCode::Timeout);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_damage_makes_it_panic(
        file in prop::sample::select(vec!["index.noun", "data.noun", "index.adj", "data.adj", "index.verb", "data.verb"]),
        changes in prop::collection::vec((0.0..1.0, any::<u8>()), 0..8),
        cut in prop::option::of(0.0..1.0),
        word in prop::sample::select(vec!["run", "mice", "slow", "fast", "carried", "hot dog", "zebra"]),
    ) {
        let folder = small();
        let dictionary = dictionary(folder.path());
        let path = folder.path().join(file);
        let mut bytes = fs::read(&path).unwrap();
        for (place, byte) in changes {
            let place = (place * bytes.len() as f64) as usize;
            bytes[place] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate((cut * bytes.len() as f64) as usize);
        }
        fs::write(&path, bytes).unwrap();
        // An answer or an error; a damaged byte of an explanation cannot be noticed.
        if let Err(error) = look_up(word, &dictionary) {
            let known = ["E_DICTIONARY_BROKEN", "E_WORD_UNKNOWN"];
            prop_assert!(known.contains(&error.finest_code()), "{error:?}");
        }
    }
}

/// WordNet as `cargo xtask setup` installs it.
fn installed() -> Option<Dictionary> {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let found = Dictionary::find(&Dictionary::usual_places(&[web])).ok();
    assert!(found.is_some() || std::env::var_os("CI").is_none(), "with `CI` set WordNet is required");
    found
}

#[test]
fn the_real_dictionary_is_read() {
    let Some(dictionary) = installed() else { return };
    let first = |word: &str, kind: WordKind| {
        let args = Define { word: word.to_owned(), sense: Some(kind), include: None };
        let found: Definitions = data(&define(&args, &dictionary, &ample()).unwrap());
        found.meanings.into_iter().next().unwrap()
    };
    let table = [
        ("mice", WordKind::Noun, "mouse", "any of numerous small rodents"),
        ("ran", WordKind::Verb, "run", "move fast by using one's feet"),
        ("children", WordKind::Noun, "child", "a young person"),
        ("good", WordKind::Adj, "good", "having desirable or positive qualities"),
        ("quickly", WordKind::Adv, "quickly", "with "),
        ("zyrian", WordKind::Noun, "zyrian", ""),
        ("'hood", WordKind::Noun, "'hood", ""),
        ("hot dogs", WordKind::Noun, "hot dog", ""),
        ("zymotic", WordKind::Adj, "zymotic", ""),
    ];
    for (word, kind, lemma, definition) in table {
        let found = first(word, kind);
        assert_eq!(found.lemma, lemma, "{word}");
        assert!(found.definition.unwrap().starts_with(definition), "{word}");
    }
    assert_eq!(first("good", WordKind::Adj).antonyms, ["bad"]);
    assert!(first("car", WordKind::Noun).synonyms.contains(&"automobile".to_owned()));
}

#[test]
fn every_word_of_the_real_dictionary_is_found() {
    let Some(dictionary) = installed() else { return };
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let folder = Dictionary::usual_places(&[web])
        .into_iter()
        .find(|folder| folder.join("index.verb").is_file())
        .unwrap();
    for kind in WordKind::ALL {
        let index = fs::read_to_string(folder.join(format!("index.{}", kind.as_str()))).unwrap();
        // Every hundredth, so that it takes a moment and not a minute.
        for line in index.lines().filter(|line| !line.starts_with(' ')).step_by(100) {
            let word = line.split(' ').next().unwrap();
            let args = Define { word: word.to_owned(), sense: Some(*kind), include: None };
            assert!(define(&args, &dictionary, &ample()).is_ok(), "{word}");
        }
    }
}
