//! One line of a trace.

use anyhow::{Context as _, Result, bail};

use super::{Call, End};

/// What a line says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A call and how it ended.
    Whole(Call),
    /// A call that had not ended, and its text so far.
    Began(Call, String),
    /// The rest of one.
    Resumed { thread: u32, rest: String },
    /// A signal, or the end of a thread.
    Other,
}

const UNFINISHED: &str = " <unfinished ...>";

pub(super) fn read(text: &str) -> Result<Line> {
    let unclear = || format!("a line of the trace is not clear: {}", beginning(text));
    let (thread, rest) = text.split_once(' ').with_context(unclear)?;
    let thread = thread.parse().ok().with_context(unclear)?;
    let rest = rest.trim_start();
    if rest.starts_with("+++") || rest.starts_with("---") {
        return Ok(Line::Other);
    }
    if let Some(resumed) = rest.strip_prefix("<... ") {
        let (_, rest) = resumed.split_once(" resumed>").with_context(unclear)?;
        return Ok(Line::Resumed { thread, rest: rest.to_owned() });
    }
    if let Some(begin) = rest.strip_suffix(UNFINISHED) {
        let (name, arguments) = begin.split_once('(').with_context(unclear)?;
        let (arguments, _) = split(arguments)?;
        let call = Call { thread, name: name.to_owned(), arguments, end: End::Open };
        return Ok(Line::Began(call, begin.to_owned()));
    }
    call(thread, rest).map(Line::Whole).with_context(unclear)
}

/// Reads `name(arguments) = end`.
pub(super) fn call(thread: u32, text: &str) -> Result<Call> {
    let (name, rest) = text.split_once('(').context("there is no call")?;
    let (arguments, rest) = split(rest)?;
    let end = rest.context("its arguments do not end")?.trim_start();
    let end = end.strip_prefix('=').context("its end is missing")?.trim_start();
    Ok(Call { thread, name: name.to_owned(), arguments, end: read_end(end)? })
}

/// Splits arguments at their commas, and what follows them; nothing follows where they do not end on this line.
fn split(text: &str) -> Result<(Vec<String>, Option<&str>)> {
    let mut arguments = Vec::new();
    let (mut depth, mut quoted, mut start) = (0_usize, false, 0);
    // In hex, no string or path holds any of these.
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'(' | b'[' | b'{' => depth += 1,
            b')' if depth == 0 => {
                keep(&mut arguments, &text[start..index]);
                return Ok((arguments, Some(&text[index + 1..])));
            }
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                keep(&mut arguments, &text[start..index]);
                start = index + 1;
            }
            _ => {}
        }
    }
    if quoted {
        bail!("a string does not end");
    }
    keep(&mut arguments, &text[start..]);
    Ok((arguments, None))
}

fn keep(arguments: &mut Vec<String>, argument: &str) {
    let argument = argument.trim();
    if !argument.is_empty() {
        arguments.push(argument.to_owned());
    }
}

fn read_end(text: &str) -> Result<End> {
    if text.starts_with('?') {
        return Ok(End::Open);
    }
    let word = text.split_whitespace().next().unwrap_or_default();
    if word == "-1" {
        let name = text.split_whitespace().nth(1).unwrap_or("unknown");
        return Ok(End::Failed(name.to_owned()));
    }
    let (number, path) = match word.split_once('<') {
        Some((number, path)) => (number, Some(unhex(path.split('>').next().unwrap_or_default())?)),
        None => (word, None),
    };
    // Addresses are in hex, and nobody asks for them.
    let number =
        if number.starts_with("0x") { 0 } else { number.parse().context("it returned no number")? };
    Ok(End::Returned(number, path))
}

/// The bytes of `\x2f\x74`.
pub(super) fn unhex(text: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4);
    let mut rest = text.as_bytes();
    while let [backslash, x, high, low, more @ ..] = rest {
        if (*backslash, *x) != (b'\\', b'x') {
            break;
        }
        let digit = |byte: u8| char::from(byte).to_digit(16);
        let (Some(high), Some(low)) = (digit(*high), digit(*low)) else { break };
        bytes.push(u8::try_from(16 * high + low).unwrap_or(0));
        rest = more;
    }
    if !rest.is_empty() {
        bail!("a string is not in hex: {}", beginning(text));
    }
    Ok(bytes)
}

fn beginning(text: &str) -> String {
    text.chars().take(120).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> (Vec<String>, End) {
        let Line::Whole(call) = read(text).unwrap() else { panic!("not a whole call") };
        (call.arguments, call.end)
    }

    #[test]
    fn arguments_are_split_at_their_own_commas_only() {
        let (arguments, end) = parts(
            r#"7  pwritev(3<\x61>, [{iov_base="\x2c", iov_len=1}, {iov_base="\x29", iov_len=1}], 2, 10) = 2"#,
        );
        assert_eq!(
            arguments,
            [r"3<\x61>", r#"[{iov_base="\x2c", iov_len=1}, {iov_base="\x29", iov_len=1}]"#, "2", "10"]
        );
        assert_eq!(end, End::Returned(2, None));
        let (arguments, _) =
            parts(r"7  mmap(NULL, 32768, PROT_READ|PROT_WRITE, MAP_SHARED, 6<\x61>, 0) = 0x7f00");
        assert_eq!(arguments[3..5], ["MAP_SHARED", r"6<\x61>"]);
    }

    #[test]
    fn each_kind_of_end_is_told_apart() {
        assert_eq!(parts("7  fsync(3) = 0").1, End::Returned(0, None));
        assert_eq!(
            parts("7  fsync(3)  = -1 EIO (Input/output error) (INJECTED)").1,
            End::Failed("EIO".into())
        );
        assert_eq!(parts("7  write(1, \"\\x61\", 1) = ?").1, End::Open);
        assert_eq!(
            parts(r#"7  openat(AT_FDCWD, "\x61", O_RDONLY) = 3<\x61>(deleted)"#).1,
            End::Returned(3, Some(b"a".to_vec()))
        );
    }

    #[test]
    fn a_call_under_way_keeps_its_text() {
        let Line::Began(call, begin) = read(r"8  fdatasync(5<\x61> <unfinished ...>").unwrap() else {
            panic!("it has not ended")
        };
        assert_eq!((call.name.as_str(), call.arguments), ("fdatasync", vec![r"5<\x61>".to_owned()]));
        assert_eq!(begin, r"fdatasync(5<\x61>");
        let resumed = read("8  <... fdatasync resumed>)       = 0").unwrap();
        assert_eq!(resumed, Line::Resumed { thread: 8, rest: ")       = 0".into() });
    }

    #[test]
    fn what_is_cut_off_or_not_in_hex_is_an_error() {
        assert!(read("7  write(1, \"\\x61").is_err());
        assert!(read("nonsense").is_err());
        assert!(unhex(r"\x6").is_err() && unhex(r"\xzz").is_err() && unhex("plain").is_err());
        assert_eq!(unhex(r"\x00\xff").unwrap(), [0, 255]);
    }
}
