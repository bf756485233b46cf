//! Sentences that tell what a law asks for, what was said or found in a run, or how good something is, and so claim
//! nothing of the code as it is.

use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// What a rubric, a protocol, a drawing or a source says of the work, and not the work of itself.
static IS_LAW: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)^\W*(?:evidence class|forensic instruction|charge|penalty|target|(?:forward|action|completion) plan|affected (?:rubric )?(?:dimension|criteri)[^:]{0,8}) ?:|(?-i:\b(?:Success|Failure) Pattern) ?:",
        // What is drawn, what a message is called, and where something may be read up.
        r"|^\W*visual(?:ly)? ?:|\barrows? (?:converge|diverge|point|lead)\b|\((?:labell?ed|labels?) (?u:[\x22“])|\b(?:nodes?|edges?|arrows?|branches) (?:are|is) labell?ed\b|\b(?:are|is) (?:explicitly|clearly|visually) labell?ed\b|^\W*(?:edge|node|diagram|figure) labels? ?:|\(fan-?out #?[0-9] ?/ ?fan-?in #?[0-9]\)",
        r"|\b(?:nodes?|edges?|routing|branches|lanes)\b[^.;]{0,48}\b(?:visual indicators?|(?:diamond|distinct|rounded) shapes?|thicker borders?)\b|^\W*[\w -]{3,60}(?:errors|failures|warnings) \(e\.g\.,? ?(?u:[\x22“])",
        r"|\bnames? containing\b|\bat least (?:one|two|three|[1-3]) (?:[\w-]+ ){0,2}(?:node )?names?\b|\.\s*(?:retrieved from |available at )?https?://\S+(?: \S+)?\s*$",
        r"|-->\||<br ?/?>|\\n(?-i:[A-Z(])|^\W*\[[0-9]{1,3}\]\s.*(?:https?://|\((?:19|20)[0-9]{2}[a-z]?\))",
        r"|\bmust (?:explicitly |always |also ){0,2}(?:note|mention|state|say)\b|\b(?:generation|structures?|artifacts?|deliverables?|submissions?) must\b",
    ))
});

/// What a judge said with a score, asked for or held against another judge.
static IS_OPINION: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)^[^A-Za-z]*(?:the )?(?:prosecutor|defen[sc]e(?: attorney)?|tech ?lead)\W{1,5}(?:score\W{1,3})?[0-9]{1,3}(?: ?/ ?[0-9]{1,3})?\s",
        r"|(?:^|[0-9.;)]\s+)disagreement ?:",
        r"|^\W*(?:final |overall )?(?:verdict|ruling) ?: (?:the )?(?:prosecutor|defen[sc]e|tech ?lead|judges?)\b",
        r"|^\W*dissent(?: summary)? ?:.*\b(?:variance|spread) ?= ?[0-9]",
        // A summary of what judges said, an opinion with its score, or a verdict with how it came about.
        r"|^\W*per[- ]judge summary ?:|^[^A-Za-z]*(?:the )?(?:prosecutor|defen[sc]e(?: attorney)?|tech ?lead)(?u:['’]s)? opinion \([1-5] ?/ ?5\)",
        r"|^\W*(?:audit )?verdict ?: ?[1-5](?:\.[0-9]+)? ?/ ?5\b|^\W*why the (?:score|verdict) (?:landed|fell|came out)\b",
        r"|^\W*(?-i:[A-Z]{4,}(?:[ _][A-Z]{3,})+)\s*(?u:[-–—:])[^.;]*\b(?:confirmed|consensus at [1-5])\b",
        // What a judge reads out of a commit, and what shows a judge something.
        r"|\b(?:an?|one|another|the) commit (?:message )?(?:\w+ly )?(?:mentions?|shows?|notes?|says?|documents?)\b|, (?:evidencing|suggesting) [^.;,]+[.]?$",
        r"|\b(?:prosecutor|defen[sc]e|tech ?lead)(?: ?(?:[/&,]|and) ?(?:prosecutor|defen[sc]e|tech ?lead))* (?:stop(?:s|ped|ping) short|converges? (?:at|on) [0-9])\b",
        r"|\b(?:prosecutor|defen[sc]e|tech ?lead)(?u:['’])s [^.;]{0,40} (?:outweighs?|prevails? over|trumps?|overrules?) (?:the )?(?:prosecutor|defen[sc]e|tech ?lead)(?u:['’])s\b",
    ))
});

