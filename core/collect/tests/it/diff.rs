//! What changed between two captures: applying it to the old text gives the new one, and it costs little.

use laika_collect::diff::{Changed, Diff};
use proptest::prelude::*;

fn shown(old: &str, new: &str) -> (String, (usize, usize, usize)) {
    let diff = Diff::between(old, new);
    assert_eq!(diff.apply(old).as_deref(), Some(new));
    let line = |changed: &Changed| match changed {
        Changed::Gone(words) => format!("-{words}"),
        Changed::New(words) => format!("+{words}"),
    };
    (diff.changed(10).0.iter().map(line).collect::<Vec<_>>().join(" "), {
        let counts = diff.counts();
        (counts.kept, counts.added, counts.removed)
    })
}

#[test]
fn a_changed_sentence_is_the_only_one_shown() {
    let old = "# Fares\n\nAn adult pays 8.50. A child pays 4.00. Dogs are free.\n\n- one\n- two\n";
    for (new, expected, counts) in [
        (old.to_owned(), "", (6, 0, 0)),
        (old.replace("8.50", "9.00"), "-An adult pays 8.50. +An adult pays 9.00.", (5, 1, 1)),
        (old.replace(" Dogs are free.", ""), "-Dogs are free.", (5, 0, 1)),
        (old.replace("- one\n", "- one\n- new\n"), "+- new", (6, 1, 0)),
        (
            String::new(),
            "-# Fares -An adult pays 8.50. -A child pays 4.00. -Dogs are free. -- one -- two",
            (0, 0, 6),
        ),
    ] {
        let (words, found) = shown(old, &new);
        assert_eq!(words, expected);
        assert_eq!(found, counts, "{new}");
    }
    assert!(Diff::between(old, old).is_empty());
    assert_eq!(
        Diff::between("One. Two.", "Three. Four. Five. Six.").changed(3).1,
        3,
        "what is not shown is counted"
    );
    assert_eq!(Diff::between("One. Two.", "One.").apply("Three."), None, "another text");
}

/// Long texts that repeat themselves are the worst there is; a diff of them takes no longer than reading them.
#[test]
fn twenty_four_thousand_characters_are_compared_at_once() {
    let worst =
        [("a. b. ".repeat(4_000), "b. a. ".repeat(4_000)), ("x\n".repeat(12_000), "x\ny\n".repeat(6_000))];
    let started = std::time::Instant::now();
    for (old, new) in worst {
        assert_eq!(Diff::between(&old, &new).apply(&old).as_deref(), Some(new.as_str()));
    }
    assert!(started.elapsed().as_secs() < 5, "{:?}", started.elapsed());
}

proptest! {
    #[test]
    fn applying_a_change_gives_the_new_text(old in prop::collection::vec(0..12_u8, 0..60), new in prop::collection::vec(0..12_u8, 0..60), joined in "[ \n.]{0,3}") {
        let text = |pieces: &[u8]| pieces.iter().map(|n| format!("Piece {n}.{joined}")).collect::<String>();
        let (old, new) = (text(&old), text(&new));
        let diff = Diff::between(&old, &new);
        prop_assert_eq!(diff.apply(&old), Some(new.clone()));
        prop_assert_eq!(diff.is_empty(), old == new);
    }

    #[test]
    fn any_two_texts(old in ".{0,200}", new in ".{0,200}") {
        prop_assert_eq!(Diff::between(&old, &new).apply(&old), Some(new));
    }
}
