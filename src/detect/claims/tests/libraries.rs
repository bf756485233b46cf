//! Libraries that are said to be used, and are not.

use super::super::wording::tools::libraries;
use super::super::*;
use super::sources::{GRAPH, JUSTICE, STATE, check, repository};
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};

const JUDGES: &str = "
from langchain_ollama import ChatOllama
def ask(text):
    return ChatOllama(model='qwen3').invoke(text)
ask('x')
";

const PDF: &str = "
from pypdf import PdfReader
def read(path):
    return [page.extract_text() for page in PdfReader(path).pages]
read('x')
";

fn status(facts: &RepositoryFacts, sentence: &str) -> Option<ClaimStatus> {
    super::asked::status(facts, ClaimKind::Libraries, sentence)
}

#[test]
fn a_client_that_nothing_imports_is_not_the_one_that_was_chosen() {
    let facts = repository(&[("judges.py", JUDGES), ("pyproject.toml", "['langchain-ollama']")]);
    let choice = "Choice: gpt-4o via ChatOpenAI.";
    assert_eq!(status(&facts, choice), Some(Contradicted));
    assert_eq!(status(&facts, "Each judge uses ChatOpenAI for its opinion."), Some(Contradicted));
    for open in [
        "Each judge uses ChatOpenAI or a model of Ollama.",
        "Each judge uses a client such as ChatOpenAI for its opinion.",
        "Rejected: each judge uses ChatOpenAI for its opinion.",
        "Each judge could use ChatOpenAI with its opinion.",
        "Each judge uses ChatOllama, which replaced ChatOpenAI with less cost.",
        "Each judge uses ChatOllama.",
        "The system supports ChatOpenAI through its settings.",
        "Choice: gpt-4o via OpenAI.",
    ] {
        assert_ne!(status(&facts, open), Some(Contradicted), "{open:?}");
    }
    let silent = |files: &[(&str, &str)]| {
        assert_ne!(status(&repository(files), choice), Some(Contradicted), "{files:?}");
    };
    silent(&[("judges.py", JUDGES), ("requirements.txt", "langchain-openai\n")]);
    silent(&[("judges.py", JUDGES), ("other.py", "import openai\n")]);
    silent(&[("judges.py", JUDGES), ("other.py", "from langchain_community import chat_models\n")]);
    silent(&[("judges.py", &JUDGES.replace("ChatOllama(", "init_chat_model("))]);
    silent(&[("judges.py", JUDGES), ("b.py", "load('langchain_openai')\n")]);
    silent(&[("judges.py", "import requests\n")]);
}

#[test]
fn a_library_that_is_imported_and_never_used_proves_nothing() {
    let said = "The tool uses the pypdf package for its reports.";
    let used = |files: &[(&str, &str)]| status(&repository(files), said);
    let idle =
        "from pypdf import PdfReader\ndef read(path):\n    return open(path).read()\nread('x')\n";
    assert_eq!(used(&[("pdf_tools.py", idle)]), Some(Undecided));
    let page = ReportPage { text: said.into(), ..ReportPage::default() };
    let found = claims(&[page], Some(&repository(&[("pdf_tools.py", idle)])));
    assert_eq!(found[0].fact, "`pypdf` is imported at `pdf_tools.py:1`, and never used");
    for used_somehow in [
        PDF.to_owned(),
        idle.replace("open(path)", "PdfReader(path)"),
        idle.replace("from pypdf import PdfReader", "import pypdf"),
        idle.replace("PdfReader\n", "PdfReader  # noqa: F401\n"),
        format!("{idle}__all__ = ['PdfReader', 'read']\n"),
        format!(
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    {idle}def show(reader: 'PdfReader'):\n    pass\n"
        ),
    ] {
        assert_eq!(used(&[("pdf_tools.py", &used_somehow)]), Some(Supported), "{used_somehow}");
    }
    assert_eq!(used(&[("tools/__init__.py", idle)]), Some(Supported));
    let taken =
        [("pdf_tools.py", idle), ("main.py", "from pdf_tools import PdfReader\nPdfReader('x')\n")];
    assert_eq!(used(&taken), Some(Supported));
    // Where one file uses it, another one's idle import is no matter.
    assert_eq!(used(&[("a.py", idle), ("b.py", PDF)]), Some(Supported));
}

