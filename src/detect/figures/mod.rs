//! The report as pictures: bitmaps and drawings.
