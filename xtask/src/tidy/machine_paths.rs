//! Rule `no-machine-paths`: nothing in the repository tells where it was written or fetched from.

use super::Finding;
use super::tree::{File, Tree};

/// Package registries have mirrors; the lock files name packages and hashes, and the client knows where to ask.
/// Put together here, so that this file does not break its own rule.
const REGISTRIES: [&str; 2] = [concat!("crates.io", "-index"), concat!("registry.", "npmjs")];
const LOCK_FILES: [&str; 2] = ["Cargo.lock", "package-lock.json"];

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in &tree.files {
        let name = file.path.rsplit('/').next().unwrap_or(&file.path);
        if name == "package-lock.json" {
            findings.extend(lines(
                file,
                |line| line.contains(r#""resolved": "http"#),
                "a lock file names no addresses",
            ));
        }
        if LOCK_FILES.contains(&name) {
            continue;
        }
        for folder in &tree.private {
            let message = "the text names a folder of this machine";
            findings.extend(lines(file, |line| names_folder(line, folder), message));
        }
        let is_registry = |line: &str| REGISTRIES.iter().any(|host| line.contains(host));
        findings.extend(lines(file, is_registry, "the text names a package registry"));
    }
    findings.sort_by(|a, b| (&a.path, a.line).cmp(&(&b.path, b.line)));
    findings.dedup();
    findings
}

fn lines(file: &File, is_breach: impl Fn(&str) -> bool, message: &str) -> Vec<Finding> {
    let found = file.text.lines().zip(1..).filter(|(line, _)| is_breach(line));
    found.map(|(_, number)| Finding::new(&file.path, number, message)).collect()
}

/// Whether the folder is named as a whole: `/home/ann` is not in `/home/anna`, nor in `example.com/home/ann`.
fn names_folder(line: &str, folder: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    line.match_indices(folder).any(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + folder.len()..]);
        !before.ends_with(is_part) && !after.starts_with(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<usize> {
        let private = vec!["/home/ann".to_owned(), "/home/ann/code".to_owned()];
        check(&Tree { private, ..Tree::of(&[(path, text)]) }).into_iter().map(|one| one.line).collect()
    }

    #[test]
    fn general_text_passes() {
        assert_eq!(found("a.md", "/home/anna\nhttps://example.com/home/ann\n/usr/lib\n"), [0; 0]);
        assert_eq!(found("Cargo.lock", &format!("source = \"{}\"\n", REGISTRIES[0])), [0; 0]);
        assert_eq!(found("web/package-lock.json", "\"integrity\": \"sha512-x\"\n"), [0; 0]);
    }

    #[test]
    fn folders_of_this_machine_fail() {
        assert_eq!(found("a.md", "ok\ncd /home/ann/code/x\n\"/home/ann\"\n"), [2, 3]);
    }

    #[test]
    fn registries_fail() {
        assert_eq!(found("a.toml", &format!("x\nindex = \"{}\"\n", REGISTRIES[0])), [2]);
        assert_eq!(found("a.md", &format!("https://{}.org/x\n", REGISTRIES[1])), [1]);
        let lock = "x\n\"resolved\": \"https://somewhere.example/x.tgz\"\n";
        assert_eq!(found("web/package-lock.json", lock), [2]);
        assert_eq!(found("a.md", lock), [0; 0]);
    }
}
