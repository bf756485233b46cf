//! Words by which a sentence shows that it claims nothing about a path.

use super::super::path_names::has_extension;
use super::super::sentences::has_branch;
use super::governed;
use super::headings::without_names;
use super::opening::{asks_for, condition};
use crate::detect::phrase::Phrase;
use crate::domain::facts::CitedPath;
use std::sync::{LazyLock, OnceLock};

/// That a sentence speaks of what a program writes.
pub(super) const OUTPUT: &str = "the sentence speaks of output";

/// What was aimed at in what is done: "so that I could".
static AIM: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)\bso (?:that )?(?:i|we|it|they|one|you) (?:could|would)\b"));

/// What stands in for something while tests run.
static STAND_IN: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(r"(?i)\b(?:the|an?|this|each|shared|common) (?:[\w-]+ )?stubs?\b")
});

/// What is known of a path besides its words and its sentence.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a fact by itself, and any may go with any"
)]
#[derive(Clone, Copy, Default)]
pub(super) struct Standing {
    /// A label such as `Location:` stands before it.
    pub(super) labelled: bool,
    /// Its folder is in the tree with other documents like it.
    pub(super) among_its_kind: bool,
    /// Results that the report gives are said to be those that it holds.
    pub(super) source: bool,
    /// The sentence asks to change it, which only what is there can be.
    pub(super) to_change: bool,
}

/// What stands before a path in its sentence.
fn before(cited: &CitedPath) -> &str {
    cited.sentence.split_once(cited.written.as_str()).map_or("", |(before, _)| before)
}

/// What stands behind it.
fn after(cited: &CitedPath) -> &str {
    cited.sentence.split_once(cited.written.as_str()).map_or("", |(_, after)| after)
}

/// Words of one kind.
struct Cue {
    words: &'static str,
    pattern: OnceLock<Phrase>,
}

impl Cue {
    /// The pattern, compiled when it is first asked for: that takes longer than reading a report by it.
    fn pattern(&self) -> &Phrase {
        self.pattern.get_or_init(|| Phrase::new(&format!(r"(?i)\b(?:{})", self.words)))
    }

    /// Where it stands first; the boundaries of words know ASCII alone, and what is a word here may be the end of one.
    fn find<'t>(&self, text: &'t str) -> Option<&'t str> {
        let letter =
            |letter: Option<char>| letter.is_some_and(|one| one.is_alphabetic() && !one.is_ascii());
        let mut all = self.pattern().all(text);
        let whole = all.find(|found| !letter(text[..found.start].chars().next_back()))?;
        Some(&text[whole])
    }

    fn is_match(&self, text: &str) -> bool {
        self.find(text).is_some()
    }
}

/// The words of every kind.
pub(super) struct Cues {
    planned: Cue,
    removed: Cue,
    gone: Cue,
    imagined: Cue,
    lacking: Cue,
    without: Cue,
    elsewhere: Cue,
    bygone: Cue,
    sought: Cue,
    produced: Cue,
    claims: Cue,
    planned_heading: Cue,
    others_heading: Cue,
    inventory: Cue,
    absent: Cue,
    writes: Cue,
    label: Cue,
    results: Cue,
    results_of: Cue,
    source: Cue,
    to_change: Cue,
    changes: Cue,
    makes: Cue,
    protocol: Cue,
    denial: Cue,
}

