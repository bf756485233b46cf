//! What secrets look like.
//!
//! The forms are those that the issuers document. Only forms that leave no doubt are here, and a value must
//! still pass the sieve for placeholders: a finding accuses somebody.

use crate::detect::runs::Runs;
use regex::bytes::{Regex, RegexBuilder};
use std::ops::Range;
use std::sync::OnceLock;

/// One form of secret.
pub(super) struct Rule {
    /// What it is, in words.
    pub kind: &'static str,
    /// Texts without one of which it cannot occur; none where it is told by something else.
    pub keywords: &'static [&'static str],
    pattern: &'static str,
    /// Lowest entropy of the value in bits per character.
    pub entropy: f64,
    /// What is asked of the value beyond its form.
    pub proof: Proof,
}

/// What is asked of a value beyond its form, its entropy and being no placeholder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// Nothing: the form says it all.
    Form,
    /// A token of three parts whose header names an algorithm.
    WebToken,
    /// The body of a key in Base64.
    KeyBody,
    /// The password of an address.
    Address,
    /// The password of a source of data, before `@tcp(host)`.
    DataSource,
    /// What a generator of keys made for the name that it stands beside; believed in sources and settings alone.
    Signing,
    /// A value that a program is given on its command line.
    Typed,
    /// A short value that somebody gave to a password; believed in sources and settings alone.
    Password,
    /// A value that somebody gave to a name such as `api_key`; believed in sources and settings alone.
    Assigned,
    /// The same without quotes; believed in settings alone, where sources would name something by it.
    Setting,
}

/// What a key of Google's is called that pages hand to browsers.
pub(super) const BROWSERS: &str = "Google API key";

/// What a signed token is called.
pub(super) const TOKEN: &str = "JSON web token";

/// What a value that a program is given on its command line is called.
pub(super) const TYPED: &str = "password on a command line";

/// What a number is called that is given to a name which says that it is a key.
pub(super) const NUMBERED: &str = "key in the source";

