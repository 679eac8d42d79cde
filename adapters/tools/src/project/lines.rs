//! Where the lines of a file begin.

/// The start of every line.
#[derive(Debug)]
pub(crate) struct LineStarts {
    starts: Vec<usize>,
    size: usize,
}

impl LineStarts {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let after = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        let mut starts: Vec<usize> = std::iter::once(0).chain(after).collect();
        if starts.len() > 1 && starts.last() == Some(&bytes.len()) {
            starts.pop();
        }
        Self { starts, size: bytes.len() }
    }

    /// The line that holds a byte, from 0.
    pub(crate) fn line_of(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at).saturating_sub(1)
    }

    /// Where a line begins.
    pub(crate) fn start(&self, line: usize) -> usize {
        self.starts.get(line).copied().unwrap_or(self.size)
    }

    /// Where a line ends, its line end included.
    pub(crate) fn end(&self, line: usize) -> usize {
        self.starts.get(line.saturating_add(1)).copied().unwrap_or(self.size)
    }

    /// How many lines there are.
    pub(crate) fn count(&self) -> usize {
        if self.size == 0 { 0 } else { self.starts.len() }
    }
}
