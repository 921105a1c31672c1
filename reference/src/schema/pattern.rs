//! The portable subset of regular expressions (REQ CON-2), read by its own grammar: what a pattern
//! means is said here, not by the dialect of an engine.

use std::iter::Peekable;
use std::str::Chars;

use regex_automata::meta;
use regex_automata::nfa::thompson::WhichCaptures;
use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, Hir, Look, Repetition};

use crate::limits::{MAX_GROUPS, MAX_REPEATS};
use crate::refusal::PatternFault;

/// A fault and the character at which it was seen, from 0.
type Fault = (PatternFault, usize);

/// A pattern of the subset.
#[derive(Debug)]
pub(crate) struct Pattern {
    hir: Hir,
    places: usize,
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    ///
    /// Anything outside the grammar in `SPEC.md`, with the character at which it shows.
    pub(crate) fn read(text: &str) -> Result<Self, Fault> {
        let mut reader = Reader {
            rest: text.chars().peekable(),
            at: 0,
            group: Group::default(),
            around: Vec::new(),
        };
        let Atom { hir, places } = reader.pattern()?;
        Ok(Self { hir, places })
    }

    /// How many places it has, written out: an assertion, a character, an escape, a dot and an
    /// item of a class count one each, a group what is in it but at least one, and a quantified
    /// atom as often as the largest number of its quantifier says, but at least once.
    pub(crate) const fn places(&self) -> usize {
        self.places
    }

    /// An automaton that finds it anywhere in a text in time linear in the text.
    pub(crate) fn compile(&self) -> Option<meta::Regex> {
        // The cache is where a text can make an engine grow; past it the slower one takes over.
        // The limit of the automaton itself is one of memory, far above what the bounds let pass.
        let config = meta::Config::new()
            .which_captures(WhichCaptures::None)
            .nfa_size_limit(Some(1 << 26))
            .hybrid_cache_capacity(1 << 18);
        meta::Builder::new()
            .configure(config)
            .build_from_hir(&self.hir)
            .ok()
    }
}

struct Atom {
    hir: Hir,
    places: usize,
}

impl Atom {
    const fn one(hir: Hir) -> Self {
        Self { hir, places: 1 }
    }

    fn class(class: ClassUnicode) -> Self {
        Self::one(Hir::class(Class::Unicode(class)))
    }
}

/// A group that has begun and not ended; the outermost is the pattern itself.
#[derive(Default)]
struct Group {
    branches: Vec<Hir>,
    branch: Vec<Hir>,
    places: usize,
}

impl Group {
    fn push(&mut self, atom: Atom) {
        self.branch.push(atom.hir);
        self.places = self.places.saturating_add(atom.places);
    }

    fn end_branch(&mut self) {
        let branch = std::mem::take(&mut self.branch);
        self.branches.push(Hir::concat(branch));
    }

    fn end(mut self) -> Atom {
        self.end_branch();
        Atom {
            hir: Hir::alternation(self.branches),
            places: self.places.max(1),
        }
    }
}

struct Reader<'p> {
    rest: Peekable<Chars<'p>>,
    at: usize,
    /// The group that is being read.
    group: Group,
    /// The groups around it.
    around: Vec<Group>,
}

