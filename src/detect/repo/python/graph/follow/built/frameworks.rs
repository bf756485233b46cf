//! Frameworks beside `LangGraph`'s graphs by which a program lets its parts run in turn or side by side.
//!
//! Their wiring is not read. They are told, so that nobody concludes from the absence of a `StateGraph` that nothing is
//! wired.

use crate::detect::repo::python::classes::{bare, each};
use crate::detect::repo::python::repository::{At, Repository};
use crate::detect::repo::python::running::reach::Reach;
use crate::detect::repo::python::running::sites::Sites;
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Passing, StmtKind};
use crate::domain::facts::FrameworkFact;
use std::collections::BTreeSet;

/// What of a framework orchestrates: the framework, its packages, the names there, and the argument without which they
/// orchestrate nothing.
type Orchestrator = (&'static str, &'static [&'static str], &'static [&'static str], &'static str);

/// The names are those of functions, decorators and classes, of which others may be derived.
const ORCHESTRATORS: &[Orchestrator] = &[
    ("LangGraph's functional API", &["langgraph.func"], &["entrypoint"], ""),
    ("langgraph-supervisor", &["langgraph_supervisor"], &["create_supervisor"], ""),
    ("langgraph-swarm", &["langgraph_swarm"], &["create_swarm"], ""),
    ("Deep Agents", &["deepagents"], &["create_deep_agent", "async_create_deep_agent"], ""),
    (
        "LangChain",
        &["langchain", "langchain_core", "langchain_classic"],
        &["RunnableParallel", "RunnableMap", "RunnableBranch", "SequentialChain"],
        "",
    ),
    (
        "Google ADK",
        &["google.adk"],
        &["SequentialAgent", "ParallelAgent", "LoopAgent", "BaseAgent", "Workflow"],
        "",
    ),
    ("Google ADK", &["google.adk"], &["Agent", "LlmAgent"], "sub_agents"),
    ("CrewAI", &["crewai"], &["Crew", "Flow", "CrewBase"], ""),
    (
        "AdalFlow",
        &["adalflow", "lightrag"],
        &["Component", "GradComponent", "DataComponent", "Sequential", "Parallel", "Runner"],
        "",
    ),
    ("DSPy", &["dspy"], &["Module", "Parallel", "Program"], ""),
    (
        "AutoGen",
        &["autogen_agentchat", "autogen_core", "autogen", "ag2", "pyautogen"],
        &[
            "RoundRobinGroupChat",
            "SelectorGroupChat",
            "MagenticOneGroupChat",
            "Swarm",
            "GraphFlow",
            "DiGraphBuilder",
            "GroupChat",
            "GroupChatManager",
            "RoutedAgent",
            "initiate_chats",
            "a_initiate_chats",
        ],
        "",
    ),
    ("the OpenAI Agents SDK", &["agents"], &["Agent"], "handoffs"),
    ("OpenAI Swarm", &["swarm"], &["Swarm"], ""),
    (
        "LlamaIndex",
        &["llama_index", "workflows"],
        &["Workflow", "AgentWorkflow", "QueryPipeline"],
        "",
    ),
    ("Pydantic Graph", &["pydantic_graph"], &["Graph", "GraphBuilder", "BaseNode"], ""),
    ("Haystack", &["haystack"], &["Pipeline", "AsyncPipeline"], ""),
    ("Strands Agents", &["strands"], &["GraphBuilder", "Swarm"], ""),
    ("Burr", &["burr"], &["ApplicationBuilder"], ""),
    ("smolagents", &["smolagents"], &["CodeAgent", "ToolCallingAgent"], "managed_agents"),
    (
        "Microsoft Agent Framework",
        &["agent_framework"],
        &[
            "WorkflowBuilder",
            "SequentialBuilder",
            "ConcurrentBuilder",
            "GroupChatBuilder",
            "HandoffBuilder",
            "MagenticBuilder",
        ],
        "",
    ),
    (
        "Semantic Kernel",
        &["semantic_kernel"],
        &[
            "SequentialOrchestration",
            "ConcurrentOrchestration",
            "GroupChatOrchestration",
            "HandoffOrchestration",
            "MagenticOrchestration",
            "AgentGroupChat",
            "ProcessBuilder",
        ],
        "",
    ),
    ("Agno", &["agno"], &["Team", "Workflow"], ""),
    ("MetaGPT", &["metagpt"], &["Team"], ""),
    ("CAMEL", &["camel"], &["Workforce"], ""),
    ("Prefect", &["prefect"], &["flow"], ""),
    ("Dagster", &["dagster"], &["job", "graph", "asset"], ""),
    ("Airflow", &["airflow"], &["DAG", "dag"], ""),
    ("Temporal", &["temporalio.workflow"], &["defn"], ""),
    ("Celery", &["celery"], &["group", "chord", "chain"], ""),
    ("Metaflow", &["metaflow"], &["FlowSpec"], ""),
    ("Luigi", &["luigi"], &["Task", "WrapperTask"], ""),
];

/// Lists what orchestrates by such a framework in code outside the tests, the first place of each name, in source order.
pub(in crate::detect::repo::python) fn frameworks(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    reach: &Reach,
) -> Vec<FrameworkFact> {
    let mut found = Vec::new();
    let runs =
        |module: usize| !repository.modules[module].in_tests && reach.live(module) != Some(false);
    let mut note = |value: &Expr<'_>, name: Option<String>, at: At, call: Option<&Call<'_>>| {
        let told = name.and_then(|name| orchestrator(&name, call));
        found.extend(told.map(|(framework, by)| FrameworkFact {
            framework: framework.to_owned(),
            by,
            place: repository.modules[at.module].place(value.span),
        }));
    };
    for site in sites.all.iter().filter(|site| runs(site.at.module) && !site.around.dead) {
        let name = repository.external(&site.call.callee, site.at);
        note(site.expr, name, site.at, Some(site.call));
    }
    for (module, parsed) in repository.modules.iter().enumerate().filter(|(at, _)| runs(*at)) {
        each(repository, &parsed.syntax.body, At::top(module), &mut |at, stmt| {
            let (decorators, bases) = match &stmt.kind {
                StmtKind::Function(function) => (&function.decorators, [].as_slice()),
                StmtKind::Class(class) => (&class.decorators, class.bases.as_slice()),
                _ => return,
            };
            let bases = bases.iter().filter(|base| base.passing == Passing::Position);
            let bases = bases.map(|base| bare(&base.value));
            let plain = |one: &&Expr<'_>| !matches!(one.kind, ExprKind::Call(_));
            for one in decorators.iter().filter(plain).chain(bases) {
                note(one, repository.external(one, at), at, None);
            }
        });
    }
    found.sort_by(|left, right| left.place.cmp(&right.place));
    let mut seen = BTreeSet::new();
    found.retain(|one| seen.insert((one.framework.clone(), one.by.clone())));
    found
}

/// The framework to which a name belongs that orchestrates, and the name there.
fn orchestrator(name: &str, call: Option<&Call<'_>>) -> Option<(&'static str, String)> {
    let (package, last) = name.rsplit_once('.')?;
    let is_of = |root: &&str| {
        package.strip_prefix(*root).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let (framework, ..) = ORCHESTRATORS.iter().find(|(_, packages, names, with)| {
        let is_given =
            with.is_empty() || call.is_some_and(|call| call.argument(usize::MAX, with).is_some());
        names.contains(&last) && packages.iter().any(is_of) && is_given
    })?;
    Some((framework, last.to_owned()))
}
