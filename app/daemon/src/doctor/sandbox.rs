//! What the system says of a browser's processes: how it was started, and how far the processes of its pages are
//! confined. What a flag asks for and what a kernel does are two things.

use std::collections::BTreeMap;
use std::fs;

/// How far the processes of pages are confined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sandbox {
    /// So many were seen, each with process numbers of its own and with a filter of system calls.
    Confined(usize),
    /// One was seen that lacks something.
    Lacking(&'static str),
    /// None was seen.
    Unseen,
}

/// The words that a process was started with, where the system tells.
pub(super) fn words_of(process: u32) -> Option<Vec<String>> {
    let bytes = fs::read(format!("/proc/{process}/cmdline")).ok().filter(|bytes| !bytes.is_empty())?;
    // A process that was copied from another writes its words anew, with spaces in between.
    let words = bytes.split(|byte| matches!(byte, 0 | b' ')).filter(|word| !word.is_empty());
    Some(words.map(|word| String::from_utf8_lossy(word).into_owned()).collect())
}

/// Looks at every process of a page below this browser.
pub(super) fn of_pages(browser: u32) -> Sandbox {
    let Some(outside) = status_of(browser) else { return Sandbox::Unseen };
    let pages: Vec<Status> = below(browser, &everybody())
        .into_iter()
        .filter(|process| {
            words_of(*process).is_some_and(|words| words.iter().any(|word| word == "--type=renderer"))
        })
        .filter_map(status_of)
        .collect();
    judge(&outside, &pages)
}

fn judge(outside: &Status, pages: &[Status]) -> Sandbox {
    let lacking = pages.iter().find_map(|page| {
        if page.numbers <= outside.numbers {
            Some("it sees the processes of the system")
        } else if !page.filtered || page.filters <= outside.filters {
            Some("its system calls are not filtered")
        } else {
            None
        }
    });
    match (lacking, pages.len()) {
        (Some(what), _) => Sandbox::Lacking(what),
        (None, 0) => Sandbox::Unseen,
        (None, count) => Sandbox::Confined(count),
    }
}

/// What the kernel says of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Status {
    parent: u32,
    /// In how many namespaces it has a process number.
    numbers: usize,
    filtered: bool,
    /// How many filters of system calls it has. A container may have put one on everybody.
    filters: u32,
}

impl Status {
    fn read(text: &str) -> Option<Self> {
        let field = |name: &str| {
            text.lines().find_map(|line| Some(line.strip_prefix(name)?.strip_prefix(':')?.trim()))
        };
        let filtered = field("Seccomp")? == "2";
        Some(Self {
            parent: field("PPid")?.parse().ok()?,
            numbers: field("NSpid")?.split_whitespace().count(),
            filtered,
            // Before Linux 5.9 they are not counted: then it is the page's own if the browser has none.
            filters: match field("Seccomp_filters") {
                Some(count) => count.parse().ok()?,
                None => u32::from(filtered),
            },
        })
    }
}

fn status_of(process: u32) -> Option<Status> {
    Status::read(&fs::read_to_string(format!("/proc/{process}/status")).ok()?)
}

/// Every process with its parent.
fn everybody() -> BTreeMap<u32, u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.filter_map(|process| Some((process, status_of(process)?.parent))).collect()
}

/// The children of a process, and theirs.
fn below(process: u32, parents: &BTreeMap<u32, u32>) -> Vec<u32> {
    let mut found = vec![process];
    let mut at = 0;
    while let Some(parent) = found.get(at).copied() {
        found.extend(parents.iter().filter(|(_, of)| **of == parent).map(|(child, _)| *child));
        at += 1;
    }
    found.split_off(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(numbers: &str, seccomp: &str) -> Status {
        Status::read(&format!("Name:\tchromium\nPPid:\t7\nNSpid:\t{numbers}\nNoNewPrivs:\t1\n{seccomp}"))
            .unwrap()
    }

    #[test]
    fn a_page_needs_numbers_and_a_filter_of_its_own() {
        let browser = status("3075", "Seccomp:\t0\nSeccomp_filters:\t0\n");
        let page = status("3243\t14\t1", "Seccomp:\t2\nSeccomp_filters:\t1\n");
        assert_eq!(judge(&browser, &[page, page]), Sandbox::Confined(2));
        assert_eq!(judge(&browser, &[]), Sandbox::Unseen);
        let without_namespace = status("3243", "Seccomp:\t2\nSeccomp_filters:\t1\n");
        assert!(matches!(judge(&browser, &[page, without_namespace]), Sandbox::Lacking(_)));
        let without_filter = status("3243\t14\t1", "Seccomp:\t0\nSeccomp_filters:\t0\n");
        assert!(matches!(judge(&browser, &[without_filter]), Sandbox::Lacking(_)));
        // In a container everybody has one filter: it is not the page's.
        let contained = status("3075", "Seccomp:\t2\nSeccomp_filters:\t1\n");
        assert!(matches!(judge(&contained, &[page]), Sandbox::Lacking(_)));
        let older = status("3243 1", "Seccomp:\t2\n");
        assert_eq!(judge(&status("3075", "Seccomp:\t0\n"), &[older]), Sandbox::Confined(1));
    }

    #[test]
    fn only_what_is_below_counts() {
        let parents = BTreeMap::from([(2, 1), (3, 2), (4, 3), (5, 1), (6, 5)]);
        let mut found = below(2, &parents);
        found.sort_unstable();
        assert_eq!(found, [3, 4]);
    }
}
