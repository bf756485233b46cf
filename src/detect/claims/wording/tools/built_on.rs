//! What programs are built on and reports tell the version of, by its names in prose and in manifests.

/// Of what sort something is, which tells where its version is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::detect::claims) enum Sort {
    /// A language or what runs it: everything that names its version counts.
    Language,
    /// A server, which an image holds: what a client of the same name has is another version.
    Server,
    /// A package that manifests ask for.
    Package,
}

/// Whether a number may be a version of something, by its name in small letters: of a language in which all is
/// written the first number says nothing, and some names are words of prose as well.
pub(super) fn takes_number(name: &str, dotted: bool, marked: bool) -> bool {
    match name {
        "python" | "go" | "golang" | "rust" => dotted,
        // What ends nothing but edges is a node as well.
        "node" => dotted || marked,
        _ => true,
    }
}

use Sort::{Language, Package, Server};

/// Names in prose in small letters, whether only a capital makes one of a word, the names in manifests, and the sort.
const KNOWN: &[(&[&str], bool, &[&str], Sort)] = &[
    (&["python"], false, &["python"], Language),
    (&["node.js", "nodejs", "node js"], false, &["node"], Language),
    (&["node"], true, &["node"], Language),
    (&["java", "jdk", "openjdk"], true, &["java"], Language),
    (&["go", "golang"], true, &["go"], Language),
    (&["rust"], true, &["rust"], Language),
    (&["php"], false, &["php"], Language),
    (&["postgresql", "postgres"], false, &["postgres"], Server),
    (&["mysql"], false, &["mysql"], Server),
    (&["mariadb"], false, &["mariadb"], Server),
    (&["mongodb", "mongo"], false, &["mongo"], Server),
    (&["redis"], false, &["redis"], Server),
    (&["elasticsearch"], false, &["elasticsearch"], Server),
    (&["rabbitmq"], false, &["rabbitmq"], Server),
    (&["nginx"], false, &["nginx"], Server),
    (&["react.js", "reactjs"], false, &["react"], Package),
    (&["react"], true, &["react"], Package),
    (&["react native"], false, &["react-native"], Package),
    (&["next.js", "nextjs"], false, &["next"], Package),
    (&["vue.js", "vuejs"], false, &["vue"], Package),
    (&["vue"], true, &["vue"], Package),
    (&["nuxt.js", "nuxt"], false, &["nuxt"], Package),
    (&["angular"], true, &["@angular/core"], Package),
    (&["svelte"], true, &["svelte"], Package),
    (&["typescript"], false, &["typescript"], Package),
    (&["tailwind css", "tailwindcss", "tailwind"], false, &["tailwindcss"], Package),
    (&["bootstrap"], true, &["bootstrap"], Package),
    (&["vite"], true, &["vite"], Package),
    (&["express.js", "expressjs"], false, &["express"], Package),
    (&["express"], true, &["express"], Package),
    (&["nestjs", "nest.js"], false, &["@nestjs/core"], Package),
    (&["electron"], true, &["electron"], Package),
    (&["prisma"], true, &["prisma", "@prisma/client"], Package),
    (&["django rest framework", "djangorestframework"], false, &["djangorestframework"], Package),
    (&["django"], false, &["django"], Package),
    (&["flask"], true, &["flask"], Package),
    (&["fastapi"], false, &["fastapi"], Package),
    (&["pydantic"], false, &["pydantic"], Package),
    (&["langgraph"], false, &["langgraph"], Package),
    (&["langchain"], false, &["langchain"], Package),
    (&["sqlalchemy"], false, &["sqlalchemy"], Package),
    (&["celery"], true, &["celery"], Package),
    (&["streamlit"], false, &["streamlit"], Package),
    (&["gradio"], false, &["gradio"], Package),
    (&["pytest"], false, &["pytest"], Package),
    (&["numpy"], false, &["numpy"], Package),
    (&["pandas"], true, &["pandas"], Package),
    (&["scikit-learn"], false, &["scikit-learn"], Package),
    (&["pytorch"], false, &["torch", "pytorch"], Package),
    (&["tensorflow"], false, &["tensorflow"], Package),
    (&["xgboost"], false, &["xgboost"], Package),
    (&["pymupdf"], false, &["pymupdf"], Package),
    (&["docling"], false, &["docling"], Package),
    (&["laravel"], true, &["laravel/framework"], Package),
    (&["spring boot"], false, &["spring-boot"], Package),
];

/// What a text ends with that names something: as written there, what it is called in manifests, and its sort.
/// Of requirements any name is one.
pub(super) fn product(text: &str, pinned: bool) -> Option<(&str, Vec<String>, Sort)> {
    let small = text.to_ascii_lowercase();
    let is_it = |name: &str, word: bool| {
        let start = small.strip_suffix(name)?.len();
        let begins = text[..start].chars().next_back().is_none_or(|before| before == ' ');
        let capital = text[start..].starts_with(|first: char| first.is_ascii_uppercase());
        (begins && (capital || !word)).then(|| &text[start..])
    };
    // Of several that fit the longest is meant.
    let fits = KNOWN.iter().flat_map(|(names, word, called, sort)| {
        names.iter().filter_map(move |name| Some((is_it(name, *word)?, called, *sort)))
    });
    let found = fits.max_by_key(|(written, ..)| written.len());
    if let Some((written, called, sort)) = found {
        // A requirement is that of a package, whatever else has its name.
        let sort = if pinned && sort == Server { Package } else { sort };
        return Some((written, called.iter().map(|name| (*name).to_owned()).collect(), sort));
    }
    let one = text.rsplit(' ').next().unwrap_or(text);
    pinned.then(|| (one, vec![one.replace(['_', '.'], "-").to_ascii_lowercase()], Package))
}
