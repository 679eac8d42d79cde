//! No input makes a reader or a printer panic, or take more memory than a fixed multiple of its own size.

use laika_e2e::hostile::{Family, families};
use laika_e2e::subjects::{SUBJECTS, Subject};
use laika_e2e::sys::{Usage, measure};
use proptest::collection::vec;
use proptest::prelude::*;

use super::{json, random};

/// Bytes held at once per byte of input. The most is a Markdown reader's tree of one-byte nodes.
const MOST_HELD: usize = 128;
/// Bytes allocated in all per byte of input, counting every time a buffer grows.
const MOST_ALLOCATED: usize = 256;

/// Says what is wrong with the memory a subject took for an input, if anything is.
fn excess(subject: &Subject, input: &str) -> Option<String> {
    let (_, Usage { total, peak }) = measure(|| (subject.run)(input));
    let over = |bytes: usize, share: usize| bytes > subject.fixed_bytes + share * input.len();
    (over(peak, MOST_HELD) || over(total, MOST_ALLOCATED))
        .then(|| format!("{} took {total} bytes in all, {peak} at once, for {}", subject.name, input.len()))
}

fn check_families(chosen: impl Iterator<Item = &'static Family>, bytes: usize) {
    let mut wrong = Vec::new();
    for family in chosen {
        let input = (family.make)(bytes);
        let excesses = SUBJECTS.iter().filter_map(|subject| excess(subject, &input));
        wrong.extend(excesses.map(|excess| format!("{}: {excess}", family.name)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn on_every_hostile_family() {
    for bytes in [1, 1000, 60_000] {
        check_families(families(), bytes);
    }
}

#[test]
fn on_inputs_of_a_megabyte() {
    let chosen = [
        "one letter",
        "opening braces",
        "deep objects",
        "opening think",
        "packet, long answer",
        "document, ampersands",
        "document, links somebody named",
        "document, lines of code in deep lists",
        "document, short rows in a wide table",
        "document, long headers over many rows",
        "document, short rows below a long cell",
        "document, long cell beside many",
    ];
    let named: Vec<_> = families().filter(|family| chosen.contains(&family.name)).collect();
    assert_eq!(named.len(), chosen.len(), "a family was renamed");
    check_families(named.into_iter(), 1_000_000);
}

/// A few families cut and glued together, in any order.
fn mixture() -> impl Strategy<Value = String> {
    let all: Vec<&'static Family> = families().collect();
    let part = (prop::sample::select(all), 1..400usize, any::<prop::sample::Index>()).prop_map(
        |(family, bytes, cut)| {
            let whole = (family.make)(bytes);
            whole[..whole.floor_char_boundary(cut.index(whole.len() + 1))].to_owned()
        },
    );
    vec(part, 1..5).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(random::config())]

    #[test]
    fn on_random_input(text in any::<String>(), value in json::document(), mixture in mixture()) {
        for input in [text, value.to_string(), mixture] {
            for subject in SUBJECTS {
                prop_assert_eq!(excess(subject, &input), None);
            }
        }
    }
}
