//! Characters that nobody sees: text carried in them, and too many of them.

use alloc::string::String;
use alloc::vec::Vec;

use super::rules::source;
use super::{Finding, Sign, decode};

/// Tag characters or variation selectors in a row before they carry something.
const MIN_CARRIED: usize = 4;

/// Marks without width in a row, or between letters of one piece, before they mean something.
const MIN_RUN: usize = 8;

const CARRIED_WEIGHT: u32 = 55;
const RUN_WEIGHT: u32 = 50;
/// Direction overrides and lone zero-width marks are rare, but pages do have them.
const SCATTERED_WEIGHT: u32 = 15;

/// Adds what invisible characters show.
pub(super) fn read(text: &str, findings: &mut Vec<Finding>) {
    let mut run = Run::default();
    let mut scattered: Option<(usize, usize, usize)> = None;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        let kind = kind(c);
        // A black flag with tags is the flag of a region.
        let flag = kind == Kind::Tag && (before == '\u{1f3f4}' || run.is_flag);
        if kind != run.kind {
            run.finish(findings);
            run = Run { kind, start: at, is_flag: flag, ..Run::default() };
        }
        run.push(c, end);
        if kind == Kind::WithoutWidth && before.is_ascii_alphabetic() || matches!(c, '\u{202d}' | '\u{202e}')
        {
            let (start, _, count) = scattered.unwrap_or((at, end, 0));
            scattered = Some((start, end, count + 1));
        }
        before = c;
    }
    run.finish(findings);
    if let Some((start, end, count)) = scattered.filter(|(_, _, count)| *count >= 3) {
        let weight = if count >= MIN_RUN { 2 * SCATTERED_WEIGHT } else { SCATTERED_WEIGHT };
        findings.push(finding(start, end, weight, source::WITHOUT_WIDTH));
    }
}

const fn finding(start: usize, end: usize, weight: u32, source: u16) -> Finding {
    Finding { start, end, sign: Sign::InvisibleCharacters, weight, source }
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Kind {
    #[default]
    Visible,
    Tag,
    Selector,
    WithoutWidth,
}

const fn kind(c: char) -> Kind {
    match c {
        '\u{e0000}'..='\u{e007f}' => Kind::Tag,
        '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => Kind::Selector,
        '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{180e}' => Kind::WithoutWidth,
        _ => Kind::Visible,
    }
}

/// Characters of one kind in a row.
#[derive(Default)]
struct Run {
    kind: Kind,
    start: usize,
    end: usize,
    length: usize,
    is_flag: bool,
    /// The bytes that tags and selectors stand for.
    carried: Vec<u8>,
}

impl Run {
    fn push(&mut self, c: char, end: usize) {
        self.end = end;
        self.length += 1;
        let code = u32::from(c);
        let byte = match self.kind {
            Kind::Tag => code - 0xe0000,
            Kind::Selector if code >= 0xe0100 => code - 0xe0100 + 16,
            Kind::Selector => code - 0xfe00,
            Kind::Visible | Kind::WithoutWidth => return,
        };
        self.carried.extend(u8::try_from(byte));
    }

    fn finish(&self, findings: &mut Vec<Finding>) {
        let carries = matches!(self.kind, Kind::Tag | Kind::Selector);
        if carries && self.length >= MIN_CARRIED && !(self.is_flag && self.length <= 8) {
            findings.push(finding(self.start, self.end, CARRIED_WEIGHT, source::TAGS));
            let text = String::from_utf8_lossy(&self.carried);
            decode::judge(&text, (self.start, self.end), decode::By::Itself, findings);
        } else if self.kind == Kind::WithoutWidth && self.length >= MIN_RUN {
            findings.push(finding(self.start, self.end, RUN_WEIGHT, source::TAGS));
        }
    }
}
