//! TODO
use super::Draft;
use super::page::Page;
pub(crate) fn make(_pages: &[Page]) -> Draft {
    Draft::default()
}
