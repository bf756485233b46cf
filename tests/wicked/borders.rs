//! Repositories whose own files lead out of them, and what a reader's process sees of this one.

use crate::forge::{Forge, examine, run};
use automaton_auditor::domain::limits::Limits;
use automaton_auditor::domain::request::{PdfEngine, ReportFile};
use automaton_auditor::ports::sandbox::{Answer, Job};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

/// A repository with one commit, all in one pack.
fn packed() -> Forge {
    let forge = Forge::new();
    forge.only(&[("100644", "secret.py", forge.blob("token = 'do not tell'\n"))]);
    forge.git(&["repack", "-a", "-d", "-q"]);
    forge
}

fn confines_files() -> bool {
    // A reader that is confined cannot list the directory that holds its repository.
    let forge = packed();
    let elsewhere = forge.beside("elsewhere");
    move_and_link(&forge.path().join("objects/pack"), &elsewhere);
    examine(&forge.path(), &Limits::default()).is_err()
}

fn move_and_link(path: &Path, to: &Path) {
    std::fs::rename(path, to).unwrap();
    symlink(to, path).unwrap();
}

/// Checks that a repository gives nothing away, and that its failure quotes nothing.
#[track_caller]
fn check(path: &Path) {
    match examine(path, &Limits::default()) {
        Ok(facts) => assert!(facts.tree.find("secret.py").is_none(), "{facts:?}"),
        Err(error) => assert!(!error.to_string().contains("do not tell"), "{error}"),
    }
}

#[test]
fn links_inside_of_a_repository_do_not_lead_out_of_it() {
    if !confines_files() {
        return;
    }
    let forge = packed();
    for entry in std::fs::read_dir(forge.path().join("objects/pack")).unwrap() {
        let path = entry.unwrap().path();
        move_and_link(&path, &forge.beside(path.file_name().unwrap().to_str().unwrap()));
    }
    check(&forge.path());
    let forge = packed();
    move_and_link(&forge.path().join("HEAD"), &forge.beside("HEAD"));
    check(&forge.path());
    let forge = packed();
    move_and_link(&forge.path().join("refs"), &forge.beside("refs"));
    check(&forge.path());
}

#[test]
fn a_reference_that_is_another_file_is_not_quoted() {
    let forge = packed();
    std::fs::write(forge.beside("secret"), "do not tell\n").unwrap();
    let reference = forge.path().join("refs/heads/main");
    std::fs::remove_file(&reference).unwrap();
    symlink(forge.beside("secret"), &reference).unwrap();
    check(&forge.path());
    let forge = packed();
    std::fs::write(forge.beside("secret"), "do not tell\n").unwrap();
    let include = format!("[include]\n\tpath = {}\n", forge.beside("secret").display());
    std::fs::write(forge.path().join("config"), include).unwrap();
    let known = examine(&forge.path(), &Limits::default()).map_err(|error| error.to_string());
    assert!(!known.is_err_and(|error| error.contains("do not tell")));
}

#[test]
fn a_work_tree_that_borrows_another_repository_is_refused() {
    let (forge, other) = (packed(), packed());
    let tree = forge.beside("tree");
    std::fs::create_dir_all(tree.join("worktrees/one")).unwrap();
    // Both ends know each other, but what they share is somebody else's.
    let git_dir = tree.join("worktrees/one");
    std::fs::write(tree.join(".git"), format!("gitdir: {}\n", git_dir.display())).unwrap();
    std::fs::write(git_dir.join("gitdir"), tree.join(".git").to_str().unwrap()).unwrap();
    std::fs::write(git_dir.join("commondir"), other.path().to_str().unwrap()).unwrap();
    std::fs::write(git_dir.join("HEAD"), "ref: refs/heads/main\n").unwrap();
    for path in [&tree, &git_dir] {
        let error = examine(path, &Limits::default()).unwrap_err().to_string();
        assert!(error.contains("repository"), "{error}");
        assert!(error.contains("does not know") || error.contains("shares another"), "{error}");
    }
}

