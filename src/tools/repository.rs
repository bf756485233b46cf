//! The repository tool of the contract, §5.1, that the git port does not have.

use crate::detect::repo::python;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{GraphFact, PythonFacts, ReducerFact, Unreadable};
use crate::domain::limits::Limits;
use crate::ports::git::{self, GitError};
use std::path::Path;

/// The state graphs that a repository's Python sources build.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GraphStructure {
    /// The graphs, with their nodes, edges and points of fan-out and fan-in.
    pub graphs: Vec<GraphFact>,
    /// The reducers on state fields: `Annotated[T, reducer]`.
    pub reducers: Vec<ReducerFact>,
    /// Files, or parts of them, that could not be understood, so that something may be missing above.
    pub unreadable: Vec<Unreadable>,
    /// Damage that was met and limits that were reached, each a full sentence; the same holds.
    pub reservations: Vec<String>,
}

/// Reads the state graphs and reducers of the Python sources at `HEAD`, from their syntax trees.
/// Contract §5.1.
///
/// `repo_path` is a work tree, its `.git`, or a bare repository. Files that are not committed are not
/// read.
///
/// # Errors
/// [`GitError`] says why the repository, its newest commit or the tree of that commit could not be read.
///
/// ```
/// use automaton_auditor::tools::analyze_graph_structure;
/// use std::path::Path;
///
/// let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/courtroom-agent.git");
/// let structure = analyze_graph_structure(Path::new(sample))?;
/// let graph = &structure.graphs[0];
/// assert!(graph.place.to_string().starts_with("src/graph.py:"));
/// assert!(graph.fan_in.iter().any(|node| node == "evidence_aggregator"));
/// assert!(structure.reducers.iter().any(|reducer| reducer.resolved == "operator.ior"));
/// # Ok::<(), automaton_auditor::ports::git::GitError>(())
/// ```
pub fn analyze_graph_structure(repo_path: &Path) -> Result<GraphStructure, GitError> {
    let limits = Limits::default();
    let mut exhibit = git::read(&git::open(repo_path, &limits)?, &limits)?;
    exhibit.sources.retain(Source::is_python);
    let PythonFacts { graphs, reducers, unreadable, .. } =
        python::examine(&exhibit.sources, &limits);
    let mut reservations = exhibit.tree.damage;
    reservations.append(&mut exhibit.limits_reached);
    Ok(GraphStructure { graphs, reducers, unreadable, reservations })
}
