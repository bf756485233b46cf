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
