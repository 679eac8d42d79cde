//! Where sources give different values for the same thing, all of them are shown, and none is chosen.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::collection::Cited;

use super::answer::{Disagreement, Side};
use super::candidates::{Candidate, Field};
use crate::pack::{Member, Pack};

/// The sides, where there are at least two.
pub(super) fn between(
    field: &Field<'_>,
    found: &[Candidate],
    pack: &Pack<'_>,
    members: &[Member<'_>],
) -> Option<Disagreement> {
    let mut sides: Vec<(BTreeSet<String>, Side)> = Vec::new();
    for candidate in found {
        let words = field.words(candidate);
        let values = field.question.values(words);
        let part = pack.parts().get(candidate.part)?;
        let (Some(citation), false) = (pack.cite(part, &candidate.at), values.is_empty()) else { continue };
        let source = members.get(candidate.member)?.source;
        let said = Cited::new(words.to_string(), alloc::vec![citation]);
        // One that has a value in common with another means the same, and may only say more.
        match sides.iter_mut().find(|(known, _)| !known.is_disjoint(&values)) {
            Some((_, side)) => side.said.push((source.id.clone(), said)),
            None => {
                let shown = values.iter().cloned().collect();
                sides.push((values, Side { values: shown, said: alloc::vec![(source.id.clone(), said)] }));
            }
        }
    }
    let sides: Vec<Side> = sides.into_iter().map(|(_, side)| side).collect();
    (sides.len() > 1).then_some(Disagreement { sides })
}