#[test]
fn settings_of_a_repository_start_no_program() {
    let forge = packed();
    let script = forge.beside("script");
    let proof = forge.beside("started");
    std::fs::write(&script, format!("#!/bin/sh\ntouch {}\n", proof.display())).unwrap();
    Command::new("chmod").arg("+x").arg(&script).status().unwrap();
    let script = script.display();
    let config = format!(
        "[core]\n\tfsmonitor = {script}\n\tsshCommand = {script}\n\thooksPath = {script}\n\tpager = {script}\n\
         [filter \"x\"]\n\tsmudge = {script}\n\tclean = {script}\n[diff]\n\texternal = {script}\n\
         [diff \"x\"]\n\ttextconv = {script}\n[uploadpack]\n\tpackObjectsHook = {script}\n\
         [credential]\n\thelper = {script}\n[gpg]\n\tprogram = {script}\n"
    );
    std::fs::write(forge.path().join("config"), config).unwrap();
    let facts = examine(&forge.path(), &Limits::default()).unwrap();
    assert!(facts.tree.find("secret.py").is_some());
    assert!(!proof.exists(), "a program was started");
}

/// The processes that this one started as readers, with what the kernel says of them.
fn readers() -> Vec<(u32, String)> {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap().flatten();
    let children =
        tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    let ids: Vec<u32> = children
        .flat_map(|c| c.split(' ').filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
        .collect();
    let read = |id: u32, file: &str| {
        std::fs::read_to_string(format!("/proc/{id}/{file}")).unwrap_or_default()
    };
    let is_reader = |id: &u32| read(*id, "cmdline").contains("__worker");
    ids.into_iter().filter(is_reader).map(|id| (id, read(id, "status"))).collect()
}

#[test]
fn a_reader_is_locked_up_alone_and_sees_nothing_of_our_environment() {
    // The last two are settings of the child's allocator.
    const KNOWN: [&str; 4] = ["", "HOME", "MIMALLOC_ARENA_RESERVE", "MIMALLOC_PURGE_DELAY"];
    // A pipe that nobody writes to keeps the reader waiting after it has locked itself up.
    let dir = tempfile::tempdir().unwrap();
    let pipe = dir.path().join("report.pdf");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let (engine, limits) = (PdfEngine::default(), Limits::default());
    let job = Job::Document { report: ReportFile::named(pipe.clone()), engine, limits };
    let waiting = std::thread::spawn(move || run(job));
    let locked = |(_, status): &(u32, String)| status.contains("\nSeccomp:\t2\n");
    let found = std::iter::repeat_with(|| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        readers().into_iter().find(locked)
    });
    let (id, status) = found.take(1_000).flatten().next().expect("a reader locks itself up");
    assert!(status.contains("\nNoNewPrivs:\t1\n"), "{status}");
    let environment = std::fs::read_to_string(format!("/proc/{id}/environ")).unwrap_or_default();
    let names: Vec<_> = environment.split('\0').filter_map(|one| one.split('=').next()).collect();
    let is_known = |name: &&str| KNOWN.contains(name);
    assert!(names.iter().all(is_known), "{names:?}");
    std::fs::write(&pipe, "no report").unwrap();
    assert!(waiting.join().unwrap().is_err());
}

#[test]
fn a_reader_writes_its_one_file_and_nothing_beside_it() {
    let forge = Forge::new();
    forge.only(&[("100644", "report.pdf", forge.blob("%PDF-1.7"))]);
    let folder = forge.beside("job");
    std::fs::create_dir(&folder).unwrap();
    let into = folder.join("out.pdf");
    let before = crate::program::names(&forge.beside(""));
    let limits = Limits::default();
    let job =
        Job::Extract { repo: forge.path(), commit: None, file: None, into: into.clone(), limits };
    assert!(matches!(run(job), Ok(Answer::Extracted(found)) if found.chosen.is_some()));
    assert_eq!(std::fs::read(&into).unwrap(), b"%PDF-1.7");
    assert_eq!(crate::program::names(&folder), ["out.pdf"]);
    assert_eq!(crate::program::names(&forge.beside("")), before);
}