pub(super) const RULES: &[Rule] = &[
    form("AWS access key", &["AKIA", "ASIA"], r"\b((?:AKIA|ASIA)[A-Z2-7]{16})\b", 3.0),
    form(
        "GitHub token",
        &["ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
        r"\b(gh[pousr]_[0-9A-Za-z]{36})\b",
        3.5,
    ),
    form(
        "GitHub token",
        &["github_pat_"],
        r"\b(github_pat_[0-9A-Za-z]{22}_[0-9A-Za-z]{59})\b",
        3.5,
    ),
    form("GitLab token", &["glpat-"], r"\b(glpat-[0-9A-Za-z_-]{20,300})", 3.5),
    form(
        "Anthropic key",
        &["sk-ant-"],
        r"\b(sk-ant-(?:api|admin|oat)[0-9]{2}-[0-9A-Za-z_-]{80,120})",
        4.0,
    ),
    form(
        "OpenAI key",
        &["T3BlbkFJ"],
        r"\b(sk-(?:[a-z]+-)?[0-9A-Za-z_-]{20,90}T3BlbkFJ[0-9A-Za-z_-]{20,90})",
        4.0,
    ),
    form(
        "OpenAI key",
        &["sk-proj-", "sk-svcacct-", "sk-admin-"],
        r"\b(sk-(?:proj|svcacct|admin)-[0-9A-Za-z_-]{60,200})",
        4.3,
    ),
    // Several providers of models give out keys of this form alone, and none of them says whose it is.
    form("model-provider key", &["sk-"], r"\b(sk-[0-9a-f]{32})(?:[^0-9A-Za-z_-]|$)", 3.2),
    form("OpenRouter key", &["sk-or-v1-"], r"\b(sk-or-v1-[0-9a-f]{64})\b", 3.2),
    form(BROWSERS, &["AIza"], r"\b(AIza[0-9A-Za-z_-]{35})(?:[^0-9A-Za-z_-]|$)", 4.0),
    form(
        "Google OAuth secret",
        &["GOCSPX-"],
        r"\b(GOCSPX-[0-9A-Za-z_-]{28})(?:[^0-9A-Za-z_-]|$)",
        3.5,
    ),
    form("Groq key", &["gsk_"], r"\b(gsk_[0-9A-Za-z]{52})\b", 4.0),
    form("Hugging Face token", &["hf_"], r"\b(hf_[A-Za-z]{34})\b", 3.8),
    form("LangSmith key", &["lsv2_"], r"\b(lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10})\b", 3.2),
    form("Tavily key", &["tvly-"], r"\b(tvly-(?:dev-|prod-)?[0-9A-Za-z]{32})\b", 3.8),
    form("Perplexity key", &["pplx-"], r"\b(pplx-[0-9A-Za-z]{48})\b", 4.0),
    form("xAI key", &["xai-"], r"\b(xai-[0-9A-Za-z]{80})\b", 4.0),
    form(
        "Slack token",
        &["xoxb-", "xoxp-"],
        r"\b(xox[bp]-[0-9]{10,13}-[0-9]{10,13}-[0-9A-Za-z-]{20,60})",
        3.2,
    ),
    form(
        "Slack webhook",
        &["hooks.slack.com"],
        r"\bhooks\.slack\.com/services/(T[0-9A-Z]{7,12}/B[0-9A-Z]{7,12}/[0-9A-Za-z]{24})\b",
        3.5,
    ),
    form("Stripe key", &["sk_live_", "rk_live_"], r"\b([sr]k_live_[0-9A-Za-z]{20,120})\b", 3.5),
    form(
        "SendGrid key",
        &["SG."],
        r"\b(SG\.[0-9A-Za-z_-]{22}\.[0-9A-Za-z_-]{43})(?:[^0-9A-Za-z_-]|$)",
        4.0,
    ),
    form("npm token", &["npm_"], r"\b(npm_[0-9A-Za-z]{36})\b", 3.5),
    form(
        "PyPI token",
        &["pypi-AgEIcHlwaS5vcmc"],
        r"\b(pypi-AgEIcHlwaS5vcmc[0-9A-Za-z_-]{50,500})",
        3.5,
    ),
    form(
        "Telegram token",
        &[":AA"],
        r"\b([0-9]{8,10}:AA[0-9A-Za-z_-]{33})(?:[^0-9A-Za-z_-]|$)",
        4.0,
    ),
    form("Replicate token", &["r8_"], r"\b(r8_[0-9A-Za-z]{37})\b", 3.8),
    form("Pinecone key", &["pcsk_"], r"\b(pcsk_[0-9A-Za-z]{4,8}_[0-9A-Za-z]{50,80})\b", 4.0),
    form(
        "Twilio key",
        // Hexadecimal digits follow, and words in capitals hold the two letters often.
        &[
            "SK0", "SK1", "SK2", "SK3", "SK4", "SK5", "SK6", "SK7", "SK8", "SK9", "SKa", "SKb",
            "SKc", "SKd", "SKe", "SKf",
        ],
        r"\b(SK[0-9a-f]{32})\b",
        3.2,
    ),
    form(
        "Azure storage key",
        &["AccountKey=", "account_key", "ACCOUNT_KEY", "STORAGE_KEY", "storage_key"],
        r#"(?i)(?:account_?key|storage_key)["']?[ \t]*[:=][ \t]*["']?([0-9A-Z+/]{86}==)"#,
        4.3,
    ),
    form(
        "Langfuse key",
        &["sk-lf-"],
        r"\b(sk-lf-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b",
        3.0,
    ),
    form("NVIDIA key", &["nvapi-"], r"\b(nvapi-[0-9A-Za-z_-]{64})(?:[^0-9A-Za-z_-]|$)", 4.2),
    form("Together key", &["tgp_v1_"], r"\b(tgp_v1_[0-9A-Za-z_-]{43})(?:[^0-9A-Za-z_-]|$)", 4.0),
    form(
        "Docker Hub token",
        &["dckr_pat_"],
        r"\b(dckr_pat_[0-9A-Za-z_-]{27})(?:[^0-9A-Za-z_-]|$)",
        3.6,
    ),
    form("Supabase token", &["sbp_"], r"\b(sbp_[0-9a-f]{40})\b", 3.2),
    form("Grafana token", &["glsa_"], r"\b(glsa_[0-9A-Za-z]{32}_[0-9a-f]{8})\b", 3.8),
    form(
        "Discord webhook",
        &["/api/webhooks/"],
        r"\bdiscord(?:app)?\.com/api/webhooks/[0-9]{17,20}/([0-9A-Za-z_-]{60,72})",
        4.0,
    ),
    form("DigitalOcean token", &["dop_v1_"], r"\b(dop_v1_[0-9a-f]{64})\b", 3.2),
    form("Databricks token", &["dapi"], r"\b(dapi[0-9a-f]{32})\b", 3.2),
    Rule {
        kind: "private key",
        keywords: &["PRIVATE KEY"],
        pattern: r"(?s)-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----(.{100,}?)-----END [A-Z ]{0,30}PRIVATE KEY",
        entropy: 4.5,
        proof: Proof::KeyBody,
    },
    Rule {
        kind: TOKEN,
        keywords: &["eyJ"],
        pattern: r"\b(eyJ[0-9A-Za-z_-]{10,}\.eyJ[0-9A-Za-z_-]{10,}\.[0-9A-Za-z_-]{20,})",
        entropy: 4.0,
        proof: Proof::WebToken,
    },
    Rule {
        kind: "password in an address",
        keywords: &[],
        pattern: r#"(?i)\b[a-z][a-z0-9+.-]{1,30}://[^\s:@/'"<>{}$]{0,60}:([^\s:@/'"<>{}$()]{8,100})@([a-z0-9-]+(?:\.[a-z0-9-]+)*)"#,
        entropy: 2.8,
        proof: Proof::Address,
    },
    Rule {
        kind: "password in an address",
        keywords: &["@tcp("],
        pattern: r#"(?:^|["'\s=])[\w.-]{1,60}:([^\s:@/'"<>{}$()]{8,100})@tcp\(([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)"#,
        entropy: 2.8,
        proof: Proof::DataSource,
    },
    // Django makes keys of 50 of these signs.
    Rule {
        kind: "key in the source",
        keywords: &["SECRET_KEY"],
        pattern: r#"\bSECRET_KEY["']?\]?[ \t]*(?::[ \t]*str[ \t]*)?=[ \t]*["']([a-z0-9!@#$%^&*(\-_=+)]{50})["']"#,
        entropy: 4.2,
        proof: Proof::Signing,
    },
    Rule {
        kind: TYPED,
        keywords: &["mysql", "mariadb", "sshpass"],
        pattern: r#"\b(?:(?:mysql|mariadb)[a-z-]*\b[^\n]*?[\s"']-p["']?|sshpass["']?[ \t,]+["']?-p[ \t"',]*)([^\s"'`<>{}$()\\]{8,100})"#,
        entropy: 2.8,
        proof: Proof::Typed,
    },
    Rule {
        kind: TYPED,
        keywords: &["--password", "--passwd", "--token", "--api-key", "PGPASSWORD=", "MYSQL_PWD="],
        pattern: r#"(?:--(?:password|passwd|token|api-key)(?:=|[ \t]+|["'][ \t]*,[ \t]*)|(?:PGPASSWORD|MYSQL_PWD)=)["']?([^\s"'`<>{}$()\\,;]{8,100})"#,
        entropy: 2.8,
        proof: Proof::Typed,
    },
    Rule {
        kind: "key in the source",
        keywords: &["password", "Password", "PASSWORD", "passwd", "Passwd", "PASSWD"],
        pattern: r#"(?i)(?:password|passwd)["']?[\])]?[ \t]{0,4}(?::?[ \t]*(?:str|string)[ \t]*)?(?:=|:|:=|=>)[ \t]{0,4}["']([0-9A-Za-z+/_.=~!^*@#%&-]{10,19})["']"#,
        entropy: 2.8,
        proof: Proof::Password,
    },
    Rule {
        kind: "key in the source",
        keywords: &[],
        pattern: r#"(?i)(?:(?:api|access)[_-]?key|(?:secret|signing|encryption|private)[_-]?key|secret|(?:access|auth|api|bearer|bot|discord|telegram)[_-]?token|password|passwd)["']?[ \t]{0,4}(?::?[ \t]*(?:str|string)[ \t]*)?(?:=|:|:=|=>)[ \t]{0,4}(?:[A-Za-z_$][\w.$\[\]"'()-]{0,80}[ \t]*(?:\|\||\?\?|\bor\b)[ \t]*)?["']([0-9A-Za-z+/_.=~!^*-]{20,120})["']"#,
        entropy: 3.7,
        proof: Proof::Assigned,
    },
    // What stands in for a variable of the environment that is not set.
    Rule {
        kind: "key in the source",
        keywords: &[],
        pattern: r#"(?i)(?:(?:api|access)[_-]?key|(?:secret|signing|encryption|private)[_-]?key|secret|(?:access|auth|api|bearer|bot|discord|telegram)[_-]?token|password|passwd)["']?[\])]{0,2}[ \t]*(?:\|\||\?\?|\bor\b)[ \t]*["']([0-9A-Za-z+/_.=~!^*-]{20,120})["']"#,
        entropy: 3.7,
        proof: Proof::Assigned,
    },
    Rule {
        kind: "key in the source",
        keywords: &[],
        pattern: r#"(?i)(?:getenv|environ\.get|env|env\.str|config)\([ \t]*["'][a-z0-9_]{0,40}(?:(?:api|access)[_-]?key|(?:secret|signing|encryption|private)[_-]?key|secret|(?:access|auth|api|bearer|bot|discord|telegram)[_-]?token|password|passwd)["'][ \t]*,[ \t]*(?:default[ \t]*=[ \t]*)?["']([0-9A-Za-z+/_.=~!^*-]{20,120})["']"#,
        entropy: 3.7,
        proof: Proof::Assigned,
    },
    Rule {
        kind: "key in the settings",
        keywords: &[],
        pattern: r"(?m)^[ \t]*(?:export[ \t]+)?[A-Z0-9_]{0,40}(?:API_?KEY|SECRET_?KEY|CLIENT_SECRET|(?:ACCESS|AUTH|API|BOT)_TOKEN|API_SECRET|ACCESS_KEY|PASSWORD)[ \t]*=[ \t]*([0-9A-Za-z+/_.=~!^*-]{20,120})[ \t\r]*$",
        entropy: 3.7,
        proof: Proof::Assigned,
    },
    Rule {
        kind: "key in the settings",
        keywords: &[],
        pattern: r#"(?im)^[ \t]*(?:-[ \t]+)?["']?[a-z0-9_.-]{0,60}(?:(?:api|access|secret|signing|encryption|private)[._-]?key|secret|token|password|passwd)["']?[ \t]*[=:][ \t]*([0-9A-Za-z+/_.=~!^*-]{20,120})[ \t\r]*$"#,
        entropy: 3.7,
        proof: Proof::Setting,
    },
];

/// Texts without one of which no value is given to the name of a secret.
pub(super) const ASSIGNED: &[&str] = &[
    "api_key",
    "api-key",
    "apikey",
    "secret",
    "access_key",
    "access-key",
    "accesskey",
    "_token",
    "-token",
    ".token",
    " token",
    "accesstoken",
    "authtoken",
    "apitoken",
    "bearertoken",
    "bottoken",
    "passw",
    "signing",
    "encryption",
    "private_key",
    "private-key",
    "privatekey",
];

const fn form(
    kind: &'static str,
    keywords: &'static [&'static str],
    pattern: &'static str,
    entropy: f64,
) -> Rule {
    Rule { kind, keywords, pattern, entropy, proof: Proof::Form }
}

