//! `app.calculate`: an expression, worked out by fend: a parser and evaluator of its own, never a language's `eval`.
//!
//! It has no way to the outside: no random numbers, no exchange rates, no variables that outlive the call.

mod currency_words;
mod fixed;
mod number;

use fend_core::Interrupt;
use laika_protocol::tools::ToolResult;
use laika_protocol::tools::typed::{Calculate, Calculated};
use laika_protocol::{ErrorCode, ToolError};

use crate::Bounds;
use crate::refusal::{answer, invalid, refusal};

/// The longest expression, in bytes.
const MOST_EXPRESSION: usize = 500;
/// The stack of the evaluator, which recurses: about 50 KiB a level without optimisation, and a level may be one byte.
const STACK: usize = 64 << 20;
/// The longest answer that is told, in characters; `1e400 * 3` has 401 digits.
const MOST_ANSWER: usize = 300;
/// The most digits after the point.
const MOST_PRECISION: u8 = 6;
/// How fend marks an answer that is not exact.
const APPROXIMATE: &str = "approx. ";

/// Works out an expression.
///
/// # Errors
///
/// `INVALID_ARGUMENT` with `E_CALC_CURRENCY` for money, `E_CALC_EXPRESSION` for what cannot be worked out,
/// `E_CALC_PERCENT` for what is read in two ways, `E_CALC_TOO_LONG` and `E_CALC_PRECISION`; `TIMEOUT` and `CANCELLED` by the bounds.
pub fn calculate(args: &Calculate, bounds: &Bounds) -> Result<ToolResult, ToolError> {
    check(args)?;
    bounds.check()?;
    let text = evaluate(&args.expression, bounds)?;
    let (approximate, exact) = match text.strip_prefix(APPROXIMATE) {
        Some(rest) => (true, rest),
        None => (false, text.as_str()),
    };
    if adds_percent(&args.expression) && !exact.ends_with('%') {
        let message = "adding a percentage is read in two ways\nhint: write `100 * 108%` or `100 + 0.08`";
        return Err(invalid("E_CALC_PERCENT", message));
    }
    let number = if is_in_other_base(&args.expression) { None } else { number::read(exact) };
    let (told, cut) = cut(exact);
    let result = number.as_ref().map(|number| number.value);
    let formatted =
        args.precision.and_then(|digits| result.map(|value| fixed::to_fixed(value, usize::from(digits))));
    let unit = number.and_then(|number| number.unit);
    let summary = summary(&args.expression, &told, formatted.as_deref(), unit.as_deref(), approximate);
    let data = Calculated { answer: told.clone(), result, unit, formatted, approximate };
    let result = answer(&data, summary, told)?.with("engine", "fend");
    Ok(if cut { result.with("cut", true) } else { result })
}

fn check(args: &Calculate) -> Result<(), ToolError> {
    let expression = args.expression.as_str();
    if expression.trim().is_empty() {
        return Err(invalid("E_CALC_EXPRESSION", "the expression is empty"));
    }
    if expression.len() > MOST_EXPRESSION {
        let message = format!("the expression is longer than {MOST_EXPRESSION} bytes");
        return Err(invalid("E_CALC_TOO_LONG", &message));
    }
    if let Some(why) = left_out(expression) {
        return Err(invalid("E_CALC_EXPRESSION", why));
    }
    if args.precision.is_some_and(|digits| digits > MOST_PRECISION) {
        return Err(invalid("E_CALC_PRECISION", &format!("`precision` is 0 to {MOST_PRECISION}")));
    }
    if let Some(word) = currency_words::find(expression) {
        return Err(money_is_elsewhere(&word));
    }
    Ok(())
}

fn money_is_elsewhere(word: &str) -> ToolError {
    let message = format!(
        "`{word}` is money, which this tool would round\nhint: use `app.money_calculate` with a currency"
    );
    invalid("E_CALC_CURRENCY", &message)
}

