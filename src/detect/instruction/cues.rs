//! Words by which a sentence wants something, forbids it, or leaves in doubt what it wants.

/// Whether a list of words has one.
pub(super) fn has(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|one| one == word)
}

/// What forbids that which follows it, besides words that end in `n't`; with commas between them.
pub(super) const FORBIDS: &str = "\
    no, not, never, cannot, nor, without, nobody, nothing, none, avoid, avoids, avoiding, avoided, forbid, \
    forbids, forbidden, ban, bans, banned, prohibit, prohibits, prohibited, disallow, disallows, disallowed, \
    reject, rejects, refuse, refuses, penalise, penalises, penalize, penalizes, flag, instead of, in place of, \
    rather than, free of, free from, away from, refrain from, refrains from, abstain from, absence of, deduct \
    points for, deduct marks for, deduct for, subtract points for, lose points for, points off for, no points \
    for, opposed to, lieu of";

/// What may stand between such a word and what it forbids.
pub(super) const BETWEEN: &str = "\
    a add all allowed an any anyone bare be being call called calling calls class code command commit committed \
    contain contains create define depend direct directly ever execute file files find from function functions \
    have identifiers import importing imports include includes invoke like longer method methods modules named \
    occurrence occurrences of old on our permitted push raw references rely run see should such that the there \
    to trace upon usage use used uses using want your";

/// What may stand between a term and what is said of it.
pub(super) const BEHIND: &str = "\
    call calls class command decorator file files folder function functions keyword library method methods \
    module statement statements usage use";

/// What says of a term with a negation that it is there, or in use.
pub(super) const IS_THERE: &str = "\
    acceptable accepted allowed appear appears call called checked commit committed contained exist exists found \
    import imported included invoked permitted present pushed seen there tolerated tracked use used wanted \
    welcome";

/// What says of a term that it must not be.
pub(super) const JUDGED: &str = "\
    absent avoided banned disallowed flagged forbidden illegal penalised penalized prohibited refused rejected \
    unacceptable unwanted violation vulnerability unused no-go";

/// What says of a term that it has gone; whether it must not be there at all is another matter.
pub(super) const GONE: &str = "\
    deleted dropped eliminated gone removed";

/// What stands before such a word.
pub(super) const AUXILIARIES: &str = "\
    a absolutely also an are as be been being clearly completely considered entirely ever explicitly flaw has \
    have is it must ought security shall should simply strictly that to was were which will";

/// What may precede a prohibition that holds for all code.
pub(super) const EVERYWHERE: &str = "\
    a all also an any are as be been bare check code codebase confirm contain contains do does ensure everyone \
    file files find flag for has have implementation is it look may must of old one our please points program \
    project raw repository scan search shall should solution strictly stay steer keep students submission sure \
    make that the their there they this to usage use uses using verify want we will would you your its whether \
    see";

/// What may follow a prohibition that holds for all code.
pub(super) const AT_ALL: &str = "\
    all allowed anymore any anywhere are at be called code codebase committed ever exist exists file files from \
    git imported in into is longer may more must of our permitted present project repo repository should source \
    sources submission the there to tree use used your control version by here calls call function functions \
    statements statement usage found";

/// What bounds a prohibition.
pub(super) const BOUNDS: &str = "\
    apart besides except excepting if only other outside unless when where while wherever whenever";

/// With what a bound begins that follows a term.
pub(super) const PREPOSITIONS: &str = "\
    as at because directly during for from in inside on outside over since to when where if unless except while \
    with within by";

/// What leaves in doubt whether what stands beside it is wanted.
pub(super) const DOUBTFUL: &str = "\
    absent allowed avoid bare cannot could drop excluding except exclude gone ignore instead just lack lacks \
    less may merely minus missing naive neither never no nobody none nor not nothing only optional optionally \
    over permitted plain prefer preferred rather raw remove removed replace replaced rid than unless without \
    legacy old beware fail fails left limit marks minimise minimize points reduce remaining shun stop";

/// The beginnings of words that judge, so that what is named beside them may be what is wrong.
pub(super) const JUDGING: &str = "\
    acceptable anti-pattern antipattern bad ban cost dangerous deduct deprecated disallow discourage forbid \
    insecure illegal lose loses mistake obsolete outdated penal prohibit refrain reject refuse smell subtract \
    tolerat unaccept undesir unsafe unwanted violat vulnerab weak wrong worse zero no-go nowhere abuse danger \
    harm leftover misuse pitfall problem risk flag mislead";

/// What asks for something, or says that it is.
pub(super) const DEMANDS: &str = "\
    analyse analyze are assess based be build built by call called calls check classify collect compare confirm \
    contain contains count created creates declares define defined defines describe described describes discuss \
    discussed discusses does ensure examine exist exists expect expected explain explained explains expose \
    exposes extract find has have identify implement implemented implements import imports include included \
    includes inspect is locate look mention mentions must name need needs parse provide provided provides read \
    require required requires return returns run runs scan search see should show shows test tested through use \
    used uses using verify via with write written";