impl Cues {
    #[expect(clippy::too_many_lines, reason = "it is a list of words")]
    pub(super) fn new() -> Self {
        let pattern = |words: &'static str| Cue { words, pattern: OnceLock::new() };
        Self {
            planned: pattern(concat!(
                r"will\b|shall\b|would\b|should\b|could\b|might\b|plan(?:s|ned|ning)?\b|propos|future|",
                r"next steps?\b|upcoming|to[- ]do\b|todo\b|to be (?:added|implemented|created|written|done)|",
                r"roadmap|intend|pending|remaining|later\b|not yet|yet to|in progress|recommend|suggest|",
                r"stub|skeleton|placeholder|consider\b|extend|once\b|want to|need(?:s|ed)? to|",
                r"remediation|action items?|fix(?:es)?:|activate\b|priority \d|let us\b|let(?u:[’'])s\b|new (?:file|module)\b|new\)|new\]|new (?u:\P{L})le\b|introduce\b|",
                r"new: |going to\b|hop(?:e|es|ed|ing) (?:to|for)\b|aim(?:s|ed|ing)? (?:to|for)\b|ideal(?:ly)?\b|desirabl|wish(?:es|ed)?\b|",
                r"left (?:for|to) (?:an|later|the|some|next)|another day|postpon|out of scope|tomorrow|next:|backlog|ought to|",
                r"by (?:mon|tues|wednes|thurs|fri|satur|sun)day|next (?:week|sprint|iteration|release|month)|",
                r"(?:go(?:es)?|belongs?) in(?:to)? .{1,60} or (?:in(?:to)? )?an? (?:dedicated|separate|own|shared)\b",
            )),
            removed: pattern(concat!(
                r"remov|delet|renam|replac|deprecat|obsolete|former|previous|the old\b|old\b|legacy|",
                r"instead of|rather than|no longer|used to\b|moved|migrat|superseded|dropped|split into|",
                r"refactored (?:from|out|into)|originally|initially",
            )),
            gone: pattern(concat!(
                r"remov|delet|renam|replac|superseded|drop(?:s|ped|ping)?\b|mov(?:e|es|ed|ing)\b|migrat|",
                r"no longer|used to\b|split(?:s|ting)? |refactored (?:from|out|into)|retir|get rid|got rid|obsolete",
            )),
            imagined: pattern(concat!(
                r"e\.g|for example|for instance|example|such as\b|hypothetic|imagin|fictional|fabricat|",
                r"hallucinat|pretend|suppose|if\b|unless\b|whether\b|claim(?:s|ed|ing)?\b|placeholder|",
                r"would-be|say,|like\b|etc\b|or similar|equivalent|dummy|sample|alternativ|you (?:can|may|could|might) (?:also |then )?(?:override|put|place|add|create|set|change|copy|write|store|configure|edit|extend)\b|",
                r"invent(?:s|ed|ing)?\b|made[- ]up|fictitious|(?:wrong|false|mistaken|erroneous|incorrect)ly\b|input: ?\{|",
                r"(?:fixture|temporary|temp|throw-?away|synthetic|scratch|toy|mock(?:ed)?) (?:git )?(?:repo|project|tree|clone|check-?out|code ?base)",
            )),
            lacking: pattern(concat!(
                r"missing|absent|lack|does(?: not|n(?u:[’'])t)|do(?: not|n(?u:[’'])t)\b|did(?: not|n(?u:[’'])t)|",
                r"non-?exist|no such|not (?:found|present|exist|included|implemented|committed|available)|",
                r"never\b|cannot find|could not|gap\b|gitignore|ignored|no `?\w+\.py|is not\b|are not\b|isn(?u:[’'])t|",
                r"false\b|violat|fail(?:s|ed|ing)? to|there (?:is|was|are) no|(?:decided|opted|voted) against|ruled out\b|refrain|chose not to|gave up|owe\b",
            )),
            without: pattern(r"without\b"),
            elsewhere: pattern(concat!(
                r"target(?:ed)? repo|target project|target codebase|audited repo|cloned?\b|clones\b|peer|",
                r"(?:the|an?|their|each|every|any|this|that|other|per|of|in|for|all) submission|submissions\b|",
                r"submission(?: repo|(?u:[’'])s)|submitted|student|other repo|external|third[- ]party|",
                r"(?:input|sample|client) (?:project|repo(?:sitory)?|codebase)\b|site-packages|upstream|standard library|^theirs?\b|(?:in|of|on|from) (?:\w+ )?\w+(?u:[’'])s (?:repo|codebase|code base)|(?:run|running|pointed|started) (?:against|on|at) https?:|",
                r"(?:other|another|second|different|rival|foreign) (?:team|group|pair|author|company|code ?base|repo)|another project|",
                r"(?:the|an?|each|every) (?:audited|analy[sz]ed|inspected|examined|graded|scanned) (?:project|codebase|code|system)|(?:in|of|on|from|with) their (?:own )?(?:code|repo\w*|clone|graph|project|implementation|version)\b|repo(?:sitory)? [b-hj-z]\b",
            )),
            bygone: pattern(concat!(
                r"at first\b|back then|in the (?:beginning|past)\b|at (?:that|the) time\b|",
                r"before (?:the|our|that|this|we) (?:\w+ )?(?:refactor|rewrit|split|redesign|clean|migrat|moved?\b)|until (?:commit|week|day)\b|",
                r"got rid|abandoned|scrapped|retired|thrown (?:out|away)|gave up|split out of\b|(?:starter|template|boilerplate|scaffold) (?:code|repo\w*|project) (?:came|shipped|was|had|held)\b|",
                r"interim (?:version|stage|draft|submission)|(?:first|earlier|initial|prior) (?:version|draft|prototype)",
            )),
            sought: pattern(concat!(
                r"look(?:s|ing|ed)? for|search(?:es|ing|ed)? for|scan(?:s|ned|ning)? for|",
                r"check(?:s|ed|ing)? (?:for|that|if|whether)|expect(?:s|ed|ing)?\b|requires?\b|",
                r"verif(?:y|ies|ied) (?:that|whether)|detects?\b|asks? for|called\b|named\b|",
                // What is taken apart is a file of whatever the program is given.
                r"(?:walk|travers|pars)(?:e|es|ed|s|ing)? the (?:ASTs?|syntax trees?) of",
            )),
            produced: pattern(concat!(
                r"generat|output|produc(?:e|es|ed|ing)\b|writes?\b|written|saved?\b|dump|export|",
                r"stored (?:in|at|under|to)|at runtime|render",
            )),
            claims: pattern(concat!(
                r"implement|defin(?:e|es|ed|ing)\b|locat|lives?\b|resid|contain|hous|in\b|see\b|file\b|files\b|",
                r"module|creat|added|adds\b|provid|handl|build|uses?\b|using\b|import|run(?:s|ning)?\b|found\b|",
                r"exists?\b|wire[sd]?\b|located|entry point|includ",
            )),
            inventory: pattern(
                r"(?:repository|project|folder|directory|file) (?:structure|layout|tree|manifest|inventory|list)",
            ),
            absent: pattern(
                r"(?:is|was|are|were) (?:\w+ )?(?:missing|absent)|(?:is|was|does|did)(?: not|n(?u:[’'])t) (?:\w+ )?(?:exist|found|present|committed)",
            ),
            writes: pattern(
                r"(?:writes?|saves?|saved|dumps?|exports?|stored?s?|outputs?|persists?|emits?|produces?|writing|(?:re-?)?generates?)\b[^.;:]{0,60}$",
            ),
            label: pattern(
                r"(?:locations?|files?|evidence|source|path|artifact)(?: snapshot| path| file)?: ?(?:[`*\x22(]|“)*$",
            ),
            results: pattern(
                r"(?:overall|aggregated?|total|final|average)(?: (?:self-audit |audit )?score)?:? (?:of )?[0-9](?:\.[0-9]+)?(?: ?/ ?| out of )[0-9]",
            ),
            results_of: pattern(
                r"(?:results?|scores?|breakdown|figures?) (?:[a-z]+ )?(?:derived |taken |drawn |copied )?from (?:(?:the|your|my|our|this) )?(?:[`*\x22(]|“)*$",
            ),
            source: pattern(r"(?:source|evidence)(?: snapshot| file)?: ?(?:[`*\x22(]|“)*$"),
            to_change: pattern(
                r"(?:(?:or|and) \S+ )?(?:gap|problem|issue|weakness|current(?: state)?): (?:.*\bchange: )?",
            ),
            changes: pattern(
                r"(?:(?:refactor|extend|update|modify|edit|patch|harden|adjust|amend|simplify) (?:the )?(?:(?:file|module|code in|logic in|prompts? in) )?|(?:wire|integrate|hook|plug) (?:this|it|these|them) (?:in)?to (?:the )?(?:[^\s.;:]+ ){0,5}?(?:in )?)(?:[`*\x22(]|“)*$",
            ),
            makes: pattern(
                r"(?:creat|add|introduc|implement|writ|build|new|mov(?:e|ing)|extract|split|put)\w*\b[^.;]*$",
            ),
            protocol: pattern(r"found ?= ?false\b[^.]*$|missing ?= ?\S*$"),
            denial: pattern(
                r"(?:(?:is|are|remains?) )?(?:(?:still|currently) )?(?:not (?:yet )?(?:been )?(?:implemented|written|created|started)|unimplemented|to be (?:implemented|written)|yet to be )|(?:(?:is|are|remains?) )?(?:(?:still|currently) )?(?:missing|absent|not (?:yet )?(?:wired|present|there)|does(?: not|n(?u:['’])t) (?:yet )?exist)\s*(?:[.,;)\]|]|$)",
            ),
            planned_heading: pattern(concat!(
                r"plan|future|next|roadmap|todo|to do|remaining|remediation|pending|improvement|gap|",
                r"limitation|recommend|proposal|upcoming|forward|outstanding|missing|known issue|what.s left|",
                r"risks\b|risk(?:\W*$| (?:and|assess|mitigat|analys|manage|regist|factor|log|matrix))|peer|feedback|alternativ|not (?:yet )?implemented|work in progress|priority \d|examples?\b|\((?:low|medium|high) impact",
            )),
            others_heading: pattern(
                r"peer|feedback|partner|exchange|loop|alternativ|future|proposal",
            ),
        }
    }

