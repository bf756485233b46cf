//! What the rubrics beside the program's own find in small sources, and what they do not.

use crate::detect::probes::Probe;
use crate::detect::repo::lookup;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::TreeFacts;
use crate::domain::rubric::Rubric;

const ACTORS: &[u8] = include_bytes!("../../../../rubrics/rust_actors.json");
const SECURE: &[u8] = include_bytes!("../../../../rubrics/secure_coding.json");
const WEB: &[u8] = include_bytes!("../../../../rubrics/web_service.json");

/// How often a probe of a rubric finds something in a file.
#[track_caller]
fn check(rubric: &[u8], probe: &str, path: &str, text: &str, expected: u32) {
    let rubric = Rubric::parse(rubric).unwrap();
    let mut specs = rubric.dimensions.iter().flat_map(|dimension| &dimension.probes);
    let spec = specs.find(|spec| spec.id.as_str() == probe).unwrap();
    let lookups = Probe::named(&spec.probe).unwrap().lookups(spec);
    let source = Source { path: path.into(), blob: "b".into(), bytes: text.as_bytes().to_vec() };
    let answers = lookup::answer(&lookups, &[source], &TreeFacts::default(), &[]);
    let found: u32 = answers.iter().map(|answer| answer.total).sum();
    assert_eq!(found, expected, "{probe} in {path}: {text}");
}

/// Every text is found once.
#[track_caller]
fn finds(rubric: &[u8], probe: &str, path: &str, texts: &[&str]) {
    for text in texts {
        check(rubric, probe, path, text, 1);
    }
}

/// No text is found.
#[track_caller]
fn passes(rubric: &[u8], probe: &str, path: &str, texts: &[&str]) {
    for text in texts {
        check(rubric, probe, path, text, 0);
    }
}

#[test]
fn actors_and_messages_are_told_from_what_only_has_their_names() {
    let (file, actors, messages) = ("src/a.rs", "has_actors", "typed_messages");
    finds(ACTORS, actors, file, &["impl Actor for A {}", "#[derive(Debug, Actor)]\nstruct A;"]);
    passes(ACTORS, actors, file, &["#[proc_macro_derive(Actor)]\npub fn derive() {}"]);
    finds(
        ACTORS,
        messages,
        file,
        &[
            "impl Actor for A { type Msg = AMsg; }",
            "impl Message<Go> for A {}",
            "impl Handler<Go> for A {}",
            "#[xtra_productivity]\nimpl A { fn go(&mut self, go: Go) {} }",
        ],
    );
    passes(
        ACTORS,
        messages,
        file,
        &[
            "enum Command { Go }",
            "impl Actor for A { type Msg = String; }",
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
            "fn f() { xtras::Supervisor::with_policy(a, b); }",
        ],
    );
    passes(ACTORS, linked, file, &["fn f() { handle.link().add(); }", "fn f() { Page::new(); }"]);
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
    finds(ACTORS, "no_sleeping_threads", file, &["use std::thread::sleep;"]);
    passes(ACTORS, "no_sleeping_threads", file, &["use tokio::time::sleep;"]);
}

#[test]
fn a_workflow_counts_where_it_runs_for_a_change_of_the_code() {
    let file = ".github/workflows/a.yml";
    for rubric in [ACTORS, SECURE, WEB] {
        let texts = ["on:\n  push:\n    branches: [a]\n", "on: [push, workflow_dispatch]\n"];
        finds(rubric, "checked_on_change", file, &texts);
        let others = [
            "on:\n  issues:\n    types: [opened]\njobs:\n",
            "    steps:\n      - uses: a\n        with:\n          push: true\n",
        ];
        passes(rubric, "checked_on_change", file, &others);
        finds(rubric, "checked_on_change", ".travis.yml", &["language: go\n"]);
    }
}

