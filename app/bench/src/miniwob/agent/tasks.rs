//! The tasks that may be looked at while Laika is made, and which of their episodes are played. The others are for others to
//! judge by.

use crate::labelled;

/// The tasks.
const TASKS: &[&str] = &[
    "book-flight",
    "buy-ticket",
    "choose-date-medium",
    "choose-list",
    "click-button-sequence",
    "click-checkboxes",
    "click-checkboxes-large",
    "click-checkboxes-soft",
    "click-checkboxes-transfer",
    "click-collapsible",
    "click-collapsible-2-nodelay",
    "click-collapsible-nodelay",
    "click-menu-2",
    "click-option",
    "click-scroll-list",
    "click-tab-2-easy",
    "click-test",
    "click-test-2",
    "click-test-transfer",
    "click-widget",
    "copy-paste",
    "copy-paste-2",
    "email-inbox",
    "email-inbox-delete",
    "email-inbox-forward",
    "email-inbox-forward-nl",
    "email-inbox-noscroll",
    "email-inbox-reply",
    "email-inbox-star-reply",
    "enter-date",
    "enter-text-2",
    "find-word",
    "focus-text",
    "focus-text-2",
    "form-sequence-2",
    "form-sequence-3",
    "generate-number",
    "guess-number",
    "highlight-text",
    "highlight-text-2",
    "multi-orderings",
    "number-checkboxes",
    "odd-or-even",
    "read-table",
    "read-table-2",
    "scroll-text",
    "scroll-text-2",
    "search-engine",
    "sign-agreement",
    "simon-says",
    "simple-algebra",
    "simple-arithmetic",
    "text-transform",
    "use-autocomplete",
    "use-spinner",
    "visual-addition",
];

/// Seeds of each task that are played unless said otherwise, and the most there are.
const USUAL_SEEDS: u32 = 5;
const MOST_SEEDS: u32 = 50;

/// An episode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Case {
    pub(super) task: &'static str,
    pub(super) seed: u32,
}

/// All episodes, or so many, always the same: a few are one of as many tasks from all over the list;
/// more than there are tasks are further seeds of all of them.
pub(super) fn cases(most: Option<usize>) -> Vec<Case> {
    let seeds = match most {
        None => USUAL_SEEDS,
        Some(most) => u32::try_from(most / TASKS.len()).unwrap_or(MOST_SEEDS).clamp(1, MOST_SEEDS),
    };
    let tasks = labelled::sample(TASKS.to_vec(), most);
    (1..=seeds).flat_map(|seed| tasks.iter().map(move |task| Case { task, seed })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_cases_are_of_as_many_tasks_and_many_are_seeds_of_all() {
        assert_eq!(TASKS.len(), 56);
        assert_eq!(cases(None).len(), 56 * 5);
        assert_eq!(cases(Some(1)), [Case { task: "book-flight", seed: 1 }]);
        let few = cases(Some(14));
        assert_eq!((few.len(), few[1].task), (14, "click-button-sequence"));
        assert_eq!(cases(Some(200)).len(), 56 * 3);
        assert_eq!(cases(Some(1_000_000)).len(), 56 * 50);
    }
}
