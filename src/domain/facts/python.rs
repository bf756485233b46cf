//! Facts about the Python sources, each with the place that shows it.

use super::{
    BentNumber, Binding, BrokenImport, CallFact, CloneFact, CommonWords, ConstantEvidence,
    EngineFact, EvidenceFact, FieldBounds, FieldNumbers, ForeignIds, FrameworkFact, FunctionFact,
    GraphFact, HeldAgainst, HiddenFile, ImportFact, ImportedName, JusticeFact, LackedKey,
    LackingMethod, Lines, LostCommand, Maker, Misfit, MisformattedText, MisusedModel, OpenTemplate,
    OthersFiles, OwnSource, PracticeFact, PromptFact, PromptSimilarity, ReadyGraph, RefusedFile,
    RuleTrace, SetNumbers, StandIn, Surroundings, UnboundName, UndeclaredImport, Unresolved,
    WaysIn,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the Python sources of the tree define and do.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PythonFacts {
    /// How many Python files were parsed.
    pub files: u32,
    /// Files, or parts of them, that could not be understood.
    pub unreadable: Vec<Unreadable>,
    /// Class definitions.
    pub classes: Vec<ClassFact>,
    /// Reducers on state fields: `Annotated[T, reducer]`.
    pub reducers: Vec<ReducerFact>,
    /// What stands in annotations of state fields as reducers do and is none, because the annotation goes on behind
    /// it: `LangGraph` looks at the last entry only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub idle_reducers: Vec<ReducerFact>,
    /// Fields, or whole classes where none is named, of states whose annotations could not be read to a reducer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread_reducers: Vec<ReducerFact>,
    /// State graphs that the sources build.
    pub graphs: Vec<GraphFact>,
    /// Graph engines of the repository's own, where the program builds no graph of `LangGraph`'s.
    #[serde(default)]
    pub engines: Vec<EngineFact>,
    /// Graphs that a library builds for the program, where it builds none by hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ready_graphs: Vec<ReadyGraph>,
    /// What orchestrates by another framework than `LangGraph`'s graphs, whose wiring is not read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frameworks: Vec<FrameworkFact>,
    /// What tells that the program may build a graph of `LangGraph`'s that was not seen; looked for only where none was
    /// seen outside the tests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unmade_graph: Option<Unresolved>,
    /// Calls that can run commands or code, or read unsafe formats.
    pub calls: Vec<CallFact>,
    /// Model calls that are bound to a schema.
    pub structured_output: Vec<StructuredOutputFact>,
    /// Model calls that are given tools, and whose reply no schema of the sources is held against.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bound_tools: Vec<StructuredOutputFact>,
    /// How repositories are cloned.
    pub clone: Vec<CloneFact>,
    /// Texts that instruct a persona.
    pub prompts: Vec<PromptFact>,
    /// Texts that address whichever persona is filled in, of which it is not known what else fills them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open_templates: Vec<OpenTemplate>,
    /// How alike the personas' texts are, pair by pair.
    pub prompt_similarity: Vec<PromptSimilarity>,
    /// What the personas' texts have in common, in words.
    #[serde(default)]
    pub common_words: CommonWords,
    /// How verdicts are synthesised.
    pub justice: Vec<JusticeFact>,
    /// Whether anything outside the tests speaks of a score, an opinion or a verdict, other than the fields that classes
    /// declare; asked only where no synthesis was recognised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speaks_of_verdicts: Option<bool>,
    /// Code that runs and may decide on opinions, though it was not recognised as synthesis; looked for only where
    /// nothing that runs leads to what was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub perhaps_synthesis: Option<Lines>,
    /// Names that speak of rules which were not recognised, the most telling of each rule; nothing
    /// where nobody looked for them.
    #[serde(default)]
    pub rule_traces: Option<Vec<RuleTrace>>,
    /// What the synthesis does with what the detectives found; nothing where nobody looked.
    #[serde(default)]
    pub evidence_in_synthesis: Option<EvidenceFact>,
    /// The ids that opinions are asked for and that no criterion has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub foreign_ids: Option<ForeignIds>,
    /// Functions and methods, up to a few thousand.
    #[serde(default)]
    pub functions: Vec<FunctionFact>,
    /// Modules from outside the repository.
    #[serde(default)]
    pub imports: Vec<ImportFact>,
    /// Names that the sources import from modules outside the repository, up to a thousand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub imported_names: Vec<ImportedName>,
    /// Names that files of the program import from each other in vain.
    #[serde(default)]
    pub broken_imports: Vec<BrokenImport>,
    /// Files that Python surely refuses to compile, outside the tests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused_files: Vec<RefusedFile>,
    /// Names that files of the program use and nothing binds, the first use of each in a file.
    #[serde(default)]
    pub unbound_names: Vec<UnboundName>,
    /// Methods that files of the program call and the class of the object does not have, the first call of each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lacking_methods: Vec<LackingMethod>,
    /// Texts in f-strings of the program that are formatted by a rule that no text takes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub misformatted_texts: Vec<MisformattedText>,
    /// Objects of Pydantic classes that the program uses as no such object can be used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub misused_models: Vec<MisusedModel>,
    /// Evidence that detectives write before they look at anything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub constant_evidence: Vec<ConstantEvidence>,
    /// Validators that put another number in the place of a valid one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bent_numbers: Vec<BentNumber>,
    /// Keys that are read of a rubric's criteria, and that no criterion of a rubric in the tree has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lacked_keys: Vec<LackedKey>,
    /// Sources of the program itself that its detectives read, whatever is audited.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own_sources: Vec<OwnSource>,
    /// Python files of others in the tree, none of which was examined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub others: Option<OthersFiles>,
    /// Files that no import finds, because a module or a package of the same name stands beside them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hidden_files: Vec<HiddenFile>,
    /// Packages that files of the program import and no manifest or lock file brings, an import of each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undeclared_imports: Vec<UndeclaredImport>,
    /// Commands of manifests that start what is not in the tree.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost_commands: Vec<LostCommand>,
    /// What the sources are seen to do, a few places of each.
    #[serde(default)]
    pub practices: Vec<PracticeFact>,
    /// Fields that are given a number, and nothing that is computed, up to a few hundred.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub field_numbers: Vec<FieldNumbers>,
    /// Fields whose numbers their classes bound, or may, up to [`FieldBounds::MOST`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub field_bounds: Vec<FieldBounds>,
    /// Names that limit or tune something, with the numbers that they are set to, up to a few hundred.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set_numbers: Vec<SetNumbers>,
    /// The functions that come to make objects of typed classes, up to a few hundred.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub makers: Vec<Maker>,
    /// Names of the methods that bind a model to a schema, as far as anything may call them.
    #[serde(default)]
    pub binders: Vec<String>,
    /// Where such a method is named outside the tests and not called there: held in a variable, or handed on; and where a
    /// schema is put under its key into what a model may be asked with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unfollowed_binders: Vec<Lines>,
    /// Where a source that asks a model holds what it reads against a class, so that replies may be held against it, up to a
    /// few.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held_afterwards: Vec<HeldAfterwards>,
    /// Whether any source outside the tests speaks to a language model; `None` when undecided.
    #[serde(default)]
    pub calls_model: Option<bool>,
    /// Routes of servers, options and subcommands outside the tests.
    #[serde(default, skip_serializing_if = "WaysIn::is_empty")]
    pub ways_in: WaysIn,
}

/// Something that is held against a class, where it may be the reply of a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HeldAfterwards {
    /// The class; nothing where it is given to what holds something against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// Where it is held against it.
    pub place: Lines,
}

