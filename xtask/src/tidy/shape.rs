//! Rules `doc-comment` and `file-size`: a file says what it is for, and stays small enough to read.

use super::Finding;
use super::tree::{File, Tree};

const MAX_LINES: usize = 800;

pub(super) fn doc_comment(tree: &Tree) -> Vec<Finding> {
    let rust = tree.ending(&[".rs"]).filter(|file| !file.text.starts_with("//!"));
    let rust = rust.map(|file| {
        Finding::new(&file.path, 1, "the first line should be a `//!` comment on what the file is for")
    });
    let web =
        tree.ending(&[".ts", ".mjs"]).filter(|file| file.path.starts_with("web/") && !is_generated(file));
    let web = web.filter(|file| !file.text.starts_with("/**") && !file.text.starts_with("//"));
    let web = web.map(|file| {
        Finding::new(&file.path, 1, "the first line should be a comment on what the file is for")
    });
    rust.chain(web).collect()
}

pub(super) fn file_size(tree: &Tree) -> Vec<Finding> {
    let sources = tree.ending(&[".rs", ".ts", ".mjs", ".css", ".sh"]).filter(|file| !is_generated(file));
    let sized = sources.map(|file| (file, file.text.lines().count()));
    let large = sized.filter(|(_, lines)| *lines > MAX_LINES);
    large
        .map(|(file, lines)| Finding::new(&file.path, lines, format!("{lines} lines, more than {MAX_LINES}")))
        .collect()
}

fn is_generated(file: &File) -> bool {
    file.path.starts_with("web/generated/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(found: Vec<Finding>) -> Vec<String> {
        found.into_iter().map(|one| one.path).collect()
    }

    #[test]
    fn commented_files_pass() {
        let tree = Tree::of(&[
            ("a/src/lib.rs", "//! Words.\n"),
            ("web/a.ts", "/** A. */\n"),
            ("web/b.mjs", "// B.\n"),
            ("web/generated/c.ts", "export {};\n"),
            ("other/d.ts", "export {};\n"),
        ]);
        assert_eq!(doc_comment(&tree), []);
    }

    #[test]
    fn files_without_a_comment_fail() {
        let tree = Tree::of(&[
            ("a.rs", "use b;\n"),
            ("b.rs", "\n//! Late.\n"),
            ("c.rs", "// Not a doc comment.\n"),
            ("d.rs", ""),
            ("web/e.ts", "export {};\n"),
        ]);
        assert_eq!(paths(doc_comment(&tree)), ["a.rs", "b.rs", "c.rs", "d.rs", "web/e.ts"]);
    }

    #[test]
    fn long_files_fail() {
        let (fits, long) = ("x\n".repeat(800), "x\n".repeat(801));
        let tree = Tree::of(&[
            ("a.rs", &fits),
            ("b.rs", &long),
            ("c.css", &long),
            ("web/generated/d.ts", &long),
            ("e.json", &long),
        ]);
        assert_eq!(paths(file_size(&tree)), ["b.rs", "c.css"]);
    }
}
