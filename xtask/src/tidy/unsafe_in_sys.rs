//! Rule `unsafe-in-sys`: unsafe code lives in files named `sys.rs`, and each piece says why it is sound.

use super::Finding;
use super::rust;
use super::tree::{File, Tree};

/// How far above its block a SAFETY comment may stand.
const REACH: usize = 3;

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    tree.ending(&[".rs"]).flat_map(check_file).collect()
}

fn check_file(file: &File) -> Vec<Finding> {
    let code = rust::code(&file.text);
    let in_sys = file.path.rsplit('/').next() == Some("sys.rs");
    let mut findings = Vec::new();
    for (line, after) in rust::words(&code, "unsafe") {
        let after = after.trim_start();
        if !in_sys {
            findings.push(Finding::new(&file.path, line, "unsafe code belongs in a file named `sys.rs`"));
        } else if (after.starts_with('{') || after.starts_with("impl")) && !has_reason(&file.text, line) {
            let message = format!("no `// SAFETY:` comment in the {REACH} lines above");
            findings.push(Finding::new(&file.path, line, message));
        }
    }
    for (line, _) in rust::words(&code, "unsafe_code").filter(|(line, _)| !in_sys && is_lowered(&code, *line))
    {
        findings.push(Finding::new(&file.path, line, "only a file named `sys.rs` may allow unsafe code"));
    }
    findings
}

fn has_reason(text: &str, line: usize) -> bool {
    let above = text.lines().take(line - 1).skip((line - 1).saturating_sub(REACH));
    above.into_iter().any(|line| line.trim_start().starts_with("// SAFETY:"))
}

/// Whether the lint attribute on this line makes the lint weaker.
fn is_lowered(code: &str, line: usize) -> bool {
    let line = code.lines().nth(line - 1).unwrap_or_default();
    ["allow(", "expect(", "warn("].iter().any(|level| line.contains(level))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(path: &str, text: &str) -> Vec<usize> {
        check(&Tree::of(&[(path, text)])).into_iter().map(|one| one.line).collect()
    }

    #[test]
    fn explained_unsafe_in_sys_passes() {
        let text = "#![allow(unsafe_code)]\n// SAFETY: the pointer is ours.\nlet x = unsafe { *p };\nunsafe fn f() {}\n";
        assert_eq!(lines("adapters/os/src/sys.rs", text), [0; 0]);
    }

    #[test]
    fn the_word_outside_code_passes() {
        let text =
            "//! unsafe { }\n#![forbid(unsafe_code)]\nlet x = \"unsafe { }\";\n#![deny(unsafe_code)]\n";
        assert_eq!(lines("core/a/src/lib.rs", text), [0; 0]);
    }

    #[test]
    fn unsafe_elsewhere_fails() {
        let text = "unsafe { f() }\nunsafe fn g() {}\nunsafe impl Send for X {}\n#[allow(unsafe_code)]\n#[expect(unsafe_code)]\n";
        assert_eq!(lines("core/a/src/lib.rs", text), [1, 2, 3, 4, 5]);
        assert_eq!(lines("core/a/src/not_sys.rs", "unsafe\n{ f() }\n"), [1]);
    }

    #[test]
    fn unexplained_unsafe_in_sys_fails() {
        let far = "// SAFETY: too far away.\n\n\n\nunsafe { f() }\n";
        assert_eq!(lines("a/sys.rs", far), [5]);
        assert_eq!(lines("a/sys.rs", "unsafe impl Send for X {}\n"), [1]);
        assert_eq!(lines("a/sys.rs", "/* SAFETY */ unsafe { f() }\n"), [1]);
    }
}
