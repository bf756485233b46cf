//! `auditor watch` and `auditor batch`: what is listed is audited.

use super::super::exit::{Exit, complain, fail, remark, usage};
use super::super::judging::FOR_ONE;
use super::super::print;
use super::super::session::{self, Called};
use super::super::terms::is_text;
use super::ClassArgs;
use super::conduct::{Left, conduct};
use super::listen::Listen;
use crate::config::File;
use crate::docket::{Ending, Feed, RegistrarHandle, intake};
use crate::domain::docket::{Docket, Standing};
use crate::domain::request::RepoSource;
use crate::ports::clock::Calendar;
use crate::ports::sandbox::ChildProcess;
use crate::render::escape;
use crate::render::results::forecast_text;
use clap::{Arg, Args};
use std::io::{BufRead, IsTerminal, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

type BoxFuture = Pin<Box<dyn Future<Output = ()> + Send>>;

const WATCH: &str = "\
Examples:
  auditor watch submissions/                       # stays up; results go to ./grades
  auditor watch submissions/ --once                # what is there now, and then a summary
  auditor watch submissions/ --judges llm --pilot 5 --max-cost 20
  auditor watch submissions/ --listen 127.0.0.1:7878

The folder has a list `submissions.csv` or `submissions.json` (columns id, repo_url, pdf, rubric), or a folder per
submission with a `submission.json` and a PDF, or both. What is added or pushed again is audited; what was
interrupted goes on.";

const BATCH: &str = "\
Examples:
  auditor batch submissions.csv --output spring/
  auditor batch submissions.csv --pilot 5          # five first, then a forecast
  auditor batch submissions.csv                    # and then the others";

/// Audit the submissions of a folder as they appear, and stay up.
#[derive(Debug, Args)]
#[command(after_help = WATCH, mut_args(for_one))]
pub(in crate::cli) struct WatchArgs {
    /// The folder with lists and submissions.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// End when what is there is audited.
    #[arg(long)]
    once: bool,
    /// Show the dashboard at this address, such as `127.0.0.1:7878`.
    #[arg(long, value_name = "ADDRESS", conflicts_with = "once")]
    listen: Option<SocketAddr>,
    /// A name under which the dashboard may be called, besides that of the address.
    #[arg(long, value_name = "NAME", requires = "listen")]
    host: Vec<String>,
    #[command(flatten)]
    class: ClassArgs,
}

/// Audit the submissions of a list.
#[derive(Debug, Args)]
#[command(after_help = BATCH, mut_args(for_one))]
pub(in crate::cli) struct BatchArgs {
    /// A list in CSV or JSON.
    #[arg(value_name = "FILE")]
    list: PathBuf,
    #[command(flatten)]
    class: ClassArgs,
}

/// Hides what makes sense for a single audit alone; whoever types it is told so.
fn for_one(argument: Arg) -> Arg {
    let is_for_one = FOR_ONE.contains(&argument.get_id().as_str());
    argument.hide(is_for_one)
}

impl WatchArgs {
    /// The folders of this machine that are audited: all that is handed in lies in the watched one.
    pub(in crate::cli) fn audited(&self) -> Vec<PathBuf> {
        std::iter::once(self.folder.clone()).chain(listed(&self.folder)).collect()
    }

    /// Takes over what the file of settings says, but for the arguments that are given.
    pub(in crate::cli) fn settle(&mut self, file: &File, is_given: impl Fn(&str) -> bool) {
        if !self.once {
            self.listen = self.listen.or(file.watch.listen).or(file.web.listen);
        }
        self.host.extend(file.web.hosts.iter().flatten().cloned());
        self.class.settle(file, is_given);
    }
}

impl BatchArgs {
    /// The folders of this machine that are audited.
    pub(in crate::cli) fn audited(&self) -> Vec<PathBuf> {
        listed(&self.list)
    }

    /// Takes over what the file of settings says, but for the arguments that are given.
    pub(in crate::cli) fn settle(&mut self, file: &File, is_given: impl Fn(&str) -> bool) {
        self.class.settle(file, is_given);
    }
}

/// The folders of this machine that are listed as repositories, whether or not they will be taken.
fn listed(place: &Path) -> Vec<PathBuf> {
    let settings = intake::Settings {
        allow_local: true,
        settle: Duration::ZERO,
        report_bytes: 0,
        ..intake::Settings::default()
    };
    let found = intake::scan(
        place,
        &settings,
        &intake::Previous::default(),
        UNIX_EPOCH + Calendar::default().now(),
    );
    let repositories = found.submissions.into_iter().map(|found| found.submission.repo);
    let local = repositories.filter_map(|repo| match repo {
        RepoSource::Local { path, .. } => Some(path),
        RepoSource::Remote { .. } => None,
    });
    local.collect()
}

/// Watches a folder.
pub(in crate::cli) fn watch(args: &WatchArgs, called: Called<'_>) -> ExitCode {
    if args.once && !args.folder.exists() {
        return usage(&format!("the folder `{}` does not exist", args.folder.display()));
    }
    let (names, hosts) = (args.host.clone(), args.class.hosts.of_repositories());
    let listen = Listen { address: args.listen, names, hosts };
    run(&args.class, called, &args.folder, args.once, &listen)
}

/// Audits a list.
pub(in crate::cli) fn batch(args: &BatchArgs, called: Called<'_>) -> ExitCode {
    let shown = args.list.display();
    if args.list.is_dir() {
        return usage(&format!(
            "`{shown}` is a folder, and no list; `auditor watch {shown} --once` looks at all in it"
        ));
    }
    if !args.list.exists() {
        return usage(&format!("the list `{shown}` does not exist"));
    }
    run(&args.class, called, &args.list, true, &Listen::default())
}

fn run(
    args: &ClassArgs,
    called: Called<'_>,
    place: &Path,
    once: bool,
    listen: &Listen,
) -> ExitCode {
    if args.judging.is_for_one() {
        let text = "`--record`, `--replay`, `--estimate` and `--show-prompts` are for one audit; \
                    use them with `auditor audit`";
        return usage(text);
    }
    let runtime = match session::runtime() {
        Ok(runtime) => runtime,
        Err(exit) => return exit,
    };
    // Where submissions and reports lie is kept with every audit.
    let places = [place, &args.output].map(|path| std::path::absolute(path).unwrap_or_default());
    if let Err(message) = is_text(&places) {
        return usage(&message);
    }
    let mut pilot = args.pilot;
    loop {
        let feed = feed(args, place, called);
        let left = match runtime.block_on(conduct(args, called, pilot, once, listen, feed)) {
            Ok(left) => left,
            Err(exit) => return exit,
        };
        let is_pilot = pilot.is_some() && matches!(left.ending, Ending::Held(_));
        if is_pilot {
            let text = forecast_text(&left.docket, usize::from(args.at_once), &left.currency);
            print(text.trim_end());
            if is_wanted() {
                pilot = None;
                continue;
            }
            remark("The others wait; the same command without `--pilot` audits them.");
        }
        return told(&left, called.quiet);
    }
}

/// What tells the registrar of what is listed.
fn feed(
    args: &ClassArgs,
    place: &Path,
    called: Called<'_>,
) -> impl FnOnce(RegistrarHandle, Arc<ChildProcess>) -> BoxFuture {
    let settings = intake::Settings {
        allow_hosts: args.hosts.allow_host.clone(),
        allow_ssh: args.hosts.allow_ssh,
        allow_local: args.allow_local,
        dotenv: called.config.dotenv.clone(),
        settle: Duration::from_secs_f64(args.settle),
        // Results may lie in the watched folder; they are no submissions.
        passed_over: args
            .output
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .into_iter()
            .collect(),
        ..intake::Settings::default()
    };
    let minutes = u64::from(args.recheck);
    let feed = Feed {
        place: place.to_owned(),
        settings,
        rescan: Duration::from_secs(args.rescan),
        recheck: (minutes > 0).then(|| Duration::from_secs(minutes * 60)),
    };
    let quiet = called.quiet;
    move |handle, examiner| {
        Box::pin(feed.run(handle, examiner, move |text| {
            if !quiet {
                complain("warning", &escape::terminal(text));
            }
        }))
    }
}

/// Asks whoever sits at the terminal for the word to go on; nobody there says nothing.
fn is_wanted() -> bool {
    if !std::io::stdin().is_terminal() || !std::io::stderr().is_terminal() {
        return false;
    }
    let _ = write!(std::io::stderr(), "Audit the others? [y/N] ");
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line);
    read.is_ok() && matches!(line.trim(), "y" | "Y" | "yes")
}

