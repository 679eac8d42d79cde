//! PDF documents: their text, and what was made to break their reader.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Read;
use std::time::Duration;

use laika_cell::reading::{ReadCode, ReadError};
use laika_protocol::cell::{ReadKind, ReadMode, ReadText};

use super::{reader, reading};

/// A document that takes longer is given up.
const DEADLINE: Duration = Duration::from_secs(30);

fn read(document: &[u8]) -> Result<ReadText, ReadError> {
    reader().read(document, &reading("application/pdf", ReadMode::Article), DEADLINE, &|| false)
}

/// An answer or one of these; anything else is a fault of ours.
fn survived(name: &str, document: &[u8]) -> &'static str {
    match read(document) {
        Ok(_) => "read",
        Err(error) => {
            assert!(
                matches!(
                    error.code,
                    ReadCode::Unreadable
                        | ReadCode::Encrypted
                        | ReadCode::Kind
                        | ReadCode::BrokeOff
                        | ReadCode::Timeout
                ),
                "{name}: {error:?}"
            );
            error.code.word()
        }
    }
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    packed_from(bytes)
}

fn packed_from(bytes: impl Read) -> Vec<u8> {
    let mut packed = Vec::new();
    flate2::read::ZlibEncoder::new(bytes, flate2::Compression::fast()).read_to_end(&mut packed).unwrap();
    packed
}

/// Writes objects with a table of where they are.
fn document(objects: &[Vec<u8>], trailer: &str) -> Vec<u8> {
    let mut bytes = b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n".to_vec();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (index, object) in objects.iter().enumerate() {
        writeln!(table, "{:010} 00000 n ", bytes.len()).unwrap();
        bytes.extend(format!("{} 0 obj\n", index + 1).bytes());
        bytes.extend(object);
        bytes.extend(b"\nendobj\n");
    }
    let start = bytes.len();
    bytes.extend(table.bytes());
    let size = objects.len() + 1;
    bytes.extend(
        format!("trailer\n<< /Size {size} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n").bytes(),
    );
    bytes
}

fn stream(entries: &str, bytes: &[u8]) -> Vec<u8> {
    let mut object = format!("<< /Length {} {entries} >>\nstream\n", bytes.len()).into_bytes();
    object.extend(bytes);
    object.extend(b"\nendstream");
    object
}

const FONT: &str = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";

/// A document with a page for each text.
fn with_pages(texts: &[&str], trailer: &str, more: &[&str]) -> Vec<u8> {
    let first = 4;
    let kids: Vec<String> = (0..texts.len()).map(|n| format!("{} 0 R", first + 2 * n)).collect();
    let mut objects = vec![
        b"<< /Type /Catalog /Pages 2 0 R /Lang (en) >>".to_vec(),
        format!(
            "<< /Type /Pages /Count {} /Kids [{}] /MediaBox [0 0 600 800] >>",
            texts.len(),
            kids.join(" ")
        )
        .into(),
        FONT.as_bytes().to_vec(),
    ];
    for (n, text) in texts.iter().enumerate() {
        let content = first + 2 * n + 1;
        objects.push(
            format!(
                "<< /Type /Page /Parent 2 0 R /Contents {content} 0 R /Resources << /Font << /F1 3 0 R >> >> >>"
            )
            .into(),
        );
        let drawn = format!("BT /F1 12 Tf 50 700 Td ({text}) Tj 0 -40 Td (End of page {}.) Tj ET", n + 1);
        objects.push(stream("/Filter /FlateDecode", &packed(drawn.as_bytes())));
    }
    objects.extend(more.iter().map(|object| object.as_bytes().to_vec()));
    document(&objects, trailer)
}

fn two_pages() -> Vec<u8> {
    with_pages(
        &["Words of the first page.", "Words of the second page."],
        "/Info 8 0 R",
        &["<< /Title (A PDF \\(1\\)) /Author (Ann Lee) /CreationDate (D:20240506120000Z) >>"],
    )
}

