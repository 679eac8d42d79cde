//! Headers that decide something, each read in one way only.

use hyper::header::{AUTHORIZATION, CONTENT_LENGTH, HeaderMap, HeaderName, TRANSFER_ENCODING};

use crate::refusal::Refusal;

/// The longest token that is looked at.
const LONGEST_TOKEN: usize = 512;

/// A header by how often it is there. Two of the same are never read: readers disagree which one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Header<'a> {
    /// Not there.
    Missing,
    /// There, with this value.
    Once(&'a [u8]),
    /// There more than once.
    Repeated,
}

/// The header of that name.
#[must_use]
pub fn header(headers: &HeaderMap, name: HeaderName) -> Header<'_> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Header::Missing,
        (Some(value), None) => Header::Once(value.as_bytes()),
        (Some(_), Some(_)) => Header::Repeated,
    }
}

/// The token that a request shows.
#[must_use]
pub fn bearer(headers: &HeaderMap) -> Option<&[u8]> {
    let Header::Once(value) = header(headers, AUTHORIZATION) else {
        return None;
    };
    let (scheme, token) = value.split_at_checked("Bearer ".len())?;
    let fits = !token.is_empty() && token.len() <= LONGEST_TOKEN;
    (fits && scheme.eq_ignore_ascii_case(b"Bearer ")).then_some(token)
}

/// One statement of the length, and a bearable one. What states none is counted as it comes in.
///
/// # Errors
/// When the length is stated in two ways, or is more than `most`.
pub fn length(headers: &HeaderMap, most: usize) -> Result<(), Refusal> {
    match (header(headers, CONTENT_LENGTH), header(headers, TRANSFER_ENCODING)) {
        (Header::Missing, Header::Missing) => Ok(()),
        (Header::Missing, Header::Once(coding)) if coding.eq_ignore_ascii_case(b"chunked") => Ok(()),
        (Header::Once(length), Header::Missing) => {
            if number(length).ok_or(Refusal::Length)? > most {
                Err(Refusal::TooLong)
            } else {
                Ok(())
            }
        }
        (Header::Missing | Header::Once(_) | Header::Repeated, Header::Once(_) | Header::Repeated)
        | (Header::Repeated, Header::Missing) => Err(Refusal::Length),
    }
}

/// Digits and nothing else; a sign is where readers disagree.
fn number(digits: &[u8]) -> Option<usize> {
    let digits =
        std::str::from_utf8(digits).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))?;
    digits.parse().ok()
}
