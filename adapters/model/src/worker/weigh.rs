//! How likely each candidate is as the whole answer.
//!
//! A weight is the sum of the logarithms of the probabilities of a candidate's tokens and of the end of the turn after
//! them. Without the end, `search` would never weigh less than `search in files`, of which it is the beginning.

use std::time::Instant;

use laika_protocol::model::{Usage, Weighing, Weights};
use llama_cpp_2::token::LlamaToken;

use super::engine::{AT_ONCE, CANDIDATES, Engine, Read, Wanted, engine, id};
use super::sequences::REMEMBERED;
use crate::ModelError;

/// The most prompts, and the most candidates, of one request.
const PROMPTS: usize = 64;
const MOST_CANDIDATES: usize = 1024;

impl Engine {
    /// Weighs every candidate after every prompt.
    pub(super) fn weigh(&mut self, weighing: &Weighing, wanted: Wanted<'_>) -> Result<Weights, ModelError> {
        let start = Instant::now();
        if weighing.prompts.len() > PROMPTS || weighing.candidates.len() > MOST_CANDIDATES {
            return Err(ModelError::Request("there are too many prompts or candidates".into()));
        }
        let candidates = weighing.candidates.iter().map(|text| self.text_tokens(text));
        let candidates = candidates.collect::<Result<Vec<_>, _>>()?;
        let groups = groups(&candidates, self.at_once)?;
        let room = candidates.iter().map(Vec::len).max().unwrap_or_default() + 1;
        let mut usage = Usage::default();
        let mut weights = Vec::with_capacity(weighing.prompts.len());
        let mut staying = None;
        for prompt in &weighing.prompts {
            let read = self.read(prompt, room, staying, &mut usage, wanted)?;
            staying = Some(read.sequence);
            let after_prompt = LogOdds::of(self.context.get_logits_ith(read.logits));
            let mut row = first_tokens(self, &candidates, after_prompt, read.logits);
            if usage.first_ms == 0.0 {
                usage.first_ms = start.elapsed().as_secs_f64() * 1000.0;
            }
            for group in &groups {
                wanted.check()?;
                self.weigh_group(group, &candidates, read, &mut row)?;
            }
            #[expect(clippy::cast_possible_truncation, reason = "the message carries single precision")]
            weights.push(row.iter().map(|weight| *weight as f32).collect());
        }
        let tokens: usize = candidates.iter().map(|tokens| tokens.len() + 1).sum();
        usage.written = u32::try_from(tokens * weighing.prompts.len()).unwrap_or(u32::MAX);
        usage.total_ms = start.elapsed().as_secs_f64() * 1000.0;
        Ok(Weights { weights, usage })
    }

    /// Adds to each candidate of a group the weights of its tokens after the first.
    fn weigh_group(
        &mut self,
        group: &Group,
        candidates: &[Vec<LlamaToken>],
        read: Read,
        row: &mut [f64],
    ) -> Result<(), ModelError> {
        let sequence = |member: usize| id(REMEMBERED + member);
        for member in 0..group.members.len() {
            let end = u32::try_from(read.tokens).unwrap_or(u32::MAX);
            let copied =
                self.context.kv_cache_seq_cp(id(read.sequence), sequence(member), Some(0), Some(end));
            copied.map_err(engine)?;
        }
        self.batch.clear();
        for node in &group.nodes {
            let sequences: Vec<_> = node.members.iter().map(|member| sequence(*member)).collect();
            let position = i32::try_from(read.tokens + node.depth).unwrap_or(i32::MAX);
            self.batch.add(node.token, position, &sequences, true).map_err(engine)?;
        }
        let start = Instant::now();
        let decoded = self.decode(read.sequence);
        if decoded.is_ok() {
            self.pace(group.nodes.len(), start.elapsed());
            for (at, node) in group.nodes.iter().enumerate() {
                let logits = self.context.get_logits_ith(i32::try_from(at).unwrap_or_default());
                let odds = LogOdds::of(logits);
                for member in &node.members {
                    let candidate = group.members[*member];
                    let next = candidates[candidate].get(node.depth + 1).copied();
                    row[candidate] += odds.of_token(logits, next.unwrap_or(self.chat.end()));
                }
            }
        }
        for member in 0..group.members.len() {
            self.clear(sequence(member))?;
        }
        decoded
    }
}

