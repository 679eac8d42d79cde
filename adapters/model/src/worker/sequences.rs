//! What the engine remembers of earlier prompts, so that a shared beginning is not read twice.
//!
//! Only the bookkeeping is here: which sequence holds which tokens, and which one serves the next prompt best.

use llama_cpp_2::token::LlamaToken;

/// So many prompts are remembered. Those of one run alternate: router, executor, summary.
pub(super) const REMEMBERED: usize = 4;

/// A remembered prompt whose lost end is no longer than this is overwritten: reading that much again costs less than
/// forgetting another prompt.
const SHORT_END: usize = 64;

/// How to read a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// The sequence that will hold it.
    pub(super) sequence: usize,
    /// The sequence whose beginning is taken over first.
    pub(super) copy_from: Option<usize>,
    /// How many of its tokens are known already.
    pub(super) known: usize,
}

#[derive(Clone, Debug, Default)]
struct Remembered {
    tokens: Vec<LlamaToken>,
    /// How many of them are the prompt; the rest was written after it.
    prompt: usize,
    last_used: u64,
}

/// The remembered prompts, by number of their sequence.
#[derive(Clone, Debug, Default)]
pub(super) struct Sequences {
    all: [Remembered; REMEMBERED],
    clock: u64,
}

impl Sequences {
    /// Chooses a sequence for a prompt. `staying` names the one that the same request has used: what that one loses is
    /// not missed.
    pub(super) fn plan(&self, prompt: &[LlamaToken], staying: Option<usize>) -> Plan {
        // Of equals the one used last, so that those used long ago can be forgotten.
        let best = (0..REMEMBERED)
            .max_by_key(|at| (self.shared(*at, prompt), staying == Some(*at), self.all[*at].last_used))
            .unwrap_or_default();
        // The last token is always read again: what comes after it is computed with it.
        let known = self.shared(best, prompt).min(prompt.len().saturating_sub(1));
        let lost = self.all[best].prompt.saturating_sub(known);
        if known > 0 && (staying == Some(best) || lost <= SHORT_END) {
            return Plan { sequence: best, copy_from: None, known };
        }
        let oldest = self.oldest_but(if known > 0 { Some(best) } else { None });
        Plan { sequence: oldest, copy_from: (known > 0).then_some(best), known }
    }

    /// Notes that a sequence now holds the beginning of a prompt and nothing else.
    pub(super) fn begin(&mut self, sequence: usize, prompt: &[LlamaToken], known: usize) {
        self.clock += 1;
        self.all[sequence] =
            Remembered { tokens: prompt[..known].to_vec(), prompt: prompt.len(), last_used: self.clock };
    }

    /// Notes that tokens were read or written at the end of a sequence.
    pub(super) fn extend(&mut self, sequence: usize, tokens: &[LlamaToken]) {
        self.all[sequence].tokens.extend_from_slice(tokens);
    }

    /// How many tokens a sequence holds.
    pub(super) fn len(&self, sequence: usize) -> usize {
        self.all[sequence].tokens.len()
    }

    /// Forgets the prompt that was not used for longest, other than this one. `None` where there is no other.
    pub(super) fn forget_oldest_but(&mut self, sequence: usize) -> Option<usize> {
        let filled = (0..REMEMBERED).filter(|at| *at != sequence && !self.all[*at].tokens.is_empty());
        let oldest = filled.min_by_key(|at| self.all[*at].last_used)?;
        self.all[oldest] = Remembered::default();
        Some(oldest)
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }

    fn oldest_but(&self, kept: Option<usize>) -> usize {
        let others = (0..REMEMBERED).filter(|at| Some(*at) != kept);
        others.min_by_key(|at| self.all[*at].last_used).unwrap_or_default()
    }

    fn shared(&self, sequence: usize, prompt: &[LlamaToken]) -> usize {
        self.all[sequence].tokens.iter().zip(prompt).take_while(|(a, b)| a == b).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prompt(parts: &[(i32, usize)]) -> Vec<LlamaToken> {
        parts.iter().flat_map(|(token, times)| vec![LlamaToken(*token); *times]).collect()
    }

    fn read(sequences: &mut Sequences, tokens: &[LlamaToken], staying: Option<usize>) -> Plan {
        let plan = sequences.plan(tokens, staying);
        sequences.begin(plan.sequence, tokens, plan.known);
        sequences.extend(plan.sequence, &tokens[plan.known..]);
        plan
    }

    #[test]
    fn the_same_prompt_is_known_but_for_its_last_token() {
        let mut sequences = Sequences::default();
        let tokens = prompt(&[(1, 100)]);
        assert_eq!(read(&mut sequences, &tokens, None), Plan { sequence: 0, copy_from: None, known: 0 });
        assert_eq!(read(&mut sequences, &tokens, None), Plan { sequence: 0, copy_from: None, known: 99 });
        assert_eq!(read(&mut sequences, &[], None).known, 0);
    }

    #[test]
    fn alternating_prompts_with_one_beginning_are_both_kept() {
        let mut sequences = Sequences::default();
        let (router, executor) = (prompt(&[(1, 50), (2, 200)]), prompt(&[(1, 50), (3, 200)]));
        read(&mut sequences, &router, None);
        let plan = read(&mut sequences, &executor, None);
        assert_eq!(plan, Plan { sequence: 1, copy_from: Some(0), known: 50 });
        assert_eq!(read(&mut sequences, &router, None).known, 249);
        assert_eq!(read(&mut sequences, &executor, None).known, 249);
    }

    #[test]
    fn a_short_end_is_overwritten_and_an_answer_is_not_missed() {
        let mut sequences = Sequences::default();
        read(&mut sequences, &prompt(&[(1, 300), (2, 10)]), None);
        sequences.extend(0, &prompt(&[(9, 500)]));
        let plan = read(&mut sequences, &prompt(&[(1, 300), (3, 10)]), None);
        assert_eq!(plan, Plan { sequence: 0, copy_from: None, known: 300 });
    }

    #[test]
    fn one_request_stays_where_it_is() {
        let mut sequences = Sequences::default();
        let first = read(&mut sequences, &prompt(&[(1, 100), (2, 500)]), None);
        let plan = read(&mut sequences, &prompt(&[(1, 100), (3, 500)]), Some(first.sequence));
        assert_eq!(plan, Plan { sequence: 0, copy_from: None, known: 100 });
    }

    #[test]
    fn what_was_not_used_for_longest_is_forgotten() {
        let mut sequences = Sequences::default();
        for token in 1..=4 {
            read(&mut sequences, &prompt(&[(token, 100)]), None);
        }
        assert_eq!(read(&mut sequences, &prompt(&[(1, 100)]), None).known, 99);
        assert_eq!(read(&mut sequences, &prompt(&[(5, 100)]), None).sequence, 1);
        assert_eq!(read(&mut sequences, &prompt(&[(1, 100)]), None).known, 99);
        assert_eq!(read(&mut sequences, &prompt(&[(2, 100)]), None).known, 0);
        assert_eq!(sequences.forget_oldest_but(0), Some(3));
        sequences.forget();
        assert_eq!(sequences.forget_oldest_but(0), None);
        assert_eq!(sequences.len(0), 0);
    }
}
