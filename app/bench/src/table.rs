//! Tables for a terminal: words to the left, numbers to the right.

use std::fmt::Write as _;

/// Lays out a table. The first `words` columns hold words; columns are two spaces apart.
pub(crate) fn layout(words: usize, head: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).chain([head[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<_> = (0..head.len()).map(width).collect();
    let mut text = String::new();
    let head: Vec<_> = head.iter().map(ToString::to_string).collect();
    for row in std::iter::once(&head).chain(rows) {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let gap = if column == 0 { "" } else { "  " };
            // Writing to a string cannot fail.
            let _ = if column < words {
                write!(line, "{gap}{cell:<width$}")
            } else {
                write!(line, "{gap}{cell:>width$}")
            };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_left_and_numbers_right() {
        let rows = [vec!["plain".into(), "7".into()], vec!["direct".into(), "1234".into()]];
        expect_test::expect![[r"
            attack     n
            plain      7
            direct  1234
        "]]
        .assert_eq(&layout(1, &["attack", "n"], &rows));
    }
}
