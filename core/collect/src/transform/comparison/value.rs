//! What a cell says as a number: to sort by, to hold against a bound, to see whether two differ.

use crate::transform::concepts::Kind;
use crate::transform::read::{Day, Unit, days, quantities};

use super::column::is_of;

/// The number of a cell, if it has one of this kind.
pub(super) fn order_of(cell: &str, kind: Kind) -> Option<i128> {
    if kind == Kind::Date {
        return days(cell, None)
            .into_iter()
            .next()
            .map(|found| order_of_day(found.day))
            .or_else(|| bare_year(cell));
    }
    let all = quantities(cell);
    if kind == Kind::Weight
        && all.first().is_some_and(|one| one.unit == Unit::Money("GBP") && cell.contains("pound"))
    {
        return all.first().map(|one| one.order().saturating_mul(453_592) / 1000);
    }
    let mut of_kind = all.iter().filter(|one| is_of(one.unit, kind));
    if let Some(first) = of_kind.next() {
        // `15 hours 40 minutes` is one time.
        let rest = of_kind
            .filter(|one| kind == Kind::Time && one.times < first.times)
            .map(super::super::read::Quantity::order);
        return Some(first.order().saturating_add(rest.sum()));
    }
    let plain = all.iter().find(|one| kind == Kind::Text || one.unit == Unit::Plain);
    plain.map(super::super::read::Quantity::order)
}

fn order_of_day(day: Day) -> i128 {
    i128::from(day.year) * 10_000 + i128::from(day.month) * 100 + i128::from(day.day)
}

/// `2019` alone in a cell.
fn bare_year(cell: &str) -> Option<i128> {
    let first = quantities(cell).into_iter().find(|one| one.unit == Unit::Plain)?;
    (1000..=2199).contains(&first.value.mantissa).then_some(first.value.mantissa * 10_000)
}

/// Whether two cells say different numbers.
pub(super) fn differ(one: &str, other: &str, kind: Kind) -> bool {
    match (order_of(one, kind), order_of(other, kind)) {
        (Some(one), Some(other)) => one != other,
        _ => false,
    }
}