#[test]
fn a_library_that_nothing_names_does_not_do_what_another_does() {
    let facts = repository(&[("pdf_tools.py", PDF)]);
    let said = "PDF ingestion: we implemented a lean approach using the Docling package.";
    assert_eq!(status(&facts, said), Some(Contradicted));
    assert_eq!(status(&facts, "The analyst uses Docling to read the PDF."), Some(Contradicted));
    assert_eq!(status(&facts, "The analyst uses pypdf to read the PDF."), Some(Supported));
    for open in [
        "The analyst uses Docling or pypdf to read the PDF.",
        "The analyst uses Docling when it is installed to read the PDF.",
        "The analyst uses Docling for its tables.",
        "We first implemented a PDF reader using Docling.",
        "The analyst will use Docling to read the PDF with care.",
        "A peer uses Docling to read the PDF.",
    ] {
        assert_ne!(status(&facts, open), Some(Contradicted), "{open:?}");
    }
    let silent = |files: &[(&str, &str)]| {
        assert_ne!(status(&repository(files), said), Some(Contradicted), "{files:?}");
    };
    silent(&[("pdf_tools.py", PDF), ("uv.lock", "name = \"docling-core\"\n")]);
    silent(&[("pdf_tools.py", PDF), ("a.py", "run(['docling', path])\n")]);
    silent(&[
        ("pdf_tools.py", PDF),
        ("a.py", "try:\n    import docling\nexcept ImportError: ...\n"),
    ]);
    silent(&[("other.py", "x = 1\n")]);
}

#[test]
fn who_looks_for_pictures_reads_no_text() {
    let text = "The analyst does ingestion of the PDF in chunks.";
    let looks = repository(&[("src/vision_inspector.py", PDF)]);
    check(&looks, ClaimKind::PdfText, text, Undecided);
    let by_another = "The analyst extracts text of the PDF with pdfplumber.";
    let reads = repository(&[("src/pdf_tools.py", PDF)]);
    check(&reads, ClaimKind::PdfText, by_another, Contradicted);
    check(&reads, ClaimKind::PdfText, "The analyst extracts text of the PDF.", Supported);
}

#[test]
fn words_of_strings_imports_and_data_are_not_said_to_be_nowhere() {
    let code = "
import tempfile, subprocess
from pydantic import BaseModel, Field
class Ruling(BaseModel):
    score: int = Field(ge=1)
def clone(url):
    with tempfile.TemporaryDirectory(prefix='auditor_copy_') as place:
        subprocess.run(['git', 'clone', url, place], check=True)
clone('u')
";
    let facts = repository(&[("tools.py", code), ("rules.json", "{\"order_of_rules\": 1}")]);
    let clone = ClaimKind::TemporaryClone;
    check(
        &facts,
        clone,
        "It clones into a temporary directory named auditor_copy_ there.",
        Supported,
    );
    check(
        &facts,
        clone,
        "It clones into a temporary directory named auditor_past_ there.",
        Undecided,
    );
    check(
        &facts,
        ClaimKind::TypedClasses,
        "Ruling is a Pydantic model that uses Field().",
        Supported,
    );
    let page =
        ReportPage { text: "It reads order_of_rules from it.".into(), ..ReportPage::default() };
    let found = claims(&[page], Some(&facts));
    assert!(found.iter().all(|claim| !claim.fact.ends_with("was found")), "{:?}", found[0].fact);
    let version = "The PDF is parsed by pypdf 1.27.1 in chunks.";
    let facts = repository(&[("pdf_tools.py", &format!("{PDF}def chunks(x): ...\nchunks(1)\n"))]);
    let page = ReportPage { text: version.into(), ..ReportPage::default() };
    let found = claims(&[page], Some(&facts));
    assert!(found.iter().any(|claim| claim.fact.contains("`1.27.1`")), "{found:?}");
}

