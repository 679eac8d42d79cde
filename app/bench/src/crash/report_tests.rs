//! Each bound fails by itself, and what is shown.

use super::*;

fn tally(cases: usize) -> Tally {
    Tally { cases, kills: cases, acks: 7 * cases, resumes: vec![0.02; cases], ..Tally::default() }
}

fn parts() -> Parts {
    Parts {
        asked: 10,
        kills: Killed { tally: tally(10), points: 4, met: 4 },
        faults: tally(5),
        cuts: tally(10),
        flips: Flipped { cases: 20, refused: 4, reported: 6, harmless: 10, undetected: Vec::new() },
        careless: Tally { lost: 3, ..tally(4) },
    }
}

fn failed(change: fn(&mut Parts)) -> Vec<&'static str> {
    let mut parts = parts();
    change(&mut parts);
    let report = Report::new(parts);
    let failed: Vec<_> = report.checks.iter().filter(|check| !check.passed).map(|check| check.what).collect();
    assert_eq!(report.outcome() == Outcome::Passed, failed.is_empty());
    failed
}

#[test]
fn each_bound_fails_by_itself() {
    assert_eq!(failed(|_| {}), [""; 0]);
    assert_eq!(failed(|parts| parts.kills.tally.kills = 9), ["kills"]);
    assert_eq!(failed(|parts| parts.cuts.lost = 1), ["acknowledged events lost"]);
    assert_eq!(failed(|parts| parts.kills.tally.twice = 1), ["effects executed twice"]);
    assert_eq!(failed(|parts| parts.faults.missing = 1), ["effects lost"]);
    assert_eq!(failed(|parts| parts.faults.unfinished = 1), ["resumes unfinished"]);
    assert_eq!(failed(|parts| parts.cuts.broken = 1), ["problems in the log after a resume"]);
    assert_eq!(failed(|parts| parts.flips.undetected.push("flip".into())), ["corruptions undetected"]);
    assert_eq!(failed(|parts| parts.careless.lost = 0), ["power cuts with synchronous=off"]);
    assert_eq!(failed(|parts| parts.cuts.resumes.push(11.0)), ["slowest resume"]);
}

#[test]
fn nothing_done_proves_nothing() {
    let nothing = |parts: &mut Parts| {
        parts.asked = 0;
        parts.kills.tally = Tally::default();
        parts.faults = Tally::default();
        parts.cuts = Tally::default();
        parts.flips = Flipped::default();
    };
    assert_eq!(failed(nothing).len(), 8);
}

#[test]
fn a_person_sees_the_table_the_failures_and_the_bounds() {
    let mut parts = parts();
    parts.cuts.lost = 1;
    parts.cuts.failures = vec!["power cut before operation 3; event 2 is not there".into()];
    let report = Report::new(parts);
    expect_test::expect![[r"
        The real loop with its log in a scripted world. After each case it is started again on what is left.

        after       cases  acknowledged  lost  twice  missing  unfinished  not intact
        kills          10            70     0      0        0           0           0
        faults          5            35     0      0        0           0           0
        power cuts     10            70     1      0        0           0           0

        10 kills in all; 4 of the 4 calls of a small run that change something were killed at.
        Damaged files: 4 refused, 6 reported, 10 harmless, 0 undetected.

        failed: power cut before operation 3; event 2 is not there

        pass kills: 10 (at least 10)
        FAIL acknowledged events lost: 1 in 175 events (none)
        pass effects executed twice: 0 in 25 cases (none)
        pass effects lost: 0 in 25 cases (none)
        pass resumes unfinished: 0 in 25 cases (none)
        pass problems in the log after a resume: 0 in 25 cases (none)
        pass corruptions undetected: 0 in 20 files (none)
        pass power cuts with synchronous=off: 3 acknowledged events found lost (some, or the test could not fail)
        pass slowest resume: 0.02 s, median 0.020 s (at most 10 s)
    "]]
    .assert_eq(&report.text());
    assert_eq!(report.json()["cuts"]["failures"][0], "power cut before operation 3; event 2 is not there");
    assert_eq!(report.json()["outcome"], "failed");
}
