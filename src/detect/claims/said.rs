//! The sentences of a report that may say something of the code, each with what the page around it makes of it.

use super::shown::{Excerpt, Headed, Listing, ShownEdge, edges, excerpts, headed, listings};
use super::wording::names::Understated;
use super::wording::page::items;
use super::wording::{self, Worded, page};
use super::{LONGEST, one_line, standing};
use crate::detect::document::sentences;
use crate::domain::facts::{ClaimKind, ReportPage};
use std::ops::Range;

/// Fewest words of a statement: shorter ones are headings and labels.
const FEWEST_WORDS: usize = 4;
/// Words by which a sentence speaks of what the one before it is about.
const TAKES_UP: [&str; 4] = ["It ", "This ", "They ", "That "];

/// A sentence of the report, as far as it may say something of the code.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each tells of another circumstance")]
pub struct Said {
    pub(super) page: u32,
    pub(super) sentence: String,
    /// What it says to the code's disadvantage.
    pub(super) admits: Option<Understated>,
    /// What it claims, each with the part that does.
    pub(super) claims: Vec<(ClaimKind, String)>,
    /// What it shows as code.
    pub(super) listing: Option<Shown>,
    /// What introduces or heads the list that it is an item of.
    pub(super) head: Option<String>,
    /// Whether it stands where plans or proposals do.
    pub(super) doubtful: bool,
    /// Whether nothing on its page is about others' code.
    pub(super) own: bool,
    /// Whether it stands in a part on the judges alone.
    pub(super) of_bench: bool,
    /// Whether it goes on about what the sentence right before it speaks of, which says something of the code too.
    pub(super) goes_on: bool,
    /// Whether another cell of its row, or what introduces its list, says that what it names is there.
    pub(super) stands: bool,
}

/// A definition, or edges of a graph, that a report shows as code.
#[derive(Clone, Debug)]
pub(super) enum Shown {
    Class(Listing),
    Function(Excerpt),
    Headed(Headed),
    Edges(Vec<ShownEdge>),
}

/// Every sentence of the pages that may say something of the code, in reading order.
#[must_use]
pub fn said(pages: &[ReportPage]) -> Vec<Said> {
    let mut all = Vec::new();
    let mut list = page::List::default();
    let mut table = page::Columns::default();
    let mut demands = page::Demands::default();
    let mut rows = page::Rows::default();
    let mut scales = page::Scales::default();
    // Whether the sentence before says something of the code.
    let mut adjacent = false;
    for page in &page::joined(pages) {
        // A table on such a page may tell of others' code.
        let own = !page.text.to_ascii_lowercase().contains("peer");
        let entries = page::entries(&page.text);
        let trees = wording::names::commented(&page.text);
        demands.turn();
        scales.turn();
        for range in sentences(&page.text) {
            let raw = &page.text[range.clone()];
            let begins = range.start + raw.len() - raw.trim_start().len();
            let is_data = entries.iter().any(|entry| entry.contains(&begins));
            let sentence = one_line(raw);
            if begins_line(&page.text, range.clone()) {
                list.note_glued(raw);
            }
            let begins_here = begins_line(&page.text, range.clone());
            let denied = list.denies(&sentence, raw, begins_here, is_set_large(page, &sentence));
            if own && !list.is_doubtful() && !list.is_of_others() {
                all.extend(shown(page, range.clone()));
                all.extend(drawn(page, &trees, &range));
            }
            let denied = denied || page::is_denied_row(raw);
            let plain = own && !denied && !list.is_doubtful() && !list.is_of_others();
            let row = rows.finished(raw).filter(|_| plain && !is_data);
            let joined = table.join(raw) | demands.note(raw) | scales.note(raw) | is_data;
            let unfinished = page::unfinished_row(raw).filter(|_| own);
            if let Some(sentence) = unfinished {
                let admits = Some(Understated::Unfinished);
                all.push(Said { admits, own, ..Said::of(page.number, sentence) });
            } else if !joined {
                let refers = TAKES_UP.iter().any(|word| sentence.starts_with(word));
                let before = &page.text[..begins];
                let one = stated(page, own, range, sentence.clone(), &list, denied);
                let claims = one.iter().flat_map(|one| &one.claims);
                let known: Vec<ClaimKind> = claims.map(|claim| claim.0).collect();
                let goes_on = refers && adjacent;
                adjacent = one.is_some();
                let stands = row.as_ref().is_some_and(|row| row.certain);
                all.extend(one.map(|one| Said { goes_on, stands, ..one }));
                all.extend(match row {
                    Some(row) => standing::of_row(page.number, row, &known),
                    None if plain => standing::of_item(page.number, before, &sentence, &known),
                    None => None,
                });
            } else if let Some(row) = row {
                all.extend(standing::of_row(page.number, row, &[]));
            }
        }
    }
    without_tables(&mut all, pages);
    all
}

