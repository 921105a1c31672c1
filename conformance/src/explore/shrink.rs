//! Makes the choices behind a failure fewer and smaller, as long as what they make still fails in the same way.

/// A list of choices that fails, and how much there is to read in what it makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    /// The choices that were made, without zeros at their end, which a tape plays by itself.
    pub(super) tape: Vec<u64>,
    /// The size of what they make.
    pub(super) size: (usize, usize),
}

/// Tries choices: what they make, if that fails in the same way; none if not, or if no more may be tried.
pub(super) trait Try {
    /// Tries one list of choices.
    fn attempt(&mut self, tape: &[u64]) -> Option<Candidate>;

    /// Whether no more may be tried.
    fn is_over(&self) -> bool;
}

/// The longest piece that is taken out of every place of a tape; longer ones only at every multiple of their length.
const SHORT: usize = 8;

/// How many choices next to one that is lowered are left out with it, at most: an item and what was chosen for it.
const WITH: usize = 3;

impl Candidate {
    pub(super) fn new(mut tape: Vec<u64>, size: (usize, usize)) -> Self {
        while tape.last() == Some(&0) {
            tape.pop();
        }
        Self { tape, size }
    }

    /// Whether this one is simpler: smaller in what it makes, then in its choices.
    fn is_simpler_than(&self, other: &Self) -> bool {
        let order = |candidate: &Self| (candidate.size, candidate.tape.len());
        (order(self), &self.tape) < (order(other), &other.tape)
    }
}

/// The simplest candidate that can be found from one on.
pub(super) fn shrink(start: Candidate, attempts: &mut dyn Try) -> Candidate {
    let mut best = start;
    loop {
        let before = best.clone();
        delete(&mut best, attempts);
        zero(&mut best, attempts);
        lower(&mut best, attempts);
        lower_and_delete(&mut best, attempts);
        if best == before || attempts.is_over() {
            return best;
        }
    }
}

/// Takes a try if it is simpler.
fn accept(best: &mut Candidate, tape: &[u64], attempts: &mut dyn Try) -> bool {
    if tape == best.tape || attempts.is_over() {
        return false;
    }
    match attempts.attempt(tape) {
        Some(candidate) if candidate.is_simpler_than(best) => {
            *best = candidate;
            true
        }
        _ => false,
    }
}

/// Leaves out pieces, long ones first, from the end on.
fn delete(best: &mut Candidate, attempts: &mut dyn Try) {
    let mut length = best.tape.len();
    while length > 0 {
        let step = if length > SHORT { length } else { 1 };
        let mut end = best.tape.len();
        while end > 0 {
            end = end.min(best.tape.len());
            let start = end.saturating_sub(length);
            let tape = [&best.tape[..start], &best.tape[end..]].concat();
            if !accept(best, &tape, attempts) {
                end = end.saturating_sub(step);
            }
            if attempts.is_over() {
                return;
            }
        }
        length = if length > SHORT {
            length / 2
        } else {
            length - 1
        };
    }
}

/// Makes pieces zero, long ones first.
fn zero(best: &mut Candidate, attempts: &mut dyn Try) {
    let mut length = best.tape.len();
    while length > 0 {
        let mut start = 0;
        while start < best.tape.len() {
            let end = best.tape.len().min(start + length);
            if best.tape[start..end].iter().any(|choice| *choice > 0) {
                let mut tape = best.tape.clone();
                tape[start..end].fill(0);
                accept(best, &tape, attempts);
            }
            start += length;
        }
        length /= 2;
    }
}

/// Lowers each choice as far as it goes, by bisection.
fn lower(best: &mut Candidate, attempts: &mut dyn Try) {
    let mut at = 0;
    while at < best.tape.len() {
        let mut low = 0;
        while let Some(&high) = best.tape.get(at)
            && low < high
            && !attempts.is_over()
        {
            let middle = low + (high - low) / 2;
            let mut tape = best.tape.clone();
            tape[at] = middle;
            // A choice may be raised again by what is played, so the end is where nothing lies between.
            if !accept(best, &tape, attempts) || best.tape.get(at) > Some(&middle) {
                low = middle + 1;
            }
        }
        at += 1;
    }
}

/// Lowers a choice by one and leaves out some behind it: a number of items, and what was chosen for one of them.
fn lower_and_delete(best: &mut Candidate, attempts: &mut dyn Try) {
    let mut at = 0;
    while at < best.tape.len() {
        for length in 1..=WITH {
            let end = at + 1 + length;
            if best.tape.get(at).is_none_or(|choice| *choice == 0) || end > best.tape.len() {
                break;
            }
            let mut tape = [&best.tape[..=at], &best.tape[end..]].concat();
            tape[at] -= 1;
            accept(best, &tape, attempts);
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A failure of choices, found by asking this; counts how often.
    struct Asked<F> {
        fails: F,
        left: usize,
    }

    impl<F: Fn(&[u64]) -> bool> Try for Asked<F> {
        fn attempt(&mut self, tape: &[u64]) -> Option<Candidate> {
            self.left = self.left.checked_sub(1)?;
            (self.fails)(tape).then(|| {
                let sum: u64 = tape.iter().sum();
                Candidate::new(tape.to_vec(), (usize::try_from(sum).unwrap(), 0))
            })
        }

        fn is_over(&self) -> bool {
            self.left == 0
        }
    }

    fn shrunk(start: &[u64], left: usize, fails: impl Fn(&[u64]) -> bool) -> (Vec<u64>, usize) {
        let mut asked = Asked { fails, left };
        let start = Candidate::new(start.to_vec(), (usize::MAX, 0));
        (shrink(start, &mut asked).tape, left - asked.left)
    }

    #[test]
    fn only_what_matters_is_left() {
        let long: Vec<u64> = (0..100).map(|number| number * 37 % 91).collect();
        let (tape, tries) = shrunk(&long, 5_000, |tape| tape.iter().any(|choice| *choice > 12));
        assert_eq!(tape, [13]);
        assert!(tries < 300, "{tries}");
        let (tape, _) = shrunk(&long, 5_000, |tape| {
            tape.windows(2).any(|pair| pair[0] > 3 && pair[1] > pair[0])
        });
        assert_eq!(tape, [4, 5]);
    }

    #[test]
    fn it_ends_where_nothing_more_may_be_tried() {
        let long = vec![9; 50];
        let (tape, tries) = shrunk(&long, 7, |tape| tape.len() > 3);
        assert_eq!(tries, 7);
        assert!(tape.len() < 50);
        assert_eq!(shrunk(&long, 0, |_| true).0, long);
    }
}