#[test]
fn handlers_that_do_nothing_are_found_unless_they_give_a_reason() {
    let probe = "no_silent_failures";
    let python = |rest: &str| format!("try:\n    f()\n{rest}\n");
    for rest in [
        "except:  # noqa\n    pass",
        "except Exception:\n    pass",
        "except Exception as error:\n    # nothing\n    ...",
        "except (BaseException,):\n    pass",
    ] {
        check(SECURE, probe, "a.py", &python(rest), 1);
    }
    for rest in [
        "except ValueError:\n    pass",
        "except Exception as error:\n    log(error)",
        "except Exception:\n    # The cache may be cold, then it is made anew.\n    pass",
    ] {
        check(SECURE, probe, "a.py", &python(rest), 0);
    }
    finds(
        SECURE,
        probe,
        "a.js",
        &["try { f() } catch (e) { /* ignored */ }", "try { f() } catch {}"],
    );
    passes(
        SECURE,
        probe,
        "a.js",
        &["try { f() } catch { // The storage may be off.\n}", "try { f() } catch (e) { log(e) }"],
    );
}

#[test]
fn switches_statements_and_commands_count_where_they_mean_what_they_say() {
    finds(
        SECURE,
        "certificates",
        "a.py",
        &["requests.get(u, verify=False)", "session.verify = False"],
    );
    passes(
        SECURE,
        "certificates",
        "a.py",
        &["jwt.decode(t, verify=False)", "model.predict(x, verify=False)", "self.verify = False"],
    );
    finds(SECURE, "no_debugger", "a.py", &["app.run(debug=True)", "create_app().run(debug=True)"]);
    passes(SECURE, "no_debugger", "a.py", &["asyncio.run(main(), debug=True)"]);
    finds(
        SECURE,
        "parameters",
        "a.py",
        &[
            "def f():\n    sql = f\"SELECT {x}\"\n    cur.execute(sql)\n",
            "db.execute(text(f\"DELETE FROM a WHERE b = {x}\"))",
        ],
    );
    passes(
        SECURE,
        "parameters",
        "a.py",
        &[
            "def f():\n    sql = \"SELECT 1\"\n    cur.execute(sql)\n",
            "run.execute(f\"please select {x}\")",
        ],
    );
    finds(SECURE, "parameters", "a.js", &["db.query(`SELECT * FROM t WHERE id = ${x}`)"]);
    passes(SECURE, "parameters", "a.js", &["el.run(`Please select ${x} or update`)"]);
    finds(
        SECURE,
        "no_js_shell",
        "a.js",
        &[
            "function f(p) { const cmd = 'ls ' + p; exec(cmd); }",
            "require('child_process').execSync(`rm ${p}`)",
        ],
    );
    passes(SECURE, "no_js_shell", "a.js", &["function f(p) { const cmd = 'ls'; exec(cmd); }"]);
    finds(SECURE, "no_js_eval", "a.js", &["window.eval(x)", "Function(x)()", "eval(x)"]);
    passes(SECURE, "no_js_eval", "a.js", &["parser.eval(x)", "function Function() {}"]);
}

#[test]
fn fixtures_are_no_tests() {
    for rubric in [SECURE, WEB] {
        let probe = "has_tests";
        let file = "tests/test_a.py";
        finds(
            rubric,
            probe,
            file,
            &["def test_a(): pass", "@patch('x')\n@other\ndef test_a(): pass"],
        );
        passes(
            rubric,
            probe,
            file,
            &["@pytest.fixture\ndef test_user(): pass", "@fixture()\n@other\ndef testapp(): pass"],
        );
        passes(rubric, probe, "tests/conftest.py", &["def test_a(): pass"]);
    }
}

