//! JSON → value, with the keys that an object has twice.

use super::Problem;
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// Reads JSON. Of a repeated key, which readers of JSON settle each in their own way, every repetition is told.
///
/// # Errors
/// When the bytes are no JSON.
pub(super) fn read(bytes: &[u8], repeated: &mut Vec<Problem>) -> Result<Value, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let value = Part { path: "$".into(), repeated }.deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

/// Why bytes are no JSON, with what the parser says of them unless there is something plainer to say.
pub(super) fn refused(bytes: &[u8], error: &serde_json::Error) -> String {
    let is_wide = bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF");
    // JSON begins with two characters that have one byte each.
    if is_wide || matches!(bytes, [0, 1..=255, ..] | [1..=255, 0, ..]) {
        "it is text in UTF-16, as `>` of PowerShell writes it; save it as UTF-8".to_owned()
    } else {
        error.to_string()
    }
}

/// A part of the document at its path.
struct Part<'a> {
    path: String,
    repeated: &'a mut Vec<Problem>,
}

impl<'de> DeserializeSeed<'de> for Part<'_> {
    type Value = Value;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Part<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        loop {
            let path = format!("{}[{}]", self.path, all.len());
            match items.next_element_seed(Part { path, repeated: &mut *self.repeated })? {
                Some(item) => all.push(item),
                None => return Ok(Value::Array(all)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            let path = format!("{}.{key}", self.path);
            if object.contains_key(&key) {
                self.repeated.push(Problem::new(&path, "is there twice".into()));
            }
            let value = entries.next_value_seed(Part { path, repeated: &mut *self.repeated })?;
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_in_utf_16_is_told_as_such_and_other_text_is_not() {
        let told = |bytes: &[u8]| refused(bytes, &read(bytes, &mut Vec::new()).unwrap_err());
        for wide in [&b"\xFF\xFE{\0}\0"[..], b"\xFE\xFF\0{\0}", b"{\0}\0"] {
            assert!(told(wide).contains("UTF-16"), "{wide:?}");
        }
        for other in [&b""[..], b"{", b"{a", b"\0\0", b"\xFF{"] {
            assert!(!told(other).contains("UTF-16"), "{other:?}");
        }
    }

    #[test]
    fn a_value_is_read_as_it_stands_and_a_repeated_key_is_told() {
        let text = r#"{"a": [1, -2, 0.5, null, true, "x"], "b": {"c": 1, "c": 2}}"#;
        let mut repeated = Vec::new();
        let value = read(text.as_bytes(), &mut repeated).unwrap();
        assert_eq!(value, serde_json::from_str::<Value>(text).unwrap());
        let told: Vec<String> = repeated.iter().map(Problem::to_string).collect();
        assert_eq!(told, ["$.b.c is there twice"]);
        assert!(read(b"{} {}", &mut repeated).is_err());
    }
}
