//! What the tools promise.

mod calculate;
mod commerce;
mod datetime;
mod define;
mod files;
mod git_change;
mod git_hostile;
mod git_query;
mod integration;
mod money;
mod net;
mod project_crash;
mod project_folder;
mod project_paths;
mod project_replace;
mod project_search;
mod project_speed;
mod project_undo;
mod toolbox;

use std::time::Duration;

use laika_protocol::tools::ToolResult;
use laika_tools::{Bounds, CallOff};

/// Bounds that no test here reaches.
fn ample() -> Bounds {
    Bounds::new(Duration::from_secs(60), &CallOff::default())
}

/// Bounds of a call that was called off.
fn called_off() -> Bounds {
    let off = CallOff::default();
    off.now();
    Bounds::new(Duration::from_secs(60), &off)
}

/// Bounds of a call that is out of time.
fn out_of_time() -> Bounds {
    Bounds::new(Duration::ZERO, &CallOff::default())
}

/// The data of a result as its type.
fn data<T: serde::de::DeserializeOwned>(result: &ToolResult) -> T {
    serde_json::from_value(result.data.clone()).expect("the data has its type")
}