/// Whether a sentence is a line that its page has in larger letters, as headings are; its number may be parted from it.
fn is_set_large(page: &ReportPage, sentence: &str) -> bool {
    let number = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | ' ');
    let is_it = |line: &String| line == sentence || line.trim_start_matches(number) == sentence;
    sentence.len() > 1 && page.headings.iter().any(is_it)
}

/// Takes back what is said of all dimensions where the report tells several numbers of them.
fn without_tables(all: &mut Vec<Said>, pages: &[ReportPage]) {
    let told: Vec<usize> =
        pages.iter().flat_map(|page| wording::names::dimensions(&page.text)).collect();
    let of_some = |(kind, text): &(ClaimKind, String)| {
        *kind == ClaimKind::Values && wording::names::is_one_of_several(text, &told)
    };
    all.retain_mut(|one| {
        let before = one.claims.len();
        one.claims.retain(|claim| !of_some(claim));
        before == one.claims.len() || !one.claims.is_empty() || one.admits.is_some()
    });
}

/// The definitions and edges that a part of a page shows as code.
fn shown(page: &ReportPage, part: Range<usize>) -> impl Iterator<Item = Said> {
    let page_number = page.number;
    let classes = listings(&page.text, part.clone()).into_iter();
    let classes = classes.map(|one| (one.shown.clone(), Shown::Class(one)));
    let functions = excerpts(&page.text, part.clone()).into_iter();
    let functions = functions.map(|one| (one.shown.clone(), Shown::Function(one)));
    let headed = headed(&page.text, part.clone()).into_iter();
    let headed = headed.map(|one| (one.shown.clone(), Shown::Headed(one)));
    let edges = Some(edges(&page.text, part)).filter(|all| !all.is_empty());
    let edges = edges.map(|all| {
        let all_shown: Vec<&str> = all.iter().map(|one| one.shown.as_str()).collect();
        (all_shown.join(" ").chars().take(LONGEST).collect(), Shown::Edges(all))
    });
    classes.chain(functions).chain(headed).chain(edges).map(move |(sentence, listing)| {
        let listing = Some(listing);
        Said { listing, own: true, ..Said::of(page_number, sentence) }
    })
}

/// What trees that are drawn in a part of a page tell of sources.
fn drawn<'p>(
    page: &ReportPage,
    trees: &'p [wording::names::Commented<'p>],
    part: &Range<usize>,
) -> impl Iterator<Item = Said> {
    let (number, part) = (page.number, part.clone());
    trees.iter().filter(move |one| part.contains(&one.start)).map(move |one| {
        let claims = vec![(ClaimKind::Contents, one.shown())];
        Said { claims, own: true, ..Said::of(number, one.shown()) }
    })
}

impl Said {
    /// A sentence that says nothing yet.
    pub(super) fn of(page: u32, sentence: String) -> Self {
        let (admits, claims, listing, head) = (None, Vec::new(), None, None);
        let [doubtful, own, of_bench, goes_on, stands] = [false; 5];
        Self {
            page,
            sentence,
            admits,
            claims,
            listing,
            head,
            doubtful,
            own,
            of_bench,
            goes_on,
            stands,
        }
    }
}

