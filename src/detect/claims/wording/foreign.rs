//! Words that make something else of what a clause names.

/// What three judges have or do together, or who starts them, is no judge.
pub(super) const OF_THE_THREE: &str = concat!(
    r"all (?:of )?(?:the )?three|three (?:[\w-]+ ){0,3}?judges?(?u:['’])?s?(?u:['’])? (?:scores?|opinions?|verdicts?)",
    r"|averag\w*|(?:mean|median|sum|minimum|maximum) of\b|(?:directly|straight) (?:in)?to\b",
    r"|shar(?:e|es|ed|ing) (?:one|an?|the same) (?:\w+ ){0,2}prompts?\b",
);

/// What others' code imports, and what it lacks, is no library of the own one; nor is what helped to write a text, or
/// what a company has or publishes.
pub(super) const LIBRARY: &str = concat!(
    r"catch(?:es|ing)?\b|anti-?patterns?\b|code (?:that|which)\b",
    r"|(?:was|were|been) used (?:\w+ )?to (?:\w+ )?(?:draft|write|revise|polish|proofread|rephrase|translate|brainstorm|edit)\b|claude code\b",
    r"|(?:openai|anthropic|google|groq|gemini|ollama)(?u:['’])s (?:\w+ ){0,2}?(?:bills?|costs?|products?|papers?|reports?|blog|pricing|guidelines?|research|stud(?:y|ies)|policy|announcement)\b",
    r"|(?:openai|anthropic|groq|google) (?:reports?|papers?|stud(?:y|ies)|blog|research|guidelines?)\b|frontier (?:products?|labs?)\b",
);
