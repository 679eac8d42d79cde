//! A field whose only value is one fixed string, such as `"type": "doc"`.
//!
//! Written out as a type because an internally tagged serde enum cannot refuse unknown fields of a wrapped struct
//! and describe that truthfully in a schema.

/// Declares a unit type that reads and writes as one string constant.
macro_rules! tag {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name;

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str($text)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = alloc::string::String::deserialize(deserializer)?;
                if text == $text {
                    Ok(Self)
                } else {
                    Err(serde::de::Error::custom(concat!("expected `", $text, "`")))
                }
            }
        }

        impl schemars::JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> alloc::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "const": $text })
            }
        }
    )*};
}

pub(crate) use tag;
