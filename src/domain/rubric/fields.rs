//! Reading fields of a JSON object while collecting every problem with its path.

use super::Problem;
use super::keys::meant;
use serde_json::{Map, Value};

/// Longest name, in characters.
const NAME: usize = 200;

/// What was met while reading a rubric.
#[derive(Default)]
pub(super) struct Found {
    /// What makes it none.
    pub problems: Vec<Problem>,
    /// What its author may have meant otherwise.
    pub warnings: Vec<Problem>,
}

/// A JSON object under inspection. Every complaint goes to `found`; reading goes on.
pub(super) struct Fields<'a> {
    path: String,
    object: Map<String, Value>,
    asked: Vec<String>,
    found: &'a mut Found,
    /// Whether the object is not there, so that nothing is said of its fields.
    lost: bool,
}

impl<'a> Fields<'a> {
    /// Starts on `value`; anything but an object is a problem and reads as an empty one.
    pub fn new(path: String, value: Value, found: &'a mut Found) -> Self {
        let (object, lost) = match value {
            Value::Object(object) => (object, false),
            other => {
                let message = format!("must be an object, is {}", kind(&other));
                found.problems.push(Problem::new(&path, message));
                (Map::new(), true)
            }
        };
        Self { path, object, asked: Vec::new(), found, lost }
    }

    /// Records a complaint about the field `key`, or about what lies below it.
    pub fn complain(&mut self, key: &str, message: impl Into<String>) {
        if !self.lost {
            let problem = Problem::new(&format!("{}.{key}", self.path), message.into());
            self.found.problems.push(problem);
        }
    }

    /// Takes a field out, whatever it is; one that is null is not there.
    pub fn take(&mut self, key: &str) -> Option<Value> {
        self.take_given(key).filter(|value| !value.is_null())
    }

    fn take_given(&mut self, key: &str) -> Option<Value> {
        let value = self.object.remove(key);
        if value.is_none() {
            self.asked.push(key.to_owned());
        }
        value
    }

    /// Takes a required text that is not blank.
    pub fn text(&mut self, key: &str) -> String {
        match self.take_given(key) {
            None => self.complain(key, "is required"),
            Some(Value::String(text)) if text.trim().is_empty() => {
                self.complain(key, "must not be empty");
            }
            Some(Value::String(text)) => return text,
            Some(other) => self.complain(key, format!("must be a string, is {}", kind(&other))),
        }
        String::new()
    }

    /// Takes a required text that is short enough for a heading.
    pub fn name(&mut self, key: &str) -> String {
        let text = self.text(key);
        self.short(key, &text);
        text
    }

    /// Complains of a text that is too long for a heading.
    pub fn short(&mut self, key: &str, text: &str) {
        let length = text.chars().count();
        if length > NAME {
            self.complain(key, format!("must have at most {NAME} characters, has {length}"));
        }
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
        self.within(key, &value, range)
    }

    /// Takes a required number that is finite and within `range`.
    pub fn required_number(
        &mut self,
        key: &str,
        range: std::ops::RangeInclusive<f64>,
    ) -> Option<f64> {
        match self.take_given(key) {
            None => {
                self.complain(key, "is required");
                None
            }
            Some(value) => self.within(key, &value, range),
        }
    }

    fn within(
        &mut self,
        key: &str,
        value: &Value,
        range: std::ops::RangeInclusive<f64>,
    ) -> Option<f64> {
        let number = value.as_f64().filter(|number| range.contains(number));
        if number.is_none() {
            let is = match value {
                Value::Number(number) => number.to_string(),
                other => kind(other).to_owned(),
            };
            let (least, most) = (range.start(), range.end());
            self.complain(key, format!("must be a number from {least} to {most}, is {is}"));
        }
        number
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

    /// Opens a required inner object. Of one that is missing, the fields are not missed one by one.
    pub fn inner(&mut self, key: &str) -> Fields<'_> {
        let value = self.take_given(key);
        let path = format!("{}.{key}", self.path);
        if let Some(value) = value {
            return Fields::new(path, value, self.found);
        }
        self.complain(key, "is required");
        let found = &mut *self.found;
        Fields { path, object: Map::new(), asked: Vec::new(), found, lost: true }
    }

    /// Opens the `index`-th item of the list `key`.
    pub fn item(&mut self, key: &str, index: usize, value: Value) -> Fields<'_> {
        Fields::new(format!("{}.{key}[{index}]", self.path), value, self.found)
    }

    /// Tells the keys that nobody asked for, once all others were taken.
    pub fn close(self) {
        let Self { path, object, asked, found, .. } = self;
        let missing: Vec<&str> = asked.iter().map(String::as_str).collect();
        for key in object.keys() {
            let path = format!("{path}.{key}");
            match meant(key, &missing) {
                Some(meant) => {
                    let message = format!("is not known; `{meant}` must be meant");
                    found.problems.push(Problem::new(&path, message));
                }
                None => found
                    .warnings
                    .push(Problem::new(&path, "is not known and changes nothing".into())),
            }
        }
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
