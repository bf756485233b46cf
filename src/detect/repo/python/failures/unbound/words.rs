//! Names that are bound by other means than statements, as the text of a file tells.

use aho_corasick::AhoCorasick;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Words by which a file may get names that no statement of it binds, or expect that one is missing.
const BY_OTHER_MEANS: [&str; 16] = [
    "globals(",
    "locals(",
    "exec(",
    "vars(",
    "dir(",
    "setattr(",
    "builtins",
    "NameError",
    "__getattr__",
    "__dict__",
    "__prepare__",
    "sys.modules",
    "f_globals",
    "global_enum",
    ".install(",
    "TYPE_CHECKING",
];

/// Finds all of them in one look.
static MEANS: LazyLock<AhoCorasick> =
    LazyLock::new(|| AhoCorasick::new(BY_OTHER_MEANS).expect("so few words are searched for"));

/// Whether a file may get names that no statement of it binds, or expects that one is missing.
pub(super) fn binds_by_other_means(text: &str) -> bool {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    // `mkdir(` is not `dir(`.
    let stands_alone = |at: usize, means: &str| {
        let is_called = means.starts_with(is_word) && means.ends_with('(');
        !is_called || !text[..at].ends_with(is_word)
    };
    MEANS.find_overlapping_iter(text).any(|found| stands_alone(found.start(), &text[found.range()]))
}

/// What Python itself binds, in all of its versions since 3.8.
const BUILT_IN: &str = "ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError \
    BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError \
    ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError Ellipsis \
    EncodingWarning EnvironmentError Exception ExceptionGroup False FileExistsError \
    FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError \
    ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError \
    KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError None NotADirectoryError \
    NotImplemented NotImplementedError OSError OverflowError PendingDeprecationWarning \
    PermissionError ProcessLookupError PythonFinalizationError RecursionError ReferenceError \
    ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError \
    SyntaxWarning SystemError SystemExit TabError TimeoutError True TypeError UnboundLocalError \
    UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning \
    UserWarning ValueError Warning WindowsError ZeroDivisionError abs aiter all anext any ascii bin \
    bool breakpoint bytearray bytes callable chr classmethod compile complex copyright credits \
    delattr dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals \
    hasattr hash help hex id input int isinstance issubclass iter len license list locals map max \
    memoryview min next object oct open ord pow print property quit range repr reveal_locals \
    reveal_type reversed round set setattr slice sorted staticmethod str sum super tuple type vars \
    zip";

/// What notebooks, build tools and Python 2 bind.
const OF_OTHERS: &str = "In Out display displayHTML get_ipython dbutils spark sc sqlContext snakemake tags Import \
    env unicode basestring xrange raw_input unichr long reduce file cmp execfile reload intern buffer apply coerce";

/// What is bound without any statement.
pub(super) static KNOWN: LazyLock<BTreeSet<&str>> =
    LazyLock::new(|| BUILT_IN.split_whitespace().chain(OF_OTHERS.split_whitespace()).collect());

/// Whether a definition has type parameters, or a type is given a name, which binds in ways of its own.
pub(super) fn has_type_parameters(text: &str) -> bool {
    text.lines().map(str::trim_start).any(|line| {
        let head = ["def ", "async def ", "class "].iter().find_map(|word| line.strip_prefix(word));
        let opened = head.and_then(|rest| rest.find(['(', '[', ':']).map(|at| &rest[at..]));
        line.starts_with("type ") || opened.is_some_and(|rest| rest.starts_with('['))
    })
}

/// The names after `as`, `global`, `nonlocal` and `case` and before `:=`, wherever they stand: whatever a file gives a name to
/// in other words than by an assignment.
pub(in crate::detect::repo::python) fn spelled_out(text: &str) -> Vec<&str> {
    let after_as = text.match_indices(" as ").map(|(at, word)| {
        let rest = &text[at + word.len()..];
        // Several names in brackets may stand on lines of their own.
        let ends: &[char] = if rest.starts_with('(') { &[')'] } else { &[':', '\n', '='] };
        &rest[..rest.find(ends).unwrap_or(rest.len())]
    });
    let global = text.match_indices("global").map(|(at, word)| {
        let rest = &text[at + word.len()..];
        let end = rest.match_indices('\n').find(|(at, _)| !rest[..*at].ends_with('\\'));
        &rest[..end.map_or(rest.len(), |(at, _)| at)]
    });
    let nonlocal = text.match_indices("nonlocal ").map(|(at, word)| {
        let rest = &text[at + word.len()..];
        &rest[..rest.find('\n').unwrap_or(rest.len())]
    });
    let cases = text.lines().filter_map(|line| line.trim_start().strip_prefix("case "));
    let walrus = text.match_indices(":=").map(|(at, _)| {
        let before = text[..at].trim_end();
        before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
    });
    after_as.chain(global).chain(nonlocal).chain(cases).chain(walrus).flat_map(names_in).collect()
}

/// The names that a pattern may bind.
pub(super) fn names_in(pattern: &str) -> impl Iterator<Item = &str> {
    pattern
        .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_beside_whatever_signs() {
        let text = "# a ←:= b\nif (ü:=1) and [n :=2]: pass\nimport x as y\ncase {'k': z}:\n";
        let mut names = spelled_out(text);
        names.sort_unstable();
        assert_eq!(names, ["k", "n", "y", "z", "ü"]);
    }
}