/// What a judge, the audit or one of its detectives did in a run that is over.
static IS_OF_A_RUN: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\bevidence trace ?: (?:the )?(?:repo ?investigator|doc ?analyst|vision ?inspector)\b",
        r"|\b(?:prosecutor|defen[sc]e(?: attorney)?|tech ?lead|(?:all|both|two|three|the) judges|chief justice) (?:[a-z]+ly |also |had )?",
        r"(?:praised|raised|acknowledged|applauded|critici[sz]ed|docked|deducted|awarded|gave|scored|noted|highlighted|pushed|agreed|called|pointed|charged|settled|self-critiqued|",
        r"appreciated|confirmed|cited|flagged|wanted|accepted|favou?red|rejected|questioned|penali[sz]ed|rewarded|conceded|insisted|objected|demanded|requested|commended|credited|disagreed|dissented|argued)\b",
        r"|\bscores? (?:was|were) (?:\w+ )?(?:capped|lowered|raised|overruled|reduced)\b",
        r"|^\W*(?:overruled|capped|lowered|raised|reduced) (?:to|at)\b|\b(?:prosecutor|defen[sc]e|tech ?lead)(?u:['’])s (?:claim|argument|charge|concern) (?:of|that|about)\b",
        r"|\b(?:aggregate|overall) outcome\b|\bjudges produced (?:\w+ )?(?:arguments|opinions|scores|verdicts)\b|\bsynthesis (?:has )?(?:resolved to|landed (?:at|on))\b",
        r"|\bfinding that (?:had )?(?:capped|lowered)\b|\bcap (?:(?:was|is) )?(?:tied|linked) to\b",
        r"|\bproved (?:correct|right|sound|reliable|effective)\b|\bno \w+ (?:was|were) (?:lost|overwritten|dropped)\b|\bacross (?:any|all|every|both|several|multiple) (?:\w+ )?runs\b",
        r"|(?:^|[^.A-Za-z])(?:swarm|system|auditor|agent|audit|analysis|scan|search|git log|detectives?|tools|repo ?investigator|doc ?analyst|vision ?inspector)(?: (?:nodes?|agents?|modules?))? (?:[a-z]+ly |also |had )?",
        r"(?:identified|extracted|mapped|detected|matched|confirmed|verified|found|discovered|noted|revealed|concluded|flagged)\b",
        r"|\brule of (?:security|evidence|functionality) (?:capped|lowered|overruled|kept)\b",
        // What a rule came to, in a row of a table of scores.
        r"|\brule of (?:security|evidence|functionality)(?: override)? ?: ?[0-9]{1,2} ?/ ?(?:5|10)\b",
    ))
});

/// What makes that the case of a rule.
static IS_CASE: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)\b(?:if|when|whenever|unless|once|where)\b"));

/// What found fault with a state that is told as over, or is told as not mended yet.
static IS_COMPLAINT: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\blacked\b|\bfail(?:s|ed)? to (?:meet|implement|use|include|provide|satisfy|reach|show|enforce|contain)\b",
        r"|\bstill (?:used|uses|use|open|missing|absent|relies|rely|requires?|needs?|looked|behaved)\b|\bremains? (?:open|missing|absent|unresolved)\b",
        r"|\bstatus ?: ?open\b|\brequires? [^.;]{0,60}\b(?:refactor\w*|replacement|migration)\b|\bneed for (?:an? )?(?:stronger|better|more)\b",
        r"|\b(?:earlier|early|first|old|prior) (?:versions?|drafts?|iterations?|implementations?)\b|\bat (?:the|that|self-audit) time\b",
    ))
});

