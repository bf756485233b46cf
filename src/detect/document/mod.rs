//! The report as text: reading order, segments, ranking, cited paths.
