//! What the tools promise.

mod git_change;
mod git_hostile;
mod git_query;
mod project_crash;
mod project_folder;
mod project_paths;
mod project_replace;
mod project_search;
mod project_speed;
mod project_undo;
