//! `commerce.estimate_tax` and `commerce.estimate_shipping`: honest estimates from tables with a date.

use laika_protocol::tools::typed::{
    Destination, EstimateShipping, EstimateTax, ShippingEstimate, ShippingSpeed, TaxEstimate,
};
use laika_protocol::{ErrorCode, ToolError};
use laika_tools::{estimate_shipping, estimate_tax};

use super::{ample, called_off, data, out_of_time};

const STATES: &str = "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY \
                      NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY";

fn to(state: &str, zip: Option<&str>) -> Destination {
    Destination { state: state.to_owned(), zip: zip.map(str::to_owned) }
}

fn purchase(amount_minor: i64, state: &str, category: Option<&str>) -> EstimateTax {
    let (currency, destination) = (Some("USD".to_owned()), to(state, None));
    let category = category.map(str::to_owned);
    EstimateTax { amount_minor, currency, destination, category, merchant_origin: None }
}

fn tax(args: &EstimateTax) -> Result<TaxEstimate, ToolError> {
    estimate_tax(args, &ample()).map(|result| data(&result))
}

#[test]
fn taxes_come_from_the_table() {
    // Price, state, category; the tax of the state, and with the most that a place adds.
    let table = [
        (10_000, "CA", None, 725, 1275),
        (10_000, "california", None, 725, 1275),
        (10_000, "OR", None, 0, 0),
        (10_000, "NJ", None, 663, 663),
        (10_000, "AK", None, 0, 800),
        (1_999, "TX", None, 125, 165),
        (10_000, "NJ", Some("clothing"), 0, 0),
        (10_000, "PA", Some("Apparel"), 0, 0),
        (10_000, "CA", Some("groceries"), 0, 0),
        (10_000, "MS", Some("groceries"), 700, 800),
        (10_000, "IL", Some("prescription"), 100, 100),
        (0, "CA", None, 0, 0),
    ];
    for (price, state, category, least, most) in table {
        let found = tax(&purchase(price, state, category)).unwrap();
        assert_eq!(
            (found.tax_minor, found.tax_at_most_minor),
            (least, most),
            "{price} in {state}, {category:?}"
        );
    }
}

#[test]
fn every_state_has_its_rates_and_its_zone() {
    for state in STATES.split_whitespace() {
        for category in [None, Some("groceries"), Some("clothing"), Some("prescription_drugs")] {
            let found = tax(&purchase(10_000, state, category)).unwrap();
            assert!((0..=800).contains(&found.tax_minor), "{state}: {found:?}");
            assert!((found.tax_minor..=1500).contains(&found.tax_at_most_minor), "{state}: {found:?}");
        }
        for speed in [None, Some(ShippingSpeed::Expedited)] {
            let args = EstimateShipping { destination: to(state, None), speed, merchant_origin: None };
            assert!(estimate_shipping(&args, &ample()).is_ok(), "{state}");
        }
    }
}

#[test]
fn an_estimate_says_that_it_is_one() {
    let mut args = purchase(10_000, "CA", Some("spaceships"));
    args.merchant_origin = Some("https://shop.example".to_owned());
    args.destination.zip = Some("10001".to_owned());
    let result = estimate_tax(&args, &ample()).unwrap();
    assert_eq!(
        result.summary,
        "estimated sales tax in California: 7.25 USD at the rate of the state, up to 12.75 USD with local taxes \
         (rates as of 2025-01-01)"
    );
    let notes = data::<TaxEstimate>(&result).notes.join("\n");
    for said in ["spaceships", "another state than California", "an estimate", "not known here"] {
        assert!(notes.contains(said), "{said}: {notes}");
    }
    assert_eq!(result.metadata["tableVersion"], "2025.1");
    assert_eq!(result.metadata["tableAsOf"], "2025-01-01");
    assert_eq!(result.metadata["merchantOrigin"], "https://shop.example");
}

#[test]
fn what_the_table_does_not_know_is_refused() {
    let refused = |args: &EstimateTax| {
        let error = tax(args).unwrap_err();
        assert_eq!(error.code, ErrorCode::InvalidArgument);
        error.finest_code().to_owned()
    };
    for state in ["XX", "Ontario", "", "PR"] {
        assert_eq!(refused(&purchase(100, state, None)), "E_UNKNOWN_STATE");
    }
    assert_eq!(refused(&purchase(-1, "CA", None)), "E_TAX_AMOUNT");
    assert_eq!(refused(&purchase(i64::MAX, "CA", None)), "E_TAX_AMOUNT");
    assert_eq!(
        refused(&EstimateTax { currency: Some("EUR".to_owned()), ..purchase(100, "CA", None) }),
        "E_TAX_CURRENCY"
    );
    for zip in ["1234", "123456", "abcde", "12345-12", "１２３４５"] {
        let args = EstimateTax { destination: to("CA", Some(zip)), ..purchase(100, "CA", None) };
        assert_eq!(refused(&args), "E_INVALID_ZIP", "{zip}");
    }
    assert!(
        tax(&EstimateTax {
            currency: None,
            destination: to("CA", Some("94107-1234")),
            ..purchase(100, "CA", None)
        })
        .is_ok()
    );
}

#[test]
fn shipping_comes_by_zone_and_speed() {
    let table = [("CA", None, 500, 1200, 3, 7), ("hi", Some(ShippingSpeed::Expedited), 2500, 6000, 2, 5)];
    for (state, speed, least, most, soonest, latest) in table {
        let args = EstimateShipping { destination: to(state, None), speed, merchant_origin: None };
        let found: ShippingEstimate = data(&estimate_shipping(&args, &ample()).unwrap());
        assert_eq!((found.cost_at_least_minor, found.cost_at_most_minor), (least, most), "{state}");
        assert_eq!((found.days_at_least, found.days_at_most), (soonest, latest), "{state}");
        assert!(found.notes.iter().any(|note| note.contains("an estimate")));
    }
    let nowhere = EstimateShipping { destination: to("XX", None), speed: None, merchant_origin: None };
    assert_eq!(estimate_shipping(&nowhere, &ample()).unwrap_err().finest_code(), "E_UNKNOWN_STATE");
}

#[test]
fn they_keep_their_bounds() {
    let parcel = EstimateShipping { destination: to("CA", None), speed: None, merchant_origin: None };
    assert_eq!(estimate_tax(&purchase(1, "CA", None), &called_off()).unwrap_err().code, ErrorCode::Cancelled);
    assert_eq!(estimate_shipping(&parcel, &called_off()).unwrap_err().code, ErrorCode::Cancelled);
    assert_eq!(estimate_tax(&purchase(1, "CA", None), &out_of_time()).unwrap_err().code, ErrorCode::Timeout);
    assert_eq!(estimate_shipping(&parcel, &out_of_time()).unwrap_err().code, ErrorCode::Timeout);
}
