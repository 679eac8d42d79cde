//! Documents against printers: what grows most when it is escaped, indented, padded or repeated.

use super::{Family, repeat};

pub(super) const FAMILIES: &[Family] = &[
    Family { name: "document, one text", make: |n| one_text("x", n) },
    Family { name: "document, ampersands", make: |n| one_text("&", n) },
    Family { name: "document, markup", make: |n| one_text("`*_[", n) },
    Family { name: "document, controls", make: |n| one_text("\\u0000", n) },
    Family { name: "document, words", make: |n| one_text("a ", n) },
    Family { name: "document, wide characters", make: |n| one_text("漢", n) },
    Family { name: "document, combining marks", make: |n| one_text("\u{301}", n) },
    Family { name: "document, texts", make: |n| around(&line(&repeat(TEXT, &list(TEXT), "", n))) },
    Family {
        name: "document, empty texts",
        make: |n| {
            let empty = "{\"type\":\"text\",\"text\":\"\"}";
            around(&line(&repeat(empty, &list(empty), "", n)))
        },
    },
    Family {
        name: "document, paragraphs",
        make: |n| around(&repeat(&line(TEXT), &list(&line(TEXT)), "", n)),
    },
    Family { name: "document, links nobody named", make: |n| links("https://b.example/", n) },
    Family { name: "document, links somebody named", make: |n| links("https://a.example/", n) },
    Family {
        name: "document, long link",
        make: |n| {
            let href = repeat("https://a.example/?", "é", "", n);
            around(&line(&format!("{{\"type\":\"link\",\"href\":\"{href}\",\"children\":[{TEXT}]}}")))
        },
    },
    Family {
        name: "document, unknown nodes",
        make: |n| {
            let node = "{\"type\":\"script\",\"src\":\"x\"}";
            around(&repeat(node, &list(node), "", n))
        },
    },
    Family {
        name: "document, unknown fields",
        make: |n| around(&repeat("{\"type\":\"paragraph\",\"children\":[]", ",\"x\":1", "}", n)),
    },
    Family { name: "document, deep quotes", make: deep_quotes },
    Family { name: "document, lines of code in deep lists", make: code_in_lists },
    Family {
        name: "document, long list",
        make: |n| {
            let item = format!("{{\"type\":\"list_item\",\"children\":[{}]}}", line(TEXT));
            let items = repeat(&item, &list(&item), "", n);
            around(&format!("{{\"type\":\"list\",\"ordered\":true,\"items\":[{items}]}}"))
        },
    },
    Family {
        name: "document, tall table",
        make: |n| table(&row(&[&cell("x"), &cell("y")]), &row(&[&cell("a")]), n),
    },
    Family {
        name: "document, short rows in a wide table",
        make: |n| table(&row(&[cell("x").as_str(); 64]), &row(&[&cell("a")]), n),
    },
    Family {
        name: "document, long headers over many rows",
        make: |n| {
            let (headers, cells) = (header(&"h".repeat(n / 16)), cell("four words in it"));
            table(&row(&[headers.as_str(); 4]), &row(&[cells.as_str(); 4]), n * 3 / 4)
        },
    },
    Family {
        name: "document, short rows below a long cell",
        make: |n| {
            let (long, short) = (cell(&"x".repeat(n / 2)), cell("a"));
            table(&row(&[&long, &short]), &row(&[short.as_str(); 2]), n / 2)
        },
    },
    Family {
        name: "document, long cell beside many",
        make: |n| {
            let mut cells = vec![cell("x"); 63];
            cells.push(cell(&"y".repeat(n)));
            let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
            table(&row(&cells), &row(&[&cell("a")]), 0)
        },
    },
    Family {
        name: "document, one wide row",
        make: |n| {
            around(&format!(
                "{{\"type\":\"table\",\"rows\":[{{\"type\":\"table_row\",\"cells\":[{}]}}]}}",
                repeat(&cell("x"), &list(&cell("x")), "", n)
            ))
        },
    },
];

const TEXT: &str = "{\"type\":\"text\",\"text\":\"x\"}";

fn around(children: &str) -> String {
    format!("{{\"type\":\"doc\",\"children\":[{children}]}}")
}

/// The next element of a list.
fn list(element: &str) -> String {
    format!(",{element}")
}

fn line(children: &str) -> String {
    format!("{{\"type\":\"paragraph\",\"children\":[{children}]}}")
}

fn one_text(unit: &str, bytes: usize) -> String {
    around(&line(&format!("{{\"type\":\"text\",\"text\":\"{}\"}}", repeat("", unit, "", bytes))))
}

fn links(href: &str, bytes: usize) -> String {
    let link = format!("{{\"type\":\"link\",\"href\":\"{href}\",\"children\":[{TEXT}]}}");
    around(&line(&repeat(&link, &list(&link), "", bytes)))
}

fn deep_quotes(bytes: usize) -> String {
    let open = "{\"type\":\"blockquote\",\"children\":[";
    let one = [&open.repeat(14), line(TEXT).as_str(), &"]}".repeat(14)].concat();
    around(&repeat(&one, &list(&one), "", bytes))
}

fn code_in_lists(bytes: usize) -> String {
    let open = "{\"type\":\"list\",\"ordered\":true,\"items\":[{\"type\":\"list_item\",\"children\":[";
    let code = format!("{{\"type\":\"code_block\",\"text\":\"{}\"}}", repeat("", "x\\n", "", bytes));
    around(&[&open.repeat(7), code.as_str(), &"]}]}".repeat(7)].concat())
}

fn cell(text: &str) -> String {
    format!(
        "{{\"type\":\"table_cell\",\"header\":false,\"children\":[{{\"type\":\"text\",\"text\":\"{text}\"}}]}}"
    )
}

fn header(text: &str) -> String {
    cell(text).replacen("false", "true", 1)
}

fn row(cells: &[&str]) -> String {
    format!("{{\"type\":\"table_row\",\"cells\":[{}]}}", cells.join(","))
}

fn table(first: &str, other: &str, bytes: usize) -> String {
    around(&format!("{{\"type\":\"table\",\"rows\":[{}]}}", repeat(first, &list(other), "", bytes)))
}
