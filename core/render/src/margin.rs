//! Lines written behind the margins of the containers they stand in: quotes, list entries, code.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// Text that grows by whole lines.
#[derive(Default)]
pub(crate) struct Sheet {
    out: String,
    margins: Vec<Margin>,
}

/// What stands before the lines of one container.
struct Margin {
    /// Before its first line, until that is written.
    first: Option<String>,
    /// Before every other line.
    rest: String,
}

impl Sheet {
    /// Writes one line.
    pub(crate) fn line(&mut self, text: &str) {
        for margin in &mut self.margins {
            self.out.push_str(margin.first.take().as_deref().unwrap_or(&margin.rest));
        }
        self.out.push_str(text);
        if text.is_empty() {
            let end = self.out.trim_end_matches(' ').len();
            self.out.truncate(end);
        }
        self.out.push('\n');
    }

    /// Writes an empty line.
    pub(crate) fn blank(&mut self) {
        self.line("");
    }

    /// Enters a container whose first line starts with `first` and every other line with `rest`.
    pub(crate) fn enter(&mut self, first: &str, rest: &str) {
        self.margins.push(Margin { first: Some(first.to_owned()), rest: rest.to_owned() });
    }

    /// Leaves the innermost container.
    pub(crate) fn leave(&mut self) {
        self.margins.pop();
    }

    /// All lines.
    pub(crate) fn finish(self) -> String {
        self.out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_nest_and_empty_lines_carry_no_spaces() {
        let mut sheet = Sheet::default();
        sheet.enter("1. ", "   ");
        sheet.enter("> ", "> ");
        sheet.line("a");
        sheet.blank();
        sheet.line("b");
        sheet.leave();
        sheet.blank();
        sheet.line("c");
        assert_eq!(sheet.finish(), "1. > a\n   >\n   > b\n\n   c\n");
    }
}