    /// Why a sentence, or the heading above it, claims nothing about `written` in it.
    pub(super) fn no_claim(&self, cited: &CitedPath, standing: Standing) -> Option<String> {
        let (written, heading) = (cited.written.as_str(), cited.heading.as_deref());
        let sentence = cited.sentence.as_str();
        // The path's own words are no cues: `src/output/old_plan.py` plans nothing.
        let (before, after) = sentence.split_once(written).unwrap_or((sentence, ""));
        // Behind a label it tells that there are more of the kind.
        let after = if standing.labelled { after.trim_start_matches(", etc") } else { after };
        if standing.among_its_kind {
            return self.no_claim_beside_others(before, after);
        }
        let whole = format!("{before} {after}");
        // What is said of the path itself is excused by what stands before it alone.
        let governing = governed::before(before, after);
        let around = governing.unwrap_or(&whole);
        if standing.labelled && self.is_to_change(after) {
            return None;
        }
        // Nobody else's is what is called one's own.
        let elsewhere = if governed::is_own(before) { "" } else { around };
        let lacking = governed::lacking(before, after).unwrap_or(around);
        // What is so now stands behind what was so before.
        let then = before.rsplit_once(" now ").map_or(before, |(_, now)| now);
        let code = written.trim_end_matches(".py") != written
            || written.ends_with('/')
            || governed::is_tool(before);
        let said = [
            (&self.planned, around, "the sentence plans or proposes"),
            (&self.removed, around, "the sentence tells of something removed or replaced"),
            (&self.imagined, around, "the sentence gives an example or a condition"),
            (&self.lacking, lacking, "the sentence says that something is missing"),
            // Behind a path it speaks of something else: "in `a.py`, so that it runs without a network".
            (&self.without, before, "the sentence says that something is missing"),
            (&self.elsewhere, elsewhere, "the sentence speaks of another repository"),
            (&self.bygone, then, "the sentence tells of what was"),
            (&self.sought, before, "the sentence looks for it rather than claiming it"),
            // Behind the source of results it says how that came about.
            (
                &self.produced,
                if code {
                    ""
                } else if standing.source {
                    before
                } else {
                    whole.as_str()
                },
                OUTPUT,
            ),
        ];
        let unplanned = AIM.left_out(around);
        // What stands in for something in a test is there.
        let of_tests = written.starts_with("tests/") || written.contains("/tests/");
        let unplanned = if of_tests { STAND_IN.left_out(&unplanned) } else { unplanned };
        for (pattern, text, reason) in said {
            let text =
                if std::ptr::eq(pattern, &raw const self.planned) { &unplanned } else { text };
            // A plan to change a file says that the file is there.
            if std::ptr::eq(pattern, &raw const self.planned) && standing.to_change {
                continue;
            }
            if let Some(word) = pattern.find(text) {
                return Some(format!("{reason} (`{}`)", word.trim()));
            }
        }
        if has_extension(written) && asks_for(before) {
            return Some("the sentence asks for it".into());
        }
        let heading = without_names(heading?);
        let word = self.planned_heading.find(&heading)?;
        if standing.to_change && !self.others_heading.is_match(&heading) {
            return None;
        }
        Some(format!("stands under a heading that plans or compares (`{word}`)"))
    }

