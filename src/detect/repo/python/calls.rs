//! Calls that can run commands or code, or read an unsafe format.

mod constant;
mod handed;
mod known;
mod shell;

pub use known::CALLEES;

use super::repository::{At, Origin, Repository};
use super::running::sites::{Site, Sites};
use super::syntax::{Call, Expr};
use crate::domain::facts::{CallCertainty, CallFact, SHELL_CALLEES};
use constant::{Constants, Source};
use shell::{Shell, is_false};

/// Callees that are dangerous by themselves, beside those that give a command to a shell.
const DANGEROUS: &[&str] = &[
    "builtins.eval",
    "builtins.exec",
    "pickle.load",
    "pickle.loads",
    "pickle.Unpickler",
    "cPickle.load",
    "cPickle.loads",
    "_pickle.load",
    "_pickle.loads",
    "dill.load",
    "dill.loads",
    "cloudpickle.load",
    "cloudpickle.loads",
    "joblib.load",
    "pandas.read_pickle",
    "langchain_experimental.utilities.PythonREPL",
    "langchain_experimental.utilities.python.PythonREPL",
    "langchain_experimental.tools.PythonREPLTool",
    "langchain_experimental.tools.PythonAstREPLTool",
    "langchain_experimental.tools.python.tool.PythonREPLTool",
    "langchain_experimental.tools.python.tool.PythonAstREPLTool",
    "langchain_community.tools.ShellTool",
    "langchain_community.tools.shell.ShellTool",
    "langchain_community.tools.shell.tool.ShellTool",
    "shelve.open",
    "marshal.load",
    "marshal.loads",
    "yaml.unsafe_load",
    "yaml.unsafe_load_all",
    "yaml.full_load",
    "builtins.__import__",
];

/// Finds the dangerous calls among `sites`.
pub(super) fn calls<'r>(repository: &Repository<'r>, sites: &Sites<'r>) -> Vec<CallFact> {
    let search = Search { repository, sites, constants: Constants::new(repository, sites) };
    sites.all.iter().filter_map(|site| search.fact(site)).collect()
}

/// What a call calls in the end.
struct Callee<'r> {
    origin: Origin<'r>,
    /// The call that gave it arguments beforehand, as `partial` does.
    bound: Option<(&'r Call<'r>, At)>,
    /// The position of its first argument in the call.
    first: usize,
}

/// What makes a call dangerous.
enum Danger {
    Callee,
    Surely(String),
    /// What decides it, as written, could not be followed.
    Open(String),
}

struct Search<'r, 'p> {
    repository: &'p Repository<'r>,
    sites: &'p Sites<'r>,
    constants: Constants<'r, 'p>,
}

