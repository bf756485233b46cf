//! Why an address is refused.

/// Why an address is refused: one sentence that says what to give instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RepoUrlError {
    /// Nothing was given.
    #[error("the address is empty; give one such as https://github.com/owner/repo")]
    Empty,
    /// Longer than 2,048 bytes.
    #[error("the address has {length} bytes, more than the limit of 2048")]
    TooLong {
        /// Length in bytes.
        length: usize,
    },
    /// Whitespace, control characters or anything beyond ASCII.
    #[error("the address holds the character {character:?}, which no repository address needs")]
    Character {
        /// The first such character.
        character: char,
    },
    /// Begins with a dash, as an option of a command does.
    #[error("the address begins with a dash, as a command's option does")]
    LooksLikeOption,
    /// `name::address` asks git to start a program called `git-remote-name`.
    #[error("addresses such as `{helper}::…` start a program and are never accepted; use https://")]
    Helper {
        /// The part before the colons.
        helper: String,
    },
    /// A scheme other than https.
    #[error("`{scheme}://` addresses are not accepted; use https://")]
    Scheme {
        /// The scheme in lower case.
        scheme: String,
    },
    /// No scheme at all.
    #[error("the address has no scheme; write https:// in front of it")]
    NoScheme,
    /// An ssh address, and ssh is off.
    #[error(
        "ssh addresses are fetched only where `--allow-ssh` says so; give that, use {instead}, or clone it yourself and give the folder"
    )]
    SshOff {
        /// The same repository by https.
        instead: String,
    },
    /// A user name or a password.
    #[error("the address holds a user name or a password; leave out everything before the `@`")]
    UserInfo,
    /// A number where a name belongs.
    #[error("`{host}` is a numeric address; use the host's name")]
    NumericHost {
        /// The host as given.
        host: String,
    },
    /// The host is missing or no host name.
    #[error("`{host}` is no host name")]
    Host {
        /// The host as given.
        host: String,
    },
    /// The port is no number from 1 to 65,535.
    #[error("`{port}` is no port number")]
    Port {
        /// The port as given.
        port: String,
    },
    /// The host is not on the operator's list.
    #[error("`{host}` is not among the allowed hosts ({allowed})")]
    HostNotAllowed {
        /// Host and port as given.
        host: String,
        /// The list, separated by commas.
        allowed: String,
    },
    /// `?` or `#`.
    #[error("the address has a query or a fragment; leave out everything from `{mark}` on")]
    Query {
        /// The character that begins it.
        mark: char,
    },
    /// `%`.
    #[error("the address is percent-encoded; write the owner and the repository as they are")]
    PercentEncoded,
    /// A page of the host's web site.
    #[error("this is the address of a page inside a repository; use {instead}")]
    BrowserPage {
        /// The repository's own address.
        instead: String,
    },
    /// The owner or the repository is missing.
    #[error("the address names no repository; it should look like https://{host}/owner/repo")]
    NoRepository {
        /// The host.
        host: String,
    },
    /// More parts than owner and repository.
    #[error("the address has more parts than an owner and a repository")]
    TooManyParts,
    /// A part of the path that no host would give to an owner or a repository.
    #[error("`{part}` cannot be the name of an owner or a repository")]
    Part {
        /// The part as given.
        part: String,
    },
}
