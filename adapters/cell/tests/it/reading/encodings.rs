//! Characters come out right whatever the bytes are, and whoever names them.

use laika_protocol::cell::ReadMode;

use super::read;

const LATIN: &str = "Ein schöner Tag für Käse";
const WESTERN: &str = "“Smart” – it costs 5 €";
const JAPANESE: &str = "日本語の文章です";
const CHINESE: &str = "中文网页的内容";
const OLDER_CHINESE: &str = "中文網頁的內容";
const RUSSIAN: &str = "Русский текст";

fn bytes(label: &str, text: &str) -> Vec<u8> {
    match label {
        "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "utf-16be" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        label => {
            let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
            let (bytes, _, lost) = encoding.encode(text);
            assert!(!lost, "{label}");
            bytes.into_owned()
        }
    }
}

/// The encoding of the bytes, what the server says, what the page says, its words, and what is read from it.
type Case<'a> = (&'a str, &'a str, &'a str, &'a str, &'a str, &'a str);

const CASES: &[Case<'_>] = &[
    // Who names it, names it rightly.
    ("utf-8", "text/html; charset=utf-8", "", LATIN, LATIN, "UTF-8"),
    ("iso-8859-1", "text/html; charset=ISO-8859-1", "", LATIN, LATIN, "windows-1252"),
    ("windows-1252", "text/html; charset=\"windows-1252\"", "", WESTERN, WESTERN, "windows-1252"),
    ("shift_jis", "text/html; charset=Shift_JIS", "", JAPANESE, JAPANESE, "Shift_JIS"),
    ("gbk", "text/html;charset=gb2312", "", CHINESE, CHINESE, "GBK"),
    ("euc-jp", "text/html", "<meta charset=euc-jp>", JAPANESE, JAPANESE, "EUC-JP"),
    ("koi8-r", "text/html", "<meta charset='koi8-r'>", RUSSIAN, RUSSIAN, "KOI8-R"),
    (
        "windows-1251",
        "text/html",
        "<meta http-equiv=Content-Type content=\"text/html; charset=windows-1251\">",
        RUSSIAN,
        RUSSIAN,
        "windows-1251",
    ),
    ("shift_jis", "text/html", "<META CHARSET = \"Shift_JIS\" />", JAPANESE, JAPANESE, "Shift_JIS"),
    ("big5", "application/xhtml+xml", "", OLDER_CHINESE, OLDER_CHINESE, "Big5"),
    // The server is asked before the page.
    ("gbk", "text/html; charset=gbk", "<meta charset=shift_jis>", CHINESE, CHINESE, "GBK"),
    // What stands in a comment is no name.
    ("utf-8", "text/html", "<!-- <meta charset=gbk> -->", LATIN, LATIN, "UTF-8"),
    // Nobody names it.
    ("utf-8", "text/html", "", JAPANESE, JAPANESE, "UTF-8"),
    ("windows-1252", "text/html", "", WESTERN, WESTERN, "windows-1252"),
    ("utf-16le", "text/html", "", LATIN, LATIN, "UTF-16LE"),
    ("utf-16be", "text/html", "", LATIN, LATIN, "UTF-16BE"),
    // A mark of byte order is asked before everybody.
    ("bom utf-8", "text/html; charset=gbk", "", LATIN, LATIN, "UTF-8"),
    ("bom utf-16le", "text/html; charset=utf-8", "", JAPANESE, JAPANESE, "UTF-16LE"),
    ("bom utf-16be", "text/html", "<meta charset=utf-8>", RUSSIAN, RUSSIAN, "UTF-16BE"),
    // Names that the bytes contradict.
    ("utf-8", "text/html; charset=iso-8859-1", "", LATIN, LATIN, "UTF-8"),
    ("windows-1252", "text/html; charset=utf-8", "", LATIN, LATIN, "windows-1252"),
    ("utf-8", "text/html", "<meta charset=utf-16>", LATIN, LATIN, "UTF-8"),
    ("utf-8", "text/html; charset=klingon", "", LATIN, LATIN, "UTF-8"),
    ("utf-8", "text/html; charset=", "<meta charset>", LATIN, LATIN, "UTF-8"),
];

#[test]
fn pages_in_all_encodings_are_read() {
    for (label, declared, meta, words, expected, encoding) in CASES {
        let xml = if *label == "big5" { "<?xml version=\"1.0\" encoding=\"big5\"?>" } else { "" };
        let page =
            format!("{xml}<html><head>{meta}<title>t</title></head><body><p>{words}</p></body></html>");
        let document = match label.strip_prefix("bom ") {
            Some(label) => bytes(label, &format!("\u{feff}{page}")),
            None => bytes(label, &page),
        };
        let read = read(&document, declared, ReadMode::Full).unwrap();
        assert_eq!(
            (read.text.as_str(), read.encoding.as_str()),
            (*expected, *encoding),
            "{label} {declared} {meta}"
        );
    }
}

#[test]
fn plain_text_in_all_encodings_is_read() {
    for (label, declared, words) in [
        ("utf-8", "text/plain", JAPANESE),
        ("windows-1252", "text/plain", WESTERN),
        ("shift_jis", "text/plain; charset=shift_jis", JAPANESE),
        ("gbk", "text/csv; charset=gb18030", CHINESE),
        ("utf-16le", "text/plain", LATIN),
        ("utf-16be", "text/plain; charset=utf-16be", CHINESE),
    ] {
        let read = read(&bytes(label, words), declared, ReadMode::Full).unwrap();
        assert_eq!(read.text, words, "{label} {declared}");
    }
}

#[test]
fn broken_bytes_cost_themselves_and_nothing_else() {
    for (document, declared, text) in [
        (
            b"<p>caf\xc3\xa9 \xff\xfe ol\xc3\xa9".as_slice(),
            "text/html; charset=utf-8",
            "café \u{fffd}\u{fffd} olé",
        ),
        (b"<p>\x83\x7e\x83\xff x", "text/html; charset=shift_jis", "ミ\u{fffd} x"),
        (b"\xff\xfeh\0i\0!", "text/plain", "hi\u{fffd}"),
        (b"<p>cut \xe6\x97", "text/html; charset=utf-8; charset=gbk", "cut \u{fffd}"),
        (b"one\0two", "text/html", "onetwo"),
        (b"one\0two", "text/plain", "one\u{fffd}two"),
        (b"x\x81y", "text/plain", "x\u{fffd}y"),
    ] {
        let read = read(document, declared, ReadMode::Full).unwrap();
        assert_eq!(read.text, text, "{declared}");
    }
}

#[test]
fn an_encoding_that_hides_markup_from_others_is_not_read() {
    // Browsers read these as one replacement character, because they were used to smuggle.
    let read = read(b"<p>hello</p>", "text/html; charset=iso-2022-kr", ReadMode::Full).unwrap();
    assert_eq!(read.text, "\u{fffd}");
}
