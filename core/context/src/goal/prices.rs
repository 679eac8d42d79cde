//! "Buy the cheapest one": things of a page that differ by nothing but their price.

use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::observation::{Element, Observation};

use super::only;
use super::stated::is_pressed;
use crate::text::words;

const CHEAPEST: &[&str] =
    &["cheapest", "günstigste", "günstigsten", "billigste", "billigsten", "barato", "barata"];
const DEAREST: &[&str] = &["dearest", "priciest", "teuerste", "teuersten", "caro", "cara"];
/// Together with a word for how much it costs.
const LEAST: &[&str] = &["lowest", "least", "smallest", "niedrigste", "niedrigsten", "bas"];
const MOST: &[&str] = &["highest", "most", "largest", "höchste", "höchsten"];
const COST: &[&str] = &["price", "cost", "fare", "expensive", "preis", "prix", "precio"];
const CURRENCIES: &[char] = &['$', '€', '£', '¥', '₹', '₽', '₩'];

/// What a clause means by its price, where the page offers several that only differ by it, and one has the lowest or highest.
pub(super) fn meant<'a>(clause: &str, page: &'a Observation) -> Option<&'a Element> {
    let said = words(clause);
    let has = |known: &[&str]| said.iter().any(|word| known.contains(&word.as_str()));
    let (low, high) = (has(CHEAPEST) || has(LEAST) && has(COST), has(DEAREST) || has(MOST) && has(COST));
    if low == high {
        return None;
    }
    let priced = |element: &'a Element| {
        let (rest, cents) = price(&element.accessible_name)?;
        is_pressed(element).then_some((element, rest, cents))
    };
    let mut offers: Vec<(&Element, String, u64)> = page.elements.iter().filter_map(priced).collect();
    offers.sort_by_key(|(_, _, cents)| *cents);
    if high {
        offers.reverse();
    }
    let (best, rest, cents) = offers.first()?;
    let alike = offers.iter().all(|(_, other, _)| other == rest);
    let only = offers.get(1).is_some_and(|(_, _, next)| next != cents);
    (alike && only).then_some(best)
}

/// The only price of a name, in hundredths, and the name without it.
fn price(name: &str) -> Option<(String, u64)> {
    let is_price = |word: &&str| word.contains(CURRENCIES) && word.contains(|c: char| c.is_ascii_digit());
    let price = only(name.split_whitespace().filter(is_price))?;
    let figures = price.trim_matches(CURRENCIES);
    // What stands behind the last mark is a part of one only if it has two figures.
    let (whole, part) = match figures.rsplit_once(['.', ',']) {
        Some((whole, part)) if part.len() == 2 => (whole, part),
        _ => (figures, "00"),
    };
    let whole: String = whole.chars().filter(|c| !matches!(c, '.' | ',')).collect();
    let currency: String = price.chars().filter(|c| CURRENCIES.contains(c)).collect();
    let cents = whole.parse::<u64>().ok()?.checked_mul(100)?.checked_add(part.parse().ok()?)?;
    Some((name.replacen(price, &currency, 1), cents))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::seen;

    #[test]
    fn the_cheapest_of_things_that_differ_by_their_price_is_meant() {
        let page = seen::page(&[
            ("link", "Home"),
            ("button", "Book for $390"),
            ("button", "Book for $1,255"),
            ("button", "Book for $89.70"),
        ]);
        for (clause, expected) in [
            ("Buy the ticket with the cheapest cost", Some("Book for $89.70")),
            ("book the one with the highest price", Some("Book for $1,255")),
            ("Book the most comfortable one", None),
            ("Book the shortest flight", None),
        ] {
            assert_eq!(meant(clause, &page).map(|it| it.accessible_name.as_str()), expected, "{clause}");
        }
        for others in [
            &[("button", "Book for $5"), ("button", "Book for €7")][..],
            &[("button", "Book for $5"), ("button", "Rent for $7")],
            &[("button", "Book for $5"), ("button", "Book for $5")],
            &[("button", "Book for $5")],
        ] {
            assert_eq!(meant("buy the cheapest", &seen::page(others)), None, "{others:?}");
        }
    }
}
