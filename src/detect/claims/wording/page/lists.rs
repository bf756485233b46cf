//! Sections and lists whose heading says that nothing of what follows is there.

use super::super::sentence::headings::is_heading;
use super::super::sentence::{is_past, narrated};
use super::sections;
use crate::detect::document::{heads_others, heads_task};
use crate::detect::phrase::Phrase;
use std::collections::HashSet;
use std::sync::LazyLock;

/// Fewest words of a sentence that ends a list by saying something of its own.
const OWN_STATEMENT: usize = 8;
/// Longest heading in words.
const LONGEST_HEADING: usize = 14;
/// Fewest lines, and most words of each, of a cell in a narrow column.
const LINES_OF_CELL: usize = 3;
const WORDS_OF_CELL: usize = 3;
/// Shortest heading in words that is told from the sentence below it without any space between them.
const FEWEST_OF_GLUED: usize = 3;

/// What heads a list of things that are not there, or are somebody else's.
static HEADS_ABSENT: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:not (?:yet )?(?:implemented|started|done|built|supported)|unimplemented|not yet|planned|future|next steps?|remediation|gaps?|limitations?|",
        r"to ?do|peers?|alternatives|rejected|weakness(?:es)?|backlog|roadmap|missing|improvements?|risks?|",
        r"(?:fails?|breaks?) on|problems? with|drawbacks?|disadvantages?|anti-?patterns?)\b|^\W*(?:bad|wrong)\b",
        // What is looked for in others' code.
        r"|\b(?:confirms?|verif(?:y|ies)|checks? (?:for|that|whether)|detects?|flags?|looks? for|scans? for) ?:$",
    ))
});

/// What heads a section about what is to be done.
static HEADS_PLANS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:planned|not (?:yet )?(?:implemented|started|done|built)|unimplemented|future|roadmap|remediation|next steps?|gaps?|priority|desired state|",
        r"implementation (?:steps?|plan)|why this improves|peer|table of contents|timeline|",
        r"(?:forward|concrete|completion|action|actionable|validation) plan|backlog|recommendations?)\b|\(target\b",
        // What is not settled, and what others have made.
        r"|\btarget (?:architecture|design|state)\b|\bopen (?:issues|questions|points)\b|\brelated (?:works?|research|studies)\b|\bliterature (?:review|survey)\b|\bstate of the art\b|\bprior (?:works?|art|research)\b",
        // What words mean, why something is done, how it came about, and what may go wrong.
        r"|^\W*(?:(?:appendix|annex)(?: [A-Z0-9]{1,2})?[.:]? ?|[0-9.]+ )?(?:the )?(?:brief|specification|motivation|background|glossary|terminology|definitions?|instructions?|rubric|risks?|change ?log|user stories|test (?:plan|cases)|",
        r"(?:version|revision|change) history|(?:assignment|brief|task)s? (?:text|as given)|[\w ]{0,30}learning path(?:, .{1,30})?)$",
        // Who helped to write is no part of the program.
        r"|\b(?:gen(?:erative )?[- ]?ai|ai|llm|chatgpt|copilot)(?: tools?| assistants?)? (?:declaration|disclosure|acknowledge?ments?|statement)\b",
        r"|\b(?:declaration|disclosure|acknowledge?ments?|statement) (?:of|on) (?:the )?(?:use|gen(?:erative )?[- ]?ai|ai)\b",
        r"|\bgen(?:erative )?[- ]?ai(?: tools?)? (?:use|usage)\b|\buse of (?:gen(?:erative )?[- ]?ai|ai) tools\b",
        r"|\bhow (?:gen(?:erative )?[- ]?ai|ai)(?: tools)? (?:was|were) used\b",
    ))
});

/// The same, where no space parts it from what follows: what is no heading may begin so.
static GLUED_PLANS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:planned|(?:forward|concrete|completion|action|actionable|implementation|remediation) plan|roadmap|future work|next steps)\b",
    )
});