#[test]
fn a_parser_that_nothing_names_parses_nothing() {
    let parses = "import ast\ndef walk(text):\n    return ast.parse(text)\nwalk('x')\n";
    let facts = repository(&[("repo_tools.py", parses)]);
    let tree = ClaimKind::SyntaxTree;
    check(&facts, tree, "Tree-Sitter parses ASTs of the code's structure.", Contradicted);
    check(&facts, tree, "The module ast parses the structure of the code into an AST.", Supported);
    let named = repository(&[("repo_tools.py", parses), ("uv.lock", "name = \"tree-sitter\"\n")]);
    check(&named, tree, "Tree-Sitter parses ASTs of the code's structure.", Undecided);
}

#[test]
fn a_method_that_nothing_names_does_nothing() {
    let code = |used: &str| {
        format!(
            "from pypdf import PdfReader\nclass Pdf:\n    def read(self, path):\n        text = PdfReader(path)\n        \
             return [text[start:start + 500] for start in text]\n    def compare(self, mentioned, verified_files):\n        hallucinated = []\n        \
             for path in mentioned:\n            if path not in verified_files:\n                hallucinated.append(path)\n        return hallucinated\n{used}"
        )
    };
    let said = "It cross-references the paths of the report with the tree.";
    let graph = format!("import pdf_tools\n{GRAPH}");
    let of = |used: &str| repository(&[("pdf_tools.py", &code(used)), ("graph.py", &graph)]);
    check(&of("Pdf().read('x')\n"), ClaimKind::PathCheck, said, Undecided);
    check(&of("Pdf().compare([], [])\n"), ClaimKind::PathCheck, said, Supported);
    check(&of("getattr(Pdf(), 'compare')([], [])\n"), ClaimKind::PathCheck, said, Supported);
}

#[test]
fn a_text_is_cut_where_a_chunk_has_two_ends() {
    let code = |cut: &str| format!("{PDF}for at in range(9):\n    chunk_text = {cut}\n");
    let check = |cut: &str, expected| {
        let facts = repository(&[("pdf_tools.py", &code(cut))]);
        super::sources::check(
            &facts,
            ClaimKind::PdfText,
            "The PDF is read in chunks of it.",
            expected,
        );
    };
    check("' '.join(lines[at:at + 5])", Supported);
    check("text[at:at + 500]", Supported);
    check("text[:500]", Undecided);
}

#[test]
fn a_model_that_no_source_names_is_left_open() {
    let looks = "from langchain_google_genai import ChatGoogleGenerativeAI\nfrom pypdf import PdfReader\ndef look(path):\n    images = PdfReader(path).pages[0].images\n    return ChatGoogleGenerativeAI(model='gemini-2.0-flash').invoke(images)\nlook('x')\n";
    let facts = repository(&[("vision_tools.py", looks)]);
    let said =
        |model: &str| format!("It extracts images of the PDF for multimodal analysis ({model}).");
    let images = ClaimKind::PdfImages;
    check(&facts, images, &said("GPT-4o"), Undecided);
    check(&facts, images, &said("gemini-2.0-flash"), Supported);
}

#[test]
fn a_way_to_the_end_names_nodes_of_the_graph() {
    let facts = repository(&[("graph.py", GRAPH), ("justice.py", JUSTICE), ("state.py", STATE)]);
    let names = ClaimKind::Definitions;
    let drawn = |way: &str| format!("The graph uses {way} in this order.");
    check(&facts, names, &drawn("judicial_panel → ruling → END"), Contradicted);
    check(&facts, names, &drawn("tech_lead → ruling → END"), Supported);
}

/// What is said to a sentence about a library or a model.
fn told(facts: &RepositoryFacts, sentence: &str) -> Vec<(ClaimStatus, String)> {
    let page = ReportPage { text: sentence.into(), ..ReportPage::default() };
    let of = |claim: &ClaimFact| matches!(claim.kind, ClaimKind::Libraries | ClaimKind::Models);
    let found = claims(&[page], Some(facts)).into_iter().filter(of);
    found.map(|claim| (claim.status, claim.fact)).collect()
}

