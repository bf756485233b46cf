//! Moments and spans of time as a page says them.

use crate::render::html::{Element, element};

/// A moment in seconds since 1970 began in UTC, with its exact time for programs.
pub(super) fn moment(at: u64) -> Element {
    let stamp = i64::try_from(at).ok().and_then(|at| jiff::Timestamp::from_second(at).ok());
    let Some(stamp) = stamp else { return element("span").with("at an unknown time") };
    let time = element("time").attribute("datetime", &stamp.to_string());
    time.text(&stamp.strftime("%-d %b %Y, %H:%M UTC").to_string())
}

/// How long something took or takes, roughly: `45 s`, `3 min`, `2 h 5 min`.
pub(super) fn span(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min", seconds / 60),
        _ => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::html::Markup;

    #[test]
    fn times_are_said_as_people_say_them() {
        assert_eq!([span(59), span(60), span(7500)], ["59 s", "1 min", "2 h 5 min"]);
        let html = Markup::from(moment(1_772_000_000)).into_html();
        assert_eq!(html, "<time datetime=\"2026-02-25T06:13:20Z\">25 Feb 2026, 06:13 UTC</time>");
        assert!(Markup::from(moment(u64::MAX)).into_html().contains("unknown"));
    }
}