/// What heads a law that is quoted: a rubric, or how a court is to judge.
static HEADS_LAW: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\bbinding law\b|\b(?:complete|full|official) (?:grading |evaluation )?rubric\b|^[0-9. ]*(?:grading|evaluation) rubric$|",
        r"\bsentencing guidelines\b|\bstatutes? of\b|\bforensic evidence collection standards\b",
    ))
});

/// What heads a part on what went wrong, and was mended since.
static HEADS_MISTAKES: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\blessons?(?: we| i)? learn(?:ed|t)\b|^\W*(?:[0-9.]+ )?lessons$|\b(?:went|got|gone) wrong\b|\bmistakes?\b|\bpost-?mortem\b|\bwhat (?:did not|didn(?u:['’])t) work\b|^\W*(?:[0-9.]+ )?(?:problems?|challenges?)(?: (?:and|&) solutions?)?$",
        r"|\b(?:bugs?|issues?|problems?|faults?|defects?|errors?|failures?|challenges?) (?:we |i |that were )?(?:fixed|found|encountered|resolved|solved|faced|discovered|hit|overcome)\b|\b(?:fixed|resolved|solved) (?:bugs?|issues?|problems?)\b",
    ))
});

/// What heads a part of an audit: each criterion has one.
static CRITERION: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:git forensic|state management|graph orchestration|safe tool|structured output enforcement|judicial nuance|",
        r"chief justice synthesis|theoretical depth|report accuracy|diagram analysis|swarm visual|strengths?|weakness(?:es)?|findings?)\b",
    ))
});

/// What heads a part of a section about plans.
static PART: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:affected|components?|actions?|steps?|goals?|tasks?|effort|impact|owner|timeline|files?|",
        r"current state|score)\b",
    ))
});

/// What heads a table of contents.
static CONTENTS: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(r"(?i)^(?:table of )?contents$"));

/// Where a numbered section begins.
static NUMBERED: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"^[0-9]{1,2}(?:\.[0-9]{1,2})*\.?\s+(?u:\p{Lu})[^:]*$"));

/// What heads a part of the report on the author's own work, after a part on somebody else's.
static HEADS_OWN: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:remediation|conclusions?|self[- ]?audit|architecture|append(?:ix|ices)|executive summary|(?:our|my) own|",
        r"next steps?|future|limitations?|implementation|references|known gaps?)\b",
    ))
});

/// How a section is known to end.
#[derive(Clone, Default, PartialEq, Eq)]
enum Section {
    /// It is not about plans.
    #[default]
    Present,
    /// It is, until another heading.
    Plans,
    /// It is, until a heading whose number comes after this one.
    NumberedPlans(Vec<u32>),
    /// It is about somebody else's code, until a heading that is none of an audit's parts.
    Others,
}

/// The section and the list that are being read.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each tells of another part that is read")]
pub(in crate::detect::claims) struct List {
    section: Section,
    absent: bool,
    others: bool,
    /// The number that a heading's or an item's words follow as a sentence of their own.
    number: Option<String>,
    /// The numbered titles of the table of contents, where there is one.
    titles: HashSet<(Vec<u32>, String)>,
    /// Whether the table of contents is being read.
    contents: bool,
    /// Whether the last numbered heading is one of a part on the judges.
    of_judges: bool,
    /// Whether the last heading is one of a part on what went wrong.
    of_mistakes: bool,
}