#[test]
fn a_name_that_goes_on_is_another_library() {
    let api = "from fastapi import FastAPI\napp = FastAPI()\n";
    let facts = repository(&[("api.py", api)]);
    assert_eq!(told(&facts, "The service uses fastapi-mcp for its tools."), []);
    assert_eq!(told(&facts, "The service uses fastapi_mcp for its tools."), []);
    for said in ["FastAPI", "a FastAPI-based service", "FastAPI-powered code", "fastapi"] {
        let said = format!("The service uses {said} for its tools.");
        assert_eq!(told(&facts, &said), [(Supported, "`fastapi` is imported".into())], "{said}");
    }
    let names = |text| libraries::named(text).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    let said = "by tree-sitter-languages, Docling-parsed pages, gemini-flash and langchain-groq";
    assert_eq!(names(said), ["tree-sitter", "Docling", "gemini", "groq"]);
    assert!(names("by tree-sitter-python, pytest-asyncio and redis_client").is_empty());
}

#[test]
fn another_service_of_one_firm_is_another_library() {
    let said = "The summaries are generated by the module, which uses Gemini.";
    let of = |source: &str| told(&repository(&[("a.py", source)]), said);
    let library = |told: &[(ClaimStatus, String)]| told.first().cloned();
    let natural = "from google.cloud import language_v1\nlanguage_v1.Client()\n";
    let none = "none of `langchain_google_genai`, `langchain_google_vertexai`, `google.generativeai` is imported";
    assert_eq!(library(&of(natural)), Some((Undecided, none.into())));
    let own = "from google import genai\ngenai.Client()\n";
    assert_eq!(library(&of(own)), Some((Supported, "`google.genai` is imported".into())));
    let vertex =
        "from vertexai.preview.generative_models import GenerativeModel\nGenerativeModel('x')\n";
    let told = (Supported, "`vertexai.preview.generative_models` is imported".to_owned());
    assert_eq!(library(&of(vertex)), Some(told));
}

#[test]
fn a_model_of_vectors_supports_no_sentence_of_texts() {
    let source = "EMBEDDING = 'models/gemini-embedding-001'\n";
    let facts = repository(&[("a.py", source)]);
    let chat = "Each judge calls a Gemini chat model for its opinion.";
    let open = "`models/gemini-embedding-001` is named, which makes vectors and no text";
    assert!(told(&facts, chat).contains(&(Undecided, open.into())), "{:?}", told(&facts, chat));
    let key = repository(&[("a.py", "import os\nKEY = os.getenv('GEMINI_API_KEY')\n")]);
    assert!(told(&key, chat).iter().all(|one| one.0 == Undecided), "{:?}", told(&key, chat));
    let both = repository(&[("a.py", &format!("{source}CHAT = 'gemini-3.5-flash'\n"))]);
    let found = told(&both, chat);
    assert!(found[1].1.starts_with("`gemini-3.5-flash` is named"), "{found:?}");
    let vectors = "The index uses a Gemini model to embed each chunk.";
    let found = told(&both, vectors);
    assert!(found[1].1.starts_with("`models/gemini-embedding-001` is named"), "{found:?}");
}

#[test]
fn one_model_of_all_calls_is_not_another_of_its_family() {
    let source = |name: &str| {
        format!(
            "from langchain_openai import ChatOpenAI\ndef ask(x):\n    return ChatOpenAI(model='{name}').invoke(x)\nask('x')\n"
        )
    };
    let mini = source("gpt-4o-mini");
    let of = |files: &[(&str, &str)], said: &str| told(&repository(files), said);
    let other = "the model that the Python sources name is `gpt-4o-mini`".to_owned();
    let all = "Every judge calls gpt-4o for its opinion.";
    assert!(of(&[("a.py", &mini)], all).contains(&(Contradicted, other.clone())));
    for said in ["The judge calls gpt-4o for its opinion.", "Every judge was run using gpt-4o."] {
        let found = of(&[("a.py", &mini)], said);
        assert!(found.iter().all(|one| one.0 != Contradicted), "{found:?}");
    }
    let open = "import os\nNAME = os.getenv('JUDGE_MODEL')\n";
    assert!(of(&[("a.py", &mini), ("b.py", open)], all).iter().all(|one| one.0 != Contradicted));
    let both = [("a.py", mini.as_str()), ("b.py", "NAME = 'gpt-4o'\n")];
    assert!(of(&both, all).iter().all(|one| one.0 != Contradicted));
}