#[test]
fn ink_016_the_text_of_a_pdf_document_is_read() {
    let read = read(&two_pages()).unwrap();
    assert_eq!(
        read.text,
        "Words of the first page.\n\nEnd of page 1.\n\nWords of the second page.\n\nEnd of page 2."
    );
    assert_eq!((read.kind, read.pages), (ReadKind::Pdf, Some(2)));
    assert_eq!(read.title.as_deref(), Some("A PDF (1)"));
    assert_eq!(read.byline.as_deref(), Some("Ann Lee"));
    assert_eq!(read.published.as_deref(), Some("2024-05-06"));
    assert_eq!(read.language.as_deref(), Some("en"));
}

#[test]
fn a_long_document_is_cut_and_says_how_much_is_missing() {
    let text = "Some words of a page that is one of many. ".repeat(20);
    let texts = vec![text.as_str(); 300];
    let mut how = reading("application/pdf", ReadMode::Full);
    how.most_chars = 2_000;
    let read = reader().read(&with_pages(&texts, "", &[]), &how, DEADLINE, &|| false).unwrap();
    assert_eq!(read.pages, Some(300));
    assert!(read.text.chars().count() <= 2_000);
    assert!((200_000..300_000).contains(&read.left_out), "{}", read.left_out);
}

#[test]
fn an_encrypted_document_says_so() {
    let key = "41".repeat(32);
    let encrypted = with_pages(
        &["Words"],
        "/Encrypt 6 0 R /ID [<41414141414141414141414141414141> <41414141414141414141414141414141>]",
        &[&format!("<< /Filter /Standard /V 1 /R 2 /P -44 /O <{key}> /U <{key}> >>")],
    );
    let error = read(&encrypted).unwrap_err();
    assert_eq!(error.code, ReadCode::Encrypted);
    assert_eq!(error.message, "this PDF document is encrypted, and opens only with a password");
    let unknown = with_pages(&["Words"], "/Encrypt 6 0 R /ID [<41> <41>]", &["<< /Filter /Own /V 99 >>"]);
    assert_eq!(read(&unknown).unwrap_err().code, ReadCode::Encrypted);
}

#[test]
fn one_broken_page_does_not_cost_the_others() {
    let whole = two_pages();
    let text = String::from_utf8_lossy(&whole).into_owned();
    // A page whose font is no font.
    let at = text.find("/Contents 5 0 R").map(|_| ()).and_then(|()| find(&whole, b"/F1 3 0 R")).unwrap();
    let mut broken = whole.clone();
    broken[at..at + 9].copy_from_slice(b"/F1 1 0 R");
    let read = read(&broken).unwrap();
    assert!(read.text.contains("second page"), "{}", read.text);
    assert_eq!(read.pages, Some(2));
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|at| at == wanted)
}

