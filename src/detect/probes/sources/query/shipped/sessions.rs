//! What the rubric for web services takes for a question who calls.

use super::{WEB, check, finds, passes};

#[test]
fn sessions_say_who_calls_and_refused_logins_do_not() {
    let file = "a.py";
    let guards = [
        "if \"user_id\" not in session:\n    return redirect(url_for(\"login\"))",
        "user = session.get('username')",
        "uid = request.session[\"user_id\"]",
        "if g.user is None:\n    abort(403)",
        "if post.author != current_user:\n    abort(403)",
        "def get_admin_user():\n    pass",
        "if not logged_in():\n    return redirect(url_for('auth.login'))",
        "def login_required(f):\n    def inner():\n        abort(401)",
    ];
    check_all(file, &guards, &[1, 1, 1, 1, 1, 1, 1, 2]);
    passes(
        WEB,
        "asks_who",
        file,
        &[
            "session[\"user_id\"] = user.id",
            "if user in session:\n    pass",
            "r = session.get(\"https://a.example/users\")",
            "theme = session.get(\"theme\")",
            "def login():\n    abort(401)",
            "@app.post(\"/login\")\nasync def login_user(form):\n    raise HTTPException(401)",
            "def register():\n    if not ok:\n        return redirect(url_for('login'))",
            "def logout():\n    return redirect(url_for('login'))",
        ],
    );
    finds(
        WEB,
        "asks_who",
        "a.js",
        &[
            "if (!req.user || req.user2) { res.redirect('/'); }",
            "if (req.isAuthenticated()) { next(); }",
            "const guard = (req, res) => res.status(401).end();",
        ],
    );
    passes(
        WEB,
        "asks_who",
        "a.js",
        &[
            "router.post('/login', (req, res) => { res.status(401).end(); });",
            "const register = async (req, res) => { res.status(401).end(); };",
            "exports.signIn = (req, res) => res.sendStatus(401);",
            "const u = req.body.user;",
        ],
    );
    passes(
        WEB,
        "asks_who",
        "A.java",
        &[
            "class A { @PostMapping(\"/login\") Object in(User u) { return HttpStatus.UNAUTHORIZED; } }",
        ],
    );
    finds(
        WEB,
        "asks_who",
        "A.java",
        &[
            "class A { @GetMapping(\"/orders\") Object all(User u) { return HttpStatus.UNAUTHORIZED; } }",
        ],
    );
    let refused = "package a\nfunc (h H) Login(w W) { w.WriteHeader(http.StatusUnauthorized) }";
    passes(WEB, "asks_who", "a.go", &[refused]);
}

/// Each text is found as often as is said.
#[track_caller]
fn check_all(file: &str, texts: &[&str], expected: &[usize]) {
    for (text, expected) in texts.iter().zip(expected) {
        check(WEB, "asks_who", file, &[text], *expected);
    }
}
