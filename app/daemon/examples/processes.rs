//! The processes that the daemon starts, for tests: each by the name by which `laika` becomes it.

use std::env;
use std::io;

fn main() -> io::Result<()> {
    let words: Vec<String> = env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["net-worker"] => laika_net::worker::run(),
        ["read-worker"] => laika_cell::reading::worker::run(),
        ["file-worker"] => laika_tools::files::worker::run(),
        ["code-worker"] => laika_cell::code::worker::run(),
        ["enter", spec] => laika_cell::enter::run(spec),
        other => Err(io::Error::other(format!("there is no process {other:?}"))),
    }
}
