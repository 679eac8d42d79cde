//! `app.calculate`: what comes out, what is refused, and that it ends.

use std::time::{Duration, Instant};

use laika_protocol::tools::typed::{Calculate, Calculated};
use laika_protocol::{ErrorCode, ToolError};
use laika_tools::{Bounds, CallOff, calculate};
use proptest::prelude::*;

use super::{ample, called_off, data, out_of_time};

fn work_out(expression: &str, precision: Option<u8>) -> Result<Calculated, ToolError> {
    let args = Calculate { expression: expression.to_owned(), precision };
    calculate(&args, &ample()).map(|result| data(&result))
}

#[test]
fn expressions_come_out_right() {
    // The expression, the answer, the number in it, and whether it is exact.
    let table = [
        ("0.1 + 0.2", "0.3", Some(0.3), true),
        ("2 + 3 * 4", "14", Some(14.0), true),
        ("(1 + 2) ^ 3", "27", Some(27.0), true),
        ("-7 / 2", "-3.5", Some(-3.5), true),
        ("20% of 85", "17", Some(17.0), true),
        ("50% + 20%", "70%", Some(70.0), true),
        ("1,234.5 * 2", "2469", Some(2469.0), true),
        ("1/3", "0.3333333333", Some(0.333_333_333_3), false),
        ("sqrt(3)", "1.7320508076", Some(1.732_050_807_6), false),
        ("3 ft to cm", "91.44 cm", Some(91.44), true),
        ("68 F to C", "20 °C", Some(20.0), true),
        ("60 mph in km/h", "96.56064 km / h", Some(96.560_64), true),
        ("5 m * 3 m", "15 m^2", Some(15.0), true),
        ("3 weeks to days", "21 days", Some(21.0), true),
        ("1 kg to lb", "2.2046226218 lbs", Some(2.204_622_621_8), false),
        ("@2026-11-15 + 90 days", "Saturday, 13 February 2027", None, true),
        ("255 to hex", "ff", None, true),
        ("255 to octal", "377", None, true),
        ("1 + 2i", "1 + 2i", None, true),
        ("2 == 2", "true", None, true),
        ("123456789 * 987654321", "121932631112635269", Some(121_932_631_112_635_269.0), true),
    ];
    for (expression, answer, number, exact) in table {
        let found = work_out(expression, None).unwrap_or_else(|error| panic!("{expression}: {error:?}"));
        assert_eq!((found.answer.as_str(), found.result), (answer, number), "{expression}");
        assert_eq!((found.approximate, found.formatted), (!exact, None), "{expression}");
    }
}

#[test]
fn precision_formats_the_number() {
    let table = [
        ("2/3", 2, Some("0.67"), "2/3 ≈ 0.67"),
        ("1.005", 2, Some("1.00"), "1.005 ≈ 1.00"),
        ("2.5", 0, Some("3"), "2.5 ≈ 3"),
        ("10", 6, Some("10.000000"), "10 ≈ 10.000000"),
        ("3 ft to cm", 1, Some("91.4"), "3 ft to cm ≈ 91.4 cm"),
        ("@2026-11-15 + 1 day", 2, None, "@2026-11-15 + 1 day = Monday, 16 November 2026"),
    ];
    for (expression, digits, formatted, summary) in table {
        let args = Calculate { expression: expression.to_owned(), precision: Some(digits) };
        let result = calculate(&args, &ample()).unwrap();
        assert_eq!(data::<Calculated>(&result).formatted.as_deref(), formatted, "{expression}");
        assert_eq!(result.summary, summary);
    }
}

