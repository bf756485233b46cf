//! The cryptography that connections over TLS use.

/// Sees to it that there is one. What a program that embeds this one has installed already stays.
pub(crate) fn provide() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}