/// What went wrong by the way in which something ran once.
static IS_MISHAP: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:ran|executed|started|launched|fired) (?:\w+ ){0,2}(?:in parallel|concurrently|simultaneously|sequentially) (?:before|without|while|until|although|even though)\b",
        // What data would suffer.
        r"|\bsilently overwrites\b|\bthe same problem (?:occurs|arises|exists)\b|\btriggered (?:\w+ ){0,3}(?:429|rate[- ]limit\w*)\b",
        r"|\b(?:running|executing|starting|launching) (?:it|them|both|these)\b[^.;]{0,40}? (?:meant|caused|led|made|broke|produced|resulted)\b|\boverwhelm(?:s|ed|ing)? the\b",
        // What trials taught that something takes.
        r"|\b(?:tests?|testing|experiments?|debugging|trials?|runs?) (?:\w+ ){0,2}(?:revealed|showed|taught|exposed) (?:us |me )?that\b[^.;]*\b(?:requires?|needs?|demands?)\b",
    ))
});

/// What praises the work, tells whom it is for, or what another text says.
static IS_PRAISE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\bmaster thinker\b|\bdemonstrates? (?:an? )?(?:\w+ )?understanding\b|\bbenefits? from understanding\b|\bis (?:critical|crucial|essential)\.$|\bthe use of [\w ]{3,40} is (?:\w+ly )?(?:critical|crucial|essential|important)\b|^\W*the following (?:is|are) the\b",
        r"|\bmeets? the rubric\b|\bhighest bar\b|\b(?:scores|evaluates|judges|grades) (?:its|their) own\b",
        // What another text says: a report, or a comment in the code.
        r"|\b(?:pdf|architecture) report (?:documents|describes|explains|mentions|states)\b|\badded (?:an? )?(?:\w+ )?comment\b",
    ))
});

/// What only gives a reason for what was said, asks in a row of a plan for what is to be done, or sums up scores.
static IS_REASON: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)^\W*(?:this|that|it|these|those|which) (?:is|are|was|were) (?:\w+ly )?(?:critical|crucial|essential|important|necessary|vital|needed|key|significant) (?:because|since|as)\b",
        r"|^[^;]*[.!?](?u:[”’\x22])\s+(?-i:Add|Implement|Introduce|Replace|Refactor|Extend|Enforce|Rewrite|Wire|Create|Define|Include|Write) \w",
        r"|\((?:all|each) (?:scored )?[1-5](?:\.0)? ?/ ?5\)",
    ))
});

/// A heading that gives its criterion a score: what it names is the criterion.
static IS_SCORED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)^\W*[^.:;/]{3,90}?(?u:[-–—:(]) ?(?:(?:final )?score ?:? ?[0-9](?:\.[0-9]{1,2})?(?: ?/ ?(?:5|10))?|[0-9](?:\.[0-9]{1,2})? ?/ ?(?:5|10))",
        r"\W{0,3}(?:\([^()]*\))?[.]?$",
        // A row of a history of scores.
        r"|^\W*(?:after|before|with) [^.:;/]{3,48} [0-9](?:\.[0-9]{1,2})? ?/ ?(?:5|10)\b[^.;:]*$",
    ))
});

/// Words by which such a sentence sets the code as it is against what was.
static IS_NOW: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:now|unlike|instead of|rather than|in place of|replac\w+|compared (?:to|with))\b",
    )
});

/// Whether the sentence claims nothing of the code as it is, whatever it names.
pub(super) fn narrates(sentence: &str) -> bool {
    let never = [&IS_LAW, &IS_OPINION, &IS_MISHAP, &IS_PRAISE, &IS_REASON, &IS_SCORED];
    never.iter().any(|phrase| phrase.is_match(sentence))
        || (IS_OF_A_RUN.is_match(sentence) && !IS_CASE.is_match(sentence))
        || (IS_COMPLAINT.is_match(sentence) && !IS_NOW.is_match(sentence))
}

/// Whether this is a heading that gives something a score.
pub(in super::super) fn is_scored(sentence: &str) -> bool {
    IS_SCORED.is_match(sentence)
}
