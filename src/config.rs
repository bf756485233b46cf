//! The only reader of the environment.

use std::ffi::OsString;

/// Variables that a fetch may need to get out of a network; no other child sees any.
const NETWORK: &[&str] = &[
    "HTTPS_PROXY",
    "https_proxy",
    "HTTP_PROXY",
    "http_proxy",
    "ALL_PROXY",
    "all_proxy",
    "NO_PROXY",
    "no_proxy",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
];

/// What the environment says.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Filter of trace lines, `RUST_LOG`.
    pub log_filter: Option<String>,
    /// Proxy and certificate settings for fetches.
    pub network: Vec<(OsString, OsString)>,
}

impl Config {
    /// Reads the environment, with what a `.env` file in the working directory adds to it. A variable
    /// that is set already wins over the file.
    ///
    /// # Errors
    /// When there is a `.env` file that cannot be read.
    pub fn load() -> Result<Self, dotenvy::Error> {
        match dotenvy::dotenv() {
            Ok(_) => {}
            Err(error) if error.not_found() => {}
            Err(error) => return Err(error),
        }
        let network =
            NETWORK.iter().filter_map(|name| Some(((*name).into(), std::env::var_os(name)?)));
        Ok(Self { log_filter: std::env::var("RUST_LOG").ok(), network: network.collect() })
    }
}