    /// Why a sentence claims nothing about a document whose folder has others: only by the words that are said
    /// of it, since a folder for reports of peers and generated ones is one of the repository all the same.
    fn no_claim_beside_others(&self, before: &str, after: &str) -> Option<String> {
        /// How near words are said of it, in characters.
        const NEAR: usize = 32;
        let from = before.char_indices().rev().nth(NEAR - 1).map_or(0, |(at, _)| at);
        let to = after.char_indices().nth(NEAR).map_or(after.len(), |(at, _)| at);
        let near = format!("{} {}", &before[from..], &after[..to]);
        let said = [
            (&self.planned, near.as_str(), "the sentence plans or proposes"),
            (&self.removed, &near, "the sentence tells of something removed or replaced"),
            (&self.imagined, &near, "the sentence gives an example or a condition"),
            (&self.imagined, condition(before), "the sentence gives an example or a condition"),
            (&self.lacking, &before[from..], "the sentence says that something is missing"),
            (&self.absent, &after[..to], "the sentence says that something is missing"),
            (&self.sought, before, "the sentence looks for it rather than claiming it"),
            (&self.writes, before, OUTPUT),
        ];
        said.into_iter().find_map(|(cue, text, reason)| {
            cue.find(text).map(|word| format!("{reason} (`{}`)", word.trim()))
        })
    }

