//! What the rubric for systems of actors finds.

use super::{ACTORS, borrowed, finds, passes, within};

#[test]
fn actors_and_messages_are_told_from_what_only_has_their_names() {
    let (file, actors, messages) = ("src/a.rs", "has_actors", "typed_messages");
    finds(
        ACTORS,
        actors,
        file,
        &[
            "impl Actor for A {}",
            "#[derive(Debug, Actor)]\nstruct A;",
            "struct A { receiver: mpsc::Receiver<AMessage> }",
            "fn f() -> Blueprint { ActorGroup::new().exec(run) }",
        ],
    );
    passes(
        ACTORS,
        actors,
        file,
        &[
            "#[proc_macro_derive(Actor)]\npub fn derive() {}",
            // People of a network are called so too.
            "impl Actor for P { fn public_key_pem(&self) -> &str { \"\" } }",
            "struct A { numbers: mpsc::Receiver<u8> }",
        ],
    );
    finds(
        ACTORS,
        messages,
        file,
        &[
            "impl Actor for A { type Msg = AMsg; }",
            "impl Message<Go> for A {}",
            "impl<T> Handler<Go> for A<T> {}",
            "#[xtra_productivity]\nimpl A { fn go(&mut self, go: Go) {} }",
            "#[message]\nstruct Go;",
        ],
    );
    passes(
        ACTORS,
        messages,
        file,
        &[
            "enum Command { Go }",
            "impl Actor for A { type Msg = String; }",
            "impl Actor for A { type Msg = Box<dyn Any + Send>; }",
            "impl<T> Message for T where T: Any + Send {}",
            "impl Message for AnyMessage {}",
            "trait A { type Msg; }",
        ],
    );
}

#[test]
fn supervision_is_told_from_defaults_prints_and_other_links() {
    let (file, hears, linked) = ("src/a.rs", "hears_failures", "linked");
    finds(
        ACTORS,
        hears,
        file,
        &[
            "impl Actor for A { fn on_panic(&mut self) { self.end(); } }",
            "fn ended(event: SupervisionEvent) -> bool { true }",
            "impl<T> Supervisor<T> { fn restart(&mut self) {} }",
        ],
    );
    passes(
        ACTORS,
        hears,
        file,
        &[
            "trait Actor { fn on_panic(&mut self) { end(); } }",
            "impl Actor for A { fn on_panic(&mut self) {} }",
            "impl Display for SupervisionEvent { fn fmt(&self) { match self { SupervisionEvent::X(_) => {} } } }",
        ],
    );
    finds(
        ACTORS,
        linked,
        file,
        &[
            "fn f() { Actor::spawn_linked(a); }",
            "fn f() { a.link(&b); }",
            "fn f() { a.link(b.get_cell()); }",
            "fn f() { a.link(myself); }",
            "fn f() { xtras::Supervisor::with_policy(a, b); }",
        ],
    );
    let others = [
        "fn f() { handle.link().add(); }",
        "fn f() { Page::new(); }",
        "fn f() { self.link(ctx); }",
    ];
    passes(ACTORS, linked, file, &others);
}

#[test]
fn queues_without_an_end_panics_and_unsafe_code_are_found_in_their_other_forms() {
    let file = "src/a.rs";
    finds(
        ACTORS,
        "no_endless_queues",
        file,
        &[
            "fn f() { mpsc_unbounded(); }",
            "fn f() { std::sync::mpsc::channel::<u8>(); }",
            "fn f() { Actor::new().create(None); }",
            "fn f() { xtra::Context::new(None); }",
        ],
    );
    passes(
        ACTORS,
        "no_endless_queues",
        file,
        &[
            "fn f() { mpsc::channel(8); }",
            "fn f() { a.create(Some(8)); }",
            "fn f() { a.is_unbounded(); }",
            "fn f(a: A) { unbounded(a, 1); }",
        ],
    );
    finds(ACTORS, "no_panics", file, &["fn f() { std::unimplemented!(); }"]);
    passes(ACTORS, "no_panics", file, &["fn f() { unreachable!(); }"]);
    finds(
        ACTORS,
        "no_unsafe",
        file,
        &["unsafe impl Send for A {}", "unsafe fn f() {}", "fn f() { unsafe { g() } }"],
    );
    passes(ACTORS, "no_unsafe", file, &["impl Send for A {}", "fn f() {}"]);
}

#[test]
fn deadlines_are_found_by_their_names_and_none_is_no_deadline() {
    let waits = [
        "c.wait_timeout_while(g, D, |x| *x)",
        "s.set_read_timeout(Some(D))",
        "s.set_write_timeout(Some(D))",
        "TcpStream::connect_timeout(&a, D)",
        "thread::park_timeout(D)",
        "rx.recv_deadline(at)",
        "tokio::time::timeout(D, f)",
        "tokio::select! { _ = f() => {}, _ = sleep(D) => {} }",
    ];
    finds(ACTORS, "deadlines", "src/a.rs", &borrowed(&within("fn f() { ", &waits, "; }")));
    let others = ["s.set_read_timeout(None)", "e.is_timeout()", "on_timeout(x)", "c.wait(g)"];
    passes(ACTORS, "deadlines", "src/a.rs", &borrowed(&within("fn f() { ", &others, "; }")));
}

#[test]
fn a_thread_of_its_own_may_sleep_and_block() {
    let (file, sleeps, blocks) = ("src/a.rs", "no_sleeping_threads", "no_nested_blocking");
    finds(
        ACTORS,
        sleeps,
        file,
        &[
            "async fn f() { thread::sleep(D); }",
            "pub async fn f() { sleep(D); }",
            "impl Actor for A { fn started(&mut self) { std::thread::sleep(D); } }",
            "fn f() { spawn(async move { std::thread::sleep(D); }); }",
        ],
    );
    passes(
        ACTORS,
        sleeps,
        file,
        &[
            "use tokio::time::sleep;",
            "async fn f() { sleep(D).await; }",
            "fn main() { std::thread::sleep(D); }",
            "fn f() { std::thread::spawn(move || loop { std::thread::sleep(D); }); }",
            "async fn f() { tokio::task::spawn_blocking(|| std::thread::sleep(D)).await; }",
            "async fn f() { std::thread::Builder::new().spawn(move || { std::thread::sleep(D) }); }",
        ],
    );
    finds(ACTORS, blocks, file, &["fn f() { rt.block_on(a()); }"]);
    passes(
        ACTORS,
        blocks,
        file,
        &[
            "fn f() { std::thread::spawn(move || { rt.block_on(a()); }); }",
            "impl A { #[inline]\n pub fn blocking_tell(&self) { self.tx.blocking_send(1); } }",
        ],
    );
    let tests = ["#[rstest]\nfn a() {}", "#[tokio::test]\nasync fn a() {}", "#[test]\nfn a() {}"];
    finds(ACTORS, "has_tests", file, &tests);
    passes(ACTORS, "has_tests", file, &["#[cfg(test)]\nmod a {}"]);
}
