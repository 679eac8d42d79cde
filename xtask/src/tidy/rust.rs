//! Just enough reading of Rust to tell code from comments, text and tests.

/// The same text with comments, strings and character literals blanked, line for line.
pub(super) fn code(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let end = skip(&chars, at);
        if end == at {
            out.push(chars[at]);
            at += 1;
        } else {
            out.extend(chars[at..end].iter().map(|&c| if c == '\n' { '\n' } else { ' ' }));
            at = end;
        }
    }
    out
}

/// Where the comment or literal that starts at `at` ends; `at` itself where none starts.
fn skip(chars: &[char], at: usize) -> usize {
    let next = |offset: usize| chars.get(at + offset).copied().unwrap_or('\0');
    match (chars[at], next(1)) {
        ('/', '/') => at + chars[at..].iter().take_while(|&&c| c != '\n').count(),
        ('/', '*') => block_comment(chars, at),
        ('"', _) => quoted(chars, at, '"'),
        ('\'', '\\') => quoted(chars, at, '\''),
        // Anything else after a quote is a lifetime.
        ('\'', _) if next(2) == '\'' => at + 3,
        ('r', '"' | '#')
            if !is_word(chars, at.wrapping_sub(1)) || chars.get(at.wrapping_sub(1)) == Some(&'b') =>
        {
            raw_string(chars, at)
        }
        _ => at,
    }
}

fn block_comment(chars: &[char], start: usize) -> usize {
    let (mut at, mut depth) = (start, 0_usize);
    while at < chars.len() {
        match (chars[at], chars.get(at + 1)) {
            ('/', Some('*')) => (depth, at) = (depth + 1, at + 2),
            ('*', Some('/')) => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at.min(chars.len())
}

fn quoted(chars: &[char], start: usize, quote: char) -> usize {
    let mut at = start + 1;
    while at < chars.len() && chars[at] != quote {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(chars.len())
}

fn raw_string(chars: &[char], start: usize) -> usize {
    let hashes = chars[start + 1..].iter().take_while(|&&c| c == '#').count();
    let open = start + 1 + hashes;
    if chars.get(open) != Some(&'"') {
        // A raw identifier such as `r#type`.
        return start;
    }
    let closes =
        |at: &usize| chars[*at] == '"' && (1..=hashes).all(|offset| chars.get(at + offset) == Some(&'#'));
    (open + 1..chars.len()).find(closes).map_or(chars.len(), |at| at + 1 + hashes)
}

/// Blanks every item under `#[cfg(test)]`. Takes text that went through [`code`], so that brackets match.
pub(super) fn without_tests(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let mut out = String::with_capacity(code.len());
    let mut rest = code;
    while let Some((before, after)) = rest.split_once(MARK) {
        out.push_str(before);
        let end = item_end(after);
        out.extend(after[..end].chars().filter(|&c| c == '\n'));
        rest = &after[end..];
    }
    out + rest
}

fn item_end(code: &str) -> usize {
    let mut depth = 0_usize;
    for (at, c) in code.char_indices() {
        match c {
            ';' if depth == 0 => return at + 1,
            '{' => depth += 1,
            '}' if depth <= 1 => return at + 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    code.len()
}

/// Where `word` stands as a word of its own: line numbers with the rest of the text after it.
pub(super) fn words<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(word).filter_map(move |(at, _)| {
        let after = &code[at + word.len()..];
        let alone = !code[..at].ends_with(is_part) && !after.starts_with(is_part);
        alone.then(|| (code[..at].matches('\n').count() + 1, after))
    })
}

fn is_word(chars: &[char], at: usize) -> bool {
    chars.get(at).is_some_and(|c| c.is_alphanumeric() || *c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(text: &str) -> String {
        code(text).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_and_literals_are_blanked() {
        assert_eq!(kept("a /* x /* y */ z */ b // c\nd"), "a b d");
        assert_eq!(kept(r#"f("a \" b", 'c', '\'', '"', x)"#), "f( , , , , x)");
        assert_eq!(kept("r\"a\\\" + r#\"b\"c\"# + br#\"d\"# + r#type"), "+ + b + r#type");
        assert_eq!(kept("fn f<'a>(x: &'a str) {}"), "fn f<'a>(x: &'a str) {}");
    }

    #[test]
    fn lines_stay_where_they_are() {
        let text = "a\n/* b\nc */ d\n\"e\nf\"\ng";
        assert_eq!(code(text).lines().count(), text.lines().count());
        assert!(code(text).lines().nth(5).is_some_and(|line| line == "g"));
    }

    #[test]
    fn test_items_are_blanked() {
        let text = "use a;\n#[cfg(test)]\nmod tests {\n fn f() { b }\n}\nuse c;\n#[cfg(test)]\nextern crate std;\nuse d;";
        let rest = without_tests(text);
        assert_eq!(rest.split_whitespace().collect::<Vec<_>>(), ["use", "a;", "use", "c;", "use", "d;"]);
        assert_eq!(rest.lines().position(|line| line.contains("use d")), Some(8));
    }

    #[test]
    fn words_stand_alone() {
        let found: Vec<_> = words("unsafe_code\nan unsafe { }", "unsafe").collect();
        assert_eq!(found, [(2, " { }")]);
    }
}