#[test]
fn what_it_does_not_do_is_refused_with_a_reason() {
    let table = [
        ("", "E_CALC_EXPRESSION"),
        ("   ", "E_CALC_EXPRESSION"),
        ("2 +", "E_CALC_EXPRESSION"),
        ("1/0", "E_CALC_EXPRESSION"),
        ("banana", "E_CALC_EXPRESSION"),
        ("random", "E_CALC_EXPRESSION"),
        ("roll d6", "E_CALC_EXPRESSION"),
        ("exec(\"ls\")", "E_CALC_EXPRESSION"),
        ("today", "E_CALC_EXPRESSION"),
        ("@noapprox pi", "E_CALC_EXPRESSION"),
        // A function of one's own can call itself without end.
        ("(\\x. x x)(\\x. x x)", "E_CALC_EXPRESSION"),
        ("(x: x x)(x: x x)", "E_CALC_EXPRESSION"),
        ("(x => x x)(x => x x)", "E_CALC_EXPRESSION"),
        ("15% of $80", "E_CALC_CURRENCY"),
        ("3 USD to EUR", "E_CALC_CURRENCY"),
        ("5 euros", "E_CALC_CURRENCY"),
        ("100 + 8%", "E_CALC_PERCENT"),
        ("100 - 10 %", "E_CALC_PERCENT"),
    ];
    for (expression, reason) in table {
        let error = work_out(expression, None).unwrap_err();
        assert_eq!((error.code, error.finest_code()), (ErrorCode::InvalidArgument, reason), "{expression}");
    }
    assert_eq!(work_out("1", Some(7)).unwrap_err().finest_code(), "E_CALC_PRECISION");
    assert_eq!(work_out(&"1+".repeat(300), None).unwrap_err().finest_code(), "E_CALC_TOO_LONG");
    let message = work_out("15% of $80", None).unwrap_err().message;
    assert!(message.contains("app.money_calculate"), "{message}");
}

#[test]
fn a_long_answer_is_cut() {
    let args = Calculate { expression: "1e400 * 3".to_owned(), precision: None };
    let result = calculate(&args, &ample()).unwrap();
    let found: Calculated = data(&result);
    assert_eq!((found.answer.chars().count(), found.result), (301, None));
    assert_eq!(result.metadata.get("cut"), Some(&true.into()));
}

#[test]
fn it_ends_in_time() {
    for expression in ["10^10^10", "99999!", "2^(2^40)", "(10^100000)^100", "1000000 choose 500000"] {
        let (start, time) = (Instant::now(), Duration::from_millis(100));
        let args = Calculate { expression: expression.to_owned(), precision: None };
        let error = calculate(&args, &Bounds::new(time, &CallOff::default())).unwrap_err();
        assert_eq!(error.code, ErrorCode::Timeout, "{expression}");
        assert!(start.elapsed() < Duration::from_secs(5), "{expression} took {:?}", start.elapsed());
    }
}

#[test]
fn it_can_be_called_off_while_it_works() {
    let off = CallOff::default();
    let bounds = Bounds::new(Duration::from_secs(60), &off);
    let args = Calculate { expression: "10^10^10".to_owned(), precision: None };
    let error = std::thread::scope(|scope| {
        let work = scope.spawn(|| calculate(&args, &bounds));
        std::thread::sleep(Duration::from_millis(50));
        off.now();
        work.join().unwrap().unwrap_err()
    });
    assert_eq!(error.code, ErrorCode::Cancelled);
    let one = Calculate { expression: "1".to_owned(), precision: None };
    assert_eq!(calculate(&one, &called_off()).unwrap_err().code, ErrorCode::Cancelled);
    assert_eq!(calculate(&one, &out_of_time()).unwrap_err().code, ErrorCode::Timeout);
}

#[test]
fn the_deepest_expression_that_fits_does_not_end_the_process() {
    let deep = [
        "(".repeat(500),
        format!("{}1{}", "(".repeat(249), ")".repeat(249)),
        format!("{}1", "-".repeat(499)),
        format!("1{}", "^1".repeat(249)),
        format!("1{}", "!".repeat(499)),
        format!("1{}", ";1".repeat(249)),
        format!("{}1", "a=".repeat(249)),
        format!("1 m{}", " to m".repeat(99)),
        format!("{}1", "sin ".repeat(124)),
    ];
    for expression in deep {
        // Right or wrong does not matter here: that there is an answer at all does.
        let _ = work_out(&expression, None);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn no_text_makes_it_panic(expression in "[0-9a-z+*/^%!().,@ $€\\-]{0,40}") {
        let args = Calculate { expression, precision: Some(2) };
        let _ = calculate(&args, &Bounds::new(Duration::from_millis(20), &CallOff::default()));
    }
}
