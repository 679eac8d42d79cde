//! The processes of this crate as a program of its own, for the tests.

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some("enter") => laika_cell::enter::run(&arguments.next().unwrap_or_default()),
        Some("code-worker") => laika_cell::code::worker::run(),
        _ => Err(std::io::Error::other("no such process")),
    }
}
