//! Rule `licences`: everything we build with is permissively licensed.

use serde_json::Value;

use super::tree::Tree;
use super::{Finding, spdx};

const PERMISSIVE: [&str; 12] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// A package with one more licence than the list has.
struct Exception {
    package: &'static str,
    licence: &'static str,
    #[expect(dead_code, reason = "for the reader of this list: nothing gets on it without a reason")]
    reason: &'static str,
}

/// File-level copyleft (MPL-2.0) would be acceptable here, one package at a time. `deny.toml` has the same list.
const CRATES: [Exception; 1] = [Exception {
    package: "borrow-or-share",
    licence: "MIT-0",
    reason: "MIT without the duty to name it; only tests use it, through jsonschema",
}];

/// How npm names a licence that is in a file.
const IN_A_FILE: &str = "SEE LICENSE IN LICENSE";

const NPM: [Exception; 11] = [
    Exception {
        package: "@modelcontextprotocol/inspector",
        licence: IN_A_FILE,
        reason: "the file has MIT and Apache-2.0, for older and newer parts; only proofs start it",
    },
    Exception {
        package: "@modelcontextprotocol/server-everything",
        licence: IN_A_FILE,
        reason: "the file has MIT and Apache-2.0, for older and newer parts; only proofs start it",
    },
    Exception {
        package: "@modelcontextprotocol/server-filesystem",
        licence: IN_A_FILE,
        reason: "the file has MIT and Apache-2.0, for older and newer parts; only proofs start it",
    },
    Exception {
        package: "glob",
        licence: "BlueOak-1.0.0",
        reason: "permissive; a part of servers that only proofs start",
    },
    Exception {
        package: "lru-cache",
        licence: "BlueOak-1.0.0",
        reason: "permissive; a part of servers that only proofs start",
    },
    Exception {
        package: "minimatch",
        licence: "BlueOak-1.0.0",
        reason: "permissive; a part of servers that only proofs start",
    },
    Exception {
        package: "minipass",
        licence: "BlueOak-1.0.0",
        reason: "permissive; a part of servers that only proofs start",
    },
    Exception {
        package: "path-scurry",
        licence: "BlueOak-1.0.0",
        reason: "permissive; a part of servers that only proofs start",
    },
    Exception {
        package: "axe-core",
        licence: "MPL-2.0",
        reason: "file-level copyleft; examines the panel in a proof, unchanged and never shipped",
    },
    Exception {
        package: "argparse",
        licence: "Python-2.0",
        reason: "permissive; part of the type generator, never shipped (version 2.0)",
    },
    Exception {
        package: "argparse",
        licence: "PSF-2.0",
        reason: "permissive; part of the type generator, never shipped (version 3)",
    },
];

const NPM_LOCKS: [&str; 2] = ["web/package-lock.json", "e2e/mcp/package-lock.json"];
const DENY: &str = "deny.toml";

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let npm = NPM_LOCKS.iter().flat_map(|lock| npm(tree, lock));
    crates(tree).into_iter().chain(npm).chain(deny(tree)).collect()
}

fn crates(tree: &Tree) -> Vec<Finding> {
    let judge = |package: &super::metadata::Package| {
        let problem = problem(&package.name, package.licence.as_deref(), &CRATES)?;
        let line = tree.line_of("Cargo.lock", &format!("name = \"{}\"", package.name));
        Some(Finding::new("Cargo.lock", line, format!("`{} {}`: {problem}", package.name, package.version)))
    };
    tree.metadata.outside().filter_map(judge).collect()
}

fn npm(tree: &Tree, file: &str) -> Vec<Finding> {
    let Some(text) = tree.text(file) else { return Vec::new() };
    let lock: Value = serde_json::from_str(text).unwrap_or_default();
    let Some(packages) = lock["packages"].as_object() else {
        return vec![Finding::new(file, 1, "no `packages` in the lock file")];
    };
    // The entry without a name is our own package.
    let outside = packages.iter().filter(|(path, _)| !path.is_empty());
    let judge = |(path, package): (&String, &Value)| {
        let name = path.rsplit("node_modules/").next().unwrap_or(path);
        let problem = problem(name, package["license"].as_str(), &NPM)?;
        let line = tree.line_of(file, &format!("\"{path}\""));
        Some(Finding::new(file, line, format!("`{name}`: {problem}")))
    };
    outside.filter_map(judge).collect()
}

