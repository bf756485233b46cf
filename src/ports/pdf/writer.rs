//! Writes small PDFs for tests.

use std::fmt::Write;

/// An image of two by two pixels.
const IMAGE: &str = "<</Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceRGB \
                     /BitsPerComponent 8 /Filter /ASCIIHexDecode /Length 25>>\nstream\n\
                     FF000000FF000000FFFFFFFF>\nendstream";

/// Builds a PDF of pages that share two fonts (`/F`, `/B`) and one image (`/I`, 2 × 2 pixels).
pub(crate) fn pdf(pages: &[&str]) -> Vec<u8> {
    document(pages, "")
}

/// As [`pdf`], with entries for the information dictionary.
pub(crate) fn document(pages: &[&str], info: &str) -> Vec<u8> {
    let first = 7;
    let kids =
        (0..pages.len()).map(|n| format!("{} 0 R", first + 2 * n)).collect::<Vec<_>>().join(" ");
    let font = |name: &str| format!("<</Type /Font /Subtype /Type1 /BaseFont /{name}>>");
    let mut objects = vec![
        "<</Type /Catalog /Pages 2 0 R>>".to_string(),
        format!("<</Type /Pages /Kids [{kids}] /Count {}>>", pages.len()),
        font("Helvetica"),
        font("Courier-Bold"),
        IMAGE.to_string(),
        format!("<<{info}>>"),
    ];
    for (number, content) in pages.iter().enumerate() {
        objects.push(format!(
            "<</Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents {} 0 R /Resources \
             <</Font <</F 3 0 R /B 4 0 R>> /XObject <</I 5 0 R>> /ExtGState <</T <</ca 0>> >> >> >>",
            first + 2 * number + 1
        ));
        objects.push(format!("<</Length {}>>\nstream\n{content}\nendstream", content.len()));
    }
    assemble(&objects)
}

/// A page with more than its content; the entries are written as in a PDF.
///
/// The page is object 7, its content object 8, and `objects` are numbered from 9.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Draft<'d> {
    /// Entries of the catalog.
    pub(crate) catalog: &'d str,
    /// Entries of the page.
    pub(crate) page: &'d str,
    /// More fonts.
    pub(crate) fonts: &'d str,
    /// More images and forms.
    pub(crate) xobjects: &'d str,
    /// More graphics states.
    pub(crate) states: &'d str,
    /// Property lists.
    pub(crate) properties: &'d str,
    /// More resources, each with its kind.
    pub(crate) resources: &'d str,
    /// More objects.
    pub(crate) objects: &'d [String],
    /// What the page draws.
    pub(crate) content: &'d str,
}

impl Draft<'_> {
    /// Writes the file.
    pub(crate) fn pdf(&self) -> Vec<u8> {
        let Self {
            catalog,
            page,
            fonts,
            xobjects,
            states,
            properties,
            resources,
            objects,
            content,
        } = self;
        let font = |name: &str| format!("<</Type /Font /Subtype /Type1 /BaseFont /{name}>>");
        let mut all = vec![
            format!("<</Type /Catalog /Pages 2 0 R {catalog}>>"),
            "<</Type /Pages /Kids [7 0 R] /Count 1>>".into(),
            font("Helvetica"),
            font("Courier-Bold"),
            IMAGE.into(),
            "<<>>".into(),
            format!(
                "<</Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 8 0 R {page} \
                 /Resources <</Font <</F 3 0 R /B 4 0 R {fonts}>> /XObject <</I 5 0 R {xobjects}>> \
                 /ExtGState <</T <</ca 0>> {states}>> /Properties <<{properties}>> {resources} >> >>"
            ),
            stream("", content),
        ];
        all.extend(objects.iter().cloned());
        assemble(&all)
    }
}

/// A stream object with these entries.
pub(crate) fn stream(entries: &str, data: &str) -> String {
    format!("<<{entries} /Length {}>>\nstream\n{data}\nendstream", data.len())
}

/// Numbers the objects from 1 and adds the table of their places.
fn assemble(objects: &[String]) -> Vec<u8> {
    let mut file = String::from("%PDF-1.7\n");
    let mut table = String::from("0000000000 65535 f \n");
    for (number, object) in objects.iter().enumerate() {
        writeln!(table, "{:010} 00000 n ", file.len()).expect("a string takes all writes");
        writeln!(file, "{} 0 obj\n{object}\nendobj", number + 1)
            .expect("a string takes all writes");
    }
    let (start, count) = (file.len(), objects.len() + 1);
    write!(
        file,
        "xref\n0 {count}\n{table}trailer\n<</Size {count} /Root 1 0 R /Info 6 0 R>>\nstartxref\n{start}\n%%EOF\n"
    ).expect("a string takes all writes");
    file.into_bytes()
}
