use super::*;
use crate::domain::facts::ReportPage;

/// Characters without a pattern, the same for the same seed; no secret of anybody.
fn noise(seed: u64, length: usize, alphabet: &str) -> String {
    let letters: Vec<char> = alphabet.chars().collect();
    let mut state = seed;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        letters[usize::try_from(state >> 33).unwrap() % letters.len()]
    };
    (0..length).map(|_| next()).collect()
}

const ALL: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const HEX: &str = "0123456789abcdef";

/// What is found in the text of a file, with its line.
#[track_caller]
fn check(path: &str, text: &str, expected: &[(&str, u32)]) {
    let found: Vec<(&str, u32)> = in_file(path, text.as_bytes())
        .iter()
        .map(|secret| (secret.kind, lines(text.as_bytes(), &secret.range).0))
        .collect();
    assert_eq!(found, expected, "{path}: {text}");
}

#[test]
fn keys_are_known_by_the_forms_of_their_issuers() {
    let forms = [
        ("AWS access key", format!("{}{}", "AKIA", noise(1, 16, UPPER))),
        ("GitHub token", format!("{}{}", "ghp_", noise(2, 36, ALL))),
        ("GitLab token", format!("{}{}", "glpat-", noise(3, 20, ALL))),
        ("Anthropic key", format!("{}{}AA", "sk-ant-api03-", noise(4, 93, ALL))),
        ("OpenAI key", format!("{}{}T3BlbkFJ{}", "sk-", noise(5, 20, ALL), noise(6, 20, ALL))),
        ("OpenAI key", format!("{}{}", "sk-proj-", noise(7, 148, ALL))),
        ("model-provider key", format!("{}{}", "sk-", noise(14, 32, HEX))),
        ("OpenRouter key", format!("{}{}", "sk-or-v1-", noise(14, 64, HEX))),
        ("Google API key", format!("{}{}", "AIza", noise(8, 35, ALL))),
        ("Groq key", format!("{}{}", "gsk_", noise(9, 52, ALL))),
        ("Slack token", format!("{}-2719405836-3850162794-{}", "xoxb", noise(10, 24, ALL))),
        ("Stripe key", format!("{}{}", "sk_live_", noise(11, 24, ALL))),
        ("Replicate token", format!("{}{}", "r8_", noise(15, 37, ALL))),
        ("Pinecone key", format!("{}{}_{}", "pcsk_", noise(16, 5, ALL), noise(17, 63, ALL))),
        ("Twilio key", format!("{}{}", "SK", noise(18, 32, HEX))),
        ("NVIDIA key", format!("{}{}", "nvapi-", noise(19, 64, ALL))),
        ("LangSmith key", format!("{}{}_{}", "lsv2_pt_", noise(12, 32, HEX), noise(13, 10, HEX))),
    ];
    for (kind, value) in &forms {
        check("README.md", &format!("first\nuse {value} here\n"), &[(kind, 2)]);
        check("a.py", &format!("k = '{value}'\n"), &[(kind, 1)]);
        assert_eq!(in_text(value)[0].hash, sha256_hex(value.as_bytes())[..8]);
    }
}

#[test]
fn placeholders_and_names_are_no_secrets() {
    let lines = [
        "OPENAI_API_KEY=sk-your-api-key-goes-here",
        "OPENAI_API_KEY=sk-proj-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "key = 'sk-0123456789abcdef0123456789abcdef'",
        "key = 'sk-deadbeefdeadbeefdeadbeefdeadbeef'",
        "href = 'task-8f14e45fceea167a5a36dedd4bea2543'",
        "name = 'sk-8f14e45fceea167a5a36dedd4bea2543-report'",
        "name = 'sk-8f14e45fceea167a5a36dedd4bea25438f14e45f'",
        "aws = 'AKIAIOSFODNN7EXAMPLE'",
        "token = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'",
        "api_key = \"<YOUR-API-KEY>\"",
        "api_key = \"changeme-changeme-changeme-1\"",
        "api_key = os.environ['OPENAI_API_KEY_FOR_PRODUCTION_2']",
        "password = \"correct-horse-battery-staple\"",
        "model_api_key = \"gpt-4o-mini-2024-07-18-preview\"",
        "client_secret = \"550e8400-e29b-41d4-a716-446655440000\"",
        "url = 'postgres://postgres:postgres@localhost:5432/db'",
        "url = 'postgres://user:p4ssw0rd99@db:5432/db'",
        "url = 'postgres://user:hunter2hunter2@db.example.com/db'",
        "url = f'https://x-access-token:{token}@github.com/a/b'",
        "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
        "if 'BEGIN RSA PRIVATE KEY' in text: pass",
    ];
    for line in lines {
        check("src/config.py", line, &[]);
        check(".env", line, &[]);
    }
}

