//! How many tokens a text costs, without a tokenizer: an estimate that errs on the high side.
//!
//! The core has no model. Packs are built against this estimate, and a benchmark holds it against the tokenizer of the
//! default model.

/// An upper estimate of the tokens of a text.
#[must_use]
pub fn estimate_tokens(text: &str) -> usize {
    let mut tokens = 0;
    let mut run = (Class::Space, 0);
    for c in text.chars() {
        let class = Class::of(c);
        if class == run.0 {
            run.1 += 1;
        } else {
            tokens += run.0.cost(run.1);
            run = (class, 1);
        }
    }
    tokens + run.0.cost(run.1)
}

/// Characters that tokenizers put together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Space,
    Line,
    Latin,
    Letter,
    Ideograph,
    Digit,
    Mark,
    Symbol,
}

impl Class {
    fn of(c: char) -> Self {
        match c {
            ' ' => Self::Space,
            c if c.is_ascii_alphabetic() => Self::Latin,
            c if c.is_ascii_digit() => Self::Digit,
            c if c.is_ascii_control() => Self::Line,
            c if c.is_ascii() => Self::Mark,
            c if c.is_alphabetic() && (c as u32) < 0x2e80 => Self::Letter,
            c if c.is_alphabetic() => Self::Ideograph,
            _ => Self::Symbol,
        }
    }

    const fn cost(self, run: usize) -> usize {
        match self {
            // A space goes with the word behind it.
            Self::Space => 0,
            Self::Latin => run.div_ceil(8),
            Self::Letter | Self::Mark => run.div_ceil(2),
            Self::Line | Self::Ideograph | Self::Digit => run,
            Self::Symbol => 2 * run,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Beside each text, what the tokenizer of Qwen2.5 makes of it.
    #[test]
    fn estimates_err_on_the_high_side() {
        for (text, real, estimate) in [
            ("", 0, 0),
            ("the page", 2, 2),
            ("internationalisation", 2, 3),
            ("2026", 4, 4),
            ("{\"role\":\"link\"}", 5, 6),
            ("{\"handle_id\":\"laika-12\",\"role\":\"button\",\"text\":\"Add to basket\"}", 20, 25),
            ("✓ ★★★☆☆ → • – — … € £", 12, 26),
        ] {
            assert_eq!(estimate_tokens(text), estimate, "{text}");
            assert!(estimate >= real, "{text}");
        }
    }
}
