//! A number with so many digits after the point, as `toFixed` of JavaScript gives it (APP-006).
//!
//! The number is the double as it is: `1.005` is a little less than 1.005, so it becomes `1.00`. Only a double that
//! lies exactly in the middle is rounded away from zero, where Rust's own formatting would round to even.

/// Digits after the point that every double fits into exactly.
const EXACT: usize = 1074;

/// The number as text.
pub(super) fn to_fixed(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        return value.to_string();
    }
    let exact = format!("{:.EXACT$}", value.abs());
    let (whole, fraction) = exact.split_once('.').unwrap_or((&exact, ""));
    let (kept, rest) = fraction.split_at(digits.min(fraction.len()));
    let mut number: Vec<u8> = whole.bytes().chain(kept.bytes()).collect();
    if rest.bytes().next().is_some_and(|digit| digit >= b'5') {
        add_one(&mut number);
    }
    let text: String = number.into_iter().map(char::from).collect();
    let (whole, kept) = text.split_at(text.len() - digits.min(text.len()));
    let sign = if value < 0.0 { "-" } else { "" };
    if digits == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{kept}") }
}

/// Adds one to a number in decimal digits.
fn add_one(number: &mut Vec<u8>) {
    for digit in number.iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            return;
        }
        *digit = b'0';
    }
    number.insert(0, b'1');
}

#[cfg(test)]
mod tests {
    use super::to_fixed;

    #[test]
    fn it_rounds_as_javascript_does() {
        // The right column is what `(value).toFixed(digits)` gives.
        let table = [
            (1.005, 2, "1.00"),
            (1.45, 1, "1.4"),
            (2.5, 0, "3"),
            (-2.5, 0, "-3"),
            (0.5, 0, "1"),
            (1.25, 1, "1.3"),
            (10.235, 2, "10.23"),
            (8.345, 2, "8.35"),
            (0.000_001, 6, "0.000001"),
            (9.999_999_9, 6, "10.000000"),
            (-0.001, 2, "-0.00"),
            (0.0, 2, "0.00"),
            (-0.0, 2, "0.00"),
            (123.456, 0, "123"),
            (1e20, 2, "100000000000000000000.00"),
        ];
        for (value, digits, text) in table {
            assert_eq!(to_fixed(value, digits), text, "{value} with {digits}");
        }
    }
}
