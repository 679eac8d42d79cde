//! Strict JSON: duplicate keys, numbers beyond 2^53-1, depth and size are defects with a path, not surprises.
//!
//! `serde_json` alone keeps the last of two equal keys and rounds large numbers. Both let one text mean two things
//! to two readers, which is how a checked call becomes another call when it runs.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::RefCell;
use core::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;
use serde_json::{Map, Value};

use crate::defect::add;
use crate::{Defect, DefectKind, Path, quoted};

/// The largest integer that every JSON reader keeps exactly.
pub const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// Nesting of arrays and objects in everything we read.
pub const MAX_DEPTH: usize = 64;

/// How much input is read at all.
#[derive(Clone, Copy, Debug)]
pub struct Caps {
    /// Bytes of text.
    pub bytes: usize,
    /// Nesting of arrays and objects.
    pub depth: usize,
}

impl Caps {
    /// Caps with the usual depth.
    #[must_use]
    pub const fn bytes(bytes: usize) -> Self {
        Self { bytes, depth: MAX_DEPTH }
    }
}

/// Reads a text that must be one JSON value and nothing else.
///
/// # Errors
/// Every defect found.
pub fn read(text: &str, caps: Caps) -> Result<Value, Vec<Defect>> {
    match inspect(text, caps) {
        (Some(value), defects) if defects.is_empty() => Ok(value),
        (_, defects) => Err(defects),
    }
}

/// Reads like [`read`], but also gives the value when it has defects, so that more can be said about it. Such a value
/// must not be used for anything else.
#[must_use]
pub fn inspect(text: &str, caps: Caps) -> (Option<Value>, Vec<Defect>) {
    if text.len() > caps.bytes {
        return (None, alloc::vec![too_large(text.len(), caps.bytes)]);
    }
    let Prefix { value, mut defects, end } = read_prefix(text, caps.depth);
    if value.is_some() && !text[end..].trim_ascii().is_empty() {
        let message = format!("text after the end of the value, at byte {end}");
        defects.push(Defect::new(DefectKind::Syntax, Path::root(), message));
    }
    (value, defects)
}

/// A JSON value at the start of a text.
pub struct Prefix {
    /// The value, if one could be read to its end. Of two equal keys it holds the first.
    pub value: Option<Value>,
    /// What is wrong with it; a value with defects must not be used for anything that acts.
    pub defects: Vec<Defect>,
    /// The byte after the value.
    pub end: usize,
}

/// Reads the JSON value a text starts with and ignores what follows. One pass, linear in the part that was read.
#[must_use]
pub fn read_prefix(text: &str, depth: usize) -> Prefix {
    let state = RefCell::new(State {
        path: Path::root(),
        defects: Vec::new(),
        depth: 0,
        most: depth,
        too_deep: false,
    });
    let mut reader = serde_json::Deserializer::from_str(text);
    let outcome = Strict { state: &state }.deserialize(&mut reader);
    let end = reader.into_iter::<IgnoredAny>().byte_offset();
    let State { path, mut defects, too_deep, .. } = state.into_inner();
    let value = match outcome {
        Ok(value) => Some(value),
        Err(error) => {
            defects.push(if too_deep {
                Defect::new(DefectKind::TooDeep, Path::root(), format!("nested deeper than {depth} levels"))
            } else {
                unreadable(&error, path)
            });
            None
        }
    };
    Prefix { value, defects, end }
}

pub(crate) fn too_large(bytes: usize, cap: usize) -> Defect {
    Defect::new(DefectKind::TooLarge, Path::root(), format!("{bytes} bytes, at most {cap} are read"))
}

fn unreadable(error: &serde_json::Error, path: Path) -> Defect {
    let (kind, is) = if error.classify() == Category::Eof {
        (DefectKind::Truncated, "the JSON stops too early")
    } else {
        (DefectKind::Syntax, "this is not JSON")
    };
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or(&text);
    Defect::new(kind, path, format!("{is}: {what} at line {}, column {}", error.line(), error.column()))
}

struct State {
    path: Path,
    defects: Vec<Defect>,
    depth: usize,
    most: usize,
    too_deep: bool,
}

#[derive(Clone, Copy)]
struct Strict<'a> {
    state: &'a RefCell<State>,
}

