//! The pure part: whatever is sent, one reading or none.

use hyper::header::{AUTHORIZATION, CONTENT_LENGTH, HeaderMap, HeaderValue, TRANSFER_ENCODING};
use laika_loopback::{Refusal, TokenHash, bearer, length};
use proptest::prelude::*;

proptest! {
    /// A token is found by all of its bytes and by nothing else.
    #[test]
    fn a_token_is_all_of_its_bytes(token in "[!-~]{1,64}", shown in "[!-~]{1,64}") {
        let table = [(TokenHash::of(b"another"), 1), (TokenHash::of(token.as_bytes()), 2)];
        let find = |shown: &str| TokenHash::find(shown.as_bytes(), table.iter().map(|(hash, who)| (hash, *who)));
        prop_assert_eq!(find(&token), Some(2));
        prop_assert_eq!(find(&shown).is_some(), shown == token || shown == "another");
        let kept: String = table[1].0.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        let read = TokenHash::parse(&kept).unwrap();
        prop_assert_eq!(read.as_bytes(), table[1].0.as_bytes());
    }

    /// A length is one plain number within the limit, or it is refused.
    #[test]
    fn a_length_is_read_in_one_way(values in prop::collection::vec("[ -~]{0,12}|[0-9]{1,5}", 0..3), chunked: bool) {
        let mut headers = HeaderMap::new();
        for value in &values {
            headers.append(CONTENT_LENGTH, HeaderValue::from_str(value).unwrap());
        }
        if chunked {
            headers.insert(TRANSFER_ENCODING, HeaderValue::from_static("chunked"));
        }
        let expected = match (values.as_slice(), chunked) {
            ([], _) => Ok(()),
            ([one], false) if one.contains('+') => Err(Refusal::Length),
            ([one], false) => match one.parse::<usize>() {
                Ok(number) if number <= 1000 => Ok(()),
                Ok(_) => Err(Refusal::TooLong),
                Err(_) => Err(Refusal::Length),
            },
            _ => Err(Refusal::Length),
        };
        prop_assert_eq!(length(&headers, 1000), expected);
    }

    /// Any bytes in place of a token are a token of at most 512 bytes, or none.
    #[test]
    fn a_token_is_shown_in_one_way(value in prop::collection::vec(32_u8..=126, 0..600)) {
        let mut headers = HeaderMap::new();
        headers.insert(AUTHORIZATION, HeaderValue::from_bytes(&value).unwrap());
        let shown = bearer(&headers);
        let starts = value.len() > 7 && value[..7].eq_ignore_ascii_case(b"bearer ");
        prop_assert_eq!(shown.is_some(), starts && value.len() <= 519);
        headers.append(AUTHORIZATION, HeaderValue::from_static("Bearer x"));
        prop_assert_eq!(bearer(&headers), None);
    }
}