/// What a sentence says of the code, if it says anything.
fn stated(
    page: &ReportPage,
    own: bool,
    range: Range<usize>,
    sentence: String,
    list: &page::List,
    denied: bool,
) -> Option<Said> {
    let after = range.end;
    // A fault that is mended is none of the code as it is.
    if list.is_over(&sentence) || wording::sentence::is_mended(&sentence, &page.text[after..]) {
        return None;
    }
    // What a part on others tells of the own code as it is now is said of it all the same.
    let own_now = list.is_of_others() && wording::sentence::is_own_now(&sentence);
    let (doubtful, denied) = (list.is_doubtful() && !own_now, denied && !own_now);
    // What a plan says of the present code is said of it all the same.
    let present =
        !doubtful || ["currently", "Currently", "Today"].iter().any(|now| sentence.contains(now));
    // What is missing from the code as it is, a plan tells as well.
    let (before, raw) = page.text.split_at(range.start);
    // A paragraph ends where the sentence begins another one.
    let above = page.text.len() - raw.trim_start().len();
    let above = &page.text[..above];
    let listed = || wording::names::denied(above, &sentence).map(Understated::Lacks);
    let admits =
        wording::names::understated(&sentence).or_else(listed).filter(|_| !list.is_of_others());
    let words = sentence.split(' ').count();
    let spoken = spoken_of(before, &sentence);
    let head = items::is_item(&sentence).then(|| items::head(before)).flatten();
    let introduced = items::introduced(head);
    // What goes on with a judge's description may be as short as `Weighted 0.3.`
    let refuses = sentence.contains("averag") && wording::justice::denies_average(&sentence);
    let drawn = || !wording::classes::typed(&sentence).is_empty();
    let is_long = words >= FEWEST_WORDS || spoken.is_some() || introduced.is_some() || refuses;
    let is_long = is_long || drawn() || wording::is_short_statement(&sentence);
    let states = !denied
        && present
        && is_long
        && sentence.chars().count() <= LONGEST
        && !page::claims_nothing(above, &sentence);
    let spoken = spoken.as_deref().unwrap_or(&sentence);
    let mut worded = if states { wording::claims(spoken) } else { Vec::new() };
    worded.retain(|one| spoken == sentence || one.kind == ClaimKind::Weights);
    // What `it` does is what a judge does, where its paragraph is about one.
    if !worded.is_empty() && sentence.starts_with("It ") && is_about_a_judge(before) {
        worded.retain(|one| !one.kind.is_of_tools());
    }
    if let Some(lead) = introduced.filter(|_| !worded.is_empty()) {
        go_on(&mut worded, lead, &sentence);
    }
    let mut claims: Vec<_> = worded.into_iter().map(|Worded { kind, text }| (kind, text)).collect();
    // What a dissent tells, the items behind its colon say.
    for (_, text) in claims.iter_mut().filter(|(kind, _)| *kind == ClaimKind::SynthesisRules) {
        if text.trim_end().ends_with(':') && text.contains("issent") {
            *text = items::with_items(text, &page.text[after..]);
        }
    }
    if states {
        let own = wording::particular(&page.text[..range.start], &sentence, &page.text[after..]);
        // Where a name stands says more of it than that it is there.
        claims.retain(|(kind, _)| {
            *kind != ClaimKind::Definitions || own.iter().all(|one| one.0 != *kind)
        });
        // What is said of edges already is asked by its names as well.
        let known: Vec<ClaimKind> = claims.iter().map(|one| one.0).collect();
        let once = [
            ClaimKind::ConditionalEdges,
            ClaimKind::CommitCount,
            ClaimKind::Libraries,
            ClaimKind::Models,
            ClaimKind::FanIn,
            ClaimKind::NoShell,
            ClaimKind::TypedClasses,
            ClaimKind::ClassFields,
        ];
        let is_new = |kind: ClaimKind| {
            let again = once.contains(&kind) && known.contains(&kind);
            let beside = kind == ClaimKind::ParallelGraph;
            !(again || beside && known.iter().any(|one| one.is_of_branches()))
        };
        let own: Vec<_> = own.into_iter().filter(|one| is_new(one.0)).collect();
        claims.extend(own);
    }
    // What a list of alternatives rejects is said of the code as it is.
    let of_own = !list.is_doubtful() && !list.is_of_others();
    let refusal = of_own.then(|| wording::tools::refusal(above, &sentence)).flatten();
    claims.extend(refusal.map(|text| (ClaimKind::Libraries, text)));
    // Whoever goes on about a class may be about to make one.
    let rest = page.text[after..].split("\n\n").next().unwrap_or_default();
    let located = wording::names::class_in_file(&sentence)
        .filter(|_| !list.is_of_others() && !rest.contains("class"));
    if let Some(text) = located {
        claims.retain(|(kind, _)| *kind != ClaimKind::Definitions);
        claims.push((ClaimKind::Definitions, text.to_owned()));
    }
    // Where a class is, a plan says of the code as it is.
    let doubtful = doubtful && located.is_none();
    let says = admits.is_some() || !claims.is_empty();
    let head = head.map(str::to_owned);
    let of_bench = list.is_of_judges() || page::is_under_judges(before);
    let bare = Said::of(page.number, sentence);
    says.then_some(Said { admits, claims, head, doubtful, own, of_bench, ..bare })
}

/// Reads the claims of an item with the words that introduce its list: they may say whose it is, or that nothing of
/// it is claimed.
fn go_on(worded: &mut Vec<Worded>, lead: &str, item: &str) {
    let mut whole = wording::claims(&format!("{lead} {}", items::words(item)));
    worded.retain_mut(|one| {
        let same = whole.iter_mut().find(|other| other.kind == one.kind);
        same.map(|other| one.text = std::mem::take(&mut other.text)).is_some()
    });
}

/// The sentence with the judge whose description it goes on with: `Weighted 0.3.` in a paragraph that begins with
/// one, and names no other before it.
fn spoken_of(before: &str, sentence: &str) -> Option<String> {
    let paragraph = sentence.starts_with("Weight").then(|| before.rsplit("\n\n").next())??;
    let first = paragraph.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
    let judge =
        wording::bench::persona(&first).filter(|_| wording::bench::persona(paragraph).is_some())?;
    Some(format!("{judge} {sentence}"))
}

/// Whether the paragraph that goes on behind this begins with a judge.
fn is_about_a_judge(before: &str) -> bool {
    let paragraph = before.rsplit("\n\n").next().unwrap_or_default();
    let first = paragraph.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
    wording::bench::persona(&first).is_some()
}

/// Whether a sentence begins a line, and is not the rest of one that the page before has begun.
fn begins_line(text: &str, range: Range<usize>) -> bool {
    let before = text[..range.start].trim_end_matches(' ');
    let own = text[range].trim_start_matches(' ');
    let begins = before.is_empty() || before.ends_with('\n') || own.starts_with('\n');
    begins && !own.trim_start().starts_with(|first: char| first.is_lowercase())
}
