//! Bounds: what was found, what it is held to, and whether it holds.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::Outcome;

/// One bound and what was found.
pub(crate) struct Check {
    pub(crate) passed: bool,
    pub(crate) what: &'static str,
    pub(crate) found: String,
    pub(crate) bound: String,
}

/// The log of what was done: there is one, and it verifies.
pub(crate) fn log(events: u64, intact: bool) -> Check {
    let state = if intact { "intact" } else { "NOT intact" };
    Check {
        passed: intact && events > 0,
        what: "the log",
        found: format!("{events} events, {state}"),
        bound: "intact".into(),
    }
}

/// Every bound counts; none at all would be no measurement.
pub(crate) fn outcome(checks: &[Check]) -> Outcome {
    if !checks.is_empty() && checks.iter().all(|check| check.passed) {
        Outcome::Passed
    } else {
        Outcome::Failed
    }
}

/// A line for each, for a person.
pub(crate) fn lines(checks: &[Check]) -> String {
    checks.iter().fold(String::new(), |mut text, Check { passed, what, found, bound }| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} {what}: {found} ({bound})", if *passed { "pass" } else { "FAIL" });
        text
    })
}

/// The same for a program.
pub(crate) fn json(checks: &[Check]) -> Value {
    let check = |Check { passed, what, found, bound }: &Check| json!({ "passed": passed, "what": what, "found": found, "bound": bound });
    checks.iter().map(check).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(passed: bool) -> Check {
        Check { passed, what: "errors", found: "1".into(), bound: "none".into() }
    }

    #[test]
    fn one_bound_that_is_not_met_fails_all() {
        assert_eq!(outcome(&[check(true), check(true)]), Outcome::Passed);
        assert_eq!(outcome(&[check(true), check(false)]), Outcome::Failed);
        assert_eq!(outcome(&[]), Outcome::Failed);
        assert_eq!(lines(&[check(true), check(false)]), "pass errors: 1 (none)\nFAIL errors: 1 (none)\n");
    }
}