#[test]
fn documents_that_were_made_to_break_their_reader_break_nothing() {
    let whole = two_pages();
    for parts in 1..20 {
        survived("cut off", &whole[..whole.len() * parts / 20]);
    }
    let catalog = |pages: &str| document(&[b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(), pages.into()], "");
    let page = |rest: &str, content: Vec<u8>| {
        let objects = vec![
            b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
            b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>".to_vec(),
            format!("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R {rest} >>").into(),
            content,
            FONT.as_bytes().to_vec(),
        ];
        document(&objects, "")
    };
    let font = "/Resources << /Font << /F1 5 0 R >> >>";
    let bomb = |size: u64| packed(&packed_from(std::io::repeat(b' ').take(size)));
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(200_000), close.repeat(200_000));
    let form = "/Resources << /XObject << /X 4 0 R >> /Font << /F1 5 0 R >> >>";
    let cases: BTreeMap<&str, Vec<u8>> = BTreeMap::from([
        ("nothing", b"%PDF-1.4".to_vec()),
        ("no objects", document(&[], "")),
        ("pages of itself", catalog("<< /Type /Pages /Count 1 /Kids [2 0 R] >>")),
        ("pages of the catalog", catalog("<< /Type /Pages /Count 1 /Kids [1 0 R 2 0 R 1 0 R] >>")),
        ("a parent of itself", catalog("<< /Type /Page /Parent 2 0 R /Contents 2 0 R >>")),
        ("many pages", catalog("<< /Type /Pages /Count 2147483647 /Kids [] >>")),
        ("negative pages", catalog("<< /Type /Pages /Count -1 /Kids [3 0 R] >>")),
        (
            "the same page",
            catalog(&format!("<< /Type /Pages /Count 9 /Kids [{}] >>", "3 0 R ".repeat(50_000))),
        ),
        ("deep brackets", catalog(&deep("[", "]"))),
        ("deep dictionaries", catalog(&deep("<</a ", ">>"))),
        ("deep words", page(font, stream("", deep("(", ")").as_bytes()))),
        ("deep states", page(font, stream("", "q ".repeat(500_000).as_bytes()))),
        ("deep text", page(font, stream("", deep("[", "]").as_bytes()))),
        ("a bomb", page(font, stream("/Filter [/FlateDecode /FlateDecode]", &bomb(1 << 30)))),
        ("a small bomb", page(font, stream("/Filter /FlateDecode", &packed(&vec![b'0'; 16 << 20])))),
        (
            "many filters",
            page(font, stream(&format!("/Filter [{}]", "/FlateDecode ".repeat(10_000)), &bomb(100))),
        ),
        ("a length of itself", page(font, b"<< /Length 4 0 R >>\nstream\nBT ET\nendstream".to_vec())),
        ("a huge length", page(font, b"<< /Length 99999999999999 >>\nstream\nBT ET\nendstream".to_vec())),
        ("a negative length", page(font, b"<< /Length -5 >>\nstream\nBT ET\nendstream".to_vec())),
        ("a form of itself", page(form, stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9]", b"/X Do"))),
        ("odd text", page(font, stream("", b"BT /F1 1e309 Tf 1 Tr (a) Tj [ (b) -1e300 (c) ] TJ T* ' \" ET"))),
        ("no font", page("", stream("", b"BT /F9 12 Tf (a) Tj ET"))),
        (
            "odd predictor",
            page(
                font,
                stream(
                    "/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 2147483647 >>",
                    &packed(b"abc"),
                ),
            ),
        ),
        (
            "odd window",
            page(font, stream("/Filter /LZWDecode /DecodeParms << /EarlyChange 9 >>", b"\x80\x0b\x60")),
        ),
        ("odd digits", page(font, stream("/Filter /ASCII85Decode", b"zzzz~>zz{{{"))),
        ("object streams", page(font, stream("/Type /ObjStm /N 2147483647 /First 2147483647", b"1 0 2 0"))),
        ("a cross reference of itself", {
            let mut bytes = two_pages();
            let at = find(&bytes, b"/Root").unwrap();
            bytes.splice(at..at, *b"/Prev 9 ");
            bytes
        }),
        ("far away", b"%PDF-1.4\nstartxref\n99999999999999999999\n%%EOF".to_vec()),
        ("names", catalog(&format!("<< {} >>", "/a#".repeat(500_000)))),
        ("numbers", catalog(&format!("[ {} ]", "9".repeat(3_000_000)))),
    ]);
    for (name, document) in cases {
        let begun = std::time::Instant::now();
        let came_of_it = survived(name, &document);
        if std::env::var_os("LAIKA_TEST_SHOW").is_some() {
            eprintln!("{:>6} ms {name}: {came_of_it}", begun.elapsed().as_millis());
        }
    }
}

