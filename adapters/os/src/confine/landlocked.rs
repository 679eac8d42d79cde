//! Confinement by Landlock.

use std::io;
use std::path::Path;

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, BitFlags, Ruleset, RulesetAttr as _, RulesetCreated,
    RulesetCreatedAttr as _, RulesetStatus, Scope, path_beneath_rules,
};

use super::enter::Entry;
use super::{Allowed, Confinement};

/// The newest kernel interface whose every right is asked for; with an older kernel the result is partial.
const NEWEST: ABI = ABI::V6;

pub(super) fn restrict(allowed: &Allowed<'_>) -> io::Result<Confinement> {
    let ports = if allowed.connect { AccessNet::BindTcp.into() } else { AccessNet::from_all(NEWEST) };
    let rules = nothing_but(ports).and_then(|rules| beneath(rules, allowed.read, READ));
    rules.and_then(finish)
}

/// A program that somebody else wrote: what it may read, the little it may execute, what it may write.
pub(super) fn restrict_program(entry: &Entry<'_>, execute: &[&Path]) -> io::Result<Confinement> {
    let ports = if entry.network { AccessNet::BindTcp.into() } else { AccessNet::from_all(NEWEST) };
    nothing_but(ports)
        .and_then(|rules| beneath(rules, entry.read, READ))
        .and_then(|rules| beneath(rules, execute, AccessFs::ReadFile | AccessFs::Execute))
        .and_then(|rules| beneath(rules, entry.write, write()))
        // Where a shell sends what nobody wants to see.
        .and_then(|rules| beneath(rules, &["/dev/null"], AccessFs::ReadFile | AccessFs::WriteFile))
        .and_then(finish)
}

const READ: BitFlags<AccessFs> = landlock::make_bitflags!(AccessFs::{ReadFile | ReadDir});

/// Files and folders only: a link, a pipe or a socket would be something for whoever looks into the folder later.
fn write() -> BitFlags<AccessFs> {
    READ | AccessFs::WriteFile
        | AccessFs::Truncate
        | AccessFs::MakeReg
        | AccessFs::MakeDir
        | AccessFs::RemoveFile
        | AccessFs::RemoveDir
}

fn nothing_but(ports: BitFlags<AccessNet>) -> io::Result<RulesetCreated> {
    Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))
        .and_then(|rules| rules.handle_access(ports))
        .and_then(|rules| rules.scope(Scope::from_all(NEWEST)))
        .and_then(Ruleset::create)
        .map_err(io::Error::other)
}

fn beneath<P: AsRef<Path>>(
    rules: RulesetCreated,
    paths: &[P],
    rights: BitFlags<AccessFs>,
) -> io::Result<RulesetCreated> {
    rules.add_rules(path_beneath_rules(paths, rights)).map_err(io::Error::other)
}

fn finish(rules: RulesetCreated) -> io::Result<Confinement> {
    Ok(match rules.restrict_self().map_err(io::Error::other)?.ruleset {
        RulesetStatus::FullyEnforced => Confinement::Full,
        RulesetStatus::PartiallyEnforced => Confinement::Partial,
        RulesetStatus::NotEnforced => Confinement::None,
    })
}
