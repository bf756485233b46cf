//! A PDF as its glyphs, pictures and shapes.
