//! How something is made: settings, choices of a model, what changed.

use expect_test::expect;
use laika_collect::transform::{Change, Input, TransformError, Work, compare, describe};
use laika_context::Fence;
use laika_protocol::collection::{Cell, Part, Transform};
use laika_protocol::model::{Ended, Usage, Written};
use serde_json::{Map, Value, json};

use super::build::{collection, made, source, time, work};

fn refused(transform: Transform, config: Value) -> TransformError {
    let sources = [source(0, "a", "https://a.example/", "Price: 5 €")];
    let config: Map<String, Value> = config.as_object().unwrap().clone();
    let collection = collection();
    match Work::new(
        transform,
        &config,
        &Input { collection: &collection, sources: &sources, made_at: time() },
    ) {
        Ok(_) => panic!("{config:?}"),
        Err(error) => error,
    }
}

#[test]
fn settings_are_described_and_checked() {
    let described: Vec<Transform> = describe().iter().map(|info| info.transform).collect();
    assert_eq!(described, Transform::ALL);
    for (transform, config, expected) in [
        (Transform::Comparison, json!({ "colums": [] }), "E_UNKNOWN_SETTING: `colums` cannot be set here"),
        (
            Transform::Comparison,
            json!({ "columns": "price" }),
            "E_BAD_SETTING: `columns` must be a list of at most 12 texts",
        ),
        (Transform::Evidence, json!({}), "E_MISSING_SETTING: `claim` must be set"),
        (
            Transform::Evidence,
            json!({ "claim": " " }),
            "E_BAD_SETTING: `claim` must be words, at most 1000 characters",
        ),
        (
            Transform::Quiz,
            json!({ "most": 0 }),
            "E_BAD_SETTING: `most` must be a whole number from 1 that is not too large",
        ),
    ] {
        let error = refused(transform, config);
        assert_eq!(error.to_string(), expected);
        assert!(expected.starts_with(error.code()));
    }
    let collection = collection();
    let nothing = Work::new(
        Transform::Brief,
        &Map::new(),
        &Input { collection: &collection, sources: &[], made_at: time() },
    );
    assert!(matches!(nothing, Err(TransformError::NoSources)));
}