/// `deny.toml` says the same to those who use cargo-deny.
fn deny(tree: &Tree) -> Vec<Finding> {
    let Some(text) = tree.text(DENY) else { return Vec::new() };
    let excepted = CRATES.iter().flat_map(|one| [one.package, one.licence]);
    let missing =
        PERMISSIVE.into_iter().chain(excepted).filter(|name| !text.contains(&format!("\"{name}\"")));
    missing
        .map(|name| Finding::new(DENY, 1, format!("`{name}` is on our list and not on this one")))
        .collect()
}

fn problem(name: &str, licence: Option<&str>, exceptions: &[Exception]) -> Option<String> {
    let Some(licence) = licence else { return Some("no licence is named".to_owned()) };
    let excepted = |wanted: &str| exceptions.iter().any(|one| one.package == name && one.licence == wanted);
    // Some name no licence but a file that has one; who put it on the list has read that file.
    if excepted(licence) {
        return None;
    }
    match spdx::satisfied(licence, &|wanted| PERMISSIVE.contains(&wanted) || excepted(wanted)) {
        Ok(true) => None,
        Ok(false) => Some(format!("the licence `{licence}` is not on the list")),
        Err(error) => Some(format!("the licence `{licence}` cannot be read: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::metadata::Metadata;

    fn messages(tree: &Tree) -> Vec<String> {
        check(tree).into_iter().map(|one| one.message).collect()
    }

    #[test]
    fn permissive_licences_pass() {
        let metadata = Metadata::default()
            .with("laika-cli", "app/cli", &[])
            .with_outside("a", "1.0.0", Some("MIT/Apache-2.0"))
            .with_outside("b", "1.0.0", Some("LGPL-3.0 OR (Zlib AND Unicode-3.0)"));
        let lock = r#"{ "packages": {
            "": {},
            "node_modules/x": { "license": "ISC" },
            "node_modules/y/node_modules/argparse": { "license": "Python-2.0" }
        } }"#;
        let tree = Tree { metadata, ..Tree::of(&[(NPM_LOCKS[1], lock)]) };
        assert_eq!(messages(&tree), [""; 0]);
    }

    #[test]
    fn other_licences_fail() {
        let metadata = Metadata::default()
            .with_outside("a", "1.0.0", Some("GPL-3.0-only"))
            .with_outside("b", "1.0.0", None)
            .with_outside("c", "1.0.0", Some("MPL-2.0"))
            .with_outside("argparse", "1.0.0", Some("Python-2.0"))
            .with_outside("d", "1.0.0", Some("MIT OR"));
        let found = messages(&Tree { metadata, ..Tree::default() });
        assert_eq!(found.len(), 5, "{found:?}");
        assert_eq!(found[0], "`a 1.0.0`: the licence `GPL-3.0-only` is not on the list");
        assert_eq!(found[1], "`b 1.0.0`: no licence is named");
    }

    #[test]
    fn npm_packages_are_judged_too() {
        let lock =
            r#"{ "packages": { "node_modules/x": { "license": "Python-2.0" }, "node_modules/y": {} } }"#;
        let found = messages(&Tree::of(&[(NPM_LOCKS[1], lock)]));
        assert_eq!(found, ["`x`: the licence `Python-2.0` is not on the list", "`y`: no licence is named"]);
        assert_eq!(messages(&Tree::of(&[(NPM_LOCKS[0], "{}")])), ["no `packages` in the lock file"]);
    }

    #[test]
    fn a_list_for_cargo_deny_that_lacks_one_fails() {
        let found = messages(&Tree::of(&[(DENY, "allow = [\"MIT\"]\n")]));
        assert_eq!(found.len(), PERMISSIVE.len() - 1 + 2 * CRATES.len());
        assert_eq!(found[0], "`0BSD` is on our list and not on this one");
    }
}