/// A file, or a part of one, that could not be understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Unreadable {
    /// The file, or the lines in it.
    #[serde(flatten)]
    pub place: Lines,
    /// What stood in the way, a lowercase fragment such as `is not UTF-8`.
    pub reason: String,
}

/// What a class is, through aliases and inheritance inside the repository.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
pub enum ClassKind {
    /// A Pydantic model.
    BaseModel,
    /// A `typing.TypedDict`.
    TypedDict,
    /// A standard-library or Pydantic dataclass.
    #[serde(rename = "dataclass")]
    Dataclass,
    /// Anything else.
    #[serde(rename = "other")]
    Other,
}

/// One class definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClassFact {
    /// The class's name.
    pub name: String,
    /// What it is.
    pub kind: ClassKind,
    /// Its bases as written.
    pub bases: Vec<String>,
    /// Names of the annotated fields in its body, in order, inherited ones not included.
    pub fields: Vec<String>,
    /// Names of the fields that its bases in the repository give it, in order.
    #[serde(default)]
    pub inherited: Vec<String>,
    /// The annotations of the fields in its body, as written, in the same order.
    #[serde(default)]
    pub annotations: Vec<String>,
    /// What the fields in its body hold where nobody says otherwise, as written, in the same order; empty for a field
    /// that has to be given, `?` where a call makes it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub defaults: Vec<String>,
    /// Whether a decorator or a keyword of its head may make something else of it than its bases do.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub altered: bool,
    /// Other names that the program gives it: `AgentState = CourtState`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// The whole definition.
    #[serde(flatten)]
    pub place: Lines,
    /// Whether the file is a test.
    pub in_tests: bool,
}