#[test]
fn routes_are_told_from_calls_of_other_services() {
    let probe = "declares_routes";
    finds(
        WEB,
        probe,
        "a.py",
        &[
            "@app.get(\"/a\")\ndef f(): pass",
            "router.register(r\"users\", V)",
            "app.add_url_rule(\"/a\", view_func=f)",
        ],
    );
    passes(WEB, probe, "a.py", &["@lru.get(\"healthcare\")\ndef f(): pass"]);
    check(WEB, probe, "a.js", "router\n  .route('/')\n  .post(a)\n  .get(b);", 2);
    finds(WEB, probe, "route.ts", &["export async function GET(request: Request) {}"]);
    passes(WEB, probe, "a.js", &["whatsapp.post('/messages', x)", "app.get('title', x)"]);
    let go = |call: &str| format!("package a\nfunc f() {{ {call} }}\n");
    for call in [r#"mux.HandleFunc("GET /healthz", pong)"#, r#"r.GET("/", pong)"#] {
        check(WEB, probe, "a.go", &go(call), 1);
    }
    for call in [r#"http.Post("https://a.org/", "b", nil)"#, r#"cache.Get("key", nil)"#] {
        check(WEB, probe, "a.go", &go(call), 0);
    }
}

#[test]
fn a_route_for_the_health_of_the_service_is_named_so_in_full() {
    let probe = "tells_health";
    let python = |path: &str, method: &str| format!("@app.{method}(\"{path}\")\ndef f(): pass\n");
    for path in ["/health", "/api/v1/healthz", "/ping", "/api/status/"] {
        check(WEB, probe, "a.py", &python(path, "get"), 1);
    }
    for path in ["/patients/health-records", "/keepalive", "/orders/status"] {
        check(WEB, probe, "a.py", &python(path, "get"), 0);
    }
    check(WEB, probe, "a.py", &python("/health", "post"), 0);
    let go = "package a\nfunc f() { a := r.Group(\"/api/ping\") }\n";
    check(WEB, probe, "a.go", go, 1);
    finds(WEB, probe, "A.java", &["class A { @GetMapping(\"/health\") void f() {} }"]);
    passes(WEB, probe, "A.java", &["class A { @PostMapping(\"/health\") void f() {} }"]);
}

#[test]
fn checks_of_input_and_of_callers_are_told_from_imports_and_the_issue_of_tokens() {
    let input = "validates_input";
    finds(WEB, input, "a.py", &["class A(BaseModel): pass"]);
    passes(WEB, input, "a.py", &["from pydantic import BaseModel", "class A(BaseSettings): pass"]);
    passes(WEB, input, "app/settings/a.py", &["class A(BaseModel): pass"]);
    finds(
        WEB,
        input,
        "a.js",
        &[
            "const a = z.object({})",
            "validator.isEmail(req.body.email)",
            "body('a').isEmail()",
            "module.exports = Joi.object()",
        ],
    );
    passes(
        WEB,
        input,
        "a.js",
        &["const { z } = require('zod')", "tool(f, { schema: z.object({}) })"],
    );
    let who = "asks_who";
    let go = |call: &str| format!("package a\nfunc f() {{ {call} }}\n");
    check(WEB, who, "a.go", &go("v.Use(users.AuthMiddleware(true))"), 1);
    check(WEB, who, "a.go", &go("jwt.New(jwt.SigningMethodHS256)"), 0);
    finds(WEB, who, "a.js", &["jwt.verify(token, key)", "router.use(auth('a'))"]);
    passes(WEB, who, "a.js", &["jwt.sign(user, key)"]);
}

#[test]
fn settings_and_loggers_are_told_from_what_looks_like_them() {
    let java = |note: &str| format!("class A {{ {note} String a; }}");
    check(WEB, "reads_environment", "A.java", &java("@Value(\"${a.b}\")"), 1);
    check(WEB, "reads_environment", "A.java", &java("@Value"), 0);
    finds(WEB, "logs", "a.py", &["app.logger.info(x)", "self.logger.warn(x)", "logging.error(x)"]);
    passes(WEB, "logs", "a.py", &["catalog.info(x)", "print(x)"]);
    passes(WEB, "logs", "migrations/env.py", &["logger.info(x)"]);
    check(WEB, "logs", "a.go", "package a\nfunc f() { s.logger.Println(1) }\n", 1);
    check(WEB, "logs", "a.go", "package a\nfunc f() { s.catalog.Println(1) }\n", 0);
}