/// The compiled pattern of the rule with this number in [`RULES`]; the first group is the secret.
///
/// Compiling takes far longer than looking through a text, so it waits for a text that may match.
pub(super) fn pattern(number: usize) -> &'static Regex {
    static PATTERNS: [OnceLock<Regex>; RULES.len()] = [const { OnceLock::new() }; RULES.len()];
    let rule = &RULES[number];
    PATTERNS[number].get_or_init(|| {
        // Secrets are made of ASCII; a host's user may have any name.
        let unicode = rule.proof == Proof::Address;
        let built = RegexBuilder::new(rule.pattern).unicode(unicode).build();
        built.expect("the pattern is valid")
    })
}

/// Fewest characters in a row that a key or a token has, with all that its form says.
const SHORTEST: usize = 20;
/// Fewest digits of a value that passes for random.
pub(super) const FEWEST_DIGITS: usize = 3;

impl Rule {
    /// Whether a passage has what any text of this form has, by a look that costs next to nothing.
    pub(super) fn may_match(&self, passage: &[u8]) -> bool {
        match self.proof {
            Proof::KeyBody
            | Proof::Typed
            | Proof::Password
            | Proof::DataSource
            | Proof::Signing => true,
            Proof::Address => {
                let mut signs = passage.windows(3).enumerate();
                passage.contains(&b'@')
                    && signs.any(|(at, sign)| sign == b"://" && is_secretive(&passage[at + 3..]))
            }
            Proof::Form | Proof::WebToken => parts(passage).next().is_some(),
            Proof::Assigned | Proof::Setting => {
                parts(passage).any(|part| is_varied(&passage[part]))
            }
        }
    }
}

/// Whether what follows the scheme of an address begins with a user and a password.
fn is_secretive(address: &[u8]) -> bool {
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"/'\"<>{}$".contains(byte);
    let authority = address.split(ends).next().unwrap_or_default();
    let colon = authority.iter().position(|byte| *byte == b':');
    colon.is_some_and(|colon| authority[colon..].contains(&b'@'))
}

/// Whether a value has more digits than names have, as what is random enough to be believed does.
pub(super) fn is_varied(value: &[u8]) -> bool {
    value.iter().filter(|byte| byte.is_ascii_digit()).count() >= FEWEST_DIGITS
}

/// The runs of characters that are long enough for a key or a token.
pub(super) fn parts(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let is_part = |byte: u8| {
        matches!(byte, b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z')
            || matches!(byte, b'+' | b'/' | b'_' | b'.' | b'=' | b'~' | b'!' | b'^' | b'*' | b'-')
    };
    Runs::of(text, SHORTEST, is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_for_a_secret_ends_no_text_that_it_stands_in() {
        for rule in RULES {
            assert!(!rule.kind.contains(['\'', '"', '`', '\\', '{', '}']), "{}", rule.kind);
        }
    }
}
