use super::*;

#[track_caller]
fn check(path: &str, text: &str, expected: &[&str]) {
    let found = used_as_keys(path, text.as_bytes(), &BTreeSet::new());
    let found: Vec<&str> = found.into_iter().map(|used| &text[used.range]).collect();
    assert_eq!(found, expected, "{path}: {text}");
}

#[test]
fn texts_that_sign_are_keys_however_they_look() {
    check("config.py", "app.config['SECRET_KEY'] = 'random'\n", &["random"]);
    check(
        "config.py",
        "SECRET_KEY = os.environ.get('SECRET_KEY') or 'you-will-never-guess'\n",
        &["you-will-never-guess"],
    );
    check("config.py", "SECRET_KEY = os.getenv('KEY', 'dev')\n", &["dev"]);
    for call in ["env('KEY', 'dev')", "config('KEY', default='dev')", "env.str('KEY', 'dev')"] {
        check("config.py", &format!("SECRET_KEY = {call}\n"), &["dev"]);
    }
    check("config.py", "SECRET_KEY = config('KEY')\n", &[]);
    check("config.py", "SECRET_KEY = os.getenv('KEY', 'change-me')\n", &["change-me"]);
    let warns = |then: &str| {
        format!(
            "SECRET_KEY = os.getenv('KEY', 'change-me')\nif SECRET_KEY == 'change-me':\n    {then}\n"
        )
    };
    check("config.py", &warns("logger.warning('the default key is used')"), &["change-me"]);
    check("config.py", &warns("raise ValueError('set a key')"), &[]);
    check("config.py", &warns("SECRET_KEY = secrets.token_hex(32)"), &[]);
    check("config.py", &warns("print('no key')\n    sys.exit(1)"), &[]);
    check(
        "a.py",
        "KEY = os.getenv('K', 'your-key')\n\njwt.encode(p, KEY, algorithm='HS256')\n",
        &["your-key"],
    );
    check("a.js", "jwt.sign(user, process.env.KEY || 'change-me')\n", &["change-me"]);
    check(
        "a.py",
        "app.add_middleware(SessionMiddleware, secret_key=os.getenv('KEY', 'dev'))\n",
        &["dev"],
    );
    check("a.py", "app.secret_key = b'dance'\n", &["dance"]);
    check("a.py", "token = jwt.encode({'a': 1}, 'dance', algorithm='HS256')\n", &["dance"]);
    check(
        "a.py",
        "KEY = \"dance\"\n\ndef f(p):\n    return jwt.encode(p, KEY, algorithm=\"HS256\")\n",
        &["dance"],
    );
    check(
        "a.js",
        "app.use(session({\n  resave: true,\n  secret: 'keyboard cat'\n}))\n",
        &["keyboard cat"],
    );
    check("a.ts", "return jwt.sign({ id: user.id }, 'dance', { expiresIn: '1h' });\n", &["dance"]);
    check(
        "a.go",
        "const Key = \"A String\"\nfunc f() { t.SignedString([]byte(Key)) }\n",
        &["A String"],
    );
    check("A.java", "    Algorithm a = Algorithm.HMAC256(\"dance\");\n", &["dance"]);
}

#[test]
fn a_password_that_a_call_connects_with_is_one_however_it_reads() {
    check(
        "server.js",
        "mongoose.connect(\n  \"mongodb://app:app-password@cluster0.q8x2k.mongodb.net:27017/a\",\n  {})\n",
        &["app-password"],
    );
    check("a.py", "create_engine('postgresql://u:hunter2@db.firm.io/x')\n", &["hunter2"]);
    for text in [
        "mongoose.connect('mongodb://app:app-password@localhost:27017/a')\n",
        "mongoose.connect('mongodb+srv://user:password@cluster0.q8x2k.mongodb.net/a')\n",
        "mongoose.connect('mongodb+srv://user:<password>@cluster0.q8x2k.mongodb.net/a')\n",
        "mongoose.connect(`mongodb+srv://user:${word}@cluster0.q8x2k.mongodb.net/a`)\n",
        "show('mongodb://app:app-password@cluster0.q8x2k.mongodb.net/a')\n",
        "create_engine('postgresql://user:secret@db.example.com/x')\n",
    ] {
        check("a.js", text, &[]);
    }
}

