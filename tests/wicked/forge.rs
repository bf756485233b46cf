//! Makes repositories that git itself would refuse to make.

use automaton_auditor::domain::facts::RepositoryFacts;
use automaton_auditor::domain::limits::Limits;
use automaton_auditor::ports::sandbox::{Answer, ChildProcess, ExamineError, Examiner, Job};
use flate2::{Compression, write::ZlibEncoder};
use gix::ObjectId;
use gix::objs::Kind;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A repository without a work tree, in a directory with room beside it.
pub struct Forge {
    dir: tempfile::TempDir,
}

impl Forge {
    pub fn new() -> Self {
        let forge = Self { dir: tempfile::tempdir().unwrap() };
        forge.git(&["init", "-q", "--bare", "-b", "main", "."]);
        forge
    }

    /// The bare repository.
    pub fn path(&self) -> PathBuf {
        self.dir.path().join("repo.git")
    }

    /// A place outside of the repository.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    #[track_caller]
    pub fn git(&self, args: &[&str]) -> String {
        self.feed(args, b"")
    }

    /// Runs git with something on its standard input.
    #[track_caller]
    pub fn feed(&self, args: &[&str], input: &[u8]) -> String {
        std::fs::create_dir_all(self.path()).unwrap();
        let mut child = Command::new("git")
            .args(args)
            .current_dir(self.path())
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.dir.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("git can be started");
        let mut stdin = child.stdin.take().unwrap();
        let output = std::thread::scope(|scope| {
            scope.spawn(move || stdin.write_all(input));
            child.wait_with_output().unwrap()
        });
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Writes an object as a loose file, whatever it holds.
    pub fn object(&self, kind: Kind, bytes: &[u8]) -> ObjectId {
        let id = gix::objs::compute_hash(gix::hash::Kind::Sha1, kind, bytes).unwrap();
        self.object_as(id, kind, bytes.len(), bytes);
        id
    }

    /// Writes a large blob under a made-up name, since nobody is to read it; returns that name.
    pub fn bulk(&self, bytes: &[u8]) -> ObjectId {
        let id = ObjectId::from_hex(&[b'b'; 40]).unwrap();
        self.object_as(id, Kind::Blob, bytes.len(), bytes);
        id
    }

    /// Writes an object under a name, and with a size, that may not be its own.
    pub fn object_as(&self, id: ObjectId, kind: Kind, size: usize, bytes: &[u8]) {
        let mut file = ZlibEncoder::new(Vec::new(), Compression::fast());
        write!(file, "{kind} {size}\0").unwrap();
        file.write_all(bytes).unwrap();
        let path = self.loose(id);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let _ = std::fs::remove_file(&path);
        std::fs::write(path, file.finish().unwrap()).unwrap();
    }

    /// Where an object lies as a loose file.
    pub fn loose(&self, id: ObjectId) -> PathBuf {
        let id = id.to_string();
        self.path().join("objects").join(&id[..2]).join(&id[2..])
    }

    pub fn blob(&self, text: &str) -> ObjectId {
        self.object(Kind::Blob, text.as_bytes())
    }

    /// Writes a tree of entries as they are given: mode, name, object.
    pub fn tree(&self, entries: &[(&str, &str, ObjectId)]) -> ObjectId {
        let entry = |(mode, name, id): &(&str, &str, ObjectId)| {
            [mode.as_bytes(), b" ", name.as_bytes(), b"\0", id.as_slice()].concat()
        };
        self.object(Kind::Tree, &entries.iter().flat_map(entry).collect::<Vec<_>>())
    }

    /// Writes a commit whose author's and committer's date stands as it is given.
    pub fn dated(
        &self,
        tree: ObjectId,
        parents: &[ObjectId],
        subject: &str,
        date: &str,
    ) -> ObjectId {
        let parents: Vec<String> = parents.iter().map(|id| format!("parent {id}\n")).collect();
        let parents = parents.concat();
        let person = format!("Ann <ann@example.org> {date}");
        let text =
            format!("tree {tree}\n{parents}author {person}\ncommitter {person}\n\n{subject}\n");
        self.object(Kind::Commit, text.as_bytes())
    }

    pub fn commit(&self, tree: ObjectId, parents: &[ObjectId], subject: &str) -> ObjectId {
        self.dated(tree, parents, subject, "1700000000 +0000")
    }

    /// Lets the branch name this commit.
    pub fn head(&self, commit: ObjectId) {
        std::fs::write(self.path().join("refs/heads/main"), format!("{commit}\n")).unwrap();
    }

    /// One commit with this tree.
    pub fn only(&self, entries: &[(&str, &str, ObjectId)]) {
        let tree = self.tree(entries);
        self.head(self.commit(tree, &[], "one"));
    }

    /// What the reader says in a process of its own.
    #[track_caller]
    pub fn facts(&self) -> RepositoryFacts {
        self.examine(&Limits::default()).expect("the repository can be read")
    }

    pub fn examine(&self, limits: &Limits) -> Result<RepositoryFacts, ExamineError> {
        examine(&self.path(), limits)
    }
}

/// Reads a repository in a process of its own.
pub fn examine(path: &Path, limits: &Limits) -> Result<RepositoryFacts, ExamineError> {
    let job = Job::Repository { path: path.into(), lookups: Vec::new(), limits: limits.clone() };
    match run(job)? {
        Answer::Repository(facts) => Ok(*facts),
        other => panic!("a repository was asked for: {other:?}"),
    }
}

/// Does a job in a process of its own.
pub fn run(job: Job) -> Result<Answer, ExamineError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(ChildProcess::new(env!("CARGO_BIN_EXE_auditor").into()).run(job))
}

/// Checks that one of the sentences begins and ends like this.
#[track_caller]
pub fn says(sentences: &[String], begins: &str, ends: &str) {
    let is_said = sentences.iter().any(|one| one.starts_with(begins) && one.ends_with(ends));
    assert!(is_said, "`{begins}…{ends}` is not in {sentences:#?}");
}
