//! A table that fits the terminal: the last column gives way first, and nothing wraps.

use std::fmt;

use laika_protocol::text;

/// Rows of texts under their names.
pub(crate) struct Table<const N: usize> {
    names: [&'static str; N],
    rows: Vec<[String; N]>,
}

impl<const N: usize> Table<N> {
    pub(crate) const fn new(names: [&'static str; N]) -> Self {
        Self { names, rows: Vec::new() }
    }

    /// Adds a row. Control characters in it are shown, never sent.
    pub(crate) fn row(&mut self, row: [String; N]) {
        self.rows.push(row.map(|cell| text::one_line(&cell).into_owned()));
    }

    fn widths(&self) -> [usize; N] {
        let mut widths = self.names.map(str::len);
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        widths
    }
}

/// Columns of the terminal; none when the output is no terminal, where nothing is cut.
fn columns() -> Option<usize> {
    terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| usize::from(width.0))
}

impl<const N: usize> fmt::Display for Table<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rows.is_empty() {
            return Ok(());
        }
        let widths = self.widths();
        let columns = columns();
        for row in std::iter::once(self.names.map(String::from)).chain(self.rows.iter().cloned()) {
            let mut line = String::new();
            for (cell, width) in row.iter().zip(widths) {
                line += &format!("{cell:width$}  ");
            }
            let line = line.trim_end();
            match columns.and_then(|most| line.char_indices().nth(most).map(|_| most)) {
                Some(most) => {
                    let cut: String = line.chars().take(most.saturating_sub(1)).collect();
                    writeln!(f, "{cut}…")?;
                }
                None => writeln!(f, "{line}")?,
            }
        }
        Ok(())
    }
}