impl Strict<'_> {
    fn enter<E: serde::de::Error>(self) -> Result<(), E> {
        let mut state = self.state.borrow_mut();
        state.depth += 1;
        if state.depth > state.most {
            state.too_deep = true;
            return Err(E::custom("too deep"));
        }
        Ok(())
    }

    fn leave(self) {
        self.state.borrow_mut().depth -= 1;
    }

    /// Reports a number that another reader would round.
    fn check_number(self, safe: bool, shown: &dyn fmt::Display) {
        if !safe {
            let mut state = self.state.borrow_mut();
            let State { path, defects, .. } = &mut *state;
            let message = || format!("{shown} is beyond ±(2^53-1); write it as a string");
            add(defects, DefectKind::NumberRange, path, message);
        }
    }
}

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        self.check_number(value <= MAX_SAFE_INTEGER, &value);
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        self.check_number(value.unsigned_abs() <= MAX_SAFE_INTEGER, &value);
        Ok(value.into())
    }

    #[expect(clippy::cast_precision_loss, reason = "2^53-1 is exact in f64")]
    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        self.check_number(value.abs() <= MAX_SAFE_INTEGER as f64, &format_args!("{value:e}"));
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        self.enter()?;
        let mut items = Vec::new();
        loop {
            self.state.borrow_mut().path.push_index(items.len());
            let item = seq.next_element_seed(self)?;
            self.state.borrow_mut().path.pop();
            match item {
                Some(item) => items.push(item),
                None => break,
            }
        }
        self.leave();
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        self.enter()?;
        let mut fields = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            self.state.borrow_mut().path.push_key(&key);
            let value = map.next_value_seed(self)?;
            let mut state = self.state.borrow_mut();
            if fields.contains_key(&key) {
                let State { path, defects, .. } = &mut *state;
                let message = || format!("the key {} stands twice in one object", quoted(&key));
                add(defects, DefectKind::DuplicateKey, path, message);
            } else {
                fields.insert(key, value);
            }
            state.path.pop();
        }
        self.leave();
        Ok(Value::Object(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: &Expect) {
        let shown = match read(text, Caps { bytes: 200, depth: 4 }) {
            Ok(value) => value.to_string(),
            Err(defects) => defects.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
        };
        expected.assert_eq(&shown);
    }

    #[test]
    fn good_values_pass() {
        check(r#" {"a":[1,-2,0.5,"x",null,true]} "#, &expect![[r#"{"a":[1,-2,0.5,"x",null,true]}"#]]);
        check("9007199254740991", &expect!["9007199254740991"]);
    }

    #[test]
    fn every_defect_has_its_path() {
        check(
            r#"{"a":1,"b":{"c":1,"c":2},"a":3,"n":[9007199254740993, -9007199254740993, 1e300]}"#,
            &expect![[r#"
                $.b.c DUPLICATE_KEY: the key `c` stands twice in one object
                $.a DUPLICATE_KEY: the key `a` stands twice in one object
                $.n[0] NUMBER_RANGE: 9007199254740993 is beyond ±(2^53-1); write it as a string
                $.n[1] NUMBER_RANGE: -9007199254740993 is beyond ±(2^53-1); write it as a string
                $.n[2] NUMBER_RANGE: 1e300 is beyond ±(2^53-1); write it as a string"#]],
        );
    }

    /// I22: a hostile text does not become a larger list of complaints.
    #[test]
    fn i22_the_list_of_defects_is_bounded() {
        let text = format!("{{{}\"a\":1}}", "\"a\":1,".repeat(5_000));
        let defects = read(&text, Caps::bytes(100_000)).unwrap_err();
        assert_eq!(defects.len(), 1_000);
        assert_eq!(defects[999].message, "more defects follow; only the first 999 are listed");
    }

    #[test]
    fn unreadable_text_says_where() {
        check(
            "{\"a\":[1,",
            &expect![
                "$.a[1] TRUNCATED: the JSON stops too early: EOF while parsing a value at line 1, column 8"
            ],
        );
        check("{'a':1}", &expect!["$ SYNTAX: this is not JSON: key must be a string at line 1, column 2"]);
        check("{} {}", &expect!["$ SYNTAX: text after the end of the value, at byte 2"]);
        check("[[[[[1]]]]]", &expect!["$ TOO_DEEP: nested deeper than 4 levels"]);
        check(&"x".repeat(201), &expect!["$ TOO_LARGE: 201 bytes, at most 200 are read"]);
    }
}
