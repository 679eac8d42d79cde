//! What a value of a kind looks like once its cue is found.

/// On which side of its cue a code is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Before,
    After,
}

/// The nearest group of four to eight digits, or twice three, that is not part of another number.
pub(super) fn digit_code(text: &str, side: Side) -> Option<&str> {
    let bytes = text.as_bytes();
    let mut found = None;
    let mut at = 0;
    while let Some(start) = bytes.get(at..)?.iter().position(u8::is_ascii_digit).map(|offset| at + offset) {
        let count = |from: usize| {
            bytes.get(from..).unwrap_or_default().iter().take_while(|b| b.is_ascii_digit()).count()
        };
        let len = count(start);
        let halves = len == 3 && matches!(bytes.get(start + 3), Some(b' ' | b'-')) && count(start + 4) == 3;
        let end = if halves { start + 7 } else { start + len };
        let byte_before =
            |back: usize| start.checked_sub(back).and_then(|place| bytes.get(place)).copied().unwrap_or(b' ');
        let continues = |mark: u8, digit: Option<&u8>| {
            matches!(mark, b'.' | b'/' | b':' | b'-') && digit.is_some_and(u8::is_ascii_digit)
        };
        let thousands = bytes.get(end) == Some(&b',') && count(end + 1) == 3;
        let joined_before = byte_before(1).is_ascii_alphanumeric()
            || matches!(byte_before(1), b'$' | b'#' | b'_')
            || continues(byte_before(1), Some(&byte_before(2)))
            || (byte_before(1) == b',' && byte_before(2).is_ascii_digit() && len == 3);
        let joined_after = thousands
            || bytes.get(end).is_some_and(|b| {
                b.is_ascii_alphanumeric() || *b == b'%' || continues(*b, bytes.get(end + 1))
            });
        let is_year = len == 4 && matches!(bytes.get(start..start + 2), Some(b"19" | b"20")) && start > 8;
        if ((4..=8).contains(&len) || halves) && !joined_before && !joined_after && !is_year {
            found = text.get(start..end);
            if side == Side::After {
                break;
            }
        }
        at = end.max(start + 1);
    }
    found
}

/// Whether a full stop ends a sentence and not an abbreviation such as `Nr.`
pub(super) fn ends_sentence(line: &str, stop: usize) -> bool {
    line.as_bytes()
        .get(..stop)
        .unwrap_or_default()
        .iter()
        .rev()
        .take(4)
        .take_while(|b| b.is_ascii_alphanumeric())
        .count()
        > 3
}

/// A day and a year of a life, with a month in digits or words between them or in one piece.
pub(super) fn dated(text: &str) -> Option<&str> {
    let mut groups: [Option<(usize, &str)>; 2] = [None, None];
    let mut at = 0;
    for group in text.split(|c: char| !c.is_ascii_digit()) {
        let is_year = matches!(group.len(), 4 | 8) && (group.starts_with("19") || group.starts_with("20"));
        let [day, year] = &mut groups;
        if is_year && year.is_none() {
            *year = Some((at, group));
        } else if (1..=2).contains(&group.len()) && day.is_none() {
            *day = Some((at, group));
        }
        at = text
            .get(at + group.len()..)
            .and_then(|rest| rest.chars().next())
            .map_or(at, |c| at + group.len() + c.len_utf8());
    }
    let [day, year] = groups;
    let (year_at, year) = year?;
    let (day_at, day) = day.or(Some((year_at, year)).filter(|(_, group)| group.len() == 8))?;
    text.get(year_at.min(day_at)..(year_at + year.len()).max(day_at + day.len()))
}

/// A British postcode: `SW1A 1AA`.
pub(super) fn postcode(text: &str) -> Option<&str> {
    text.split(|c: char| !c.is_ascii_alphanumeric()).find(|part| {
        let bytes = part.as_bytes();
        bytes.len() == 3
            && bytes.first().is_some_and(u8::is_ascii_digit)
            && bytes.iter().skip(1).all(u8::is_ascii_uppercase)
    })
}

pub(super) fn first_token(text: &str) -> &str {
    let end = text
        .find(|c: char| c.is_whitespace() || !c.is_ascii() || matches!(c, '"' | '`'))
        .unwrap_or(text.len());
    text.get(..end).unwrap_or_default().trim_end_matches(['.', ',', ';', ':', '\''])
}

pub(super) fn has_digit_and_letter(value: &str) -> bool {
    value.bytes().any(|b| b.is_ascii_digit()) && value.bytes().any(|b| b.is_ascii_alphabetic())
}

pub(super) fn has_symbol(value: &str) -> bool {
    value.bytes().any(|b| b"!@#$%^&*~?+=|".contains(&b)) && value.bytes().any(|b| b.is_ascii_alphanumeric())
}

/// What stands after `password:` in prose and in forms.
pub(super) fn is_remark(value: &str) -> bool {
    let remarks = [
        "required",
        "optional",
        "hidden",
        "changed",
        "change",
        "forgot",
        "forgotten",
        "reset",
        "must",
        "minimum",
        "string",
        "text",
        "show",
        "none",
        "yes",
        "null",
        "true",
        "false",
        "invalid",
        "incorrect",
        "wrong",
        "missing",
        "expired",
        "strong",
        "weak",
        "erforderlich",
        "pflichtfeld",
        "vergessen",
        "falsch",
        "oublie",
        "obligatoire",
        "olvidada",
        "obligatorio",
        "obligatoria",
        "input",
        "field",
        "str",
        "the",
        "please",
        "with",
    ];
    let value = value.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    value.is_empty() || remarks.iter().any(|remark| value.eq_ignore_ascii_case(remark))
}
