//! The rules that the compiler does not check, each a pure function over the files and the dependency graph.

mod core_pure;
mod duplicates;
mod edges;
mod licences;
mod machine_paths;
mod metadata;
mod model_place;
mod requirements;
mod rust;
mod shape;
mod spdx;
mod tree;
mod unsafe_in_sys;

use anyhow::Result;

use crate::counts::Counts;
use crate::printer;
use tree::Tree;

/// A breach of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Finding {
    path: String,
    line: usize,
    message: String,
}

struct Rule {
    name: &'static str,
    check: fn(&Tree) -> Vec<Finding>,
}

const RULES: [Rule; 10] = [
    Rule { name: "edges", check: edges::check },
    Rule { name: "core-pure", check: core_pure::check },
    Rule { name: "model-place", check: model_place::check },
    Rule { name: "unsafe-in-sys", check: unsafe_in_sys::check },
    Rule { name: "doc-comment", check: shape::doc_comment },
    Rule { name: "file-size", check: shape::file_size },
    Rule { name: "licences", check: licences::check },
    Rule { name: "duplicates", check: duplicates::check },
    Rule { name: "requirements", check: requirements::check },
    Rule { name: "no-machine-paths", check: machine_paths::check },
];

/// Checks the repository. Counts one check per rule.
pub(crate) fn run() -> Result<Counts> {
    let tree = Tree::read()?;
    let mut counts = Counts::default();
    let mut findings = 0;
    for rule in &RULES {
        let found = (rule.check)(&tree);
        for one in &found {
            printer::result(&format!("{}:{}: {} [{}]", one.path, one.line, one.message, rule.name));
        }
        findings += found.len();
        if found.is_empty() { counts.passed += 1 } else { counts.failed += 1 }
    }
    printer::result(&format!("tidy: {} rules, {findings} findings", RULES.len()));
    Ok(counts)
}

impl Finding {
    fn new(path: impl Into<String>, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.into(), line, message: message.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_repository_keeps_every_rule() {
        let tree = Tree::read().unwrap();
        for rule in &RULES {
            assert_eq!((rule.check)(&tree), [], "{}", rule.name);
        }
    }
}
