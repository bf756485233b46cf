//! Imports that nothing installs, and commands that start nothing.

use crate::detect::repo::python::tests::facts;

const LOCK: (&str, &str) = ("uv.lock", "name = \"langgraph\"\nname = \"pypdf2\"\n");
const PROJECT: (&str, &str) =
    ("pyproject.toml", "[project]\nname = \"mine\"\ndependencies = [\"langgraph\"]\n");

/// Checks which imports of `src/graph.py` are missed: the module, and whether the file fails for it.
#[track_caller]
fn check(others: &[(&str, &str)], text: &str, expected: &[(&str, bool)]) {
    let graph = format!("{text}\nfrom langgraph.graph import StateGraph\ng = StateGraph(dict)\n");
    let mut files = vec![("src/graph.py", graph.as_str())];
    files.extend(others);
    let found = facts(&files).undeclared_imports;
    let found: Vec<_> = found.iter().map(|one| (one.module.as_str(), one.fails)).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn what_a_lock_file_does_not_hold_is_missed() {
    let check = |text: &str, expected: &[(&str, bool)]| check(&[PROJECT, LOCK], text, expected);
    check("from PIL import Image", &[("PIL", true)]);
    check("import langchain_groq, langgraph", &[("langchain_groq", true)]);
    check("from google import genai", &[("google.genai", true)]);
    check("def f():\n    from langchain_groq import ChatGroq\nf()", &[("langchain_groq", false)]);
    check("if provider:\n    import groq", &[("groq", false)]);
    // `pypdf2` may be what brings it, for all that is known here.
    check("import pypdf", &[]);
    check("import some_tool_of_ours", &[]);
}

#[test]
fn what_may_fail_or_come_from_elsewhere_is_not_missed() {
    let check = |text: &str| check(&[PROJECT, LOCK], text, &[]);
    check("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import PIL");
    check("if find_spec('PIL'):\n    import PIL");
    check("with suppress(ImportError):\n    import PIL");
    check("import sys\nsys.modules['PIL'] = Fake()\nimport PIL");
    check("def unused():\n    import PIL");
    check("from .PIL import Image");
    check("print('import PIL')");
}

#[test]
fn an_import_that_a_handler_catches_is_told_as_such() {
    let of = |text: &str| {
        let graph =
            format!("{text}\nfrom langgraph.graph import StateGraph\ng = StateGraph(dict)\n");
        let found = facts(&[("src/graph.py", &graph), PROJECT, LOCK]).undeclared_imports;
        found.iter().map(|one| (one.module.clone(), one.guarded, one.fails)).collect::<Vec<_>>()
    };
    let pil = |guarded, fails| ("PIL".to_owned(), guarded, fails);
    let tried = "try:\n    import PIL\nexcept ImportError:\n    PIL = None";
    assert_eq!(of(tried), [pil(true, false)]);
    assert_eq!(of(&format!("{tried}\nimport PIL")), [pil(false, true)]);
    let lazily = "def f():\n    try:\n        import PIL\n    except Exception:\n        pass\nf()";
    assert_eq!(of(lazily), [pil(true, false)]);
    assert_eq!(of("try:\n    import PIL\nfinally:\n    done()"), [pil(false, true)]);
}

#[test]
fn a_package_is_not_missed_where_anything_may_bring_it() {
    let text = "from langchain_groq import ChatGroq\nimport PIL";
    check(&[], text, &[]);
    let bare = |dependency: &str| format!("[project]\ndependencies = [\"{dependency}\"]\n");
    let project = |text: &'static str| [("pyproject.toml", text)];
    // Without a lock file only what others hardly bring is asked for.
    check(&[PROJECT], text, &[("langchain_groq", true)]);
    let lazily = "def f():\n    from langchain_groq import ChatGroq\nf()";
    check(&[PROJECT], lazily, &[("langchain_groq", false)]);
    // A program beside that of the graph may have a list of its own.
    let beside = ("app.py", "import streamlit\nif __name__ == '__main__':\n    streamlit.run()\n");
    check(&[PROJECT, beside], "", &[("streamlit", false)]);
    check(&project("[project]\ndependencies = [\"langchain[groq]\"]\n"), text, &[]);
    check(&project("[project]\ndependencies = [\"crewai\"]\n"), text, &[]);
    check(&[PROJECT, ("README.md", "pip install langchain-groq\n")], text, &[]);
    check(&[PROJECT], "import fitz", &[("fitz", true)]);
    check(&[PROJECT, ("requirements.txt", "Flask==3.1.2\n")], "import fitz", &[("fitz", true)]);
    for package in ["PyMuPDF>=1.24", "pymupdf4llm", "pdf2docx==0.5", "fitz"] {
        check(&[PROJECT, ("requirements.txt", &format!("{package}\n"))], "import fitz", &[]);
    }
    // What somebody said in a conversation installs nothing.
    let talk = ("notes/ide-chat.md", "Try pip install langchain-groq\n");
    check(&[PROJECT, talk], text, &[("langchain_groq", true)]);
    check(&[PROJECT, LOCK, ("requirements.txt", "pillow\nlangchain_groq\n")], text, &[]);
    check(&[("pyproject.toml", &bare("pillow-simd")), LOCK], "import PIL", &[]);
    check(&[PROJECT, LOCK, ("PIL/Image.py", "")], "import PIL", &[]);
}

/// Checks whether a command of these files starts what is not there.
#[track_caller]
fn check_command(target: &str, files: &[(&str, &str)], expected: &[Option<&str>]) {
    let project = format!("[project]\nname = \"mine\"\n[project.scripts]\nmine = \"{target}\"\n");
    let mut all = vec![("pyproject.toml", project.as_str())];
    all.extend(files);
    let found = facts(&all).lost_commands;
    let found: Vec<_> = found.iter().map(|one| one.lacking.as_deref()).collect();
    assert_eq!(found, expected, "{target}");
}

#[test]
fn a_command_is_lost_where_neither_its_module_nor_its_function_is_there() {
    let cli = ("src/cli.py", "def main(): ...\n");
    check_command("src.cli:main", &[cli], &[]);
    check_command("cli:main", &[cli], &[]);
    check_command("mine.cli:main", &[cli], &[None]);
    check_command("src.cli:run", &[cli], &[Some("src/cli.py")]);
    check_command("src.cli:run", &[("src/cli.py", "from x import *\n")], &[]);
    check_command("src.cli:app", &[("src/cli.py", "app = Typer()\n")], &[]);
    check_command("src.cli:main.run", &[cli], &[]);
    check_command("mine.cli:main", &[("src/mine/__init__.py", "")], &[]);
    check_command("mine.cli:main", &[("setup.py", "setup()\n")], &[]);
    check_command("mine:main", &[("src/mine/__init__.py", "from .a import *\n")], &[]);
}