#[test]
fn what_waits_for_a_key_or_comes_from_elsewhere_is_none() {
    for (path, text) in [
        ("config.py", "SECRET_KEY = 'change-me'\n"),
        ("config.py", "SECRET_KEY = os.environ['SECRET_KEY']\n"),
        (
            "config.py",
            "SECRET_KEY = os.getenv('K', 'change-me')\nassert SECRET_KEY != 'change-me'\n",
        ),
        ("config.py", "# SECRET_KEY = 'dance'\n"),
        ("a.py", "def f():\n    \"\"\"Like this:\n    jwt.decode(token, 'dance')\n    \"\"\"\n"),
        ("config.py", "SECRET_KEY_NAME_HELP = f'{x}'\n"),
        ("tests/a.py", "SECRET_KEY = 'dance'\n"),
        ("examples/a.py", "SECRET_KEY = 'dance'\n"),
        ("README.md", "SECRET_KEY = 'dance'\n"),
        ("a.py", "jwt.decode(token, key, algorithms=['HS256'])\n"),
        ("a.py", "key = 'one'\nkey = 'two'\njwt.encode(p, key)\n"),
        ("a.js", "jwt.verify(token, process.env.KEY)\n"),
        ("a.js", "jwt.sign(user, key, { algorithm: 'HS256' })\n"),
        ("a.go", "t.SignedString([]byte(os.Getenv(\"KEY\")))\n"),
        ("a.js", "const form = { secret: 'keyboard cat' }\n"),
    ] {
        check(path, text, &[]);
    }
}

#[test]
fn a_text_that_a_request_is_held_against_is_a_key() {
    let guard = |key: &str| {
        format!(
            "API_KEY = {key}\n\ndef verify(x_api_key: str = Header(None)):\n    if x_api_key != API_KEY:\n        raise HTTPException(401)\n"
        )
    };
    check("auth.py", &guard("\"1122332211\"  # can change"), &["1122332211"]);
    check("auth.py", &guard("os.environ.get('API_KEY', 'hotel-2025')"), &["hotel-2025"]);
    let shown = format!(
        "{}header = APIKeyHeader(description='Default: hotel-2025')\n",
        guard("os.getenv('API_KEY', 'hotel-2025')")
    );
    check("auth.py", &shown, &["hotel-2025"]);
    for key in ["'x-api-key'", "'change-me'", "os.environ['API_KEY']", "'<key>'", "'test'"] {
        check("auth.py", &guard(key), &[]);
    }
    check("tests/auth.py", &guard("'1122332211'"), &[]);
    check("a.py", "API_KEY = '1122332211'\nclient = Client(API_KEY)\n", &[]);
}

#[test]
fn a_key_that_another_source_guards_by_is_one() {
    let source = |path: &str, text: &str| Source {
        path: path.into(),
        blob: "b".into(),
        bytes: text.as_bytes().to_vec(),
    };
    let key = "API_KEY = '1122332211'\n";
    for (guard, expected) in [
        ("from config import API_KEY\nif request.headers['X'] != API_KEY:\n    abort(401)\n", 1),
        ("if request.headers['X'] != config.API_KEY:\n    abort(401)\n", 1),
        ("from config import API_KEY\nclient(API_KEY)\n", 0),
        ("API_KEY = load()\nif request.headers['X'] != API_KEY:\n    abort(401)\n", 0),
    ] {
        let names = imported_guards(&[source("auth.py", guard)]);
        assert_eq!(used_as_keys("config.py", key.as_bytes(), &names).len(), expected, "{guard}");
    }
}
