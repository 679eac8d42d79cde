//! The worker as a program of its own, for the tests.

fn main() -> std::io::Result<()> {
    laika_cell::reading::worker::run()
}
