//! Python sources → facts, by syntax tree.
