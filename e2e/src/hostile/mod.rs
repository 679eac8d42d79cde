//! Families of hostile input: each makes a text of about the size asked for, built to hurt one kind of reader.

mod documents;
mod texts;

/// A family of inputs.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// What it is called in a report.
    pub name: &'static str,
    /// Makes an input of about so many bytes.
    pub make: fn(usize) -> String,
}

/// Every family.
pub fn families() -> impl Iterator<Item = &'static Family> {
    texts::FAMILIES.iter().chain(documents::FAMILIES)
}

/// `unit` again and again between `before` and `after`, about `bytes` long in all.
fn repeat(before: &str, unit: &str, after: &str, bytes: usize) -> String {
    let room = bytes.saturating_sub(before.len() + after.len());
    [before, &unit.repeat((room / unit.len()).max(1)), after].concat()
}
