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
/// Words by which a text speaks of a diagram that has no caption.
pub(super) const DRAWN: [&str; 4] = ["architect", "diagram", "graph", "topolog"];
/// Those that do so only in the line above a picture.
pub(super) const HEADED: [&str; 2] = ["flow", "pipeline"];
/// Words for a diagram wherever they stand.
pub(super) const CHARTS: [&str; 3] = ["diagram", "flow chart", "flowchart"];
/// Words for what a diagram shows, which is one in a sentence that points to it.
pub(super) const FLOWS: [&str; 7] = [
    "data flow",
    "data-flow",
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
/// Such words for a picture of one.
pub(super) const PICTURED: [&str; 14] = [
    "流程图",
    "流程圖",
    "架构图",
    "架構圖",
    "结构图",
    "結構圖",
    "示意图",
    "示意圖",
    "时序图",
    "時序圖",
    "構成図",
    "構造図",
    "구조도",
    "흐름도",
];
/// Signs by which a sentence points to it.
pub(super) const SHOWN_ABROAD: [&str; 8] =
    ["如下", "所示", "下图", "下圖", "以下", "次の", "다음", "아래"];
/// Words by which it may speak of any figure.
pub(super) const SHOWN: [&str; 5] = ["chart", "fig.", "figure", "illustrat", "shows"];
/// Words about what was seen on a screen, or what code plots.
pub(super) const SCREEN: [&str; 18] = [
    "plt.",
    "savefig",
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