/// One page whose parts are not packed, with fonts of the kinds that take most reading.
fn unpacked() -> Vec<u8> {
    let map = "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def\n1 begincodespacerange\n\
        <0000> <FFFF>\nendcodespacerange\n2 beginbfchar\n<0001> <0041>\n<0002> <00420043>\nendbfchar\n\
        1 beginbfrange\n<0003> <0005> <0044>\nendbfrange\nendcmap end end";
    let objects = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>".to_vec(),
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents [4 0 R] /Resources << /Font << /F1 5 0 R \
          /F2 6 0 R /F3 9 0 R >> >> >>"
            .to_vec(),
        stream(
            "",
            b"q 1 0 0 1 10 10 cm BT /F1 12 Tf 50 700 Td [(Wor) -20 (ds)] TJ 0 -40 Td (more) Tj /F2 10 Tf <000100020003> Tj \
              /F3 9 Tf 1 0 0 1 50 500 Tm (abc) Tj ET Q",
        ),
        FONT.as_bytes().to_vec(),
        b"<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [7 0 R] /ToUnicode 8 0 R >>"
            .to_vec(),
        b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) \
          /Supplement 0 >> /DW 1000 /W [1 [500 600] 3 5 700] /FontDescriptor << /Type /FontDescriptor /FontName /X >> >>"
            .to_vec(),
        stream("", map.as_bytes()),
        b"<< /Type /Font /Subtype /TrueType /BaseFont /Y /FirstChar 97 /LastChar 99 /Widths [500 500 500] /Encoding << \
          /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [97 /alpha /beta 99 /gamma] >> /FontDescriptor \
          << /Type /FontDescriptor /FontName /Y /Flags 4 >> >>"
            .to_vec(),
    ];
    document(&objects, "")
}

#[test]
fn fonts_that_name_their_characters_are_read() {
    let read = read(&unpacked()).unwrap();
    for words in ["Words", "more", "ABCD", "αβγ"] {
        assert!(read.text.contains(words), "{words}: {}", read.text);
    }
}

/// `LAIKA_TEST_MUTANTS` asks for more of them.
#[test]
fn mutants_of_good_documents_break_nothing() {
    let many = std::env::var("LAIKA_TEST_MUTANTS").ok().and_then(|many| many.parse().ok()).unwrap_or(300_u64);
    let halves = [0, 1].map(|half| {
        let good = if half == 0 { two_pages() } else { unpacked() };
        std::thread::spawn(move || {
            let mut outcomes: BTreeMap<&str, u64> = BTreeMap::new();
            for seed in (half..many).step_by(2) {
                *outcomes.entry(survived(&format!("mutant {seed}"), &mutant(&good, seed))).or_default() += 1;
            }
            outcomes
        })
    });
    let outcomes = halves.map(|half| half.join().unwrap());
    if std::env::var_os("LAIKA_TEST_SHOW").is_some() {
        eprintln!("{outcomes:?}");
    }
    let total: u64 = outcomes.iter().flat_map(BTreeMap::values).sum();
    assert_eq!(total, many);
    // The mutants are mild enough for many of them to be read, or this would prove nothing.
    for half in outcomes {
        assert!(half.get("read").is_some_and(|read| read * 40 > many), "{half:?}");
    }
}

/// The same changes for the same number. Most leave everything where it is, so that more than the table of places is
/// tried.
fn mutant(good: &[u8], seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % u64::try_from(below).unwrap()).unwrap()
    };
    let mut bytes = good.to_vec();
    let moves = seed % 8 == 7;
    for _ in 0..=random(6) {
        let at = random(bytes.len());
        match random(if moves { 7 } else { 4 }) {
            0 => bytes[at] ^= 1 << random(8),
            1 => bytes[at] = u8::try_from(random(256)).unwrap(),
            2 => {
                // Numbers are where the trouble is.
                if let Some(at) = (at..bytes.len()).find(|at| bytes[*at].is_ascii_digit()) {
                    bytes[at] = b'0' + u8::try_from(random(10)).unwrap();
                }
            }
            3 => {
                let copied = bytes[at..(at + 1 + random(12)).min(bytes.len())].to_vec();
                let to = random(bytes.len() - copied.len() + 1);
                bytes[to..to + copied.len()].copy_from_slice(&copied);
            }
            4 => drop(bytes.drain(at..(at + 1 + random(40)).min(bytes.len()))),
            5 => {
                let copied = bytes[at..(at + 40).min(bytes.len())].to_vec();
                bytes.splice(at..at, copied);
            }
            _ => bytes.truncate(at.max(20)),
        }
        if bytes.len() < 20 {
            return bytes;
        }
    }
    bytes
}
