//! Values made at random from a schema, and small damage done to them.

use serde_json::{Map, Value, json};

/// Makes random values that fit a schema.
pub(super) struct Maker<'a> {
    root: &'a Value,
    state: u64,
}

impl<'a> Maker<'a> {
    pub(super) fn new(root: &'a Value, seed: u64) -> Self {
        Self { root, state: seed | 1 }
    }

    /// xorshift64*: a test needs spread, not secrecy.
    fn next(&mut self) -> u64 {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        self.state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        ((self.next() >> 11) % bound.max(1) as u64) as usize
    }

    fn resolve(&self, mut schema: &'a Value) -> &'a Value {
        while let Some(name) = schema["$ref"].as_str().and_then(|target| target.strip_prefix("#/$defs/")) {
            schema = &self.root["$defs"][name];
        }
        schema
    }

    /// A value of the root schema.
    pub(super) fn value(&mut self) -> Value {
        self.make(self.root, 0)
    }

    fn make(&mut self, schema: &'a Value, depth: usize) -> Value {
        let schema = self.resolve(schema);
        if let Some(branches) = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array()) {
            // Deep down take the first branch that ends, so that recursive types stay finite.
            let pick = if depth > 5 { self.shallow(branches) } else { self.below(branches.len()) };
            return self.make(&branches[pick], depth);
        }
        if let Some(constant) = schema.get("const") {
            return constant.clone();
        }
        if let Some(allowed) = schema["enum"].as_array() {
            return allowed[self.below(allowed.len())].clone();
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => kinds[self.below(kinds.len())].as_str().unwrap_or("null"),
            Value::String(kind) => kind.as_str(),
            _ => "any",
        };
        match kind {
            "string" => self.string(schema),
            "integer" => self.integer(schema),
            "number" => self.number(schema),
            "boolean" => json!(self.below(2) == 1),
            "array" => self.array(schema, depth),
            "object" => self.object(schema, depth),
            "any" => json!({ "free": [self.below(100), "text"] }),
            _ => Value::Null,
        }
    }

    fn shallow(&self, branches: &'a [Value]) -> usize {
        let ends = |branch: &Value| !self.resolve_any(branch).to_string().contains("\"items\"");
        branches.iter().position(ends).unwrap_or(0)
    }

    fn resolve_any<'b>(&'b self, schema: &'b Value) -> &'b Value {
        match schema["$ref"].as_str().and_then(|target| target.strip_prefix("#/$defs/")) {
            Some(name) => &self.root["$defs"][name],
            None => schema,
        }
    }

    fn string(&mut self, schema: &Value) -> Value {
        if schema.get("format").is_some() {
            return schema["examples"][0].clone();
        }
        const PIECES: &[&str] =
            &["a", " ", "\n", "é", "\u{202e}", "😀", "\"", "\\", "<b>", "\u{0}", "https://x.example/"];
        let least = schema["minLength"].as_u64().unwrap_or(0) as usize;
        let most = schema["maxLength"].as_u64().unwrap_or(12) as usize;
        let count = least + self.below(6);
        let text: String = (0..count).map(|_| PIECES[self.below(PIECES.len())]).collect();
        json!(text.chars().take(most).collect::<String>())
    }

    fn integer(&mut self, schema: &Value) -> Value {
        let low = schema["minimum"].as_i64().unwrap_or(0);
        let high = schema["maximum"].as_i64().unwrap_or(match schema["format"].as_str() {
            Some("uint8") => 255,
            _ => i64::from(u32::MAX),
        });
        match self.below(4) {
            0 => json!(low),
            1 => json!(high),
            _ => json!(low + (self.next() % (high - low + 1) as u64) as i64),
        }
    }

    fn number(&mut self, schema: &Value) -> Value {
        let low = schema["minimum"].as_f64().unwrap_or(-1000.0);
        let high = schema["maximum"].as_f64().unwrap_or(1000.0);
        json!(low + (high - low) * (self.below(1024) as f64 / 1024.0))
    }

    fn array(&mut self, schema: &'a Value, depth: usize) -> Value {
        let least = schema["minItems"].as_u64().unwrap_or(0) as usize;
        let count = if depth > 5 { least } else { least + self.below(3) };
        (0..count).map(|_| self.make(&schema["items"], depth + 1)).collect()
    }

    fn object(&mut self, schema: &'a Value, depth: usize) -> Value {
        let mut fields = Map::new();
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            if required.contains(&json!(name)) || self.below(2) == 1 {
                fields.insert(name.clone(), self.make(property, depth + 1));
            }
        }
        Value::Object(fields)
    }

    /// Does one small damage to a value: another value, a field more, or a field less.
    pub(super) fn damage(&mut self, value: &mut Value) {
        let junk = [
            Value::Null,
            json!(true),
            json!(-1),
            json!("junk"),
            json!([1]),
            json!({ "junk": 1 }),
            json!(1.5),
        ];
        let deeper = self.below(4) > 0;
        match value {
            Value::Object(fields) if deeper && !fields.is_empty() => {
                let index = self.below(fields.len());
                self.damage(fields.values_mut().nth(index).unwrap());
            }
            Value::Array(items) if deeper && !items.is_empty() => {
                let index = self.below(items.len());
                self.damage(&mut items[index]);
            }
            Value::Object(fields) if self.below(3) == 0 => {
                _ = fields.insert("unknown_field".into(), json!(1))
            }
            Value::Object(fields) if self.below(2) == 0 && !fields.is_empty() => {
                let name = fields.keys().nth(self.below(fields.len())).unwrap().clone();
                fields.shift_remove(&name);
            }
            value => *value = junk[self.below(junk.len())].clone(),
        }
    }
}
