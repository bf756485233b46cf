//! Providers by the names that the conventions give them.

/// Endings of servers' names, and whose they are.
const KNOWN: &[(&str, &str)] = &[
    ("api.openai.com", "openai"),
    ("anthropic.com", "anthropic"),
    ("generativelanguage.googleapis.com", "gcp.gemini"),
    ("aiplatform.googleapis.com", "gcp.vertex_ai"),
    ("openai.azure.com", "azure.ai.openai"),
    ("amazonaws.com", "aws.bedrock"),
    ("openrouter.ai", "openrouter"),
    ("api.deepseek.com", "deepseek"),
    ("api.groq.com", "groq"),
    ("api.mistral.ai", "mistral_ai"),
    ("api.perplexity.ai", "perplexity"),
    ("api.x.ai", "x_ai"),
    ("cohere.com", "cohere"),
];

/// The provider that a server belongs to. A server that is not known speaks the chat completions
/// protocol, and more cannot be said of it.
pub(super) fn of(host: &str) -> &'static str {
    let (name, _) = address(host);
    let is_of = |ending: &str| {
        name.strip_suffix(ending).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    };
    KNOWN.iter().find(|(ending, _)| is_of(ending)).map_or("openai_compatible", |(_, whose)| whose)
}

/// A server's name and its port where it is not the usual one.
pub(super) fn address(host: &str) -> (&str, Option<u32>) {
    match host.rsplit_once(':') {
        Some((name, port)) => match port.parse::<u16>() {
            Ok(port) => (name, Some(u32::from(port))),
            // The colons of an address of version 6 that has no port.
            Err(_) => (host, None),
        },
        None => (host, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(host: &str, provider: &str, at: (&str, Option<u32>)) {
        assert_eq!((of(host), address(host)), (provider, at));
    }

    #[test]
    fn a_server_belongs_to_a_provider_by_its_whole_name() {
        check("api.openai.com", "openai", ("api.openai.com", None));
        check("eu.api.openai.com:8443", "openai", ("eu.api.openai.com", Some(8443)));
        check("notapi.openai.com", "openai_compatible", ("notapi.openai.com", None));
        check(
            "api.openai.com.evil.example",
            "openai_compatible",
            ("api.openai.com.evil.example", None),
        );
        check("127.0.0.1:8080", "openai_compatible", ("127.0.0.1", Some(8080)));
        check("[::1]", "openai_compatible", ("[::1]", None));
        check("[::1]:8080", "openai_compatible", ("[::1]", Some(8080)));
    }
}