    /// Whether a label says what stands at the path: `Location: src/graph.py`.
    pub(super) fn labels(&self, cited: &CitedPath) -> bool {
        self.label.is_match(before(cited))
    }

    /// Whether a plan names the file for what is wrong with it, which has to be there: `File: docs/a.md Gap: it has no
    /// diagram`. A file that is to be made has no gap yet.
    fn is_to_change(&self, after: &str) -> bool {
        let after = after.trim_start_matches(|sign: char| !sign.is_alphanumeric());
        let named = self.to_change.find(after).is_some_and(|found| after.starts_with(found));
        named
            && !["create", "new file", "new module"]
                .iter()
                .any(|word| after.to_lowercase().contains(word))
    }

    /// Whether the sentence asks to change the file: `Refactor src/graph.py`, `wire this into main.py`.
    pub(super) fn changes(&self, cited: &CitedPath) -> bool {
        self.changes.is_match(before(cited)) && !self.makes(cited)
    }

    /// Whether the sentence asks to change the file, or names it for what is wrong with it.
    pub(super) fn is_changed(&self, cited: &CitedPath) -> bool {
        let after = after(cited);
        self.changes(cited) || (self.labels(cited) && self.is_to_change(after))
    }

    /// Whether the sentence tells of a file that somebody makes, or of something that is made and put there.
    pub(super) fn makes(&self, cited: &CitedPath) -> bool {
        self.makes.is_match(before(cited))
    }

    /// Whether the path stands behind a label that says what is given comes from it.
    pub(super) fn is_source(&self, cited: &CitedPath) -> bool {
        self.source.is_match(before(cited))
    }

    /// Whether results are said to be those that the path holds: `Audit (audit/run.md, overall 3 / 5):`, `the results
    /// from your run.md`.
    pub(super) fn gives_results(&self, cited: &CitedPath) -> bool {
        /// What may stand between a path and its score.
        const SIGNS: [char; 12] = ['`', '*', '"', '”', '’', ')', '(', ',', ';', ':', '–', '—'];
        if self.results_of.is_match(before(cited)) {
            return true;
        }
        let after = after(cited);
        let after = after.trim_start_matches(|sign: char| SIGNS.contains(&sign) || sign == ' ');
        self.results.find(after).is_some_and(|found| after.starts_with(found))
    }

    /// Whether the sentence is a protocol of a search that did not find the path.
    pub(super) fn reported_missing(&self, cited: &CitedPath) -> bool {
        self.protocol.is_match(before(cited))
    }

    /// Whether the sentence goes on to say that the path is not there or not finished.
    pub(super) fn denied(&self, cited: &CitedPath) -> bool {
        let after = after(cited);
        let after = after.trim_start_matches(|letter: char| !letter.is_alphanumeric());
        self.denial.find(after).is_some_and(|found| after.starts_with(found))
    }

    /// Whether the sentence says that a file exists or does something.
    ///
    /// A line of a drawn tree says so too, and so do a list of the repository's files and one of the program's parts.
    pub(super) fn claims(&self, cited: &CitedPath) -> bool {
        let sentence = cited.sentence.as_str();
        has_branch(sentence)
            || self.claims.is_match(sentence)
            || cited.heading.as_deref().is_some_and(|heading| self.inventory.is_match(heading))
            || governed::is_of_a_part(before(cited), after(cited))
    }

    /// Whether a part of a commit message tells that something goes away.
    pub(super) fn removes(&self, part: &str) -> bool {
        self.gone.is_match(part)
    }
}
