//! Reads git repositories from their object database, without a checkout.
