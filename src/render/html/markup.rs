//! HTML that is put together from elements, so that no text can become one.
//!
//! Names of elements, classes and attributes are ours by their type, and everything else is escaped on
//! its way in.

use crate::render::escape;
use std::borrow::Cow;

/// Elements of ours that have no end and hold nothing.
const VOID: [&str; 1] = ["input"];

/// A piece of HTML. Only this module makes one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::render) struct Markup(Cow<'static, str>);

impl Markup {
    /// Foreign text as one line.
    pub(in crate::render) fn text(text: &str) -> Self {
        Self(escape::html(text).into())
    }

    /// Foreign text with code between backticks, as one line.
    pub(in crate::render) fn prose(text: &str) -> Self {
        Self(escape::html_prose(text).into())
    }

    /// Foreign text as code.
    pub(in crate::render) fn code(text: &str) -> Self {
        Self(escape::html_code(text).into())
    }

    /// Foreign text with its lines, for `<pre>`.
    pub(in crate::render) fn block(text: &str) -> Self {
        Self(escape::html_block(text).into())
    }

    /// Words of ours that stand between pieces, with the spaces at their ends.
    pub(in crate::render) fn ours(words: &'static str) -> Self {
        Self(Cow::Borrowed(words))
    }

    /// This, and then `other`.
    pub(in crate::render) fn and(self, other: impl Into<Self>) -> Self {
        let other = other.into();
        if self.0.is_empty() {
            return other;
        }
        let mut all = self.0.into_owned();
        all.push_str(&other.0);
        Self(all.into())
    }

    /// All of `pieces`, with words of ours between them.
    pub(in crate::render) fn join(
        pieces: impl IntoIterator<Item = Self>,
        between: &'static str,
    ) -> Self {
        let all: Vec<Cow<'static, str>> = pieces.into_iter().map(|piece| piece.0).collect();
        Self(all.join(between).into())
    }

    /// Whether there is nothing to see.
    pub(in crate::render) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Sets every word of this form: `prefix`, then `digits` hexadecimal digits, as `link` says; what it
    /// does not know stays as it is. No name of an element or attribute of ours has that form.
    pub(in crate::render) fn linking(
        self,
        prefix: &str,
        digits: usize,
        link: impl Fn(&str) -> Option<Self>,
    ) -> Self {
        let (mut out, mut rest) = (String::with_capacity(self.0.len()), self.0.as_ref());
        while let Some(at) = rest.find(prefix) {
            let end = at + prefix.len() + digits;
            let word = rest.get(at..end).filter(|word| {
                word[prefix.len()..].bytes().all(|b| b.is_ascii_hexdigit())
                    && !rest[end..].starts_with(|c: char| c.is_ascii_alphanumeric())
            });
            let taken = if word.is_some() { end } else { at + prefix.len() };
            match word.and_then(&link) {
                Some(link) => {
                    out.push_str(&rest[..at]);
                    out.push_str(&link.0);
                }
                None => out.push_str(&rest[..taken]),
            }
            rest = &rest[taken..];
        }
        out.push_str(rest);
        Self(out.into())
    }

    /// The HTML.
    pub(in crate::render) fn into_html(self) -> String {
        self.0.into_owned()
    }
}

impl From<&'static str> for Markup {
    fn from(words: &'static str) -> Self {
        Self::ours(words)
    }
}

impl From<Element> for Markup {
    fn from(element: Element) -> Self {
        element.close()
    }
}

impl<M: Into<Markup>> From<Option<M>> for Markup {
    fn from(piece: Option<M>) -> Self {
        piece.map(Into::into).unwrap_or_default()
    }
}

impl<M: Into<Self>> FromIterator<M> for Markup {
    fn from_iter<I: IntoIterator<Item = M>>(pieces: I) -> Self {
        pieces.into_iter().fold(Self::default(), Self::and)
    }
}

/// An element that is being written: its tag, and what it holds by now.
pub(in crate::render) struct Element {
    name: &'static str,
    html: String,
    /// Bytes of the tag without its last `>`, which stands there once the element holds something.
    tag: usize,
}

