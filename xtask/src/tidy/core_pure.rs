//! Rule `core-pure`: the crates under `core/` touch nothing outside themselves.

use super::Finding;
use super::metadata::{Kind, Package};
use super::rust;
use super::tree::{File, Tree};

/// Outside crates that any core crate may use: all pure, all without the standard library.
const ALLOWED: [&str; 15] = [
    "aho-corasick",
    "base64",
    "hmac",
    "psl",
    "regex",
    "schemars",
    "serde",
    "serde_json",
    "serde_json_canonicalizer",
    "sha2",
    "subtle",
    "thiserror",
    "unicode-normalization",
    "url",
    "zeroize",
];

struct Exception {
    user: &'static str,
    name: &'static str,
    kind: Kind,
    #[expect(dead_code, reason = "for the reader of this list: nothing gets on it without a reason")]
    reason: &'static str,
}

/// Outside crates that one core crate may use.
const EXCEPTIONS: [Exception; 3] = [
    Exception {
        user: "laika-context",
        name: "pulldown-cmark",
        kind: Kind::Normal,
        reason: "reads the Markdown subset of the older planner shape",
    },
    Exception {
        user: "laika-render",
        name: "unicode-width",
        kind: Kind::Normal,
        reason: "columns of a terminal",
    },
    Exception {
        user: "laika-context",
        name: "jsonschema",
        kind: Kind::Dev,
        reason: "an independent judge of our schemas; too large for the product",
    },
];

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let core = || tree.metadata.ours().filter(|(_, dir)| dir.starts_with("core/"));
    let attributes = core().flat_map(|(_, dir)| attributes(tree, dir));
    let dependencies = core().flat_map(|(package, dir)| dependencies(tree, package, dir));
    let sources = tree.ending(&[".rs"]).filter(|file| file.path.starts_with("core/") && !is_test(&file.path));
    attributes.chain(dependencies).chain(sources.flat_map(standard_library)).collect()
}

fn attributes(tree: &Tree, dir: &str) -> Vec<Finding> {
    let path = format!("{dir}/src/lib.rs");
    let code = rust::code(tree.text(&path).unwrap_or_default());
    let missing =
        ["#![no_std]", "#![forbid(unsafe_code)]"].into_iter().filter(|attribute| !code.contains(attribute));
    missing.map(|attribute| Finding::new(&path, 1, format!("a core crate needs `{attribute}`"))).collect()
}

fn dependencies(tree: &Tree, package: &Package, dir: &str) -> Vec<Finding> {
    let manifest = format!("{dir}/Cargo.toml");
    let mut findings = Vec::new();
    for dependency in package.dependencies.iter().filter(|one| !tree.metadata.is_ours(&one.name)) {
        let name = dependency.name.as_str();
        let listed = || EXCEPTIONS.iter().filter(|one| one.name == name);
        let excepted = listed().any(|one| one.user == package.name && one.kind == dependency.kind);
        let free = match dependency.kind {
            // Tests may use what they like, but for what is listed for the tests of one crate alone.
            Kind::Dev => listed().all(|one| one.kind != Kind::Dev),
            Kind::Normal | Kind::Build => ALLOWED.contains(&name),
        };
        if !free && !excepted {
            let message = format!(
                "`{}` may not use `{name}`: it is not on the core's list of outside crates",
                package.name
            );
            findings.push(Finding::new(&manifest, tree.line_of(&manifest, name), message));
        }
    }
    findings
}

fn standard_library(file: &File) -> Vec<Finding> {
    let code = rust::without_tests(&rust::code(&file.text));
    let is_use = |after: &str| after.starts_with("::") || after.trim_start().starts_with([';', ' ']);
    let found = rust::words(&code, "std").filter(|(_, after)| is_use(after));
    found
        .map(|(line, _)| Finding::new(&file.path, line, "a core crate does not use `std` outside its tests"))
        .collect()
}

fn is_test(path: &str) -> bool {
    path.contains("/tests/") || path.ends_with("/tests.rs") || path.ends_with("_tests.rs")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::metadata::Metadata;

    const LIB: &str = "//! Words.\n#![no_std]\n#![forbid(unsafe_code)]\nextern crate alloc;\n";

    fn messages(lib: &str, dependencies: &[(&str, Kind)]) -> Vec<String> {
        let metadata = Metadata::default().with("laika-context", "core/context", dependencies);
        let tree = Tree { metadata, ..Tree::of(&[("core/context/src/lib.rs", lib)]) };
        check(&tree).into_iter().map(|one| format!("{}:{}: {}", one.path, one.line, one.message)).collect()
    }

    #[test]
    fn a_pure_crate_passes() {
        let tests = "// use std::fs\n#[cfg(test)]\nmod tests {\n    extern crate std;\n    use std::fs;\n}\n";
        let dependencies = [
            ("serde", Kind::Normal),
            ("pulldown-cmark", Kind::Normal),
            ("jsonschema", Kind::Dev),
            ("proptest", Kind::Dev),
        ];
        assert_eq!(messages(&format!("{LIB}{tests}"), &dependencies), [""; 0]);
    }

    #[test]
    fn missing_attributes_fail() {
        let expected = [
            "core/context/src/lib.rs:1: a core crate needs `#![no_std]`",
            "core/context/src/lib.rs:1: a core crate needs `#![forbid(unsafe_code)]`",
        ];
        assert_eq!(messages("//! Words.\n// #![no_std]\n", &[]), expected);
    }

    #[test]
    fn the_standard_library_fails() {
        for line in ["extern crate std;", "use std::fs;", "fn f() { ::std::process::abort() }"] {
            let found = messages(&format!("{LIB}{line}\n"), &[]);
            assert_eq!(
                found,
                ["core/context/src/lib.rs:5: a core crate does not use `std` outside its tests"],
                "{line}"
            );
        }
    }

    #[test]
    fn outside_crates_off_the_list_fail() {
        for dependency in [("tokio", Kind::Normal), ("cc", Kind::Build), ("jsonschema", Kind::Normal)] {
            assert_eq!(messages(LIB, &[dependency]).len(), 1, "{}", dependency.0);
        }
        // On the list, but for another crate.
        assert_eq!(messages(LIB, &[("unicode-width", Kind::Normal)]).len(), 1);
    }

    #[test]
    fn a_crate_for_the_tests_of_one_fails_in_another() {
        let dependencies = [("jsonschema", Kind::Dev), ("pulldown-cmark", Kind::Dev)];
        let metadata = Metadata::default().with("laika-render", "core/render", &dependencies);
        let found = check(&Tree { metadata, ..Tree::of(&[("core/render/src/lib.rs", LIB)]) });
        assert_eq!(found.len(), 1);
        assert!(found[0].message.starts_with("`laika-render` may not use `jsonschema`"));
    }
}
