//! The words of every kind, as patterns that are compiled when they are first asked for.

use crate::detect::phrase::Phrase;
use std::sync::OnceLock;

/// Words of one kind.
pub(super) struct Cue {
    words: &'static str,
    pattern: OnceLock<Phrase>,
}

impl Cue {
    /// The pattern, compiled when it is first asked for: that takes longer than reading a report by it.
    fn pattern(&self) -> &Phrase {
        self.pattern.get_or_init(|| Phrase::new(&format!(r"(?i)\b(?:{})", self.words)))
    }

    /// Where it stands first; the boundaries of words know ASCII alone, and what is a word here may be the end of one.
    pub(super) fn find<'t>(&self, text: &'t str) -> Option<&'t str> {
        let letter =
            |letter: Option<char>| letter.is_some_and(|one| one.is_alphabetic() && !one.is_ascii());
        let mut all = self.pattern().all(text);
        let whole = all.find(|found| !letter(text[..found.start].chars().next_back()))?;
        Some(&text[whole])
    }

    pub(super) fn is_match(&self, text: &str) -> bool {
        self.find(text).is_some()
    }
}

/// The words of every kind.
pub(in super::super) struct Cues {
    pub(super) planned: Cue,
    pub(super) removed: Cue,
    pub(super) instead: Cue,
    pub(super) gone: Cue,
    pub(super) imagined: Cue,
    pub(super) lacking: Cue,
    pub(super) without: Cue,
    pub(super) elsewhere: Cue,
    pub(super) bygone: Cue,
    pub(super) sought: Cue,
    pub(super) produced: Cue,
    pub(super) claims: Cue,
    pub(super) planned_heading: Cue,
    pub(super) others_heading: Cue,
    pub(super) inventory: Cue,
    pub(super) absent: Cue,
    pub(super) writes: Cue,
    pub(super) label: Cue,
    pub(super) results: Cue,
    pub(super) results_of: Cue,
    pub(super) source: Cue,
    pub(super) to_change: Cue,
    pub(super) changes: Cue,
    pub(super) makes: Cue,
    pub(super) protocol: Cue,
    pub(super) denial: Cue,
}

impl Cues {
    #[expect(clippy::too_many_lines, reason = "it is a list of words")]
    pub(in super::super) fn new() -> Self {
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
                r"remov|delet|renam|replac|deprecat|obsolete|former|previous|the old\b|legacy|",
                r"no longer|used to\b|moved|migrat|superseded|dropped|split into|",
                r"refactored (?:from|out|into)|originally|initially",
            )),
            instead: pattern(r"instead of\b|rather than\b|old\b"),
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
}