/// Starts an element.
pub(in crate::render) fn element(name: &'static str) -> Element {
    let mut html = String::with_capacity(128);
    html.push('<');
    html.push_str(name);
    Element { name, tag: html.len(), html }
}

impl Element {
    /// Sets its class.
    pub(in crate::render) fn class(self, class: &'static str) -> Self {
        self.attribute("class", class)
    }

    /// Adds an attribute; its value may be foreign text.
    pub(in crate::render) fn attribute(mut self, name: &'static str, value: &str) -> Self {
        let held = self.html.split_off(self.tag);
        for part in [" ", name, "=\""] {
            self.html.push_str(part);
        }
        escape::push_html(&mut self.html, value);
        self.html.push('"');
        self.tag = self.html.len();
        self.html.push_str(&held);
        self
    }

    /// Adds an attribute that is there or not, such as `open`.
    pub(in crate::render) fn flag(mut self, name: &'static str, is_set: bool) -> Self {
        if is_set {
            self.html.insert_str(self.tag, name);
            self.html.insert(self.tag, ' ');
            self.tag += name.len() + 1;
        }
        self
    }

    /// Adds a piece at its end.
    pub(in crate::render) fn with(mut self, piece: impl Into<Markup>) -> Self {
        self.end_tag();
        self.html.push_str(&piece.into().0);
        self
    }

    /// Adds foreign text at its end.
    pub(in crate::render) fn text(mut self, text: &str) -> Self {
        self.end_tag();
        escape::push_html(&mut self.html, text);
        self
    }

    /// Adds pieces at its end.
    pub(in crate::render) fn all<M: Into<Markup>>(
        self,
        pieces: impl IntoIterator<Item = M>,
    ) -> Self {
        pieces.into_iter().fold(self, Self::with)
    }

    fn end_tag(&mut self) {
        if self.html.len() == self.tag {
            self.html.push('>');
        }
    }

    fn close(mut self) -> Markup {
        self.end_tag();
        if !VOID.contains(&self.name) {
            for part in ["</", self.name, ">"] {
                self.html.push_str(part);
            }
        }
        Markup(self.html.into())
    }
}

/// A link to a place on the same page.
pub(in crate::render) fn jump(to: &str, label: impl Into<Markup>) -> Element {
    element("a").attribute("href", &format!("#{to}")).with(label)
}

/// A link that leaves the page. Only for addresses that [`links`](crate::render::links) made.
pub(in crate::render) fn leave(url: &str, label: impl Into<Markup>) -> Element {
    let link = element("a").attribute("href", url);
    link.attribute("rel", "noopener noreferrer nofollow").with(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_wherever_it_stands() {
        let link = leave("https://x/?a&\"b", Markup::text("<b>"));
        let html =
            Markup::from(element("p").class("x").with(link).with(" and ").text("'")).into_html();
        let link = "<a href=\"https://x/?a&amp;&quot;b\" rel=\"noopener noreferrer nofollow\">&lt;b&gt;</a>";
        assert_eq!(html, format!("<p class=\"x\">{link} and &#39;</p>"));
    }

    #[test]
    fn an_attribute_may_come_when_the_element_holds_something() {
        let late = element("a").text(" x  y ").attribute("id", "<1>").flag("open", true);
        assert_eq!(late.close().into_html(), "<a id=\"&lt;1&gt;\" open>x y</a>");
        let field = element("input").attribute("name", "a").flag("checked", true);
        assert_eq!(field.close().into_html(), "<input name=\"a\" checked>");
        assert_eq!(element("p").close().into_html(), "<p></p>");
    }

    #[track_caller]
    fn check_linking(text: &str, expected: &str) {
        let known = |word: &str| (word == "E-0123abcd").then(|| jump(word, "x").into());
        assert_eq!(Markup::text(text).linking("E-", 8, known).into_html(), expected, "{text}");
    }

    #[test]
    fn only_whole_words_that_are_known_become_links() {
        check_linking("(E-0123abcd).", "(<a href=\"#E-0123abcd\">x</a>).");
        check_linking("E-0123abcd0 E-ffffffff E-é E-", "E-0123abcd0 E-ffffffff E-é E-");
        check_linking("E-E-0123abcd", "E-<a href=\"#E-0123abcd\">x</a>");
    }
}