#[test]
fn assigned_values_count_in_sources_and_settings_alone() {
    let value = noise(21, 32, ALL);
    let quoted = format!("service_api_key = \"{value}\"\n");
    let bare = format!("# text\nSERVICE_API_KEY={value}\n");
    check("src/config.py", &quoted, &[("key in the source", 1)]);
    check(".env", &bare, &[("key in the settings", 2)]);
    for path in ["docs/use.md", ".env.example", "tests/test_a.py", "package-lock.json"] {
        check(path, &quoted, &[]);
        check(path, &bare, &[]);
    }
    check("src/config.py", &format!("digest = \"{value}\"\n"), &[]);
}

#[test]
fn values_that_stand_in_for_what_is_not_set_are_those_of_the_name() {
    let value = noise(21, 32, ALL);
    for line in [
        format!("clientSecret: process.env.CHAT_SECRET || '{value}',"),
        format!("apiKey: process.env.STEAM_KEY ?? \"{value}\","),
        format!("const chosen = process.env['CHAT_SECRET'] || '{value}'"),
        format!("KEY = os.getenv(\"CHAT_API_KEY\") or \"{value}\""),
        format!("KEY = os.environ.get('JWT_SECRET', '{value}')"),
        format!("const signingSecret string = \"{value}\""),
        format!("JWT_SECRET = '{value}'"),
    ] {
        check("src/config.js", &line, &[("key in the source", 1)]);
        check("tests/config.js", &line, &[]);
    }
    for line in [
        format!("clientId: process.env.CHAT_ID || '{value}',"),
        format!("secretName: '{value}'"),
        format!("digest = sha256(secret) == '{value}'"),
        "clientSecret: process.env.CHAT_SECRET || 'the-secret-of-the-chat-1234',".to_owned(),
        "const NBSecretPassword = \"A String Very Very Very Strong!!@##$!@#$\"".to_owned(),
    ] {
        check("src/config.js", &line, &[]);
    }
}

#[test]
fn values_without_quotes_count_in_settings_alone() {
    let value = noise(21, 32, ALL);
    for line in [format!("jwt.secret={value}"), format!("  db_password: {value}")] {
        check("src/application.properties", &line, &[("key in the settings", 1)]);
        check("deploy/app.yml", &line, &[("key in the settings", 1)]);
        for path in ["src/config.py", "docs/use.md", "app.example.yml", "tests/app.yml"] {
            check(path, &line, &[]);
        }
    }
    for line in [
        format!("jwt.secret=${{{value}}}"),
        format!("commit: {value}"),
        "access_token: eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0".to_owned(),
        "jwt.secret=change-me-in-production-1234".to_owned(),
        "cache.key: v1-dependencies-2024-07-18-linux".to_owned(),
    ] {
        check("deploy/app.yml", &line, &[]);
    }
}

