//! Confinement by Landlock.

use std::io;

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, Ruleset, RulesetAttr as _, RulesetCreatedAttr as _, RulesetStatus,
    Scope, path_beneath_rules,
};

use super::{Allowed, Confinement};

/// The newest kernel interface whose every right is asked for; with an older kernel the result is partial.
const NEWEST: ABI = ABI::V6;

pub(super) fn restrict(allowed: &Allowed<'_>) -> io::Result<Confinement> {
    let ports = if allowed.connect { AccessNet::BindTcp.into() } else { AccessNet::from_all(NEWEST) };
    let status = Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))
        .and_then(|rules| rules.handle_access(ports))
        .and_then(|rules| rules.scope(Scope::from_all(NEWEST)))
        .and_then(Ruleset::create)
        .and_then(|rules| {
            rules.add_rules(path_beneath_rules(allowed.read, AccessFs::ReadFile | AccessFs::ReadDir))
        })
        .and_then(landlock::RulesetCreated::restrict_self)
        .map_err(io::Error::other)?;
    Ok(match status.ruleset {
        RulesetStatus::FullyEnforced => Confinement::Full,
        RulesetStatus::PartiallyEnforced => Confinement::Partial,
        RulesetStatus::NotEnforced => Confinement::None,
    })
}
