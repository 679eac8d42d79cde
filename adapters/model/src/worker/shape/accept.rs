//! Whether a text fits a shape as the decoder sees it, without a model.

use llguidance::{Matcher, ParserFactory};
use serde_json::Value;
use toktrie::ApproximateTokEnv;

use super::grammar;
use crate::ModelError;

/// Whether a model could write exactly this text, and stop after it, under this shape.
///
/// # Errors
/// When the shape cannot be used.
pub fn shape_accepts(schema: &Value, text: &str) -> Result<bool, ModelError> {
    let refused = |error: &dyn std::fmt::Display| ModelError::Shape(error.to_string());
    // Every byte is a token of its own.
    let mut factory =
        ParserFactory::new_simple(&ApproximateTokEnv::single_byte_env()).map_err(|error| refused(&error))?;
    factory.quiet();
    super::set_limits(factory.limits_mut());
    let mut matcher = Matcher::new(factory.create_parser(grammar(schema)?));
    if let Some(error) = matcher.get_error() {
        return Err(refused(&error));
    }
    let tokens: Vec<_> = text.bytes().map(u32::from).collect();
    let taken = matcher.try_consume_tokens(&tokens).map_err(|error| refused(&error))?;
    if taken < tokens.len() {
        return Ok(false);
    }
    Ok(matcher.is_stopped() || matcher.is_accepting().map_err(|error| refused(&error))?)
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::*;

    fn quote(texts: &[&str], more: Value) -> Value {
        let mut quote = json!({ "type": "string", "x-piece-of": texts });
        if let (Value::Object(quote), Value::Object(more)) = (&mut quote, more) {
            quote.extend(more);
        }
        json!({
            "type": "object",
            "properties": { "n": { "type": "integer", "minimum": 1, "maximum": 5 }, "quote": quote,
                            "last": { "enum": ["x", "y"] } },
            "required": ["quote"], "additionalProperties": false
        })
    }

    fn accepts_quote(schema: &Value, piece: &str) -> bool {
        shape_accepts(schema, &json!({ "quote": piece }).to_string()).unwrap()
    }

    #[test]
    fn a_piece_is_whole_words_of_one_text() {
        let schema = quote(&["The \"brown\" fox\njumps over größe.", "東京は C:\\dir 3 %"], json!({}));
        let pieces = [
            "The",
            "fox\njumps",
            "\"brown\"",
            "\"brown\" fox",
            "größe.",
            "größe",
            "東",
            "京は",
            "東京は C:\\dir 3 %",
            "C:\\dir",
            "3 %",
            "The \"brown\" fox\njumps over größe.",
        ];
        for piece in pieces {
            assert!(accepts_quote(&schema, piece), "{piece}");
        }
        let others = [
            "",
            " ",
            "fo",
            "he",
            "The brown",
            "fox\n",
            " fox",
            "größ",
            "größe. 東",
            "jumps  over",
            "FOX",
            "\\",
            "dir",
        ];
        for other in others {
            assert_eq!(accepts_quote(&schema, other), ["\\", "dir"].contains(&other), "{other:?}");
        }
    }

    #[test]
    fn a_piece_is_no_longer_than_allowed() {
        let schema = quote(&["größe über \"alles\" hin"], json!({ "maxLength": 10, "minLength": 5 }));
        assert!(accepts_quote(&schema, "größe über"));
        assert!(accepts_quote(&schema, "größe"));
        assert!(!accepts_quote(&schema, "über"));
        assert!(!accepts_quote(&schema, "größe über \"alles"));
        // An escaped letter counts once: 4 + 1 + 7.
        assert!(!accepts_quote(&schema, "über \"alles\""));
        assert!(accepts_quote(&schema, "\"alles\""));
    }

    #[test]
    fn texts_may_be_long() {
        let words =
            |from: usize| (from..from + 4000).map(|n| format!("w{}", n % 1700)).collect::<Vec<_>>().join(" ");
        let (one, two) = (words(0), words(900));
        let schema = quote(&[&one, &two], json!({ "maxLength": 300 }));
        let piece = &one[one.len() / 2 + 1..][..250];
        let piece = &piece[piece.find(' ').unwrap() + 1..piece.rfind(' ').unwrap()];
        assert!(accepts_quote(&schema, piece), "{piece}");
        assert!(!accepts_quote(&schema, &format!("{piece} w1 w1")));
    }

    #[test]
    fn properties_stand_in_order_and_may_be_left_out() {
        let schema = quote(&["a b"], json!({}));
        for (text, wanted) in [
            (r#"{"quote":"a"}"#, true),
            (r#"{"n":3,"quote":"a"}"#, true),
            (r#"{"n":3,"quote":"a b","last":"y"}"#, true),
            (r#"{"quote":"a","last":"x"}"#, true),
            (r#"{"n":3}"#, false),
            (r#"{"n":6,"quote":"a"}"#, false),
            (r#"{"quote":"a","n":3}"#, false),
            (r#"{"quote":"a",}"#, false),
            (r#"{"quote":"a","other":1}"#, false),
            (r#"{"quote":"a"} "#, false),
            (r#"{"quote":"a""#, false),
            (r#"{}"#, false),
        ] {
            assert_eq!(shape_accepts(&schema, text).unwrap(), wanted, "{text}");
        }
    }

    #[test]
    fn pieces_may_stand_deep() {
        let point = json!({
            "type": "object",
            "properties": { "text": { "type": "string", "maxLength": 5 }, "quote": { "$ref": "#/$defs/quote" } },
            "required": ["text", "quote"], "additionalProperties": false
        });
        let schema = json!({
            "type": "object",
            "properties": { "points": { "type": "array", "items": point, "minItems": 1, "maxItems": 2 },
                            "best": { "anyOf": [{ "$ref": "#/$defs/quote" }, { "type": "null" }] } },
            "required": ["points", "best"],
            "$defs": { "quote": { "type": ["string", "null"], "x-piece-of": ["one two"] } }
        });
        let one = r#"{"text":"größe","quote":"one two"}"#;
        let two = r#"{"text":"","quote":null}"#;
        for (points, best, wanted) in [
            (one.to_owned(), "null", true),
            (format!("{one},{two}"), "\"two\"", true),
            (String::new(), "null", false),
            (format!("{one},{one},{one}"), "null", false),
            (r#"{"text":"größer","quote":"one two"}"#.to_owned(), "null", false),
            (one.to_owned(), "\"three\"", false),
        ] {
            let text = format!(r#"{{"points":[{points}],"best":{best}}}"#);
            assert_eq!(shape_accepts(&schema, &text).unwrap(), wanted, "{text}");
        }
    }

    #[test]
    fn lengths_are_counted_in_characters() {
        let schema = json!({ "type": "string", "maxLength": 3 });
        for (text, wanted) in
            [("äöü", true), ("🚲🚲🚲", true), ("abcd", false), ("🚲🚲🚲🚲", false), ("a\nb", true)]
        {
            assert_eq!(shape_accepts(&schema, &json!(text).to_string()).unwrap(), wanted, "{text}");
        }
    }

    #[test]
    fn a_shape_that_cannot_be_held_says_so() {
        for schema in [
            json!({ "type": "string", "x-piece-of": [] }),
            json!({ "type": "string", "x-piece-of": [" \n"] }),
            json!({ "type": "string", "x-piece-of": "text" }),
            json!({ "type": "string", "x-piece-of": ["longer"], "maxLength": 3 }),
            json!({ "type": "object", "properties": { "q": { "x-piece-of": ["a"] } }, "additionalProperties": {} }),
            json!({ "not": { "type": "string" } }),
            json!({ "$ref": "#/$defs/none" }),
            json!("text"),
        ] {
            let result = shape_accepts(&schema, "\"\"").map_err(|error| error.code());
            assert_eq!(result, Err("E_MODEL_SHAPE"), "{schema}");
        }
    }

    /// Tools that others describe bring their own schemas: large, circular or nested, they are used or refused at once.
    #[test]
    fn i22_hostile_shapes_end() {
        let piece = json!({ "type": "string", "x-piece-of": ["a b c"] });
        let circle = |more: Value| json!({ "anyOf": vec![more.clone(), more.clone(), more.clone(), more, json!({ "$ref": "#" })] });
        // Each definition names the next one many times: written out it would have more parts than there are atoms.
        let fan = |last: &Value| {
            let mut all: Map<String, Value> = (0..12)
                .map(|n| {
                    let next = json!({ "$ref": format!("#/$defs/d{}", n + 1) });
                    (format!("d{n}"), json!({ "anyOf": vec![next; 12] }))
                })
                .collect();
            all.insert("d12".into(), last.clone());
            json!({ "$ref": "#/$defs/d0", "$defs": all })
        };
        let nested = |last: &Value, deep: usize| {
            (0..deep).fold(last.clone(), |inner, _| json!({ "type": "array", "items": inner }))
        };
        let text: Value = (0..20_000).map(|n| format!("w{n} ")).collect::<String>().into();
        let many: Map<String, Value> =
            (0..2_000).map(|n| (format!("p{n}"), json!({ "$ref": "#/$defs/big" }))).collect();
        let big = json!({ "enum": (0..4_000).map(|n| format!("value {n}")).collect::<Vec<_>>() });
        let mut wide = json!({ "type": "object", "properties": many, "$defs": { "big": big } });
        wide["properties"]["q"] = piece.clone();
        let shapes = [
            circle(json!({ "$ref": "#" })),
            circle(piece.clone()),
            fan(&json!({ "type": "null" })),
            fan(&piece),
            nested(&piece, 31),
            nested(&piece, 60),
            nested(&json!({ "type": "null" }), 60),
            nested(&piece, 1_000),
            json!({ "type": "string", "x-piece-of": [text.clone()], "minLength": 1_000_000_000 }),
            json!({ "type": "string", "x-piece-of": [text], "minLength": 40_000, "maxLength": 40_001 }),
            json!({ "type": "string", "pattern": "^((((a{1,1000}){1,1000}){1,1000}){1,1000})+$" }),
            json!({ "type": "string", "pattern": "(" }),
            json!({ "type": "string", "minLength": 5, "maxLength": 2 }),
            json!({ "type": "array", "items": piece, "minItems": 1_000_000_000 }),
            wide,
        ];
        for schema in shapes {
            let start = std::time::Instant::now();
            for text in ["\"a b\"", "null", "[[[["] {
                if let Err(error) = shape_accepts(&schema, text) {
                    let said = error.to_string();
                    assert!(error.code() == "E_MODEL_SHAPE" && said.len() < 1_000, "{said}");
                }
            }
            let took = start.elapsed();
            assert!(took.as_secs() < 30, "{took:?} {:.200}", schema.to_string());
        }
        assert!(shape_accepts(&fan(&piece), "\"a b\"").unwrap());
        assert!(!shape_accepts(&fan(&piece), "\"b a\"").unwrap());
    }
}
