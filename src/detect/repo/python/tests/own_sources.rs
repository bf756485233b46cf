//! Sources of the program itself that its detectives read.

use super::facts;

/// A graph whose only node is the detective in `text`; what is read of the program itself, by line.
fn read(text: &str) -> Vec<(u32, String)> {
    let graph = "from typing import TypedDict\nfrom langgraph.graph import StateGraph\nfrom src.nodes.detectives import investigate\nclass State(TypedDict):\n    evidences: dict\n\
                 g = StateGraph(State)\ng.add_node('repo', investigate)\ng.set_entry_point('repo')\n";
    let files = [
        ("src/graph.py", graph),
        ("src/nodes/detectives.py", text),
        ("tests/test_a.py", "x = 1\n"),
    ];
    let own = facts(&files).own_sources;
    own.into_iter().map(|one| (one.place.line, one.read)).collect()
}

#[test]
fn a_path_that_is_joined_with_nothing_leads_to_the_program_itself() {
    for text in [
        "def investigate(state):\n    with open('src/graph.py') as f:\n        return f.read()\n",
        "def investigate(state):\n    return open('./src/graph.py', 'r', encoding='utf-8').read()\n",
        "from pathlib import Path\ndef investigate(state):\n    return Path('src/graph.py').read_text()\n",
        "import pathlib\ndef investigate(state):\n    p = pathlib.Path('src/graph.py'); return p.open().read()\n",
        "GRAPH = 'src/graph.py'\ndef look():\n    return open(GRAPH).read()\ndef investigate(state):\n    return look()\n",
        // By a function that opens what it is given.
        "def read(p):\n    with open(p) as f:\n        return f.read()\ndef investigate(state):\n    return read('src/graph.py')\n",
        "def look(p='src/graph.py'):\n    return open(p).read()\ndef investigate(state):\n    return look()\n",
        "class Repo:\n    def look(self, p='src/graph.py'):\n        return open(p).read()\ndef investigate(state):\n    repo = Repo()\n    return repo.look()\n",
    ] {
        let found = read(text);
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].1, "src/graph.py");
    }
}

#[test]
fn what_may_lead_elsewhere_is_not_told() {
    for text in [
        // Joined with where the repository is.
        "import os\ndef investigate(state):\n    return open(os.path.join(state['repo_path'], 'src/graph.py')).read()\n",
        "from pathlib import Path\ndef investigate(state):\n    return (Path(state['repo_path']) / 'src/graph.py').read_text()\n",
        // The folder that it is started in is no longer the one that counts.
        "import os\ndef investigate(state):\n    os.chdir(state['repo_path'])\n    return open('src/graph.py').read()\n",
        // It is handed in, is none of the sources, is of the tests, or is written.
        "def read(p):\n    return open(p).read()\ndef investigate(state):\n    return read(state['repo_path'] + '/src/graph.py')\n",
        "def look(p='src/graph.py'):\n    return open(p).read()\ndef investigate(state):\n    return look(state['path'])\n",
        "def look(p='src/graph.py'):\n    return open(p).read()\ndef investigate(state):\n    return look(**state)\n",
        "def investigate(state):\n    return open('rubric.json').read()\n",
        "def investigate(state):\n    return open('src/other.py').read()\n",
        "def investigate(state):\n    return open('tests/test_a.py').read()\n",
        "def investigate(state):\n    return open('src/graph.py', 'w')\n",
        // Nothing calls it.
        "def look():\n    return open('src/graph.py').read()\ndef investigate(state):\n    return state\n",
    ] {
        assert_eq!(read(text), [], "{text}");
    }
}

#[test]
fn a_node_that_is_no_detective_is_named() {
    let nodes = |text: &str| {
        let graph = "from typing import TypedDict\nfrom langgraph.graph import StateGraph\nfrom src.guard import check\nclass State(TypedDict):\n    errors: list\n\
                     g = StateGraph(State)\ng.add_node('guard', check)\ng.set_entry_point('guard')\n";
        let own = facts(&[("src/graph.py", graph), ("src/guard.py", text)]).own_sources;
        own.into_iter().map(|one| one.node).collect::<Vec<_>>()
    };
    assert_eq!(
        nodes("def check(state):\n    return open('src/graph.py').read()\n"),
        [Some("guard".to_owned())]
    );
    let inner = "import pathlib\ndef analyze():\n    path = pathlib.Path('src/graph.py')\n    with open(path) as f:\n        return f.read()\ndef check(state):\n    return analyze()\n";
    assert_eq!(nodes(inner), [Some("guard".to_owned())]);
    let other = "def check(state):\n    return {}\ndef show():\n    return open('src/graph.py').read()\nshow()\n";
    assert_eq!(nodes(other), []);
}