#[test]
fn keys_tokens_and_addresses_are_found_by_what_they_hold() {
    let row = |n: u64| noise(30 + n, 64, &format!("{ALL}+/"));
    let body = format!("{}\n", (0..8).map(row).collect::<Vec<_>>().join("\n"));
    let (begin, end) = ("-----BEGIN RSA PRIV", "-----END RSA PRIV");
    let key = format!("x\n{begin}ATE KEY-----\n{body}{end}ATE KEY-----\n");
    check("id_rsa", &key, &[("private key", 2)]);
    let token = |claims: &str| {
        // `{"alg":"HS256"}` and the claims, as the form has them.
        format!("eyJhbGciOiJIUzI1NiJ9.{claims}.{}", noise(40, 43, ALL))
    };
    check("a.txt", &token("eyJzdWIiOiI3NDExMjkifQ"), &[("JSON web token", 1)]);
    check("a.txt", &token("eyJzdWIiOiIxMjM0NTY3ODkwIn0"), &[]);
    check("a.txt", &token("eyJyb2xlIjoiYW5vbiJ9"), &[]);
    // `{"exp":1589300284}`, and none.
    let expires = |claims: &str| in_text(&token(claims))[0].expires;
    assert_eq!(expires("eyJleHAiOjE1ODkzMDAyODR9"), Some(1_589_300_284));
    assert_eq!(expires("eyJzdWIiOiI3NDExMjkifQ"), None);
    let address = format!("mongodb+srv://app:{}@c0.q8x2k.mongodb.net/db", noise(41, 16, ALL));
    check("a.py", &address, &[("password in an address", 1)]);
}

#[test]
fn texts_are_redacted_wherever_a_secret_stands() {
    let value = format!("{}{}", "ghp_", noise(2, 36, ALL));
    let hash = &sha256_hex(value.as_bytes())[..8];
    let mark = format!("[redacted GitHub token {hash}]");
    let redactor = Known::default().redactor();
    assert_eq!(redactor.redacted(&format!("a {value}, b")), Some(format!("a {mark}, b")));
    assert_eq!(redactor.redacted("nothing here"), None);
    let mut json = serde_json::json!({"a": [{"b": value}], "lookup": {"text": value}});
    assert!(redactor.sweep(&mut json));
    assert_eq!(json, serde_json::json!({"a": [{"b": mark}], "lookup": {"text": value}}));
    assert!(!redactor.sweep(&mut serde_json::json!({"a": 1})));
}

#[test]
fn sources_keep_their_lines_and_lose_values_found_elsewhere() {
    let value = noise(21, 32, ALL);
    let source = |path: &str, text: String| Source {
        path: path.into(),
        blob: "b".into(),
        bytes: text.into_bytes(),
    };
    let sources = vec![
        source("README.md", format!("Set it to\n{value}\nand go.\n")),
        source("src/config.py", format!("service_api_key = \"{value}\"\n")),
    ];
    let mut known = Known::default();
    let facts = in_tree(&sources, &mut known);
    assert_eq!((facts.len(), facts[0].place.to_string().as_str()), (1, "src/config.py:1"));
    let mut exhibit =
        crate::domain::exhibit::repository::RepoExhibit { sources, ..Default::default() };
    known.redactor().purge_repository(&mut exhibit);
    for source in &exhibit.sources {
        let text = String::from_utf8_lossy(&source.bytes);
        assert!(!text.contains(&value) && text.contains("[redacted key in the source "), "{text}");
    }
    assert_eq!(exhibit.sources[0].bytes.split(|b| *b == b'\n').count(), 4);
}

#[test]
fn a_default_that_is_used_as_a_key_is_told_and_taken_out() {
    let file = |text: &str| Source {
        path: "app/auth.py".into(),
        blob: "b".into(),
        bytes: text.as_bytes().to_vec(),
    };
    let long = "a-very-long-word-to-change-2024";
    let text = format!(
        "KEY = os.getenv(\"KEY\", \"{long}\")\nif KEY == \"{long}\":\n    log.warning(\"default\")\njwt.encode(p, KEY)\n"
    );
    for (value, elsewhere) in [(long, false), ("dance", true)] {
        let mut known = Known::default();
        let sources = vec![
            file(&text.replace(long, value)),
            Source { path: "README.md".into(), ..file(value) },
        ];
        let facts = in_tree(&sources, &mut known);
        assert_eq!(facts.len(), 1, "{facts:?}");
        assert!(facts[0].by_use && is_default(&facts[0]));
        let mut exhibit =
            crate::domain::exhibit::repository::RepoExhibit { sources, ..Default::default() };
        known.redactor().purge_repository(&mut exhibit);
        let left: Vec<bool> =
            exhibit.sources.iter().map(|source| source.text().contains(value)).collect();
        assert_eq!(left, [false, elsewhere], "{value}");
    }
}

