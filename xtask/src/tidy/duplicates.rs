//! Rule `duplicates`: one version of each crate, in what we ship and in what we test with.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::Finding;
use super::metadata::{Edge, Kind, Metadata, Package};
use super::tree::Tree;

/// Crates that nobody installs.
const DEVELOPMENT: [&str; 2] = ["laika-e2e", "xtask"];

/// Where two versions of a crate meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In what we ship.
    Product,
    /// Only in what we test and build with.
    Tools,
}

/// A crate that may be there twice. One that is excused in tools is not excused in the product.
struct Exception {
    name: &'static str,
    place: Place,
    #[expect(dead_code, reason = "for the reader of this list: nothing gets on it without a reason")]
    reason: &'static str,
}

/// It reads what is encrypted, in a process of its own.
const OLDER_BY_LOPDF: &str =
    "the older by lopdf, in the process that reads PDF documents; the newer by all others";

/// Each with who holds the older version back. `deny.toml` has the same list.
const EXCEPTIONS: [Exception; 15] = [
    Exception {
        name: "bitflags",
        place: Place::Product,
        reason: "1 by defmt, which a date library names for small machines; never built here",
    },
    Exception {
        name: "getrandom",
        place: Place::Product,
        reason: "0.2 by ring, which has no newer one; 0.3 by jsonschema and its ahash, in tests only; 0.4 by all others",
    },
    Exception {
        name: "io-lifetimes",
        place: Place::Product,
        reason: "2 by fs-set-times, 3 by cap-std, which uses both",
    },
    Exception { name: "r-efi", place: Place::Tools, reason: "never built here: getrandom names it for UEFI" },
    Exception { name: "shlex", place: Place::Product, reason: "1 by bindgen, 2 by cc; build time only" },
    Exception {
        name: "syn",
        place: Place::Product,
        reason: "2 by the macros of curve25519-dalek and of jsonschema's dependencies, 3 by all others; build time only",
    },
    Exception { name: "windows-sys", place: Place::Product, reason: "0.52 by ring, never built here" },
    Exception { name: "block-buffer", place: Place::Product, reason: OLDER_BY_LOPDF },
    Exception { name: "cipher", place: Place::Product, reason: OLDER_BY_LOPDF },
    Exception { name: "cpufeatures", place: Place::Product, reason: OLDER_BY_LOPDF },
    Exception { name: "crypto-common", place: Place::Product, reason: OLDER_BY_LOPDF },
    Exception { name: "digest", place: Place::Product, reason: OLDER_BY_LOPDF },
    Exception { name: "inout", place: Place::Product, reason: OLDER_BY_LOPDF },
    Exception { name: "sha2", place: Place::Product, reason: OLDER_BY_LOPDF },
    Exception { name: "nom", place: Place::Product, reason: "7 by bindgen, at build time only; 8 by lopdf" },
];

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    check_with(tree, &EXCEPTIONS)
}

fn check_with(tree: &Tree, exceptions: &[Exception]) -> Vec<Finding> {
    let metadata = &tree.metadata;
    let shipped = reachable(metadata);
    let all = versions(metadata.outside());
    let in_product = versions(metadata.outside().filter(|package| shipped.contains(package.id.as_str())));

    let place = |name: &str| match (in_product.get(name), all.get(name)) {
        (Some(versions), _) if versions.len() > 1 => Some(Place::Product),
        (_, Some(versions)) if versions.len() > 1 => Some(Place::Tools),
        _ => None,
    };
    let mut findings = Vec::new();
    for (&name, versions) in &all {
        let Some(place) = place(name) else { continue };
        if exceptions.iter().any(|one| one.name == name && one.place == place) {
            continue;
        }
        let line = tree.line_of("Cargo.lock", &format!("name = \"{name}\""));
        let versions = versions.iter().copied().collect::<Vec<_>>().join("`, `");
        findings.push(Finding::new(
            "Cargo.lock",
            line,
            format!("`{name}` is there twice {place}: `{versions}`"),
        ));
    }
    for one in exceptions.iter().filter(|one| place(one.name) != Some(one.place)) {
        let message = format!("`{}` is no longer there twice {}: drop the exception", one.name, one.place);
        findings.push(Finding::new("xtask/src/tidy/duplicates.rs", 1, message));
    }
    let deny = tree.text("deny.toml");
    for one in
        exceptions.iter().filter(|one| deny.is_some_and(|text| !text.contains(&format!("\"{}\"", one.name))))
    {
        findings.push(Finding::new(
            "deny.toml",
            1,
            format!("the exception for `{}` is not in its list", one.name),
        ));
    }
    findings
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Product => "in the product",
            Self::Tools => "in tests and tools",
        })
    }
}

