//! What is expected of each scenario of the conformance suite: `e2e/mcp/expected.tsv`.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};

/// Which side is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    Server,
    /// The library's client.
    Client,
    /// Laika's own client.
    Own,
}

impl Side {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Server => "server",
            Self::Client => "client",
            Self::Own => "own-client",
        }
    }
}

/// What is expected of one scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    Pass,
    /// With the reason.
    NotApplicable(String),
}

/// One scenario.
pub(super) type Scenario = (Side, String);

/// All that is expected.
pub(super) type Table = BTreeMap<Scenario, Expected>;

/// Reads the table: scenario, side, `pass` or `not-applicable`, reason. The first line names the columns.
pub(super) fn read(text: &str) -> Result<Table> {
    let mut table = Table::new();
    for (line, number) in text.lines().zip(1..).skip(1) {
        let cells: Vec<_> = line.split('\t').collect();
        let [scenario, side, expected, reason] = cells[..] else {
            bail!("line {number} of the expected results has {} cells, not 4", cells.len());
        };
        let side = match side {
            "server" => Side::Server,
            "client" => Side::Client,
            "own-client" => Side::Own,
            other => bail!("line {number} of the expected results: there is no side `{other}`"),
        };
        let expected = match (expected, reason) {
            ("pass", "") => Expected::Pass,
            ("not-applicable", reason) if !reason.is_empty() => Expected::NotApplicable(reason.to_owned()),
            _ => {
                bail!("line {number} of the expected results: `pass` has no reason, `not-applicable` has one")
            }
        };
        if table.insert((side, scenario.to_owned()), expected).is_some() {
            bail!("line {number} of the expected results: `{scenario}` is there twice");
        }
    }
    Ok(table)
}

/// The scenarios that the suite lists: two headings, and below each a line `  - name [versions]` for each. Those for
/// clients are for both of ours.
pub(super) fn listed(output: &str) -> BTreeSet<Scenario> {
    let mut side = Side::Server;
    let mut scenarios = BTreeSet::new();
    for line in output.lines() {
        if line.starts_with("Client scenarios") {
            side = Side::Client;
        }
        if let Some(name) = line.trim().strip_prefix("- ").and_then(|rest| rest.split_whitespace().next()) {
            scenarios.insert((side, name.to_owned()));
            if side == Side::Client {
                scenarios.insert((Side::Own, name.to_owned()));
            }
        }
    }
    scenarios
}

/// Scenarios by whether they passed, in the suite's summary: `✓ name: 2 passed, 0 failed`. A warning is no pass, and
/// where nothing was checked nothing passed.
pub(super) fn summary(output: &str) -> BTreeMap<String, bool> {
    let line = |line: &str| {
        let (mark, rest) = line.split_once(' ')?;
        let (name, counts) = rest.split_once(": ").filter(|(_, counts)| counts.contains(" passed, "))?;
        match mark {
            "✓" => Some((name.to_owned(), !counts.starts_with("0 "))),
            "✗" => Some((name.to_owned(), false)),
            _ => None,
        }
    };
    output.lines().filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_says_why_something_is_left_out() {
        let table = "scenario\tside\texpected\treason\nping\tserver\tpass\t\nauth/x\tclient\tnot-applicable\tno OAuth\n";
        let table = read(table).unwrap();
        assert_eq!(table[&(Side::Server, "ping".to_owned())], Expected::Pass);
        let left_out = Expected::NotApplicable("no OAuth".to_owned());
        assert_eq!(table[&(Side::Client, "auth/x".to_owned())], left_out);
        for wrong in [
            "ping\tserver\tpass",
            "ping\tboth\tpass\t",
            "ping\tserver\tnot-applicable\t",
            "ping\tserver\tpass\twhy\n",
            "ping\tserver\tpass\t\nping\tserver\tpass\t",
        ] {
            assert!(read(&format!("heading\n{wrong}")).is_err(), "{wrong}");
        }
    }

    #[test]
    fn lists_and_summaries_are_read() {
        let list = "Server scenarios (test against a server):\n  - ping [2025-06-18]\n\n\
            Client scenarios (test against a client):\n  - auth/x [draft]\n";
        let expected = [(Side::Server, "ping"), (Side::Client, "auth/x"), (Side::Own, "auth/x")];
        let expected = expected.map(|(side, name)| (side, name.to_owned()));
        assert_eq!(listed(list), BTreeSet::from(expected));
        let output =
            "✓ ping: 1 passed, 0 failed\n✗ x: 2 passed, 0 failed, 1 warnings\n✓ y: 0 passed, 0 failed\n";
        let expected =
            [("ping", true), ("x", false), ("y", false)].map(|(name, passed)| (name.to_owned(), passed));
        assert_eq!(summary(&format!("{output}✓ not a: line\n")), BTreeMap::from(expected));
    }
}
