//! Writes small PDFs for tests.

use std::fmt::Write;

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
    let image = "<</Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceRGB \
                 /BitsPerComponent 8 /Filter /ASCIIHexDecode /Length 25>>\nstream\n\
                 FF000000FF000000FFFFFFFF>\nendstream";
    let mut objects = vec![
        "<</Type /Catalog /Pages 2 0 R>>".to_string(),
        format!("<</Type /Pages /Kids [{kids}] /Count {}>>", pages.len()),
        font("Helvetica"),
        font("Courier-Bold"),
        image.to_string(),
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