impl Reader<'_> {
    fn pattern(&mut self) -> Result<Atom, Fault> {
        while let Some(character) = self.next() {
            let atom = match character {
                '|' => {
                    self.group.end_branch();
                    continue;
                }
                '(' => {
                    self.begin_group()?;
                    continue;
                }
                '^' | '$' => {
                    let look = if character == '^' {
                        Look::Start
                    } else {
                        Look::End
                    };
                    self.no_quantifier()?;
                    self.group.push(Atom::one(Hir::look(look)));
                    continue;
                }
                ')' => match self.around.pop() {
                    Some(outer) => std::mem::replace(&mut self.group, outer).end(),
                    None => return self.fault(PatternFault::Unbalanced),
                },
                '.' => Atom::class(any()),
                '[' => self.class()?,
                '\\' => self.escape()?,
                '*' | '+' | '?' | '{' => return self.fault(PatternFault::Quantifier),
                ']' | '}' => return self.fault(PatternFault::Bare),
                literal => Atom::one(self::literal(literal)),
            };
            let atom = self.quantified(atom)?;
            self.group.push(atom);
        }
        if !self.around.is_empty() {
            return self.fault(PatternFault::Unbalanced);
        }
        Ok(std::mem::take(&mut self.group).end())
    }

    fn next(&mut self) -> Option<char> {
        let character = self.rest.next()?;
        self.at += 1;
        Some(character)
    }

    fn next_if(&mut self, wanted: char) -> bool {
        let found = self.rest.next_if_eq(&wanted).is_some();
        self.at += usize::from(found);
        found
    }

    /// A fault at the character that was read last.
    fn fault<T>(&self, fault: PatternFault) -> Result<T, Fault> {
        Err((fault, self.at.saturating_sub(1)))
    }

    fn begin_group(&mut self) -> Result<(), Fault> {
        if self.next_if('?') && !self.next_if(':') {
            return self.fault(PatternFault::Group);
        }
        if self.around.len() == MAX_GROUPS {
            return self.fault(PatternFault::TooDeep);
        }
        self.around.push(std::mem::take(&mut self.group));
        Ok(())
    }

    fn no_quantifier(&mut self) -> Result<(), Fault> {
        match self.rest.peek() {
            Some('*' | '+' | '?' | '{') => Err((PatternFault::Quantifier, self.at)),
            _ => Ok(()),
        }
    }

    fn quantified(&mut self, atom: Atom) -> Result<Atom, Fault> {
        let (min, max) = if self.next_if('*') {
            (0, None)
        } else if self.next_if('+') {
            (1, None)
        } else if self.next_if('?') {
            (0, Some(1))
        } else if self.next_if('{') {
            self.braces()?
        } else {
            return Ok(atom);
        };
        self.no_quantifier()?;
        let copies = max.unwrap_or(min).max(1);
        Ok(Atom {
            hir: Hir::repetition(Repetition {
                min,
                max,
                greedy: true,
                sub: Box::new(atom.hir),
            }),
            places: atom.places.saturating_mul(copies as usize),
        })
    }

    /// The rest of `{n}`, `{n,}` or `{n,m}`.
    fn braces(&mut self) -> Result<(u32, Option<u32>), Fault> {
        let min = self.repeats()?;
        let max = if !self.next_if(',') {
            Some(min)
        } else if self.rest.peek() == Some(&'}') {
            None
        } else {
            Some(self.repeats()?)
        };
        if !self.next_if('}') || max.is_some_and(|max| max < min) {
            return self.fault(PatternFault::Braces);
        }
        Ok((min, max))
    }

    fn repeats(&mut self) -> Result<u32, Fault> {
        let mut number = None;
        while let Some(digit) = self.rest.peek().and_then(|digit| digit.to_digit(10)) {
            self.next();
            let longer = number.unwrap_or(0) * 10 + digit;
            if longer > MAX_REPEATS {
                return self.fault(PatternFault::Repeats);
            }
            number = Some(longer);
        }
        number.map_or_else(|| self.fault(PatternFault::Braces), Ok)
    }

    fn escape(&mut self) -> Result<Atom, Fault> {
        match self.next() {
            Some('d') => Ok(Atom::class(digits())),
            Some('w') => Ok(Atom::class(word())),
            Some(character) => match escaped(character) {
                Some(meant) => Ok(Atom::one(literal(meant))),
                None => self.fault(PatternFault::Escape),
            },
            None => self.fault(PatternFault::Escape),
        }
    }

    /// The rest of a class, after its opening bracket.
    fn class(&mut self) -> Result<Atom, Fault> {
        let negated = self.next_if('^');
        let mut class = ClassUnicode::empty();
        let mut places = 0;
        while !self.next_if(']') {
            places += 1;
            if (places == 1 && self.rest.peek() == Some(&'-')) || self.hyphen_ends() {
                self.next();
                class.push(ClassUnicodeRange::new('-', '-'));
            } else if self.rest.peek() == Some(&'\\') {
                self.next();
                match self.next() {
                    Some('d') => class.union(&digits()),
                    Some('w') => class.union(&word()),
                    Some(character) => match escaped(character) {
                        Some(first) => self.range(&mut class, first)?,
                        None => return self.fault(PatternFault::Escape),
                    },
                    None => return self.fault(PatternFault::Class),
                }
            } else {
                let first = self.member()?;
                self.range(&mut class, first)?;
            }
        }
        if places == 0 {
            return self.fault(PatternFault::Class);
        }
        if negated {
            class.negate();
        }
        let Atom { hir, .. } = Atom::class(class);
        Ok(Atom { hir, places })
    }

    /// Whether a hyphen follows and the end of the class follows it.
    fn hyphen_ends(&self) -> bool {
        let mut rest = self.rest.clone();
        rest.next() == Some('-') && rest.next() == Some(']')
    }

    /// Adds a character or, if a hyphen follows, a range that begins with it.
    fn range(&mut self, class: &mut ClassUnicode, first: char) -> Result<(), Fault> {
        let mut last = first;
        if !self.hyphen_ends() && self.next_if('-') {
            last = if self.next_if('\\') {
                let character = self.next().and_then(escaped);
                character.map_or_else(|| self.fault(PatternFault::Class), Ok)?
            } else {
                self.member()?
            };
            if last < first {
                return self.fault(PatternFault::Range);
            }
        }
        class.push(ClassUnicodeRange::new(first, last));
        Ok(())
    }

    /// A character of a class that stands for itself.
    fn member(&mut self) -> Result<char, Fault> {
        match self.next() {
            Some(character) if !matches!(character, '\\' | '[' | ']' | '^' | '-') => Ok(character),
            _ => self.fault(PatternFault::Class),
        }
    }
}

fn literal(character: char) -> Hir {
    let mut bytes = [0; 4];
    Hir::literal(character.encode_utf8(&mut bytes).as_bytes())
}

/// What a backslash and this character mean, where it is one character.
const fn escaped(character: char) -> Option<char> {
    match character {
        'n' => Some('\n'),
        'r' => Some('\r'),
        't' => Some('\t'),
        '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|'
        | '/' | '-' => Some(character),
        _ => None,
    }
}

fn digits() -> ClassUnicode {
    ClassUnicode::new([ClassUnicodeRange::new('0', '9')])
}

fn word() -> ClassUnicode {
    let ranges = [('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')];
    ClassUnicode::new(ranges.map(|(first, last)| ClassUnicodeRange::new(first, last)))
}

/// What a dot means: any character that does not end a line.
fn any() -> ClassUnicode {
    let ends = ['\n', '\r', '\u{2028}', '\u{2029}'];
    let mut class = ClassUnicode::new(ends.map(|end| ClassUnicodeRange::new(end, end)));
    class.negate();
    class
}