#[test]
fn secrets_that_a_line_end_parts_are_found_and_their_parts_redacted() {
    let value = format!("{}{}", "ghp_", noise(2, 36, ALL));
    let text = format!("It was {}\n{} for a day.\n", &value[..20], &value[20..]);
    let page = ReportPage { number: 3, text: text.clone(), ..ReportPage::default() };
    let report = DocumentFacts { pages: vec![page], ..DocumentFacts::default() };
    let mut known = Known::default();
    let facts = in_report(&report, &mut known);
    assert_eq!((facts.len(), &facts[0].place), (1, &Place::Page { page: 3 }));
    assert_eq!(facts[0].hash, sha256_hex(value.as_bytes())[..8]);
    let redacted = known.redactor().redacted(&text).unwrap();
    assert!(!redacted.contains(&value[..12]) && !redacted.contains(&value[24..36]), "{redacted}");
}

#[test]
fn hostile_texts_are_read_in_time() {
    let begun = format!("-----BEGIN PRIV{}-----\n", "ATE KEY").repeat(20_000);
    assert_eq!(in_text(&begun), []);
    let dense = "sk-proj-eyJ.eyJ.key=\"://a:b@".repeat(20_000);
    assert_eq!(in_text(&dense), []);
}

#[test]
fn passwords_in_addresses_are_found_whatever_the_host_is_called() {
    let password = "Zq8rT2mLx9WvB4nK";
    for (address, path) in [
        (format!("postgres://admin:{password}@db.prod.acme.io:5432/app"), "db.py"),
        (format!("git clone https://bot:{password}@git.acme.io/x.git"), "notes.md"),
        (format!("redis://:{password}@cache:6379/0"), "compose.yml"),
        (format!("sftp://bot:{password}@10.2.7.9/in"), "a.py"),
    ] {
        check(path, &format!("x = '{address}'"), &[("password in an address", 1)]);
    }
    for address in [
        "postgres://user:password@localhost:5432/app",
        "postgres://user:Zq8rT2mLx9WvB4nK@localhost:5432/app",
        "postgres://user:Zq8rT2mLx9WvB4nK@db.example.com/app",
        "postgres://${USER}:${PASSWORD_OF_2024}@db.prod.io/app",
        "postgres://<user>:<password1>@db.prod.io/app",
        "https://user:hunter2hunter2@acme.io/x.git",
        "http://proxy:8080/a@b.io",
    ] {
        check("db.py", &format!("x = '{address}'"), &[]);
    }
}

#[test]
fn passwords_on_command_lines_are_found() {
    let password = "Hunter2Xq81Lm";
    for line in [
        format!("os.system(\"mysql -u root -p{password} app\")"),
        format!("run(['mysqldump', '-p{password}', 'app'])"),
        format!("sshpass -p {password} ssh host"),
        format!("tool --password {password}"),
        format!("run(['tool', '--password', '{password}'])"),
        format!("PGPASSWORD={password} psql -h db"),
    ] {
        check("run.py", &line, &[("password on a command line", 1)]);
    }
    for line in [
        "mysql -u root -p app_production_2",
        "mysql -p$MYSQL_PASSWORD1 app",
        "docker run -p3306:3306 mysql",
        "mysql --port 3306 -prompt",
        "parser.add_argument('--password', '-p', default='')",
        "parser.add_argument('--token', 'GITHUB_TOKEN_2')",
        "tool --password {PASSWORD_2024x}",
    ] {
        check("run.py", line, &[]);
    }
}