/// What of fend's language is left out, with the reason.
///
/// A function that calls itself overflows the stack, which ends the process: none can be written here. `@` switches of
/// the evaluator would hide that an answer is approximate.
fn left_out(expression: &str) -> Option<&'static str> {
    let is_switch = |(at, _): (usize, &str)| {
        let next = expression.get(at + 1..).and_then(|rest| rest.chars().next());
        !next.is_some_and(|letter| letter.is_ascii_digit())
    };
    if expression.contains(['\\', ':']) || expression.contains("=>") {
        Some("functions of one's own are not allowed")
    } else if expression.match_indices('@').any(is_switch) {
        Some("`@` stands before a date only")
    } else {
        None
    }
}

/// Whether a percentage is added to or taken from something that may be no percentage. Elsewhere `100 + 8%` is 108.
fn adds_percent(expression: &str) -> bool {
    expression.match_indices(['+', '-']).any(|(at, _)| {
        let rest = expression[at + 1..].trim_start();
        let end = rest.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(rest.len());
        let after = rest[end..].trim_start().strip_prefix('%').map(str::trim_start);
        end > 0 && at > 0 && after.is_some_and(|after| !after.starts_with("of"))
    })
}

/// Whether the answer is written in another base, so that its digits are not the number.
fn is_in_other_base(expression: &str) -> bool {
    let small = expression.to_lowercase();
    ["base", "hex", "octal", "binary", "0x", "0b", "0o"].iter().any(|word| small.contains(word))
}

/// Stops the evaluator when the bounds say so.
struct Watch<'a>(&'a Bounds);

impl Interrupt for Watch<'_> {
    fn should_interrupt(&self) -> bool {
        self.0.check().is_err()
    }
}

fn evaluate(expression: &str, bounds: &Bounds) -> Result<String, ToolError> {
    let work = || {
        let mut context = fend_core::Context::new();
        context.disable_rng();
        fend_core::evaluate_with_interrupt(expression, &mut context, &Watch(bounds))
    };
    let outcome = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        thread.map(std::thread::ScopedJoinHandle::join)
    });
    let no_thread =
        |error| ToolError::new(ErrorCode::Unavailable, format!("no thread could be started: {error}"));
    match outcome.map_err(no_thread)? {
        Ok(Ok(result)) if result.get_main_result().is_empty() => {
            Err(invalid("E_CALC_EXPRESSION", "the expression has no value"))
        }
        Ok(Ok(result)) => Ok(result.get_main_result().to_owned()),
        Ok(Err(error)) => {
            bounds.check()?;
            Err(fault(&error))
        }
        // The evaluator panicked: a fault of it, which must not end the daemon.
        Err(_) => Err(invalid("E_CALC_EXPRESSION", "it cannot be worked out")),
    }
}

fn fault(error: &str) -> ToolError {
    if error.contains("exchange rate") || error.contains("currency") {
        return money_is_elsewhere("a unit of it");
    }
    refusal(ErrorCode::InvalidArgument, "E_CALC_EXPRESSION", &format!("it cannot be worked out: {error}"))
}

/// The answer, and whether it was longer.
fn cut(text: &str) -> (String, bool) {
    match text.char_indices().nth(MOST_ANSWER) {
        Some((end, _)) => (format!("{}…", &text[..end]), true),
        None => (text.to_owned(), false),
    }
}

fn summary(
    expression: &str,
    told: &str,
    formatted: Option<&str>,
    unit: Option<&str>,
    approximate: bool,
) -> String {
    let sign = if approximate || formatted.is_some() { '≈' } else { '=' };
    match (formatted, unit) {
        (Some(number), Some("%")) => format!("{expression} {sign} {number}%"),
        (Some(number), Some(unit)) => format!("{expression} {sign} {number} {unit}"),
        (Some(number), None) => format!("{expression} {sign} {number}"),
        (None, _) => format!("{expression} {sign} {told}"),
    }
}
