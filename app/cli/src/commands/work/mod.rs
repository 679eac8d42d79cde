//! Having something done: a run is started, watched and answered in the terminal until it ends or waits.

pub(crate) mod approvals;
pub(crate) mod ask;
pub(crate) mod browse;
pub(crate) mod extract;
pub(crate) mod resume;
pub(crate) mod run;
pub(crate) mod summarize;

mod card;
pub(crate) mod end;
pub(crate) mod link;
pub(crate) mod start;
pub(crate) mod watch;