#[test]
fn a_library_that_is_asked_over_http_is_told_by_its_key() {
    let source = "import os, httpx\nKEY = os.environ['OPENAI_API_KEY']\ndef ask(x):\n    return httpx.post('https://api.openai.com/v1', json=x, headers={'a': KEY})\nask({})\n";
    let facts = repository(&[("a.py", source)]);
    let fact = "neither `openai` nor `langchain_openai` is imported, though the sources name `OPENAI_API_KEY`";
    let found = told(&facts, "The service calls OpenAI over HTTP, which words each reply.");
    assert_eq!(found, [(Undecided, fact.to_owned())]);
}

#[test]
fn who_helped_to_write_is_no_part_of_the_program() {
    let facts = repository(&[("a.py", "from fastapi import FastAPI\nFastAPI()\n")]);
    let said = "The program uses FastAPI and OpenAI for all of its routes.";
    assert!(!told(&facts, &format!("3. Design\n\n{said}")).is_empty());
    for head in ["GenAI Usage Declaration", "8. Generative AI Declaration", "Use of AI Tools"] {
        assert_eq!(told(&facts, &format!("{head}\n\n{said}")), [], "{head}");
    }
    assert!(
        !told(&facts, &format!("8. Generative AI Declaration\n\n9. Design\n\n{said}")).is_empty()
    );
}

#[test]
fn a_library_beside_a_name_that_nothing_has_proves_nothing_of_the_sentence() {
    let facts = repository(&[("graph.py", GRAPH), ("store.py", "pinecone_index = 1\n")]);
    let with = |name: &str| status(&facts, &format!("The system uses LangGraph and {name}."));
    assert_eq!(with("Weaviate"), Some(Undecided));
    assert_eq!(with("Pinecone"), Some(Supported), "a source has the name");
    assert_eq!(with("Python"), Some(Supported));
    let found = |text: &str| {
        let page = ReportPage { text: text.into(), ..ReportPage::default() };
        claims(&[page], Some(&facts)).first().map(|claim| claim.fact.clone())
    };
    assert_eq!(
        found("The backend is built with Django, and LangGraph runs the agents.").as_deref(),
        Some("`langgraph.graph` is imported, and nothing of the tree is named `Django`")
    );
}

#[test]
fn checkpoints_of_the_graph_are_what_it_is_compiled_with() {
    let said = "The platform uses LangGraph with checkpointing for resumable runs.";
    let compiled = |with: &str| {
        let graph = GRAPH.replace(".compile()", &format!(".compile({with})"));
        assert!(graph.contains(with));
        let saver = "from langgraph.checkpoint.memory import MemorySaver\n";
        let imported = if with.is_empty() { String::new() } else { saver.to_owned() };
        status(&repository(&[("graph.py", &(imported + &graph))]), said)
    };
    assert_eq!(compiled("checkpointer=MemorySaver()"), Some(Supported));
    assert_eq!(compiled(""), Some(Contradicted));
}

#[test]
fn what_work_takes_and_what_a_library_is_like_is_no_claim() {
    for sentence in [
        "LangGraph Implementation (9 days) was on time.",
        "LangGraph Implementation: 9 → 12 days for the team.",
        "The plan gives adequate time for complex LangGraph development.",
        "The idea of structured output is broken in some versions of it.",
        "No eval/innerHTML: the XSS protection of React is used.",
    ] {
        super::check(sentence, &[]);
    }
}
