//! Endings of file names, by what a bare name that has one may be.

/// Endings of sources that their authors write.
const SOURCES: &str = "asm bas c cjs clj cljs cob coffee cpp cs cshtml cts cxx dart elm erl ex exs f90 f95 glsl go gradle \
    graphql groovy hlsl hrl hs ino ipynb java jl js jsx kt kts lua mjs mts nim php pp prisma proto py qml rb razor rs \
    scala sh sol sv svelte swift tcl tf ts tsx vb vhd vhdl vue wgsl xaml zig";
/// Endings of sources that are also those of libraries, of sites, or of names in code: headers, `self.v`.
const SHARED: &str =
    "cc cu cuh frag fs h hh hpp hxx ld m mk ml mli mm pl pm qsf r s sdc ui v vert xdc R S";
/// Endings of data and of what is learned from it, which are hardly ever committed.
const DATA: &str = "7z arrow avi bag bin ckpt faiss feather gguf gz h5 hdf5 joblib keras mat mkv mov mp3 mp4 npy npz onnx \
    parquet pb pcap pickle pkl pt pth rar rds safetensors tar tflite tgz vcd wav webm weights xls xlsx";
/// Endings of documents, settings and pictures.
const OTHERS: &str = "adoc astro bat bib bmp cfg cmake conf css csv db dockerfile docx drawio ejs env erb gif haml hbs hcl \
    html ico ini jpeg jpg json jsonl jsp less lock log md mdx mmd odp ods odt pdf plantuml png ppt pptx properties ps1 pug \
    puml pyi qmd rst rtf sass scss sql sqlite styl svg tex tfvars toml tsv twig txt webp xml yaml yml zip Rmd";
/// Endings that are attributes, units or sites as well, where they stand behind a short word.
const OLD: &str = "bat c cfg cpp css csv db dockerfile docx env gif go h html ini ipynb java jpeg jpg js json jsonl jsx lock \
    log md mmd pdf png ps1 py pyi rs sh sql sqlite svg toml ts tsx txt webp xml yaml yml zip";
/// Endings behind which a bare name is hardly ever one of a file.
const UNTOLD: &str = "db env fs log ml pl";
/// Endings of sites in other countries.
pub(super) const DOMAINS: &str = "cc cu ml pl pt sv";
/// What has attributes, in code.
const OWNERS: &str = "args cfg cls config ctx event math model node np numpy obj object params plt pyspark req res \
    self sklearn spark state super sys tensorflow this torch";
/// Sites that are called like a file.
const SITES: [&str; 2] = ["arduino.cc", "docs.rs"];
/// Fewest letters before an ending that may be something else.
const FEWEST: usize = 3;

/// Whether a list of words with spaces between them has the word.
pub(super) fn among(list: &str, ending: &str) -> bool {
    list.split(' ').any(|one| one == ending)
}

/// The name of the file of a path, before and behind its last stop.
fn parts(path: &str) -> Option<(&str, &str)> {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.')
}

/// Whether a path ends as one of a file does.
pub(super) fn is_known(path: &str) -> bool {
    let Some((stem, ending)) = parts(path) else { return false };
    let known = [SOURCES, SHARED, DATA, OTHERS].iter().any(|list| among(list, ending));
    let long = path.contains('/') || stem.chars().count() >= FEWEST || among(OLD, ending);
    known && !stem.is_empty() && long
}

/// Whether a bare name that ends so may be something else than a file: an attribute, an abbreviation, a site.
pub(super) fn is_doubtful(name: &str) -> bool {
    let Some((stem, ending)) = parts(name) else { return true };
    if among(UNTOLD, ending) {
        return true;
    }
    if among(OLD, ending) && !matches!(ending, "c" | "go" | "h") {
        return false;
    }
    let first = stem.split('.').next().unwrap_or(stem);
    let short = stem.chars().count() < FEWEST || !stem.contains(char::is_alphabetic);
    let is_word = |part: &str| part.starts_with(char::is_alphabetic);
    let chained = stem.contains('.')
        && (among(SHARED, ending) || among(DOMAINS, ending))
        && stem.split('.').all(is_word);
    short || chained || stem.contains('[') || among(OWNERS, first)
}

/// Whether a name is that of a site.
pub(super) fn is_site(name: &str) -> bool {
    SITES.contains(&name)
}

/// Whether a path is one of a source.
pub(super) fn is_code(path: &str) -> bool {
    parts(path).is_some_and(|(_, end)| among(SOURCES, end) || among(SHARED, end))
}

/// Whether a source may as well be one of a library, or its name no file at all.
pub(super) fn is_shared(path: &str) -> bool {
    parts(path).is_some_and(|(_, ending)| among(SHARED, ending))
}

/// Whether a path is one of data that is hardly ever committed.
pub(super) fn is_data(path: &str) -> bool {
    parts(path).is_some_and(|(_, ending)| among(DATA, ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_tells_what_a_name_may_be() {
        for name in ["main.c", "Program.cs", "Foo.kt", "top.vhd", "shop.proto", "App.vue", "a.py"] {
            assert!(is_known(name) && is_code(name) && !is_shared(name), "{name}");
        }
        for name in ["uart.h", "list.hpp", "alu.v", "plot.R", "boot.s", "main.cc"] {
            assert!(is_known(name) && is_code(name) && is_shared(name), "{name}");
        }
        for name in ["best.pt", "model.h5", "store/index.faiss", "all.parquet", "svd.joblib"] {
            assert!(is_known(name) && is_data(name) && !is_code(name), "{name}");
        }
        for name in ["p.m", "i.e", "v1.2", "Fig.3", "a.v", ".py", "operator.add", "x.kt"] {
            assert!(!is_known(name), "{name}");
        }
    }

    #[test]
    fn attributes_and_abbreviations_are_no_bare_names() {
        for name in [
            "self.v",
            "ftp.site.pt",
            "items[i].ino",
            "torch.nn.m",
            "args.tf",
            "10.5.h",
            "e.c",
            "app.db",
            "spark.ml",
        ] {
            assert!(is_doubtful(name), "{name}");
        }
        for name in
            ["main.c", "uart.h", "server.go", "main.tf", "a.py", "app.test.ts", "top.v", "v8.1.pt"]
        {
            assert!(!is_doubtful(name), "{name}");
        }
    }
}
