//! TODO
use super::Draft;
use super::config::Config;
use super::page::Page;
pub(crate) fn make(_pages: &[Page], _config: &Config) -> Draft {
    Draft::default()
}
