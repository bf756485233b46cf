//! Automaton Auditor: audits a git repository and its PDF report against a rubric, as a court would.
//!
//! Detectives state facts, judges argue from them, the Chief Justice rules by written rules, and the
//! report lets a reader check every sentence:
//!
//! `Request → Evidence → Opinion → Verdict → Report`
//!
//! Pure functions decide, actors carry messages, ports touch the world. The coordinator of an audit owns
//! its state; everyone else is told, and answers with an event. `actors.md` in the repository documents
//! the actors.
//!
//! | module | what it is | may use |
//! | --- | --- | --- |
//! | [`domain`] | values and decisions: requests, rubric, facts, evidence, opinions, events, state, plan | nothing of ours |
//! | [`detect`] | exhibits → facts → evidence; the catalogue of probes | `domain` |
//! | [`judge`] | a case → an opinion: the written scoring policies; what a model is asked, and what its reply counts for | `domain` |
//! | [`justice`] | opinions and evidence → the ruling, one file per rule | `domain` |
//! | [`render`] | the report as Markdown and JSON, an event as a line of progress, events as spans | `domain` |
//! | [`ports`] | git, PDF, sandbox, journal, reports, telemetry and others: a trait or functions, adapters beside them | `domain`; `bench` and `vision` also `judge`, `reports` also `render` |
//! | [`worker`] | the child process that reads a submission | `ports`, `detect` |
//! | [`actors`] | thin shells that carry messages | `ports` and the pure modules |
//! | [`engine`] | what programs call: start, submit, follow, stop | what `actors` may, and `actors` |
//! | [`docket`] | a class of submissions: who is audited when, and what people order | what `actors` may, and `engine` |
//! | [`tools`] | single tools under the names of the contract | `ports`, `detect` |
//! | [`web`] | the dashboard and the API over HTTP | what `docket` may, and `docket` |
//! | [`chaos`] | experiments: faults as data, a simulator in virtual time | what `docket` may, and `config` |
//! | `spread` | pure work on all processors | nothing of ours; all may use it |
//! | [`cli`], [`config`] | the `auditor` command, and the only reader of the environment | all but `worker` and `tools`; `config` only `domain` and `ports` |
//!
//! Comments cite `contract §n`: the interface that the course agreed upon whose submissions `rubric.json` is for. Its
//! names are kept, and each of its sections lives in one place:
//!
//! | contract | here |
//! | --- | --- |
//! | §2 entry: repository, report, rubric, output | `auditor audit` ([`cli`]) and [`engine::Engine::submit`] |
//! | §3 models: evidence, opinion, result, report, state | [`domain::evidence`], [`domain::opinion`], [`domain::verdict`], [`domain::report`], [`domain::state`]; `auditor schema` prints them |
//! | §3.5 reducers `ior` and `add` | [`domain::reducers`] |
//! | §4 nodes that return a part of the state | [`actors`]: a step comes in, an event goes out; [`domain::plan`] tells what is due |
//! | §5 tools for code, documents and pictures | [`tools`], under their names |
//! | §6 rubric and synthesis rules | [`domain::rubric`] and [`justice`], one file per rule |
//! | §7 structured opinions of a model | [`judge`] and [`ports::bench`] |
//! | §8 report | [`render`] |
//! | §9 environment and tracing | [`config`], `.env.example` and [`ports::telemetry`] |
//!
//! A whole audit is an [`engine::Engine`], which has an example. A single question needs no engine:
//!
//! ```
//! use automaton_auditor::tools::{analyze_graph_structure, clone_repo, extract_git_history};
//!
//! // A URL would be fetched into a temporary directory; a repository on disk is read in place.
//! let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/courtroom-agent.git");
//! let repository = clone_repo(sample)?;
//! assert_eq!(extract_git_history(repository.path())?.len(), 24);
//!
//! let structure = analyze_graph_structure(repository.path())?;
//! assert!(structure.graphs.iter().any(|graph| !graph.fan_out.is_empty()));
//! # Ok::<(), automaton_auditor::ports::git::GitError>(())
//! ```
//!
//! A submission is its author's: its code is never run, and whoever audits those of others reads them
//! through [`ports::sandbox::ChildProcess`].

pub mod actors;
pub mod chaos;
pub mod cli;
pub mod config;
pub mod detect;
pub mod docket;
pub mod domain;
pub mod engine;
pub mod judge;
pub mod justice;
pub mod ports;
pub mod render;
mod spread;
pub mod tools;
pub mod web;
pub mod worker;