/// Tells how a class was left.
fn told(left: &Left, quiet: bool) -> ExitCode {
    if let Ending::Unwritten(why) = &left.ending {
        let text = format!(
            "the results cannot be written: {why}; every verdict is kept, and the same command writes them once it can"
        );
        return fail(Exit::Internal, &text);
    }
    let summary = std::fs::read_to_string(left.cabinet.folder().join("summary.txt"));
    if let Ok(summary) = summary {
        print(summary.trim_end());
    }
    print(&left.cabinet.folder().join("index.html").display().to_string());
    if let (Ending::Held(why), false) = (&left.ending, quiet) {
        remark(&format!("Not everything is audited: {why}."));
    }
    let not_taken = match left.problems.len() {
        0 => None,
        1 => Some("1 entry was not taken".to_owned()),
        many => Some(format!("{many} entries were not taken")),
    };
    if let Some(not_taken) = &not_taken {
        // Who asked for silence has not seen them yet, and they are errors.
        for problem in left.problems.iter().filter(|_| quiet) {
            complain("warning", &escape::terminal(problem));
        }
        remark(&format!("{not_taken}: the warnings above say which, and why."));
    }
    if let Some(exit) = left.signal {
        if !quiet {
            remark("Interrupted; the same command goes on where this one ends.");
        }
        return exit.into();
    }
    if is_whole(&left.docket) && not_taken.is_none() {
        ExitCode::SUCCESS
    } else {
        Exit::Partial.into()
    }
}

/// Whether every submission has a complete report.
fn is_whole(docket: &Docket) -> bool {
    docket.items.values().all(|item| match &item.standing {
        Standing::Graded => item.latest().is_some_and(|past| past.grade.partial.is_none()),
        Standing::Cancelled => true,
        Standing::Waiting { .. } | Standing::Running { .. } | Standing::Parked { .. } => false,
    })
}
