//! The words from which sentences to a grader are made, in many languages.

mod english;
mod northern;
mod others;
mod western;

/// What a word does in a sentence that wants to steer its grader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Class {
    /// Sets something aside.
    Override,
    /// What a grader was told.
    Instructions,
    /// Which instructions: those before, or the grader's own.
    Prior,
    /// Asks for a grade.
    Give,
    /// Tells of a grade that is received, in the indicative.
    Get,
    /// The best grade.
    Best,
    /// The number five, which may be anything.
    Five,
    /// A grade as such.
    Score,
    /// Asks for silence about flaws.
    Hide,
    /// Asks to leave out a check.
    Skip,
    /// Asks to let something pass.
    Pass,
    /// Whoever grades, in words that hardly mean anybody else.
    Grader,
    /// Somebody who may be the grader.
    Machine,
    /// Speaks to its reader under a condition that the reader fulfils by reading.
    AddressedIf,
    /// Obliges.
    Must,
    /// What is being graded.
    This,
    /// Leaves nothing out.
    All,
    /// Ties a grade to what is found.
    Condition,
    /// Negates.
    Not,
    /// Speaks of filters or examples.
    Mention,
    /// Speaks of attacks.
    Attack,
    /// Gives somebody a role, as the prompts of a project do.
    Persona,
    /// Says where the instructions stand that are meant: in what is graded.
    Contained,
    /// Names other grades than the best.
    Scale,
    /// Separates the turns of a conversation or the evidence from the prompt.
    Token,
}

/// A language, a class, and words that are separated by `|`; a `*` at the end of a word stands for any ending.
type Words = (&'static str, Class, &'static str);

/// One word or phrase.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    /// Two letters; empty for what belongs to no language.
    pub language: &'static str,
    /// What it does.
    pub class: Class,
    /// As it is written, before folding.
    pub text: &'static str,
    /// Whether more letters may follow.
    pub is_stem: bool,
}

/// All words.
pub(super) fn words() -> impl Iterator<Item = Word> {
    let tables = [english::WORDS, western::WORDS, northern::WORDS, others::WORDS];
    tables.into_iter().flatten().flat_map(|(language, class, words)| {
        let mut rest = Some(*words);
        std::iter::from_fn(move || {
            let list = rest?;
            let end = end_of_word(list);
            rest = list.get(end + 1..);
            let text = &list[..end];
            let stem = text.strip_suffix('*');
            let is_stem = stem.is_some();
            Some(Word { language, class: *class, text: stem.unwrap_or(text), is_stem })
        })
    })
}

/// Where the first word of a list ends. The marks of a conversation hold the separator themselves.
fn end_of_word(list: &str) -> usize {
    let bytes = list.as_bytes();
    let ends = |at: &usize| {
        bytes[*at] == b'|'
            && (*at == 0 || bytes[at - 1] != b'<')
            && bytes.get(at + 1) != Some(&b'>')
    };
    (0..bytes.len()).find(ends).unwrap_or(bytes.len())
}
