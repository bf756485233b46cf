use super::super::Force;
use super::super::needs::{Needs, Reach};
use super::lock;
use std::fs::{File, OpenOptions};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::path::Path;
use std::process::Command;

/// Does `work` under confinement. It holds for a thread, so a thread is all that it takes to try it.
#[track_caller]
fn confined<T: Send>(needs: &Needs, work: impl FnOnce() -> T + Send) -> T {
    let run = || {
        let confined = lock(needs);
        assert_ne!(confined.calls, Force::None, "this system has seccomp");
        work()
    };
    std::thread::scope(|scope| scope.spawn(run).join().expect("the thread ends"))
}

fn needs(read: &[&Path], write: Option<&Path>, reach: Reach) -> Needs {
    let read = read.iter().map(|path| path.to_path_buf()).collect();
    Needs { read, write: write.map(Path::to_owned), reach }
}

/// Whether this kernel has Landlock; where it has not, files are confined by their owner's rights alone.
fn confines_files() -> bool {
    let nothing = needs(&[], None, Reach::Nowhere);
    confined(&nothing, || File::open("/").is_err())
}

#[test]
fn a_reader_finds_no_network_and_starts_no_program() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    confined(&needs(&[Path::new("/")], None, Reach::Nowhere), || {
        assert!(TcpStream::connect(address).is_err(), "a connection is made");
        assert!(TcpListener::bind("127.0.0.1:0").is_err(), "a port is opened");
        assert!(UdpSocket::bind("127.0.0.1:0").is_err(), "a datagram can be sent");
        assert!(std::os::unix::net::UnixStream::pair().is_err(), "a local socket is made");
        assert!(Command::new("/bin/true").spawn().is_err(), "a program is started");
    });
}

#[test]
fn a_reader_still_has_threads_memory_and_its_files() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("below")).unwrap();
    std::fs::write(dir.path().join("below/file"), "text").unwrap();
    confined(&needs(&[dir.path()], None, Reach::Nowhere), || {
        let work = || vec![7_u8; 32 << 20].len();
        assert_eq!(std::thread::spawn(work).join().unwrap(), 32 << 20);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
        assert_eq!(std::fs::read(dir.path().join("below/file")).unwrap(), b"text");
        assert!(std::thread::available_parallelism().is_ok());
    });
}

#[test]
fn a_reader_writes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    std::fs::write(&file, "text").unwrap();
    confined(&needs(&[dir.path()], None, Reach::Nowhere), || {
        assert!(OpenOptions::new().append(true).open(&file).is_err(), "a file is written");
        assert!(OpenOptions::new().write(true).truncate(true).open(&file).is_err());
        assert!(File::create(dir.path().join("new")).is_err(), "a file is made");
        assert!(std::fs::create_dir(dir.path().join("new")).is_err(), "a directory is made");
        assert!(std::fs::remove_file(&file).is_err(), "a file is removed");
        assert!(std::fs::rename(&file, dir.path().join("new")).is_err(), "a file is renamed");
        assert!(std::os::unix::fs::symlink("/", dir.path().join("new")).is_err());
    });
    assert_eq!(std::fs::read(&file).unwrap(), b"text");
}

#[test]
fn files_that_the_job_does_not_name_are_out_of_reach_also_through_a_link() {
    if !confines_files() {
        return;
    }
    let (ours, others) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let secret = others.path().join("secret");
    std::fs::write(&secret, "secret").unwrap();
    std::os::unix::fs::symlink(&secret, ours.path().join("link")).unwrap();
    std::fs::write(ours.path().join("file"), "text").unwrap();
    confined(&needs(&[&ours.path().join("file")], None, Reach::Nowhere), || {
        assert!(std::fs::read(ours.path().join("file")).is_ok());
        assert!(std::fs::read_dir(ours.path()).is_err(), "a directory around a file is listed");
    });
    confined(&needs(&[ours.path()], None, Reach::Nowhere), || {
        assert!(std::fs::read(ours.path().join("file")).is_ok());
        assert!(std::fs::read(&secret).is_err(), "another file is read");
        assert!(std::fs::read(ours.path().join("link")).is_err(), "a link is followed");
        assert!(std::fs::read("/etc/passwd").is_err(), "the machine's files are read");
        assert!(std::fs::read_dir(others.path()).is_err(), "another directory is listed");
    });
}

#[test]
fn a_job_writes_where_it_was_told_and_nowhere_else() {
    let dir = tempfile::tempdir().unwrap();
    let (into, file) = (dir.path().join("into"), dir.path().join("file"));
    std::fs::create_dir(&into).unwrap();
    std::fs::write(&file, "text").unwrap();
    let landlock = confines_files();
    confined(&needs(&[], Some(&into), Reach::Network), || {
        std::fs::create_dir_all(into.join("a/b")).unwrap();
        std::fs::write(into.join("a/b/new"), "new").unwrap();
        std::fs::rename(into.join("a/b/new"), into.join("a/b/newer")).unwrap();
        std::fs::remove_dir_all(into.join("a")).unwrap();
        assert!(!landlock || File::create(dir.path().join("new")).is_err(), "a file is made");
        assert!(!landlock || std::fs::write(&file, "").is_err(), "a file is written");
    });
    confined(&needs(&[], Some(&file), Reach::Nowhere), || {
        std::fs::write(&file, "report").unwrap();
        assert!(!landlock || File::create(dir.path().join("new")).is_err(), "a file is made");
    });
    assert_eq!(std::fs::read(&file).unwrap(), b"report");
}

#[test]
fn a_fetch_reaches_the_network_but_serves_nobody_and_starts_no_program() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    confined(&needs(&[], None, Reach::Network), || {
        assert!(TcpStream::connect(address).is_ok());
        assert!(UdpSocket::bind("127.0.0.1:0").is_ok(), "names are asked for by datagrams");
        assert!(TcpListener::bind("127.0.0.1:0").is_err(), "a port is opened");
        assert!(Command::new("/bin/true").spawn().is_err(), "a program is started");
    });
}

#[test]
fn a_program_of_the_operator_runs_but_writes_only_into_the_job() {
    let dir = tempfile::tempdir().unwrap();
    let into = dir.path().join("into");
    std::fs::create_dir(&into).unwrap();
    let landlock = confines_files();
    confined(&needs(&[], Some(&into), Reach::Programs), || {
        let touch = |path: &Path| Command::new("touch").arg(path).status().unwrap().success();
        assert!(touch(&into.join("new")));
        assert!(!landlock || !touch(&dir.path().join("new")));
    });
}
