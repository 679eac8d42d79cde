//! TODO
use super::Draft;
use super::choice::Open;
use super::config::Config;
use super::page::Page;
use alloc::vec::Vec;
pub(crate) struct Plan;
pub(crate) fn plan(_pages: &[Page], _config: &Config) -> (Plan, Vec<Open>) {
    (Plan, Vec::new())
}
pub(crate) fn assemble(_pages: &[Page], _plan: &Plan, _choices: &[Open]) -> Draft {
    Draft::default()
}
