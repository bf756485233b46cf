use super::*;

#[track_caller]
fn check(text: &str, sentence: &str) {
    let mistake = File::parse("auditor.toml", text).expect_err("the file is refused");
    assert!(mistake.to_string().contains(sentence), "{mistake}");
}

/// The example with every setting turned on.
fn turned_on() -> String {
    let lines = EXAMPLE.lines().map(|line| match line.strip_prefix('#') {
        Some(setting) if !setting.starts_with(' ') && !setting.is_empty() => setting,
        Some(_) | None => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The settings that a value leaves out, by name.
fn left_out(value: &serde_json::Value, name: &str) -> Vec<String> {
    match value {
        serde_json::Value::Null => vec![name.to_owned()],
        serde_json::Value::Object(fields) => fields
            .iter()
            .flat_map(|(key, value)| left_out(value, &format!("{name}.{key}")))
            .collect(),
        serde_json::Value::Bool(_)
        | serde_json::Value::Number(_)
        | serde_json::Value::String(_)
        | serde_json::Value::Array(_) => Vec::new(),
    }
}

#[test]
fn the_example_changes_nothing_as_it_is() {
    assert_eq!(File::parse("auditor.toml", EXAMPLE), Ok(File::default()));
}

#[test]
fn the_example_has_every_setting_and_no_other() {
    let file = File::parse("auditor.toml", &turned_on()).unwrap();
    let value = serde_json::to_value(&file).unwrap();
    assert_eq!(left_out(&value, ""), [""; 0], "these are not in the example");
}

#[test]
fn the_example_has_every_limit_as_it_is_without_a_file() {
    let limits = serde_json::to_value(Limits::default()).unwrap();
    for name in limits.as_object().unwrap().keys() {
        assert!(EXAMPLE.contains(&format!("\n#{name} = ")), "`{name}` is not in the example");
    }
    assert_eq!(File::parse("auditor.toml", &turned_on()).unwrap().limits, Limits::default());
}

#[test]
fn each_setting_of_the_example_is_explained() {
    let mut last = "";
    for line in EXAMPLE.lines() {
        let is_setting = line.starts_with('#') && line.contains('=') && !line.starts_with("# ");
        if is_setting {
            assert!(last.starts_with('#'), "nothing is said before `{line}`");
        }
        last = line;
    }
}

#[test]
fn a_mistake_is_told_with_its_place_and_its_setting() {
    check(
        "[judges]\nmodle = \"x\"\n",
        "auditor.toml:2:1: the setting `judges.modle` is not known; did you mean `model`?",
    );
    check("[wach]\n", "auditor.toml:1:2: the setting `wach` is not known; did you mean `watch`?");
    check("[web]\nzebra = 1\n", "the setting `web.zebra` is not known; `auditor config --example`");
    check("\n[watch]\nat_once = 0\n", "auditor.toml:3:11:");
    check("[watch]\nat_once = 0\n", "in the setting `watch.at_once`");
    check("[watch]\nat_once = \"4\"\n", "in the setting `watch.at_once`");
    check("[watch]\nmax_cost = -1\n", "it must be a number from 0 in the setting `watch.max_cost`");
    check("[watch]\nmax_cost = nan\n", "it must be a number from 0");
    check("[web]\nlisten = \"here\"\n", "in the setting `web.listen`");
    check(
        "log_format = \"xml\"\n",
        "`xml` is not known in the setting `log_format`; it may be `text`, `json`",
    );
    check("[limits]\npdf_page = 1\n", "`limits.pdf_page` is not known; did you mean `pdf_pages`?");
    check("[limits]\nfetch_bytes = -1\n", "in the setting `limits.fetch_bytes`");
    check(
        "[limits]\npdf_pages = 0\n",
        "the setting `limits.pdf_pages` is 0, and must be at least 1",
    );
    check("state = \n", "auditor.toml:1:");
    check("[watch]\npilot = 1\npilot = 2\n", "auditor.toml:3:1:");
}

#[test]
fn a_key_is_refused_wherever_it_stands_and_never_repeated() {
    let secrets = [
        "[judges]\napi_key = \"hush-hush\"\n",
        "OPENAI_API_KEY = \"hush-hush\"\n",
        "[judges]\nmodel = \"sk-hush-hush\"\n",
        "[telemetry]\notlp_headers = \"authorization=hush-hush\"\n",
        "[network]\nhttps_proxy = \"http://me:hush-hush@proxy:3128\"\n",
        "watch = { web_password = \"hush-hush\" }\n",
    ];
    for text in secrets {
        let mistake = File::parse("auditor.toml", text).unwrap_err().to_string();
        assert!(mistake.contains("this file is no place for one"), "{mistake}");
        assert!(mistake.contains("set it in the environment"), "{mistake}");
        assert!(!mistake.contains("hush-hush"), "{mistake}");
    }
    assert!(File::parse("auditor.toml", "[judges]\nmax_tokens = 100\n").is_ok());
}

#[test]
fn relative_paths_begin_in_the_folder_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("auditor.toml");
    std::fs::write(&path, "state = \"kept\"\n[watch]\noutput = \"/grades\"\n").unwrap();
    let file = File::load(&path).unwrap();
    assert_eq!(file.state, Some(folder.path().join("kept")));
    assert_eq!(file.watch.output, Some("/grades".into()));
    let device = File::load(Path::new("/dev/zero")).unwrap_err().to_string();
    assert!(device.contains("/dev/zero: the file is a device or a pipe"), "{device}");
    std::fs::write(&path, " ".repeat(1 << 20) + "\n").unwrap();
    let large = File::load(&path).unwrap_err().to_string();
    assert!(large.contains("the file has more than 1 MiB"), "{large}");
    let none = File::load(&folder.path().join("none.toml")).unwrap_err().to_string();
    assert!(none.contains("none.toml: the file cannot be read"), "{none}");
}
