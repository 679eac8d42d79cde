//! Addresses of people: e-mail, and bank accounts by their international number.

use super::text::{Findings, TextKind, find_byte};

/// The length of an IBAN by country, as registered with SWIFT.
const IBAN_LENGTHS: &str = "
    AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18
    FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20
    LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31
    SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30";

/// Endings of file names that follow an `@` in names such as `icon@2x.png`.
const FILE_ENDINGS: &[&str] =
    &["png", "jpg", "jpeg", "gif", "svg", "webp", "js", "ts", "css", "json", "md", "html"];

pub(super) fn scan(text: &str, findings: &mut Findings) {
    let bytes = text.as_bytes();
    let mut from = 0;
    while let Some(at) = find_byte(bytes, from, |byte| byte == b'@' || byte.is_ascii_digit()) {
        from = at + 1;
        while bytes.get(from).is_some_and(u8::is_ascii_digit) {
            from += 1;
        }
        if bytes.get(at) == Some(&b'@') {
            if let Some((start, end)) = email_around(bytes, at) {
                findings.add(TextKind::Email, start, end);
            }
        } else if let Some(country) = at.checked_sub(2)
            && starts_word(bytes, country)
            && let Some(end) = iban_at(bytes, country)
        {
            findings.add(TextKind::Iban, country, end);
        }
    }
}

fn starts_word(bytes: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|last| bytes.get(last)).copied().unwrap_or(b' ');
    bytes.get(at).is_some_and(u8::is_ascii_alphabetic) && !before.is_ascii_alphanumeric() && before != b'_'
}

fn email_around(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let in_local = |b: &u8| b.is_ascii_alphanumeric() || b"._%+-'".contains(b);
    let before = bytes.get(..at)?;
    let local = before.iter().rev().take(64).take_while(|b| in_local(b)).count();
    let mut start = at - local;
    while start < at && !bytes.get(start).is_some_and(u8::is_ascii_alphanumeric) {
        start += 1;
    }
    // `@user@server` names an account in public.
    let handle = start.checked_sub(1).and_then(|last| bytes.get(last)) == Some(&b'@');
    let after = bytes.get(at + 1..)?;
    let mut domain =
        after.iter().take(254).take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-')).count();
    while domain > 0 && !after.get(domain - 1).is_some_and(u8::is_ascii_alphanumeric) {
        domain -= 1;
    }
    let host = core::str::from_utf8(after.get(..domain)?).ok()?;
    let (name, ending) = host.rsplit_once('.')?;
    // `git@host:path` is where code lives.
    let remote = bytes.get(start..at) == Some(b"git") && after.get(domain) == Some(&b':');
    let real = start < at
        && !name.is_empty()
        && !host.contains("..")
        && ending.len() >= 2
        && ending.bytes().all(|b| b.is_ascii_alphabetic())
        && !FILE_ENDINGS.iter().any(|file| ending.eq_ignore_ascii_case(file));
    (real && !handle && !remote).then_some((start, at + 1 + domain))
}

/// The end of the IBAN that starts here: country, check digits, then letters and digits in groups or in one piece.
fn iban_at(bytes: &[u8], at: usize) -> Option<usize> {
    let [first, second, check @ .., _] = bytes.get(at..at + 5)? else { return None };
    if !second.is_ascii_alphabetic() || !check.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let country = [first.to_ascii_uppercase(), second.to_ascii_uppercase()];
    let entry = IBAN_LENGTHS.split_ascii_whitespace().find(|entry| entry.as_bytes().starts_with(&country))?;
    let len: usize = entry.get(2..)?.parse().ok()?;
    let mut head = 0_u32;
    let mut rest = 0_u32;
    let mut count = 0;
    let mut end = at;
    let mut gap = false;
    for (offset, byte) in bytes.get(at..)?.iter().copied().take(len * 2).enumerate() {
        let value = match byte {
            b'0'..=b'9' => u32::from(byte - b'0'),
            b'a'..=b'z' => u32::from(byte - b'a') + 10,
            b'A'..=b'Z' => u32::from(byte - b'A') + 10,
            b' ' | b'-' if !gap => {
                gap = true;
                continue;
            }
            _ => break,
        };
        gap = false;
        // The first four characters count as if they stood at the end.
        let sum = if count < 4 { &mut head } else { &mut rest };
        *sum = (*sum * if value > 9 { 100 } else { 10 } + value) % 97;
        count += 1;
        end = at + offset + 1;
        if count == len {
            break;
        }
    }
    let last = !bytes.get(end).is_some_and(u8::is_ascii_alphanumeric);
    // Two letters and two digits: six decimal places to move the rest over.
    (count == len && last && (rest * (1_000_000 % 97) + head) % 97 == 1).then_some(end)
}
