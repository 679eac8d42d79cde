//! Words of ours in what is made: a code that stays, what belongs into it, and how it is said in English.

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! phrases {
    ($($name:ident = $code:literal, $english:literal;)*) => {
        /// Something that we say in what is made.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
        pub enum Phrase { $(#[doc = $english] #[serde(rename = $code)] $name,)* }

        impl Phrase {
            /// All of them, in the order of the table.
            pub const ALL: &[Phrase] = &[$(Phrase::$name,)*];

            /// In English; `{0}` stands where the first of what belongs into it comes.
            #[must_use]
            pub const fn english(self) -> &'static str {
                match self { $(Self::$name => $english,)* }
            }
        }
    };
}

phrases! {
    // What there is to say about what was made.
    SensitiveSource = "sensitive_source", "1 source is sensitive and left out: only totals are made from such a source.";
    SensitiveSources = "sensitive_sources", "{0} sources are sensitive and left out: only totals are made from such a source.";
    NothingInCommon = "nothing_in_common", "The sources have nothing in common that could be compared. Say which columns you want.";
    SaysNoneOfIt = "says_none_of_it", "{0} says none of what is compared.";
    ValuesDiffer = "values_differ", "Two sources of the same name disagree about {0}.";
    NotUnderstood = "not_understood", "Not understood, so it changes nothing: “{0}”.";
    MostFirst = "most_first", "Ordered by {0}: the most or newest first.";
    LeastFirst = "least_first", "Ordered by {0}: the least or oldest first.";
    AtMostFirst = "at_most_first", "{0}: at most what you said comes first.";
    AtLeastFirst = "at_least_first", "{0}: at least what you said comes first.";
    HaveItFirst = "have_it_first", "{0}: rows that have it come first.";
    LackItFirst = "lack_it_first", "{0}: rows that do not have it come first.";
    MentionFirst = "mention_first", "Rows that mention “{0}” come first.";
    OmitFirst = "omit_first", "Rows that do not mention “{0}” come first.";
    MoreEvents = "more_events", "There are {0} events; these are the first {1}.";
    NoDates = "no_dates", "The sources name no days, months or years of events.";
    DatesDiffer = "dates_differ", "Two sources give different dates for the same: {0} and {1}.";
    SilentOnQuestion = "silent_on_question", "{0} says nothing about it, or nothing new.";
    NothingNew = "nothing_new", "{0} says nothing that the others do not.";
    NoHeadings = "no_headings", "{0} has no headings.";
    SeveralMeanings = "several_meanings", "Several sources say what “{0}” means; compare them.";
    NoMeanings = "no_meanings", "No source says in so many words what something means.";
    NoQuestions = "no_questions", "No source asks a question and answers it.";
    NoQuiz = "no_quiz", "The sources have too few words, numbers or dates to make a quiz of.";
    NoCards = "no_cards", "The sources have no words, questions or numbers to make cards of.";
    SourcesDisagree = "sources_disagree", "The sources disagree about this.";
    UnreadRows = "unread_rows", "Rows with an amount that cannot be read exactly, which are in no sum: {0}.";
    RepeatedRows = "repeated_rows", "Rows that stand in more than one source, and are counted once: {0}.";
    NoPayments = "no_payments", "No source has rows with a day and an amount.";

    // Headings and sentences.
    Headings = "headings", "Headings";
    Words = "words", "Words";
    Points = "points", "Points";
    AskYourself = "ask_yourself", "Ask yourself";
    StanceCounts = "stance_counts", "{0} for, {1} against, {2} of neither kind.";
    SpendingIn = "spending_in", "Spending in {0}";
    ChargedTwice = "charged_twice", "Charged more than once on the same day";
    Subscriptions = "subscriptions", "Subscriptions";

    // Cells that are computed.
    StanceFor = "stance_for", "for";
    StanceAgainst = "stance_against", "against";
    StanceNone = "stance_none", "none";
    EveryMonth = "every_month", "month";
    EveryYear = "every_year", "year";
    AllSpending = "all_spending", "all spending";
    SpentFees = "spent_fees", "fees";
    SpentCash = "spent_cash", "cash";
    SpentIncome = "spent_income", "income";
    SpentSubscriptions = "spent_subscriptions", "subscriptions";
    SpentHousing = "spent_housing", "housing";
    SpentUtilities = "spent_utilities", "utilities";
    SpentHealth = "spent_health", "health";
    SpentGroceries = "spent_groceries", "groceries";
    SpentRestaurants = "spent_restaurants", "restaurants";
    SpentTravel = "spent_travel", "travel";
    SpentTransport = "spent_transport", "transport";
    SpentShopping = "spent_shopping", "shopping";
    SpentOther = "spent_other", "other";
}

impl Phrase {
    /// The whole of it in English. What belongs into it is put in once, and never read for places of its own.
    #[must_use]
    pub fn say(self, args: &[String]) -> String {
        let mut pieces = self.english().split('{');
        let mut said = String::from(pieces.next().unwrap_or_default());
        for piece in pieces {
            let (at, rest) = piece.split_once('}').unwrap_or_default();
            said.push_str(at.parse().ok().and_then(|at: usize| args.get(at)).map_or("", String::as_str));
            said.push_str(rest);
        }
        said
    }
}

/// What a window needs to say words of ours in its own language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ours {
    /// Which words.
    pub code: Phrase,
    /// What belongs into them: numbers, and words of sources or of the person.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use serde_json::json;

    use super::*;
    use crate::collection::Cited;

    #[test]
    fn every_phrase_has_a_code_of_its_own_and_is_read_back() {
        let codes: BTreeSet<String> = Phrase::ALL
            .iter()
            .map(|phrase| {
                let code = serde_json::to_value(phrase).unwrap();
                assert_eq!(serde_json::from_value::<Phrase>(code.clone()).unwrap(), *phrase);
                code.as_str().unwrap().into()
            })
            .collect();
        assert_eq!(codes.len(), Phrase::ALL.len());
    }

    #[test]
    fn what_belongs_into_a_phrase_stays_as_it_is() {
        let args = ["{1}".into(), "{0}}".into()];
        let said = Phrase::DatesDiffer.say(&args);
        assert_eq!(said, "Two sources give different dates for the same: {1} and {0}}.");
        for phrase in Phrase::ALL {
            let left = phrase.say(&["x".into(), "x".into(), "x".into()]);
            assert!(!left.contains(['{', '}']), "{left}");
        }
    }

    #[test]
    fn words_from_before_there_were_codes_are_read_and_written_as_they_are() {
        let old = json!({ "text": "No source asks a question and answers it." });
        let read: Cited = serde_json::from_value(old.clone()).unwrap();
        assert_eq!((read.ours.as_ref(), serde_json::to_value(&read).unwrap()), (None, old));
        let new = serde_json::to_value(Cited::ours(Phrase::NoHeadings, ["Quay".into()])).unwrap();
        let ours = json!({ "code": "no_headings", "args": ["Quay"] });
        assert_eq!(new, json!({ "text": "Quay has no headings.", "ours": ours }));
    }
}