impl List {
    /// Takes in the next sentence, and says whether what it says is said not to be there.
    ///
    /// `raw` is the sentence as it stands on its page. `begins` says whether it begins a line: what stands further on
    /// belongs to the item before it. `large` says whether it is set in larger letters than running text.
    pub(in crate::detect::claims) fn denies(
        &mut self,
        sentence: &str,
        raw: &str,
        begins: bool,
        large: bool,
    ) -> bool {
        if is_number(sentence) {
            self.number = Some(sentence.to_owned());
            return self.is_doubtful();
        }
        let words = sentence.split(' ').filter(|word| *word != ".").count();
        let open = !sentence.ends_with(['.', '!', '?', ':']);
        // What a table of plans has in its cells ends no section about plans.
        if self.section != Section::Plans || !is_cell(raw) {
            self.enter(sentence, open && words <= LONGEST_HEADING, large);
        }
        if is_item(sentence) {
            return self.absent || self.is_doubtful();
        }
        if sentence.ends_with(':') || (open && words <= LONGEST_HEADING) {
            self.absent = HEADS_ABSENT.is_match(sentence);
        } else if words >= OWN_STATEMENT && begins {
            self.absent = false;
        }
        self.is_doubtful()
    }

    /// Begins a section about plans where the first line of a sentence is its heading, which no space parts from it.
    pub(in crate::detect::claims) fn note_glued(&mut self, raw: &str) {
        let mut lines = raw.trim().lines().map(str::trim);
        let (Some(first), Some(second)) = (lines.next(), lines.next()) else { return };
        let words = first.split(' ').count();
        let heads = (FEWEST_OF_GLUED..=LONGEST_HEADING).contains(&words)
            && is_title(first)
            && !first.ends_with([',', ';'])
            // The head of a table has gaps.
            && !first.contains("  ")
            && second.starts_with(char::is_uppercase);
        if !heads || first.to_ascii_lowercase().contains("peer") {
            return;
        }
        self.others &= !HEADS_OWN.is_match(first);
        if GLUED_PLANS.is_match(first) && self.section == Section::Present {
            self.section = Section::Plans;
        }
    }

    /// Begins another section where the sentence heads one.
    fn enter(&mut self, sentence: &str, is_short: bool, large: bool) {
        let before = self.number.take().filter(|_| is_title(sentence) || large);
        let whole = before.map(|number| format!("{number} {sentence}"));
        let whole = whole.as_deref().unwrap_or(sentence);
        let number = number(whole).filter(|_| is_short);
        let law = is_short && HEADS_LAW.is_match(sentence) && is_title(sentence);
        let numbered =
            number.is_some() && (whole != sentence || law || NUMBERED.is_match(sentence));
        let again = number.clone().is_some_and(|number| self.begins_again(number, whole));
        self.contents |= CONTENTS.is_match(sentence);
        let heads = match (&self.section, &number) {
            (_, Some(_)) if again => true,
            (Section::NumberedPlans(own), Some(number)) => {
                (numbered || large || is_title(sentence))
                    && number > own
                    && !number.starts_with(own)
            }
            (Section::NumberedPlans(_), None) => false,
            (Section::Present | Section::Plans | Section::Others, _) => {
                numbered
                    || law
                    || (large && is_short)
                    || (sentence.contains(' ') && is_heading(sentence))
            }
        };
        self.note_others(sentence, heads);
        if numbered && heads {
            self.of_judges = sections::heads_judges(sentence);
        }
        if heads {
            self.of_mistakes = HEADS_MISTAKES.is_match(sentence);
            let part = !numbered && self.is_part(sentence);
            let others = heads_others(sentence);
            let plans =
                part || others || law || heads_task(sentence) || HEADS_PLANS.is_match(sentence);
            self.section = match (plans, number.filter(|_| numbered)) {
                (false, _) => Section::Present,
                (true, None) if others || (part && self.section == Section::Others) => {
                    Section::Others
                }
                (true, None) => Section::Plans,
                (true, Some(number)) => Section::NumberedPlans(number),
            };
        }
    }

    /// Whether a heading opens a part of the section that is being read, and no other one.
    fn is_part(&self, heading: &str) -> bool {
        match self.section {
            Section::Present | Section::NumberedPlans(_) => false,
            Section::Plans => PART.is_match(heading),
            Section::Others => {
                PART.is_match(heading)
                    || CRITERION.is_match(heading)
                    || narrated::is_scored(heading)
            }
        }
    }

