//! A page of HTML as a browser reads it, for tests: its tags, its words, and what is wrong with it.

use html5ever::TokenizerResult;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{Rawtext, Rcdata};
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Elements that a page may have.
const ELEMENTS: &[&str] = &[
    "a", "article", "aside", "b", "body", "caption", "circle", "code", "dd", "details", "div",
    "dl", "dt", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "html", "i", "li",
    "line", "link", "main", "meta", "nav", "ol", "p", "pre", "rect", "section", "span", "style",
    "summary", "svg", "table", "tbody", "td", "text", "th", "thead", "title", "tr", "ul",
];
/// Attributes that a page may have.
const ATTRIBUTES: &[&str] = &[
    "aria-hidden",
    "aria-label",
    "charset",
    "class",
    "content",
    "cx",
    "cy",
    "height",
    "href",
    "http-equiv",
    "id",
    "lang",
    "name",
    "open",
    "r",
    "rel",
    "role",
    "rx",
    "scope",
    "stroke-dasharray",
    "tabindex",
    "title",
    "viewbox",
    "width",
    "x",
    "x1",
    "x2",
    "y",
    "y1",
    "y2",
];
/// Elements without an end.
const VOID: &[&str] = &["input", "link", "meta"];

/// A page that was read.
#[derive(Default)]
pub(super) struct Page {
    /// Start tags in order: name and attributes.
    pub tags: Vec<(String, BTreeMap<String, String>)>,
    /// The words outside of the head, with single spaces.
    pub words: String,
    /// The text of the style element.
    pub style: String,
    /// What a validator would object to.
    pub errors: Vec<String>,
    open: Vec<String>,
}

impl Page {
    /// Reads a page.
    pub(super) fn read(html: &str) -> Self {
        let input = BufferQueue::default();
        input.push_back(StrTendril::from_slice(html));
        let reader = Tokenizer::new(Reader::default(), TokenizerOpts::default());
        while !matches!(reader.feed(&input), TokenizerResult::Done) {}
        reader.end();
        let mut page = reader.sink.0.take();
        page.words = page.words.split_whitespace().collect::<Vec<_>>().join(" ");
        if !page.open.is_empty() {
            page.errors.push(format!("left open: {:?}", page.open));
        }
        page
    }

    /// All values of an attribute.
    pub(super) fn values(&self, attribute: &str) -> Vec<&str> {
        let all = self.tags.iter().filter_map(|(_, attributes)| attributes.get(attribute));
        all.map(String::as_str).collect()
    }

    /// How many elements have this class among their own.
    pub(super) fn count(&self, class: &str) -> usize {
        let has = |value: &&&str| value.split(' ').any(|one| one == class);
        self.values("class").iter().filter(has).count()
    }

    /// What elements there are, without links and code, which foreign words may ask for.
    pub(super) fn skeleton(&self) -> Vec<&str> {
        let names = self.tags.iter().map(|(name, _)| name.as_str());
        names.filter(|name| !matches!(*name, "a" | "code")).collect()
    }

    /// Fails where the page is not well formed, has an element or attribute that none of ours has, a link
    /// that leads nowhere, two anchors of one name, or a link that leaves for somewhere else than `allowed`.
    #[track_caller]
    pub(super) fn check(&self, allowed: impl Fn(&str) -> bool) {
        assert!(self.errors.is_empty(), "{:?}", self.errors);
        for (name, attributes) in &self.tags {
            assert!(ELEMENTS.contains(&name.as_str()), "<{name}>");
            for attribute in attributes.keys() {
                assert!(ATTRIBUTES.contains(&attribute.as_str()), "<{name} {attribute}>");
            }
        }
        let anchors = self.values("id");
        let unique: BTreeSet<&str> = anchors.iter().copied().collect();
        assert_eq!(unique.len(), anchors.len(), "two anchors share a name: {anchors:?}");
        for link in self.values("href") {
            match link.strip_prefix('#') {
                Some(anchor) => assert!(unique.contains(anchor), "#{anchor} leads nowhere"),
                None => assert!(link == "data:," || allowed(link), "{link}"),
            }
        }
    }

    fn take(&mut self, tag: &Tag) {
        let name = tag.name.to_string();
        if tag.kind == TagKind::EndTag {
            if self.open.pop().as_deref() != Some(&name) {
                self.errors.push(format!("</{name}> closes something else"));
            }
            return;
        }
        if !VOID.contains(&name.as_str()) {
            self.open.push(name.clone());
        }
        let attributes = tag.attrs.iter();
        let attributes =
            attributes.map(|one| (one.name.local.to_lowercase(), one.value.to_string())).collect();
        self.tags.push((name, attributes));
        self.words.push(' ');
    }

    fn say(&mut self, words: &str) {
        match self.open.last().map(String::as_str) {
            Some("style") => self.style.push_str(words),
            _ if self.open.iter().any(|name| name == "head") => {}
            _ => self.words.push_str(words),
        }
    }
}

#[derive(Default)]
struct Reader(RefCell<Page>);

impl TokenSink for Reader {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut page = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) => {
                page.take(&tag);
                if tag.kind == TagKind::StartTag {
                    // A parser tells the reader of tokens where text is only text.
                    match &*tag.name {
                        "title" => return TokenSinkResult::RawData(Rcdata),
                        "style" => return TokenSinkResult::RawData(Rawtext),
                        _ => {}
                    }
                }
            }
            Token::CharacterTokens(words) => page.say(&words),
            Token::CommentToken(text) => page.errors.push(format!("a comment: {text}")),
            Token::NullCharacterToken => page.errors.push("a null character".to_owned()),
            Token::ParseError(error) => page.errors.push(error.into_owned()),
            Token::DoctypeToken(_) | Token::EOFToken => {}
        }
        TokenSinkResult::Continue
    }
}
