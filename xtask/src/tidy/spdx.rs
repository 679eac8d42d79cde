//! Licence expressions: `MIT OR (Apache-2.0 WITH LLVM-exception AND ISC)`, and the older `MIT/Apache-2.0`.

/// Whether the expression can be met by licences that `allowed` accepts; an error when it cannot be read.
/// A licence with an exception is asked for as `Apache-2.0 WITH LLVM-exception`.
pub(super) fn satisfied(expression: &str, allowed: &dyn Fn(&str) -> bool) -> Result<bool, String> {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut parser = Parser { words: &words, allowed };
    let answer = parser.any()?;
    match parser.words.first() {
        None => Ok(answer),
        Some(word) => Err(format!("unexpected `{word}`")),
    }
}

struct Parser<'a> {
    words: &'a [&'a str],
    allowed: &'a dyn Fn(&str) -> bool,
}

impl<'a> Parser<'a> {
    /// One or more parts joined by OR, which binds weakest.
    fn any(&mut self) -> Result<bool, String> {
        let mut answer = self.all()?;
        while self.take("OR") {
            // Both sides are always read: a broken right side must not hide behind a good left one.
            answer |= self.all()?;
        }
        Ok(answer)
    }

    /// One or more parts joined by AND.
    fn all(&mut self) -> Result<bool, String> {
        let mut answer = self.one()?;
        while self.take("AND") {
            answer &= self.one()?;
        }
        Ok(answer)
    }

    fn one(&mut self) -> Result<bool, String> {
        if self.take("(") {
            let answer = self.any()?;
            return if self.take(")") { Ok(answer) } else { Err("a `(` is not closed".to_owned()) };
        }
        let name = self.name()?;
        if self.take("WITH") {
            let exception = self.name()?;
            return Ok((self.allowed)(&format!("{name} WITH {exception}")));
        }
        Ok((self.allowed)(name))
    }

    fn name(&mut self) -> Result<&'a str, String> {
        match self.words.split_first() {
            Some((word, rest)) if !matches!(*word, "OR" | "AND" | "WITH" | "(" | ")") => {
                self.words = rest;
                Ok(word)
            }
            Some((word, _)) => Err(format!("`{word}` stands where a licence should")),
            None => Err("the expression ends too early".to_owned()),
        }
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.words.first() == Some(&word);
        if found {
            self.words = &self.words[1..];
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(expression: &str) -> Result<bool, String> {
        satisfied(expression, &|name| matches!(name, "MIT" | "ISC" | "Apache-2.0 WITH LLVM-exception"))
    }

    #[test]
    fn expressions_are_read_as_the_standard_says() {
        for good in [
            "MIT",
            "GPL-3.0 OR MIT",
            "GPL-3.0/MIT",
            "MIT AND ISC",
            "GPL-3.0 AND X OR MIT",
            "(GPL-3.0 OR MIT) AND ISC",
            "Apache-2.0 WITH LLVM-exception",
            "((MIT))",
        ] {
            assert_eq!(check(good), Ok(true), "{good}");
        }
        for bad in
            ["GPL-3.0", "MIT AND GPL-3.0", "MIT AND (GPL-3.0 OR X)", "Apache-2.0", "MIT WITH LLVM-exception"]
        {
            assert_eq!(check(bad), Ok(false), "{bad}");
        }
    }

    #[test]
    fn broken_expressions_are_errors() {
        for broken in ["", "MIT OR", "OR MIT", "(MIT", "MIT)", "MIT ISC", "MIT WITH", "MIT OR AND"] {
            assert!(check(broken).is_err(), "{broken}");
        }
    }
}