    /// Whether the table of contents has this title, and its section begins here. The first that comes again ends
    /// the table.
    fn begins_again(&mut self, number: Vec<u32>, heading: &str) -> bool {
        let key = (number, title(heading).to_ascii_lowercase());
        if self.titles.contains(&key) {
            self.contents = false;
            return true;
        }
        if self.contents {
            self.titles.insert(key);
        }
        false
    }

    /// Whoever has been spoken of as a peer may be spoken of until a part of the report begins that is surely on the
    /// author's own work: the parts of another's audit have the names of the criteria.
    fn note_others(&mut self, sentence: &str, heads: bool) {
        if sentence.to_ascii_lowercase().contains("peer") {
            self.others = true;
        } else if (heads || is_heading(sentence)) && HEADS_OWN.is_match(sentence) {
            self.others = false;
        }
    }

    /// Whether what stands here may be said of somebody else's code.
    pub(in crate::detect::claims) fn is_of_others(&self) -> bool {
        self.others
    }

    /// Whether the section that has a number is one on the judges alone.
    pub(in crate::detect::claims) fn is_of_judges(&self) -> bool {
        self.of_judges
    }

    /// Whether the sentence tells what was so in a part on what went wrong.
    pub(in crate::detect::claims) fn is_over(&self, sentence: &str) -> bool {
        self.of_mistakes && is_past(sentence)
    }

    /// Whether the section is about plans.
    pub(in crate::detect::claims) fn is_doubtful(&self) -> bool {
        self.section != Section::Present
    }
}

/// The number of a numbered heading.
fn number(sentence: &str) -> Option<Vec<u32>> {
    let (number, title) = sentence.split_once(' ')?;
    let parts = number.trim_end_matches('.').split('.').map(|part| part.parse().ok());
    let parts = parts.collect::<Option<Vec<u32>>>()?;
    let short = parts.len() <= 4 && parts.iter().all(|part| *part < 100);
    (short && title.trim_start().starts_with(char::is_uppercase)).then_some(parts)
}

/// Whether this is a row of a table, or a cell of a narrow column: gaps part its words, or short lines do.
fn is_cell(raw: &str) -> bool {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let mut lines = raw.trim().lines().map(str::trim).filter(|line| !line.is_empty());
    let gaps = |line: &str| line.trim_start_matches(is_digit).trim_start().contains("  ");
    let narrow = |line: &str| line.split_whitespace().count() <= WORDS_OF_CELL;
    lines.clone().any(gaps) || (lines.clone().count() >= LINES_OF_CELL && lines.all(narrow))
}

/// The words of a numbered heading, without the dots and the page that a table of contents puts behind them.
fn title(heading: &str) -> &str {
    let (_, words) = heading.split_once(' ').unwrap_or_default();
    words.trim_end_matches(|letter: char| matches!(letter, '0'..='9' | '.' | ' '))
}

/// Whether this is the number of what follows, and nothing else.
fn is_number(sentence: &str) -> bool {
    let number = sentence.strip_suffix('.').unwrap_or_default();
    number.len() <= 6
        && number.starts_with(|first: char| first.is_ascii_digit())
        && number.bytes().all(|letter| letter.is_ascii_digit() || letter == b'.')
}

/// Whether all words of a title begin with capitals, small ones apart: what an item of a list says has others.
fn is_title(sentence: &str) -> bool {
    let short = !sentence.ends_with(['.', '!', '?', ':']);
    let mut words = sentence.split(' ').filter(|word| word.len() > 3);
    short && words.all(|word| !word.starts_with(|first: char| first.is_lowercase()))
}

/// What an item of a list begins with.
pub(in crate::detect::claims) const BULLETS: [char; 9] =
    ['•', '●', '○', '■', '▪', '◦', '–', '-', '*'];

/// Whether the sentence begins with a bullet.
fn is_item(sentence: &str) -> bool {
    sentence.starts_with(BULLETS)
        || sentence.trim_start_matches(|letter: char| letter.is_ascii_digit()).starts_with(") ")
}
