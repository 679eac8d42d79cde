//! Reads the number and the unit out of an answer's text.

/// A number and what it counts.
#[derive(Debug, PartialEq)]
pub(super) struct Number {
    pub(super) value: f64,
    pub(super) unit: Option<String>,
}

/// The number of an answer that is one, such as `30.48 cm`; a date, a list or a complex number is none.
pub(super) fn read(answer: &str) -> Option<Number> {
    let end = answer.find(|letter: char| !is_of_number(letter)).unwrap_or(answer.len());
    let (digits, rest) = answer.split_at(end);
    // `2e` of `2eV` belongs to the unit: then the number does not parse, and is not told as one.
    let value: f64 = digits.parse().ok().filter(|value: &f64| value.is_finite())?;
    let unit = match rest.strip_prefix(' ') {
        _ if rest.is_empty() => return Some(Number { value, unit: None }),
        Some(unit) => unit,
        None if rest == "%" || rest == "°" => rest,
        None => return None,
    };
    is_unit(unit).then(|| Number { value, unit: Some(unit.to_owned()) })
}

fn is_of_number(letter: char) -> bool {
    letter.is_ascii_digit() || matches!(letter, '.' | '-' | '+' | 'e')
}

/// A digit at the start of a word is a second number; `m^2` and `km / h` are units.
fn is_unit(text: &str) -> bool {
    let is_word = |word: &str| !word.starts_with(|letter: char| letter.is_ascii_digit());
    !text.contains(['+', ',', '"', ':', '=']) && text.split(' ').all(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_and_its_unit_are_told_apart() {
        let table = [
            ("30.48 cm", Some((30.48, Some("cm")))),
            ("-3", Some((-3.0, None))),
            ("5e-7 m^2 / s", Some((5e-7, Some("m^2 / s")))),
            ("50%", Some((50.0, Some("%")))),
            ("true", None),
            ("2i", None),
            ("1 + 2i", None),
            ("5 ft 2 in", None),
            ("Saturday, 13 February 2027", None),
            ("", None),
            ("1e999", None),
        ];
        for (text, expected) in table {
            let expected = expected.map(|(value, unit)| Number { value, unit: unit.map(str::to_owned) });
            assert_eq!(read(text), expected, "{text}");
        }
    }
}
