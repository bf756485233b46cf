//! Reading fields of a JSON object while collecting every problem with its path.

use super::Problem;
use serde_json::{Map, Value};

/// A JSON object under inspection. Every complaint goes to `problems`; reading goes on.
pub(super) struct Fields<'a> {
    path: String,
    object: Map<String, Value>,
    problems: &'a mut Vec<Problem>,
}

impl<'a> Fields<'a> {
    /// Starts on `value`; anything but an object is a problem and reads as an empty one.
    pub fn new(path: String, value: Value, problems: &'a mut Vec<Problem>) -> Self {
        let object = match value {
            Value::Object(object) => object,
            other => {
                problems
                    .push(Problem::new(&path, format!("must be an object, is {}", kind(&other))));
                Map::new()
            }
        };
        Self { path, object, problems }
    }

    /// Records a complaint about the field `key`.
    pub fn complain(&mut self, key: &str, message: impl Into<String>) {
        self.problems.push(Problem::new(&format!("{}.{key}", self.path), message.into()));
    }

    /// Takes a field out, whatever it is.
    pub fn take(&mut self, key: &str) -> Option<Value> {
        self.object.remove(key).filter(|value| !value.is_null())
    }

    /// Takes a required text that is not blank.
    pub fn text(&mut self, key: &str) -> String {
        match self.take(key) {
            None => self.complain(key, "is required"),
            Some(Value::String(text)) if text.trim().is_empty() => {
                self.complain(key, "must not be empty");
            }
            Some(Value::String(text)) => return text,
            Some(other) => self.complain(key, format!("must be a string, is {}", kind(&other))),
        }
        String::new()
    }

    /// Takes an optional text.
    pub fn optional_text(&mut self, key: &str) -> Option<String> {
        match self.take(key)? {
            Value::String(text) => Some(text),
            other => {
                self.complain(key, format!("must be a string, is {}", kind(&other)));
                None
            }
        }
    }

    /// Takes an optional switch; absent means off.
    pub fn switch(&mut self, key: &str) -> Option<bool> {
        match self.take(key)? {
            Value::Bool(value) => Some(value),
            other => {
                self.complain(key, format!("must be true or false, is {}", kind(&other)));
                None
            }
        }
    }

    /// Takes an optional number that is finite and within `range`.
    pub fn number(&mut self, key: &str, range: std::ops::RangeInclusive<f64>) -> Option<f64> {
        let value = self.take(key)?;
        match value.as_f64() {
            Some(number) if range.contains(&number) => Some(number),
            _ => {
                let message = format!("must be a number from {} to {}", range.start(), range.end());
                self.complain(key, message);
                None
            }
        }
    }

    /// Takes an optional list; absent means empty.
    pub fn list(&mut self, key: &str) -> Vec<Value> {
        match self.take(key) {
            None => Vec::new(),
            Some(Value::Array(items)) => items,
            Some(other) => {
                self.complain(key, format!("must be a list, is {}", kind(&other)));
                Vec::new()
            }
        }
    }

    /// Opens a required inner object.
    pub fn inner(&mut self, key: &str) -> Fields<'_> {
        let value = self.take(key);
        let path = format!("{}.{key}", self.path);
        if let Some(value) = value {
            return Fields::new(path, value, self.problems);
        }
        self.problems.push(Problem::new(&path, "is required".into()));
        Fields { path, object: Map::new(), problems: self.problems }
    }

    /// Opens the `index`-th item of the list `key`.
    pub fn item(&mut self, key: &str, index: usize, value: Value) -> Fields<'_> {
        Fields::new(format!("{}.{key}[{index}]", self.path), value, self.problems)
    }
}

/// What a JSON value is, in words.
pub(super) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