impl ClassFact {
    /// Whether this is the class's name, or another that the program gives it.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.iter().any(|alias| alias == name)
    }
}

/// What a reducer does, where that is known.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ReducerKind {
    /// `operator.add`.
    OperatorAdd,
    /// `operator.ior` or `operator.or_`.
    OperatorIor,
    /// `LangGraph`'s `add_messages`.
    AddMessages,
    /// A lambda.
    Lambda,
    /// A function defined in the repository or imported from elsewhere.
    Function,
    /// A function or lambda that gives back one of its two values as it is, so that it keeps
    /// nothing of the other.
    Replacement,
}

/// One reducer on one field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing of its own about what is kept")]
pub struct ReducerFact {
    /// The class that has the field.
    pub class: String,
    /// The field's name.
    pub field: String,
    /// The reducer as written, such as `op.ior`.
    pub written: String,
    /// The reducer through imports and aliases, such as `operator.ior`.
    pub resolved: String,
    /// What it does.
    pub kind: ReducerKind,
    /// Whether it is a function of the repository's own that adds its two values up, be it under each key of theirs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sums: bool,
    /// Whether it is a function of the repository's own that gives up what the field holds where an update is empty.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub empties: bool,
    /// Whether `LangGraph` passes it over, because it is not the last entry of its annotation.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub passed_over: bool,
    /// Classes outside the tests that inherit the field, and other names of those that have it.
    #[serde(default)]
    pub inherited_by: Vec<String>,
    /// The field's line.
    #[serde(flatten)]
    pub place: Lines,
    /// Whether the file is a test.
    pub in_tests: bool,
}

impl ReducerFact {
    /// Whether what is returned is added to what the field holds, so that the field holds it twice where it held it
    /// already.
    #[must_use]
    pub fn adds_up(&self) -> bool {
        self.kind == ReducerKind::OperatorAdd || self.sums
    }
}

/// A model call bound to a schema.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StructuredOutputFact {
    /// `with_structured_output`, `bind_tools`, `response_format` and the like.
    pub method: String,
    /// The schema, through variables where they could be followed, as its class name.
    pub schema: Option<String>,
    /// The enclosing function.
    pub function: Option<String>,
    /// Whether a retry stands around the call or its use; `None` when undecided. `misfit` says whether
    /// malformed replies are among its reasons.
    pub retry: Option<bool>,
    /// How firmly the reply is bound.
    #[serde(default)]
    pub binding: Binding,
    /// What becomes of a reply that does not fit; `None` when undecided.
    #[serde(default)]
    pub misfit: Option<Misfit>,
    /// Where the model is asked that is bound here, the first places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<Lines>,
    /// What takes the place of replies that do not fit, where each of those handlers builds it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stand_ins: Vec<StandIn>,
    /// The call that holds the reply against the schema, where the call that is told here is not given that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<HeldAgainst>,
    /// What stands beside the call and its uses.
    #[serde(default, skip_serializing_if = "Surroundings::is_empty")]
    pub beside: Surroundings,
    /// Whether the program imports the file, step by step, from where it starts, and something names the
    /// function; `None` when undecided.
    #[serde(default)]
    pub live: Option<bool>,
    /// What holds the model that is bound, as it is written, where nothing that runs reads it from there: it is never
    /// asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unasked: Option<String>,
    /// The call.
    #[serde(flatten)]
    pub place: Lines,
    /// Whether the file is a test.
    pub in_tests: bool,
}
