//! Capability tokens: signed, for one document, and nowhere else.

use std::collections::BTreeSet;

use laika_policy::token::{Asked, Authority, Key, Scope, TokenError};
use laika_protocol::ids::{Nonce, ProfileId, ToolName, Uuid};
use laika_protocol::secret::CapabilityToken;
use laika_protocol::wire::{CallContext, SiteMode};
use proptest::prelude::*;

use super::world::{HERE, NOW, context};

fn key(id: &str, byte: u8) -> Key {
    Key::new(id, &[byte; 32])
}

fn tool(name: &str) -> ToolName {
    ToolName::parse(name).unwrap()
}

fn scope(id: &str) -> Scope {
    Scope {
        token_id: Nonce::parse(id).unwrap(),
        context: context(HERE),
        site_mode: SiteMode::Assist,
        allowed_tools: BTreeSet::from([tool("browser.click"), tool("browser.find")]),
        ttl_ms: 60_000,
    }
}

fn check(
    authority: &Authority,
    token: &CapabilityToken,
    context: &CallContext,
    now: u64,
) -> Result<(), TokenError> {
    let click = tool("browser.click");
    let asked = Asked { context, site_mode: SiteMode::Assist, tool: &click };
    authority.check(token, &asked, now).map(|_| ())
}

fn request(n: u32) -> Uuid {
    Uuid::parse(&format!("0a2e5f8a-6f57-4fe0-9cbb-{n:012x}")).unwrap()
}

/// I5: a token works for one document and nothing that differs in anything.
#[test]
fn i5_a_token_is_for_one_document() {
    let mut authority = Authority::new(key("k1", 1));
    let token = authority.mint(scope("t1"), NOW).unwrap();
    let here = context(HERE);
    assert_eq!(check(&authority, &token, &here, NOW), Ok(()));
    let changes: [fn(&mut CallContext); 6] = [
        |context| context.profile_id = ProfileId::parse("other").ok(),
        |context| context.tab_id += 1,
        |context| context.frame_id += 1,
        |context| context.origin = super::world::origin("https://other.example"),
        |context| context.document_id = laika_protocol::ids::DocumentId::parse("d2").unwrap(),
        |context| context.navigation_generation += 1,
    ];
    for (at, change) in changes.iter().enumerate() {
        let mut other = here.clone();
        change(&mut other);
        assert_eq!(check(&authority, &token, &other, NOW), Err(TokenError::Identity), "change {at}");
    }
    let (click, scroll) = (tool("browser.click"), tool("browser.scroll"));
    let asked = |site_mode, tool| Asked { context: &here, site_mode, tool };
    let error = |asked| authority.check(&token, &asked, NOW).unwrap_err();
    assert_eq!(error(asked(SiteMode::Assist, &scroll)), TokenError::Tool);
    assert_eq!(error(asked(SiteMode::Observe, &click)), TokenError::Mode, "the mode was lowered");
}

/// I7: tokens expire, are revoked, and do not outlive their key.
#[test]
fn i7_tokens_end() {
    let here = context(HERE);
    let mut authority = Authority::new(key("k1", 1));
    let token = authority.mint(scope("t1"), NOW).unwrap();
    assert_eq!(check(&authority, &token, &here, NOW + 59_999), Ok(()));
    assert_eq!(check(&authority, &token, &here, NOW + 60_000), Err(TokenError::Expired));

    let long = authority.mint(Scope { ttl_ms: u64::MAX, ..scope("t2") }, NOW).unwrap();
    assert_eq!(
        check(&authority, &long, &here, NOW + 120_000),
        Err(TokenError::Expired),
        "no longer than the limit"
    );

    authority.revoke(&Nonce::parse("t1").unwrap(), NOW);
    assert_eq!(check(&authority, &token, &here, NOW), Err(TokenError::Revoked));
    authority.revoke_tab(&ProfileId::parse("default").unwrap(), 1, NOW);
    assert_eq!(check(&authority, &long, &here, NOW), Err(TokenError::Revoked));

    let before = authority.mint(scope("t3"), NOW).unwrap();
    authority.rotate(key("k2", 2), NOW);
    assert_eq!(check(&authority, &before, &here, NOW), Ok(()), "rotation does not cut running work off");
    let after = authority.mint(scope("t4"), NOW).unwrap();
    assert_ne!(before.expose(), after.expose());
    authority.revoke_all(key("k3", 3));
    for token in [before, after] {
        assert_eq!(check(&authority, &token, &here, NOW), Err(TokenError::Forged), "its key is gone");
    }
}

/// A clock that goes back revives nothing, and one id is one token.
#[test]
fn a_clock_that_goes_back_revives_nothing() {
    let here = context(HERE);
    let mut authority = Authority::new(key("k1", 1));
    let token = authority.mint(scope("t1"), NOW).unwrap();
    assert_eq!(authority.mint(scope("t1"), NOW).unwrap_err(), TokenError::Replayed);
    authority.revoke(&Nonce::parse("t1").unwrap(), NOW);
    authority.mint(scope("t2"), NOW + 500_000).unwrap();
    assert!(check(&authority, &token, &here, NOW + 1).is_err());
}

/// TOK-010: a request is admitted once.
#[test]
fn requests_are_admitted_once() {
    let mut authority = Authority::new(key("k1", 1));
    let token = authority.mint(scope("t1"), NOW).unwrap();
    let (here, click) = (context(HERE), tool("browser.click"));
    let asked = Asked { context: &here, site_mode: SiteMode::Assist, tool: &click };
    assert!(authority.admit(&token, &asked, &request(1), NOW).is_ok());
    assert_eq!(authority.admit(&token, &asked, &request(1), NOW + 1).unwrap_err(), TokenError::Replayed);
    assert!(authority.admit(&token, &asked, &request(2), NOW + 1).is_ok());
}

#[test]
fn tokens_for_nothing_are_not_minted() {
    let mut authority = Authority::new(key("k1", 1));
    let mut anonymous = scope("t1");
    anonymous.context.profile_id = None;
    let empty = [
        anonymous,
        Scope { ttl_ms: 0, ..scope("t1") },
        Scope { allowed_tools: BTreeSet::new(), ..scope("t1") },
    ];
    for scope in empty {
        assert_eq!(authority.mint(scope, NOW).unwrap_err(), TokenError::Empty);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Nobody without the key makes a token, and no token survives a change.
    #[test]
    fn changed_tokens_are_forged(at in any::<prop::sample::Index>(), with in any::<char>(), other_key in any::<bool>()) {
        let mut authority = Authority::new(key("k1", 1));
        let token = authority.mint(scope("t1"), NOW).unwrap();
        let mut chars: Vec<char> = token.expose().chars().collect();
        let index = at.index(chars.len());
        let same = chars[index] == with;
        chars[index] = with;
        let changed = CapabilityToken::new(chars.into_iter().collect());
        let expected = if same { Ok(()) } else { Err(TokenError::Forged) };
        // The last character of base64 holds spare bits, which must be zero.
        prop_assert_eq!(check(&authority, &changed, &context(HERE), NOW), expected);
        if other_key {
            let stranger = Authority::new(key("k1", 2));
            prop_assert_eq!(check(&stranger, &token, &context(HERE), NOW), Err(TokenError::Forged));
        }
    }

    #[test]
    fn garbage_is_forged(text in ".{0,200}") {
        let authority = Authority::new(key("k1", 1));
        prop_assert_eq!(check(&authority, &CapabilityToken::new(text), &context(HERE), NOW), Err(TokenError::Forged));
    }
}
