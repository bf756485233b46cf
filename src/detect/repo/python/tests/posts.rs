//! Language models that are asked by plain HTTP.

use super::facts;
use crate::domain::facts::Practice;

/// The functions that ask a model, and those that ask it for nothing but a text.
#[track_caller]
fn check(text: &str, asks: &str, unbound: &str) {
    let text = format!("import json, requests, httpx, urllib.request\n{text}");
    let found = facts(&[("src/a.py", &text)]).practices;
    let of = |practice: Practice| {
        let ours = found.iter().filter(|fact| fact.practice == practice);
        ours.map(|fact| fact.by.as_str()).collect::<Vec<_>>().join(" ")
    };
    let told = (of(Practice::AsksModel), of(Practice::AsksUnbound));
    assert_eq!(told, (asks.to_owned(), unbound.to_owned()), "{text}");
}

#[test]
fn a_question_by_the_address_of_a_model_is_one_with_all_who_ask_it() {
    check(
        "def ask(host, prompt):\n    url = host.rstrip('/') + '/api/chat'\n    body = {'model': 'x', 'messages': [prompt]}\n    \
         req = urllib.request.Request(url, data=json.dumps(body).encode())\n    return urllib.request.urlopen(req).read()\n\
         def prosecutor(s):\n    return ask(s['host'], 'p')\n",
        "ask prosecutor",
        "ask prosecutor",
    );
    for url in [
        "f'{BASE}/v1/messages'",
        "'https://api.openai.com/v1/chat/completions'",
        "f'{BASE}/models/{name}:generateContent?key={key}'",
        "URL",
        "os.getenv('URL', 'http://localhost:11434/api/generate')",
    ] {
        let text = format!(
            "URL = 'http://localhost:11434/api/generate'\ndef ask(p):\n    return requests.post({url}, json={{'model': 'x', 'prompt': p}}).json()\n"
        );
        check(&text, "ask", "ask");
    }
    check(
        "def ask(p, url='http://h/api/generate'):\n    return httpx.post(url, json={'model': 'x', 'prompt': p})\n",
        "ask",
        "ask",
    );
}

#[test]
fn what_asks_for_a_form_is_not_unbound_and_other_addresses_are_no_models() {
    check(
        "def ask(p):\n    return requests.post('http://h/api/chat', json={'model': 'x', 'format': 'json'})\n",
        "ask",
        "",
    );
    for other in [
        // Another address, one that is not written, a request that only reads, a server's own way.
        "def ask(p):\n    return requests.post('http://h/api/users', json={'model': 'x'})\n",
        "def ask(p, url):\n    return requests.post(url, json={'model': 'x'})\n",
        "def ask(p):\n    return requests.get('http://h/api/chat', json={'model': 'x'})\n",
        "@app.post('/api/chat')\ndef ask(p):\n    return {'model': p}\n",
        "def ask(p):\n    return requests.post('http://h/api/chat', json={'text': p})\n",
    ] {
        check(other, "", "");
    }
}

#[test]
fn a_model_that_a_function_only_makes_is_bound_to_nothing() {
    let made =
        "from langchain_groq import ChatGroq\ndef get_model():\n    return ChatGroq(model='x')\n";
    let asks = "def look(s):\n    model = get_model()\n    return model.invoke(s['text'])\n";
    let check = |text: &str, expected: &[&str]| {
        let found = facts(&[("src/a.py", text)]).practices;
        let unbound = found.iter().filter(|fact| fact.practice == Practice::AsksUnbound);
        assert_eq!(unbound.map(|fact| fact.by.as_str()).collect::<Vec<_>>(), expected, "{text}");
    };
    check(&format!("{made}{asks}"), &["look"]);
    let at_once = "def look(s):\n    return get_model().invoke(s['text'])\n";
    check(&format!("{made}{at_once}"), &["look"]);
    let held = made.replace("return ChatGroq(model='x')", "m = ChatGroq(model='x')\n    return m");
    check(&format!("{held}{asks}"), &["look"]);
    // It, or who asks, binds the model; or another may be given.
    for (from, to) in [
        ("(model='x')", "(model='x').with_structured_output(Opinion)"),
        ("return ChatGroq(model='x')", "m = ChatGroq(model='x')\n    return m.bind_tools([x])"),
        ("return ChatGroq(model='x')", "return kept or ChatGroq(model='x')"),
        ("def get_model", "@bound\ndef get_model"),
        ("model = get_model()", "model = get_model().with_structured_output(Opinion)"),
    ] {
        check(&format!("{made}{asks}").replace(from, to), &[]);
    }
}

/// Who notices that a command failed, and what fetches archives.
#[track_caller]
fn check_commands(body: &str, handled: &str, archives: &str) {
    let text = format!("import subprocess, requests\ndef f(url):\n{body}");
    let found = facts(&[("src/a.py", &text)]).practices;
    let of = |practice: Practice| {
        let ours = found.iter().filter(|fact| fact.practice == practice);
        ours.map(|fact| fact.by.as_str()).collect::<Vec<_>>().join(" ")
    };
    let told = (of(Practice::CommandHandled), of(Practice::ArchiveFetched));
    assert_eq!(told, (handled.to_owned(), archives.to_owned()), "{text}");
}

#[test]
fn a_handler_around_a_command_that_raises_nothing_notices_no_failure() {
    let within = |call: &str| {
        format!(
            "    try:\n        out = str({call}.stdout)\n    except Exception:\n        out = ''\n    return out\n"
        )
    };
    check_commands(&within("subprocess.run(['git', 'log'], capture_output=True)"), "", "");
    check_commands(&within("subprocess.run(['git', 'log'], check=True)"), "check=True", "");
    check_commands(
        &within("subprocess.check_output(['git', 'log'])"),
        "subprocess.check_output",
        "",
    );
    let looks = "    try:\n        done = subprocess.run(['git', 'log'])\n    except OSError:\n        return 1\n    return done.returncode\n";
    check_commands(looks, "subprocess.run", "");
}

#[test]
fn an_archive_of_a_repository_that_is_fetched_is_found() {
    let curl = "    subprocess.run(['curl', '-L', url + '/archive/refs/heads/main.zip', '-o', 'x'], check=True)\n";
    check_commands(curl, "check=True", "curl");
    check_commands(
        "    address = f'{url}/zipball/main'\n    return requests.get(address)\n",
        "",
        "requests.get",
    );
    // Something else is fetched, nothing is, or only words tell of it.
    for other in [
        "    return requests.get(url + '/pulls')\n",
        "    return '/archive/refs/heads/main.zip' in url\n",
        "    \"\"\"/archive/\"\"\"\n    return requests.get(url)\n",
        "    print('the /archive/ page')\n    return requests.get(url)\n",
    ] {
        check_commands(other, "", "");
    }
}
