//! Rule `edges`: the table in ARCHITECTURE.md is the crate graph, exactly.

use std::collections::{BTreeMap, BTreeSet};

use super::Finding;
use super::metadata::{Kind, Package};
use super::tree::Tree;

const FILE: &str = "ARCHITECTURE.md";
const OPEN: &str = "<!-- edges -->";
const CLOSE: &str = "<!-- /edges -->";
const PREFIX: &str = "laika-";

struct Row {
    line: usize,
    may_use: BTreeSet<String>,
}

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let Some(mut rows) = tree.text(FILE).and_then(rows) else {
        return vec![Finding::new(FILE, 1, format!("no table of crates between `{OPEN}` and `{CLOSE}`"))];
    };
    let mut findings = Vec::new();
    for (package, dir) in tree.metadata.ours() {
        let manifest = format!("{dir}/Cargo.toml");
        let name = short(&package.name);
        if dir.rsplit('/').next() != Some(name) || (name == package.name && name != "xtask") {
            let message = format!(
                "crate `{}` lives in `{dir}`; its name should be its folder's with `{PREFIX}`",
                package.name
            );
            findings.push(Finding::new(&manifest, tree.line_of(&manifest, "name"), message));
        }
        let Some(row) = rows.remove(name) else {
            findings.push(Finding::new(FILE, tree.line_of(FILE, OPEN), format!("crate `{name}` has no row")));
            continue;
        };
        let used = uses(tree, package, &[Kind::Normal, Kind::Build]);
        let tested = uses(tree, package, &[Kind::Dev]);
        for edge in used.union(&tested).filter(|edge| !row.may_use.contains(*edge)) {
            let line = tree.line_of(&manifest, &format!("{PREFIX}{edge}"));
            findings.push(Finding::new(
                &manifest,
                line,
                format!("`{name}` uses `{edge}`, which its row does not declare"),
            ));
        }
        for edge in row.may_use.difference(&used).filter(|edge| !tested.contains(*edge)) {
            findings.push(Finding::new(
                FILE,
                row.line,
                format!("`{name}` does not use `{edge}`: a stale edge"),
            ));
        }
    }
    let left = rows.into_iter();
    findings
        .extend(left.map(|(name, row)| Finding::new(FILE, row.line, format!("there is no crate `{name}`"))));
    findings
}

/// Our crates that a package depends on in one of these ways.
fn uses(tree: &Tree, package: &Package, kinds: &[Kind]) -> BTreeSet<String> {
    let ours = package.dependencies.iter().filter(|dependency| tree.metadata.is_ours(&dependency.name));
    let wanted = ours.filter(|dependency| kinds.contains(&dependency.kind));
    wanted.map(|dependency| short(&dependency.name).to_owned()).collect()
}

fn short(name: &str) -> &str {
    name.strip_prefix(PREFIX).unwrap_or(name)
}

/// The rows by crate name; remarks in parentheses are for readers.
fn rows(text: &str) -> Option<BTreeMap<String, Row>> {
    let lines = text.lines().zip(1..);
    let table = lines
        .skip_while(|(line, _)| line.trim() != OPEN)
        .skip(1)
        .take_while(|(line, _)| line.trim() != CLOSE);
    let mut rows = BTreeMap::new();
    // The first two lines of a Markdown table are its header and its rule.
    for (line, number) in table.filter(|(line, _)| line.trim_start().starts_with('|')).skip(2) {
        let cells: Vec<&str> = line.trim().trim_matches('|').split('|').map(str::trim).collect();
        let [name, _purpose, may_use] = cells[..] else { return None };
        let names = without_remarks(may_use);
        let names = names
            .split(',')
            .map(|name| name.trim().trim_matches('`'))
            .filter(|name| !matches!(*name, "" | "-"));
        let row = Row { line: number, may_use: names.map(str::to_owned).collect() };
        rows.insert(name.trim_matches('`').to_owned(), row);
    }
    (!rows.is_empty()).then_some(rows)
}

fn without_remarks(cell: &str) -> String {
    let mut depth = 0_usize;
    let keep = |c: &char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    };
    cell.chars().filter(keep).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::metadata::Metadata;

    const TABLE: &str = "# Map\n\n<!-- edges -->\n| crate | purpose | may use |\n|---|---|---|\n\
        | `protocol` | the words | - |\n| cli | the program | protocol (only for ids, and so on) |\n<!-- /edges -->\n";

    fn check_with(table: &str, metadata: Metadata) -> Vec<String> {
        let tree = Tree { metadata, ..Tree::of(&[("ARCHITECTURE.md", table)]) };
        check(&tree).into_iter().map(|one| format!("{}:{}: {}", one.path, one.line, one.message)).collect()
    }

    fn protocol() -> Metadata {
        Metadata::default().with("laika-protocol", "core/protocol", &[("serde", Kind::Normal)])
    }

    #[test]
    fn a_true_table_passes() {
        let metadata = protocol().with("laika-cli", "app/cli", &[("laika-protocol", Kind::Normal)]);
        assert_eq!(check_with(TABLE, metadata), [""; 0]);
    }

    #[test]
    fn an_undeclared_edge_fails_in_the_product_and_in_tests() {
        for kind in [Kind::Normal, Kind::Build, Kind::Dev] {
            let metadata = Metadata::default()
                .with("laika-protocol", "core/protocol", &[("laika-cli", kind)])
                .with("laika-cli", "app/cli", &[("laika-protocol", Kind::Normal)]);
            let message = "core/protocol/Cargo.toml:1: `protocol` uses `cli`, which its row does not declare";
            assert_eq!(check_with(TABLE, metadata), [message]);
        }
    }

    #[test]
    fn a_stale_edge_fails() {
        let metadata = protocol().with("laika-cli", "app/cli", &[]);
        assert_eq!(
            check_with(TABLE, metadata),
            ["ARCHITECTURE.md:7: `cli` does not use `protocol`: a stale edge"]
        );
    }

    #[test]
    fn a_missing_row_and_a_row_too_many_fail() {
        let metadata = protocol().with("laika-render", "core/render", &[]);
        let expected =
            ["ARCHITECTURE.md:3: crate `render` has no row", "ARCHITECTURE.md:7: there is no crate `cli`"];
        assert_eq!(check_with(TABLE, metadata), expected);
    }

    #[test]
    fn a_crate_in_a_folder_of_another_name_fails() {
        let metadata = protocol().with("laika-cli", "app/shell", &[("laika-protocol", Kind::Normal)]);
        assert!(check_with(TABLE, metadata)[0].contains("crate `laika-cli` lives in `app/shell`"));
    }

    #[test]
    fn no_table_fails() {
        assert_eq!(check_with("# Map\n", protocol()).len(), 1);
    }
}