#[test]
fn short_passwords_and_keys_of_hexadecimal_digits_count_where_they_are_given_to_a_name() {
    let key = [("key in the source", 1)];
    check("a.py", "db_password = \"5EbOApZOXzcycD9\"", &key);
    check("a.py", "AZURE_OPENAI_API_KEY = \"7fd14c1604ab93de0021cc98e7f1a3b6\"", &key);
    let value = noise(21, 58, ALL);
    check("a.py", &format!("DISCORD_TOKEN = \"{value}\""), &key);
    let token = format!("7302918465:AA{}", noise(22, 33, ALL));
    check("a.py", &format!("x = '{token}'"), &[("Telegram token", 1)]);
    for line in [
        "password = \"TestPass1234\"",
        "password_field = \"current-password1\"",
        "password_hash = \"5EbOApZOXzcycD9\"",
        "checksum = \"7fd14c1604ab93de0021cc98e7f1a3b6\"",
        "api_key = \"00000000000000000000000000000001\"",
    ] {
        check("a.py", line, &[]);
    }
    check("README.md", "db_password = \"5EbOApZOXzcycD9\"", &[]);
    check("tests/a.py", "db_password = \"5EbOApZOXzcycD9\"", &[]);
}

#[test]
fn short_passwords_are_redacted_also_without_their_address() {
    let password = "q7Rz0LmW";
    let bytes = format!("amqp://app:{password}@mq.q8x2k.net").into_bytes();
    let found = in_file("a.py", &bytes);
    let mut known = Known::default();
    known.add(&found[0], &bytes);
    let redacted = known.redactor().redacted(&format!("It is {password}."));
    assert!(redacted.is_some_and(|text| !text.contains(password)));
}

#[test]
fn secrets_that_nobody_sees_are_stated_too() {
    use crate::domain::facts::{Concealment, HiddenText};

    let value = format!("{}{}", "sk_live_", noise(11, 24, ALL));
    let text = format!("It is {value} now.");
    let hidden = HiddenText { mechanism: Concealment::SameColor, page: 2, text, area: None };
    let report = DocumentFacts { hidden_text: vec![hidden], ..DocumentFacts::default() };
    let facts = in_report(&report, &mut Known::default());
    assert_eq!((facts.len(), &facts[0].place), (1, &Place::Page { page: 2 }));
}

#[test]
fn what_manuals_show_is_made_up_and_still_taken_out() {
    let token = format!("ntfy publish --token {} home", noise(71, 24, ALL));
    let files =
        |path: &str| [Source { path: path.into(), blob: "b".into(), bytes: token.clone().into() }];
    let mut known = Known::default();
    assert_eq!(in_tree(&files("docs/publish.md"), &mut known), []);
    assert!(known.covers(token.split(' ').nth(3).unwrap()));
    assert_eq!(in_tree(&files("deploy/run.sh"), &mut Known::default()).len(), 1);
    let past = |path: &str| in_past_file("c", path, token.as_bytes(), &mut Known::default()).len();
    assert_eq!((past("docs/publish.md"), past("deploy/run.sh")), (0, 1));
}

#[test]
fn keys_that_frameworks_and_drivers_write_in_their_own_way_are_known() {
    let alphabet = "abcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*(-_=+)";
    for seed in 0..20 {
        let key = noise(seed, 50, alphabet);
        check("app/settings.py", &format!("SECRET_KEY = '{key}'\n"), &[("key in the source", 1)]);
    }
    check(
        "app/settings.py",
        "SECRET_KEY = 'x-and-a-long-phrase-of-words-that-has-fifty-signs.'\n",
        &[],
    );
    let address = format!("url = \"root:{}@tcp(db.q8x2k.rds.net:3306)/a\"", noise(72, 14, ALL));
    check("config.toml", &address, &[("password in an address", 1)]);
    check("config.toml", "url = \"root:123456@tcp(192.168.0.105:3326)/a\"", &[]);
}

#[test]
fn a_key_of_storage_is_known_by_the_name_that_stands_before_it() {
    let key = format!("{}==", noise(73, 86, &format!("{ALL}+/")));
    let account = format!("\"DefaultEndpointsProtocol=https;AccountName=a;AccountKey={key};\"");
    check("a.py", &account, &[("Azure storage key", 1)]);
    check("a.py", &format!("STORAGE_KEY = '{key}'"), &[("Azure storage key", 1)]);
    check("a.json", &format!("\"integrity\": \"sha512-{key}\""), &[]);
    let emulator = "AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
    check("a.py", emulator, &[]);
}