/// A model may only say which candidate: it is asked where the rules are not sure, and what it cannot know stays unknown.
#[test]
fn a_model_chooses_by_number() {
    let text = "Our rent is fair.\n\nThe big flat has a rent of €900. The small flat has a rent of €500.\n";
    let sources = [source(0, "Two flats", "https://a.example/", text)];
    let config = json!({ "columns": ["Rent"] });
    let with = |answer: &str| {
        let mut work = work(Transform::Comparison, config.clone(), &sources);
        let ask = work.next(&Fence::new("n0nce")).unwrap();
        let shown = ask.prompt.turns[1].text.clone();
        work.feed(Some(&Written { text: answer.into(), ended: Ended::Complete, usage: Usage::default() }));
        assert!(work.next(&Fence::new("n0nce")).is_none());
        let made = work.finish();
        let Part::Table { rows, .. } = &made.parts[0] else { panic!() };
        let said = match &rows[0].cells[1] {
            Cell::Value(cited) => cited.text.clone(),
            other => format!("{other:?}"),
        };
        (shown, said)
    };
    let (shown, second) = with(r#"{"choice":2}"#);
    expect![[r#"
        <document n0nce source>
        Our rent is fair.

        The big flat has a rent of €900. The small flat has a rent of €500.

        </document n0nce>
        <document n0nce candidates>
        1. The big flat has a rent of €900
        2. The small flat has a rent of €500
        </document n0nce>
        Wanted: Rent of what the document is about"#]]
    .assert_eq(&shown);
    assert_eq!(second, "The small flat has a rent of €500");
    assert_eq!(with(r#"{"choice":0}"#).1, "Unknown");
    // Whatever is no number of a candidate leaves it to the rules.
    assert_eq!(with("€1").1, "The big flat has a rent of €900");
}

#[test]
fn what_changed_is_said_by_row_and_column() {
    let config = json!({ "columns": ["Rent", "Size"] });
    let with = |text: &str| {
        made(Transform::Comparison, config.clone(), &[source(0, "Quay", "https://a.example/", text)])
    };
    let old = with("Rent: €900\n\nSize: 50 m²\n");
    let new = with("Rent: €950\n");
    let changes = compare(&old, &new);
    let changed = |column: &str, old: &str, new: &str| Change::Changed {
        place: format!("Quay, {column}"),
        old: old.into(),
        new: new.into(),
    };
    assert_eq!(changes, [changed("Rent", "€900", "€950"), changed("Size", "50 m²", "unknown")]);
    assert_eq!(compare(&old, &old), []);
}

#[test]
fn what_is_shown_has_no_marks_of_markdown_and_its_quote_is_exact() {
    let text = "# Quay \\<2>\n\nRent: €900 \\*warm\\*\n\n1\\. Pets: \\_none\\_\n";
    let sources = [source(0, "Quay <2>", "https://a.example/", text)];
    let made = made(Transform::Comparison, json!({ "columns": ["Rent"] }), &sources);
    let Part::Table { rows, .. } = &made.parts[0] else { panic!() };
    let [Cell::Value(name), Cell::Value(rent)] = rows[0].cells.as_slice() else { panic!("{rows:?}") };
    assert_eq!((name.text.as_str(), name.citations[0].quote.as_str()), ("Quay <2>", "Quay \\<2>"));
    assert_eq!((rent.text.as_str(), rent.citations[0].quote.as_str()), ("€900 *warm*", "€900 \\*warm\\*"));
    let document = laika_collect::export::Document::from(&made);
    let shown = laika_collect::export::to_text(&document, laika_collect::export::Redaction::None);
    assert!(shown.contains("€900 *warm*") && !shown.contains('\\'), "{shown}");
    let kept = laika_collect::export::to_json(&made, laika_collect::export::Redaction::None).unwrap();
    assert!(kept.contains(r"€900 \\*warm\\*"), "{kept}");
}

#[test]
fn columns_are_proposed_from_what_most_sources_have() {
    let sources = [
        source(0, "A", "https://a.example/", "Rent: €900\nSize: 50 m²\nColour: red\n"),
        source(1, "B", "https://b.example/", "**Miete:** 800 €\n**Wohnfläche:** 40 m²\n"),
        source(2, "C", "https://c.example/", "| Rent | €700 |\n| - | - |\n| Rent | €700 |\n| Floor | 3 |\n"),
    ];
    let made =
        made(Transform::Comparison, json!({ "preferences": "cheapest first, and something blue" }), &sources);
    let Part::Table { columns, rows } = &made.parts[0] else { panic!() };
    assert_eq!(columns, &["Source", "Rent", "Size"]);
    let names: Vec<&str> = rows
        .iter()
        .map(|row| match &row.cells[0] {
            Cell::Value(cited) => cited.text.as_str(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(names, ["C", "B", "A"]);
    let notes: Vec<&str> = made.notes.iter().map(|note| note.text.as_str()).collect();
    assert_eq!(
        notes,
        [
            "Not understood, so it changes nothing: “something blue”.",
            "Ordered by Rent: the least or oldest first."
        ]
    );
}

/// A shop's page as a capture has it: a table of two columns without marks at its edges, whose first row is a value too, and
/// a price with no word beside it. Where there are two amounts, neither is taken for the price.
#[test]
fn what_a_shop_says_without_labels_is_compared() {
    let page = |more: &str| {
        format!(
            "# Storm lantern\n\nBurns in any wind.\n\n£38.50 · In stock\n\n{more}## Details\n\nWeight | 1.4 kg\n--- | ---\n\
             Height | 31 cm\nBurning time | 22 hours\n\nIt lasts.\n"
        )
    };
    let sources = [
        source(0, "One", "https://a.example/1", &page("")),
        source(1, "Two", "https://a.example/2", &page("With a spare glass £44.00.\n\n")),
    ];
    let config = json!({ "columns": ["price", "weight", "height", "burning time"] });
    let made = made(Transform::Comparison, config, &sources);
    let Part::Table { rows, .. } = &made.parts[0] else { panic!() };
    let said = |row: usize| -> Vec<String> {
        let cell = |cell: &Cell| match cell {
            Cell::Value(cited) => cited.text.clone(),
            Cell::Unknown => "unknown".to_owned(),
            other => format!("{other:?}"),
        };
        rows[row].cells.iter().skip(1).map(cell).collect()
    };
    assert_eq!(said(0), ["£38.50", "1.4 kg", "31 cm", "22 hours"]);
    assert_eq!(said(1), ["unknown", "1.4 kg", "31 cm", "22 hours"]);
}