impl<'r> Search<'r, '_> {
    fn fact(&self, site: &Site<'r>) -> Option<CallFact> {
        let callees = self.callees(site);
        let mut certainty = CallCertainty::Definite;
        let mut found = None;
        for callee in &callees {
            let (Origin::External(name) | Origin::Perhaps(name)) = &callee.origin else {
                certainty = CallCertainty::Possible;
                continue;
            };
            let name = name.replace("builtins.__builtins__.", "builtins.");
            let name = name.replace("asyncio.subprocess.create_", "asyncio.create_");
            let name = name.strip_suffix(".__call__").map_or(name.clone(), str::to_owned);
            let danger = self.danger(site, callee, &name);
            if matches!(callee.origin, Origin::Perhaps(_))
                || matches!(danger, Some(Danger::Open(_)))
                || (danger.is_none() && callees.len() > 1)
            {
                certainty = CallCertainty::Possible;
            }
            let because = |danger| match danger {
                Danger::Callee => None,
                Danger::Surely(because) | Danger::Open(because) => Some(because),
            };
            found = found.or_else(|| danger.map(|danger| (name, because(danger), callee)));
        }
        let (name, because, callee) = found?;
        let module = site.module(self.repository);
        let source = self.source(site, &name, callee);
        Some(CallFact {
            callee: name.strip_prefix("builtins.").map(str::to_owned).unwrap_or(name),
            because,
            written: module.written(site.expr.span, 120),
            certainty,
            constant_argument: source == Source::Constant,
            open_argument: source == Source::Open,
            function: site.around.function(),
            place: module.place(site.expr.span),
            in_tests: module.in_tests,
            live: !site.around.dead,
        })
    }

    /// Where the argument that matters is known from; of a call that takes a command in several, all of them.
    fn source(&self, site: &Site<'r>, name: &str, callee: &Callee<'r>) -> Source {
        let takes_several =
            ["os.exec", "os.spawn", "os.posix_spawn", "asyncio.create_subprocess_exec"];
        let mut all = Source::Constant;
        if takes_several.iter().any(|start| name.starts_with(start)) {
            let arguments = (callee.first..).map_while(|at| site.call.position(at));
            let sources = arguments.map(|argument| self.constants.given(argument, site));
            all = sources.max().unwrap_or(Source::Outside);
        }
        let bound = || callee.bound.and_then(|(call, at)| Some((call.position(1)?, at)));
        let own = match (argument(site.call, callee.first), bound()) {
            (Some(argument), _) => self.constants.given(argument, site),
            (None, Some((argument, at))) => self.constants.bound(argument, at),
            (None, None) => Source::Outside,
        };
        own.max(all)
    }

    /// Whether calling `name` like this is dangerous, and by what.
    fn danger(&self, site: &Site<'r>, callee: &Callee<'r>, name: &str) -> Option<Danger> {
        let calls: Vec<(&'r Call<'r>, At)> =
            std::iter::once((site.call, site.at)).chain(callee.bound).collect();
        let keyword = |name: &str| {
            calls.iter().find_map(|(call, at)| call.keyword(name).map(|value| (value, *at)))
        };
        let first = callee.first;
        if SHELL_CALLEES.contains(&name) || DANGEROUS.contains(&name) {
            // A constant module name is an import like any other.
            let plain = name == "builtins.__import__"
                && site.call.position(first).is_some_and(|name| name.text().is_some());
            return (!plain).then_some(Danger::Callee);
        }
        match name {
            "yaml.load" | "yaml.load_all" => {
                let loader = site.call.position(first + 1).map(|loader| (loader, site.at));
                let safe = loader.or_else(|| keyword("Loader")).is_some_and(|(loader, at)| {
                    self.repository.origins(loader, at).iter().any(|origin| match origin {
                        Origin::External(name) | Origin::Perhaps(name) => {
                            matches!(
                                name.rsplit('.').next(),
                                Some("SafeLoader" | "CSafeLoader" | "BaseLoader" | "CBaseLoader")
                            )
                        }
                        // A loader of the repository's own is judged by nobody here.
                        _ => true,
                    })
                });
                (!safe).then(|| Danger::Surely("without a safe loader".into()))
            }
            "torch.load" => {
                // What it does by itself depends on the version of the library.
                match keyword("weights_only") {
                    Some((value, _)) if is_false(value) => {
                        Some(Danger::Surely("weights_only=False".into()))
                    }
                    Some(_) => None,
                    None => Some(Danger::Open("without weights_only".into())),
                }
            }
            "numpy.load" => {
                let pickled = keyword("allow_pickle").is_some_and(|(value, _)| value.is_true());
                pickled.then(|| Danger::Surely("allow_pickle=True".into()))
            }
            _ if name.starts_with("subprocess.") && !COMMANDLESS.contains(&name) => {
                let asked = calls
                    .iter()
                    .map(|(call, at)| shell::asked(self.repository, self.sites, call, *at));
                let asked: Vec<Shell> = asked.collect();
                if asked.contains(&Shell::Yes) {
                    return Some(Danger::Surely("shell=True".into()));
                }
                let command = argument(site.call, first);
                let named = command
                    .and_then(|command| shell::named(self.repository, command, site.at))
                    .map(Danger::Surely);
                let open = asked.into_iter().find_map(|shell| match shell {
                    Shell::Open(written) => Some(Danger::Open(written)),
                    Shell::Yes | Shell::No => None,
                });
                named.or(open)
            }
            "asyncio.create_subprocess_exec" => {
                let shell = shell::known(&site.call.position(first)?.text()?)?;
                let order = site.call.position(first + 1)?.text()?;
                order.ends_with('c').then(|| Danger::Surely(format!("{shell} {order}")))
            }
            _ => self.program(site, name, first),
        }
    }

    /// Whether a call starts a program that the sources do not name, or a shell.
    fn program(&self, site: &Site<'r>, name: &str, first: usize) -> Option<Danger> {
        let at = match name {
            _ if name.starts_with("os.exec") || name.starts_with("os.posix_spawn") => first,
            _ if name.starts_with("os.spawn") => first + 1,
            "pty.spawn" => first,
            _ => return None,
        };
        let program = site.call.position(at)?;
        let whole = program.text();
        let named = whole.as_deref().and_then(shell::known).map(str::to_owned);
        if let Some(shell) = named.or_else(|| shell::named(self.repository, program, site.at)) {
            return Some(Danger::Surely(shell));
        }
        (self.constants.given(program, site) != Source::Constant).then_some(Danger::Callee)
    }
}

/// Names of `subprocess` that take no command.
const COMMANDLESS: &[&str] =
    &["subprocess.CalledProcessError", "subprocess.TimeoutExpired", "subprocess.CompletedProcess"];

/// The argument that matters: the command, the code or the stream.
fn argument<'c, 'r>(call: &'c Call<'r>, first: usize) -> Option<&'c Expr<'r>> {
    let named = ["args", "command", "cmd", "source", "file", "stream", "name"];
    call.position(first).or_else(|| named.iter().find_map(|name| call.keyword(name)))
}