fn versions<'a>(packages: impl Iterator<Item = &'a Package>) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
    let mut versions = BTreeMap::<&str, BTreeSet<&str>>::new();
    for package in packages {
        versions.entry(&package.name).or_default().insert(&package.version);
    }
    versions
}

/// Everything that the shipped crates are built from.
fn reachable(metadata: &Metadata) -> BTreeSet<&str> {
    let shipped = metadata.ours().filter(|(package, _)| !DEVELOPMENT.contains(&package.name.as_str()));
    let mut found: BTreeSet<&str> = shipped.map(|(package, _)| package.id.as_str()).collect();
    let mut open: Vec<&str> = found.iter().copied().collect();
    while let Some(from) = open.pop() {
        let needed = |edge: &&Edge| edge.from == from && edge.kind != Kind::Dev;
        for edge in metadata.edges.iter().filter(needed) {
            if found.insert(&edge.to) {
                open.push(&edge.to);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn twice(kind: Kind) -> Tree {
        let metadata = Metadata::default()
            .with("laika-cli", "app/cli", &[])
            .with_outside("a", "1.0.0", None)
            .with_outside("a", "2.0.0", None)
            .with_outside("b", "1.0.0", None)
            .with_edge("laika-cli 0.1.0", "a 1.0.0", Kind::Normal)
            .with_edge("laika-cli 0.1.0", "b 1.0.0", kind)
            .with_edge("b 1.0.0", "a 2.0.0", Kind::Normal);
        Tree { metadata, ..Tree::default() }
    }

    fn messages(tree: &Tree, exceptions: &[Exception]) -> Vec<String> {
        check_with(tree, exceptions).into_iter().map(|one| one.message).collect()
    }

    #[test]
    fn one_version_each_passes() {
        let metadata = Metadata::default().with_outside("a", "1.0.0", None).with_outside("b", "2.0.0", None);
        assert_eq!(messages(&Tree { metadata, ..Tree::default() }, &[]), [""; 0]);
    }

    #[test]
    fn two_versions_fail_and_say_where() {
        assert_eq!(
            messages(&twice(Kind::Normal), &[]),
            ["`a` is there twice in the product: `1.0.0`, `2.0.0`"]
        );
        assert_eq!(
            messages(&twice(Kind::Build), &[]),
            ["`a` is there twice in the product: `1.0.0`, `2.0.0`"]
        );
        assert_eq!(
            messages(&twice(Kind::Dev), &[]),
            ["`a` is there twice in tests and tools: `1.0.0`, `2.0.0`"]
        );
    }

    fn exception(name: &'static str, place: Place) -> Exception {
        Exception { name, place, reason: "held back by b" }
    }

    #[test]
    fn an_exception_holds_only_while_it_is_needed() {
        assert_eq!(messages(&twice(Kind::Normal), &[exception("a", Place::Product)]), [""; 0]);
        assert_eq!(messages(&twice(Kind::Dev), &[exception("a", Place::Tools)]), [""; 0]);
        let found =
            messages(&twice(Kind::Dev), &[exception("a", Place::Tools), exception("b", Place::Tools)]);
        assert_eq!(found, ["`b` is no longer there twice in tests and tools: drop the exception"]);
    }

    #[test]
    fn an_exception_for_tools_does_not_cover_the_product() {
        let found = messages(&twice(Kind::Normal), &[exception("a", Place::Tools)]);
        assert_eq!(found.len(), 2, "{found:?}");
        assert_eq!(found[0], "`a` is there twice in the product: `1.0.0`, `2.0.0`");
    }

    #[test]
    fn an_exception_must_be_in_the_list_for_cargo_deny() {
        let mut tree = twice(Kind::Normal);
        tree.files = Tree::of(&[("deny.toml", "skip = []\n")]).files;
        let found = messages(&tree, &[exception("a", Place::Product)]);
        assert_eq!(found, ["the exception for `a` is not in its list"]);
    }
}