/// The weight of each candidate's first token, or of the end where it has none.
fn first_tokens(engine: &Engine, candidates: &[Vec<LlamaToken>], odds: LogOdds, at: i32) -> Vec<f64> {
    let logits = engine.context.get_logits_ith(at);
    let end = engine.chat.end();
    candidates.iter().map(|tokens| odds.of_token(logits, tokens.first().copied().unwrap_or(end))).collect()
}

/// Candidates that are computed together, as a tree: what they begin with alike is computed once.
#[derive(Debug, Default)]
struct Group {
    /// Numbers of candidates.
    members: Vec<usize>,
    nodes: Vec<Node>,
}

#[derive(Debug)]
struct Node {
    token: LlamaToken,
    depth: usize,
    parent: Option<usize>,
    /// Places in the group's members.
    members: Vec<usize>,
}

impl Group {
    fn add(&mut self, candidate: usize, tokens: &[LlamaToken]) {
        let member = self.members.len();
        self.members.push(candidate);
        let mut parent = None;
        for (depth, token) in tokens.iter().enumerate() {
            let found = self.nodes.iter().position(|node| node.parent == parent && node.token == *token);
            let at = found.unwrap_or_else(|| {
                self.nodes.push(Node { token: *token, depth, parent, members: Vec::new() });
                self.nodes.len() - 1
            });
            self.nodes[at].members.push(member);
            parent = Some(at);
        }
    }
}

fn groups(candidates: &[Vec<LlamaToken>], at_once: usize) -> Result<Vec<Group>, ModelError> {
    let mut groups: Vec<Group> = Vec::new();
    for (candidate, tokens) in candidates.iter().enumerate() {
        if tokens.is_empty() {
            continue;
        }
        if tokens.len() > AT_ONCE {
            return Err(ModelError::Request("a candidate is too long to be weighed".into()));
        }
        let fits = |group: &&mut Group| {
            group.members.len() < CANDIDATES && group.nodes.len() + tokens.len() <= at_once
        };
        match groups.last_mut().filter(fits) {
            Some(group) => group.add(candidate, tokens),
            None => {
                let mut group = Group::default();
                group.add(candidate, tokens);
                groups.push(group);
            }
        }
    }
    Ok(groups)
}

/// What turns a logit into the logarithm of a probability.
#[derive(Clone, Copy, Debug)]
struct LogOdds {
    all: f64,
}

impl LogOdds {
    fn of(logits: &[f32]) -> Self {
        let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let most = f64::from(most);
        let sum: f64 = logits.iter().map(|logit| (f64::from(*logit) - most).exp()).sum();
        Self { all: most + sum.ln() }
    }

    fn of_token(self, logits: &[f32], token: LlamaToken) -> f64 {
        let logit = usize::try_from(token.0).ok().and_then(|at| logits.get(at)).copied();
        f64::from(logit.unwrap_or(f32::MIN)) - self.all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(all: &[i32]) -> Vec<LlamaToken> {
        all.iter().copied().map(LlamaToken).collect()
    }

    #[test]
    fn probabilities_add_up_to_one() {
        let logits = [1000.0, 999.0, -5.0];
        let odds = LogOdds::of(&logits);
        let sum: f64 = (0..3).map(|token| odds.of_token(&logits, LlamaToken(token)).exp()).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    }

    #[test]
    fn a_shared_beginning_is_one_node() {
        let candidates = [tokens(&[1, 2, 3]), tokens(&[1, 2, 4]), tokens(&[]), tokens(&[2, 2])];
        let groups = groups(&candidates, AT_ONCE).unwrap();
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0].members, [0, 1, 3]);
        let nodes: Vec<_> =
            groups[0].nodes.iter().map(|node| (node.token.0, node.depth, node.members.clone())).collect();
        assert_eq!(
            nodes,
            [
                (1, 0, vec![0, 1]),
                (2, 1, vec![0, 1]),
                (3, 2, vec![0]),
                (4, 2, vec![1]),
                (2, 0, vec![2]),
                (2, 1, vec![2])
            ]
        );
    }

    #[test]
    fn many_candidates_are_several_groups() {
        let candidates: Vec<_> = (0..100).map(|token| tokens(&[token, 7])).collect();
        let groups = groups(&candidates, AT_ONCE).unwrap();
        assert_eq!(groups.iter().map(|group| group.members.len()).sum::<usize>(), 100);
        assert!(groups.iter().all(|group| group.members.len() <= CANDIDATES && group.nodes.len() <= AT_ONCE));
        assert!(super::groups(&[tokens(&vec![1; AT_ONCE + 1])], AT_ONCE).is_err());
    }
}
