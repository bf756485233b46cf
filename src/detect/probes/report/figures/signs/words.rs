//! Words by which a caption or a text tells what a picture shows, in small letters.

/// Words by which a caption or a text speaks of a diagram.
pub(super) const DIAGRAM: [&str; 30] = [
    "architect",
    "topolog",
    "diagram",
    "flow",
    "graph",
    "pipeline",
    "overview",
    "sequence",
    "component",
    "state machine",
    "swarm",
    "structure",
    "schema",
    "orchestrat",
    "fan-out",
    "fan-in",
    "nodes",
    "layer",
    "courtroom",
    "model of",
    // What such a diagram is of, or is called.
    "agentstate",
    "parallel",
    "fan out",
    "fan in",
    "loop",
    "lifecycle",
    "entity",
    "uml",
    "use case",
    "data model",
];
/// Words by which a caption surely names one, however small it is.
pub(super) const NAMED: [&str; 5] = ["architect", "diagram", "flowchart", "pipeline", "topolog"];
/// Words of what shows numbers, beside which such words may stand as well.
pub(super) const PLOTS: [&str; 12] = [
    "bar graph",
    "line graph",
    "bar chart",
    "pie chart",
    "histogram",
    "scatter",
    "curve",
    "box plot",
    "plot of",
    "heatmap",
    "confusion matrix",
    "distribution of",
];
/// Words by which a caption alone tells of numbers: in a text they may tell of anything.
pub(super) const MEASURED: [&str; 3] = ["accuracy", "loss over", "reward"];
/// Words of what a screen showed, which may be a diagram.
pub(super) const SEEN: [&str; 5] =
    ["screenshot", "screen shot", "terminal output", "console output", "logo of"];
/// Words of what a camera showed, which is none.
pub(super) const CAMERA: [&str; 3] = ["photo", "our team", "workshop"];
/// Words by which a text speaks of a diagram that has no caption.
pub(super) const DRAWN: [&str; 4] = ["architect", "diagram", "graph", "topolog"];
/// Those that do so only in the line above a picture.
pub(super) const HEADED: [&str; 2] = ["flow", "pipeline"];
/// What makes one of these a word for a diagram wherever it stands.
pub(super) const COMPOUND: [&str; 9] = [
    "sequence diagram",
    "flow chart",
    "flowchart",
    "data flow",
    "dataflow",
    "control flow",
    "system overview",
    "overview of the system",
    "overview of the architecture",
];
/// Words by which a sentence points to what is shown beside it.
pub(super) const POINTS: [&str; 10] = [
    "above",
    "below",
    "depict",
    "figure",
    "following",
    "illustrat",
    "picture",
    "shown",
    "shows",
    "visual",
];
/// Words of other languages for a diagram.
pub(super) const ABROAD: [&str; 16] = [
    "ablauf",
    "architec",
    "architekt",
    "architett",
    "arkitekt",
    "arquite",
    "diagr",
    "esquema",
    "fluj",
    "fluss",
    "flux",
    "schém",
    "архитект",
    "диаграм",
    "схем",
    "mimari",
];
/// Signs of such words where no gaps part words.
pub(super) const SIGNS: [&str; 6] = ["架构", "架構", "流程", "示意", "구조", "構成"];
/// Words by which it may speak of any figure.
pub(super) const SHOWN: [&str; 5] = ["chart", "fig.", "figure", "illustrat", "shows"];
/// Words about what was seen on a screen.
pub(super) const SCREEN: [&str; 16] = [
    "code snippet",
    "dashboard page",
    "home page",
    "login page",
    "results show",
    "the code for",
    "user interface",
    "screenshot",
    "screen shot",
    "conversation log",
    "chat log",
    "conversation history",
    "chat history",
    "prompt log",
    "traceback",
    "stack trace",
];
