//! Reads what a pattern needs.

/// Most words of which one is looked for instead of the pattern.
const MOST: usize = 48;
/// Fewest letters of a word that is looked for: shorter ones stand in every text.
const SHORTEST: usize = 3;
/// Most choices that are asked for, one after the other.
const CHOICES: usize = 4;

/// What `pattern` needs; nothing where its syntax is not known.
pub(super) fn choices(pattern: &str) -> Option<Choices> {
    let mut reading = Reading { rest: pattern };
    let choices = reading.choice()?;
    reading.rest.is_empty().then_some(choices)
}

/// A pattern as it is read.
struct Reading<'p> {
    rest: &'p str,
}

/// Words of which one is needed.
pub(super) type Words = Vec<String>;
/// All that is needed, each with its part, what tells most first; nothing where that is nothing.
pub(super) type Choices = Vec<(Words, usize)>;

impl Reading<'_> {
    fn next(&mut self) -> Option<char> {
        let letter = self.rest.chars().next()?;
        self.rest = &self.rest[letter.len_utf8()..];
        Some(letter)
    }

    /// Alternatives up to the end of their group. Nothing where the syntax is not known.
    fn choice(&mut self) -> Option<Choices> {
        let mut ways = vec![self.sequence()?];
        while let Some(rest) = self.rest.strip_prefix('|') {
            self.rest = rest;
            ways.push(self.sequence()?);
        }
        Some(one_of(ways))
    }

    /// What comes one after the other.
    fn sequence(&mut self) -> Option<Choices> {
        let (mut all, mut word) = (Choices::new(), String::new());
        // The part that comes next.
        let mut next = 0;
        while let Some(letter) = self.rest.chars().next().filter(|next| !"|)".contains(*next)) {
            self.next();
            let part = self.part(letter)?;
            let least = self.least()?;
            match part {
                Part::Place => continue,
                Part::Letter(letter) if least == Some(1) => {
                    word.push(letter);
                    continue;
                }
                // A letter that may be repeated belongs to what is before it.
                Part::Letter(letter) if least == Some(2) => word.push(letter),
                Part::Group(_) | Part::Letter(_) | Part::Class => {}
            }
            all.push((vec![std::mem::take(&mut word)], next));
            next += 1;
            if let Part::Group(choices) = part
                && least.is_some()
            {
                let parts = choices.iter().map(|(_, part)| part + 1).max().unwrap_or_default();
                all.extend(choices.into_iter().map(|(words, part)| (words, next + part)));
                next += parts;
            }
        }
        all.push((vec![word], next));
        Some(most_telling(all))
    }

    /// The part that begins with `letter`, which was read.
    fn part(&mut self, letter: char) -> Option<Part> {
        match letter {
            '^' | '$' => Some(Part::Place),
            '.' => Some(Part::Class),
            '[' => self.class(),
            '(' => self.group(),
            '\\' => match self.next()? {
                'b' | 'B' if !self.rest.starts_with('{') => Some(Part::Place),
                'd' | 'D' | 's' | 'S' | 'w' | 'W' | 'n' => Some(Part::Class),
                'p' | 'P' if self.rest.starts_with('{') => {
                    self.rest = self.rest.split_once('}')?.1;
                    Some(Part::Class)
                }
                // A letter by its number.
                'x' if self.rest.len() >= 2 && self.rest.is_char_boundary(2) => {
                    self.rest = &self.rest[2..];
                    Some(Part::Class)
                }
                letter if letter.is_ascii_punctuation() => Some(Part::Letter(letter)),
                _ => None,
            },
            letter if letter.is_ascii() => Some(Part::Letter(letter)),
            // It may have capitals of which nothing is known here.
            _ => Some(Part::Class),
        }
    }

    /// A class after its first bracket.
    fn class(&mut self) -> Option<Part> {
        if let Some(rest) = self.rest.strip_prefix('^') {
            self.rest = rest;
        }
        if let Some(rest) = self.rest.strip_prefix(']') {
            self.rest = rest;
        }
        loop {
            match self.next()? {
                '\\' => drop(self.next()?),
                '[' => drop(self.class()?),
                ']' => return Some(Part::Class),
                _ => {}
            }
        }
    }

    /// A group after its bracket, with the bracket that ends it.
    fn group(&mut self) -> Option<Part> {
        if let Some(flags) = self.rest.strip_prefix('?') {
            // Words are looked for in whatever letters.
            let known = ["P<", "<", ":", "u:", "-u:", "i:", "-i:"];
            let flag = known.into_iter().find(|known| flags.starts_with(known))?;
            self.rest = &flags[flag.len()..];
            if flag.ends_with('<') {
                self.rest = self.rest.split_once('>')?.1;
            }
        }
        let choices = self.choice()?;
        (self.next()? == ')').then_some(Part::Group(choices))
    }

    /// How often the part before it comes at least: once; once with more (2); `None` if it may be missing.
    #[expect(clippy::option_option, reason = "the outer one: the syntax is not known")]
    fn least(&mut self) -> Option<Option<u8>> {
        let least = match self.rest.chars().next() {
            Some('?' | '*') => None,
            Some('+') => Some(2),
            Some('{') => {
                let (count, rest) = self.rest[1..].split_once('}')?;
                let fewest: u32 = count.split(',').next()?.trim().parse().ok()?;
                self.rest = rest;
                return self.once((fewest > 0).then_some(2));
            }
            _ => return Some(Some(1)),
        };
        self.next();
        self.once(least)
    }

    /// The same, where no other count follows, such as the last of `a{2}?+`.
    #[expect(clippy::option_option, reason = "the outer one: the syntax is not known")]
    fn once(&mut self, least: Option<u8>) -> Option<Option<u8>> {
        self.rest = self.rest.strip_prefix('?').unwrap_or(self.rest);
        let is_counted = self.rest.starts_with(['?', '*', '+', '{']);
        (!is_counted).then_some(least)
    }
}

/// A part of a pattern.
enum Part {
    /// A place, such as the end of a word, that no letter stands for.
    Place,
    Letter(char),
    /// Letters of which any may stand there.
    Class,
    /// A group, and what it needs.
    Group(Choices),
}

/// What is needed where one of `ways` is taken: a word of the first choice of each, of the second, and so on.
fn one_of(mut ways: Vec<Choices>) -> Choices {
    if ways.len() == 1 {
        return ways.pop().unwrap_or_default();
    }
    let deepest = ways.iter().map(Vec::len).max().unwrap_or_default();
    // What comes first in one of them may come last in another.
    let at = |depth: usize| {
        let words = ways.iter().map(|way| way.get(depth).or(way.last()));
        let words = words.collect::<Option<Vec<_>>>()?;
        Some((words.into_iter().flat_map(|(words, _)| words).cloned().collect(), 0))
    };
    most_telling((0..deepest).filter_map(at).collect())
}

/// The choices that are worth being looked for, those first that tell more: their words are longer, or as long and
/// fewer.
fn most_telling(mut choices: Choices) -> Choices {
    let is_useful = |(words, _): &(Words, usize)| {
        words.len() <= MOST && words.iter().all(|word| word.len() >= SHORTEST)
    };
    choices.retain(is_useful);
    choices.sort_by_key(|(words, _)| {
        let shortest = words.iter().map(String::len).min().unwrap_or_default();
        (std::cmp::Reverse(shortest.min(5)), words.len())
    });
    choices.truncate(CHOICES);
    choices
}
