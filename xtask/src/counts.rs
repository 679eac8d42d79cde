//! How many checks passed, failed and were skipped, read from what the test runners print.

use std::fmt;
use std::ops::AddAssign;

/// A tally over any number of checks.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped)
    }
}

/// The sum of cargo's lines `test result: ok. 5 passed; 0 failed; 1 ignored; …`.
pub(crate) fn of_cargo(output: &str) -> Counts {
    let mut counts = Counts::default();
    for line in output.lines().filter_map(|line| line.trim_start().strip_prefix("test result: ")) {
        for part in line.split(['.', ';']) {
            let mut words = part.split_whitespace();
            let (Some(Ok(number)), Some(word)) = (words.next().map(str::parse), words.next()) else {
                continue;
            };
            add(&mut counts, word, number);
        }
    }
    counts
}

/// The sum of Node's lines `ℹ pass 5` (or, in TAP, `# pass 5`).
pub(crate) fn of_node(output: &str) -> Counts {
    let mut counts = Counts::default();
    for line in output.lines() {
        let Some(rest) = line.strip_prefix("ℹ ").or_else(|| line.strip_prefix("# ")) else { continue };
        let mut words = rest.split_whitespace();
        if let (Some(word), Some(Ok(number)), None) =
            (words.next(), words.next().map(str::parse), words.next())
        {
            add(&mut counts, word, number);
        }
    }
    counts
}

fn add(counts: &mut Counts, word: &str, number: u64) {
    match word {
        "passed" | "pass" => counts.passed += number,
        // A cancelled test is one whose outcome is not known.
        "failed" | "fail" | "cancelled" => counts.failed += number,
        "ignored" | "skipped" | "todo" => counts.skipped += number,
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_lines_are_summed() {
        let output = "running 2 tests\n\
            test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 9 filtered out; finished in 0.00s\n\
            note: 7 passed; in other words\n\
            test result: FAILED. 2 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.20s\n";
        assert_eq!(of_cargo(output), Counts { passed: 7, failed: 3, skipped: 1 });
    }

    #[test]
    fn node_lines_are_summed_in_both_forms() {
        let spec = "✔ adds (0.2ms)\nℹ tests 9\nℹ pass 5\nℹ fail 2\nℹ cancelled 1\nℹ skipped 1\nℹ todo 0\n";
        assert_eq!(of_node(spec), Counts { passed: 5, failed: 3, skipped: 1 });
        assert_eq!(
            of_node("# pass 4\n# fail 0\n# Subtest: pass 9\n"),
            Counts { passed: 4, failed: 0, skipped: 0 }
        );
    }

    #[test]
    fn the_summary_line_has_one_form() {
        assert_eq!(Counts { passed: 1, failed: 2, skipped: 3 }.to_string(), "1 passed, 2 failed, 3 skipped");
    }
}
