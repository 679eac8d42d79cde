//! The process that works on files as a program of its own, for the tests.

fn main() -> std::io::Result<()> {
    laika_tools::files::worker::run()
}
