//! One source of choices for all that is generated, whoever drives it.

use arbitrary::Unstructured;

/// Where choices come from. Choice 0 is always the simplest one, so that what is shrunk becomes simple.
pub trait Source {
    /// A number from 0 to `max`, both included.
    fn upto(&mut self, max: u64) -> u64;
}

/// Choices that follow from a seed, the same on every machine.
///
/// The first choices of a scene, which are those of kinds, are the digits of its number: so a run of a few hundred
/// scenes goes through all kinds, where chance would leave some out. The rest is drawn (`SplitMix64`).
#[derive(Debug, Clone)]
pub struct Seeded {
    /// What is left of the scene's number.
    digits: u64,
    state: u64,
}

impl Seeded {
    /// The choices of one scene: they follow from the run's seed, the name of what generates it, and its number.
    #[must_use]
    pub fn new(seed: u64, name: &str, number: u64) -> Self {
        let mut seeded = Self {
            digits: number,
            state: seed,
        };
        for part in name.bytes().map(u64::from).chain([number]) {
            seeded.state = seeded.next() ^ part;
        }
        seeded
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

impl Source for Seeded {
    fn upto(&mut self, max: u64) -> u64 {
        let Some(count) = max.checked_add(1) else {
            return self.next();
        };
        // A last digit that has not gone through all of its values would favour the low ones.
        if self.digits < count {
            self.digits = 0;
            return self.next() % count;
        }
        let digit = self.digits % count;
        self.digits /= count;
        digit
    }
}

/// Recorded choices, played back. Past their end, and where one is larger than what is asked for, the nearest simpler
/// choice comes, so that any list of numbers is a tape.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tape {
    choices: Vec<u64>,
    played: usize,
}

impl Tape {
    /// A tape of these choices.
    #[must_use]
    pub fn new(choices: Vec<u64>) -> Self {
        Self { choices, played: 0 }
    }
}

impl Source for Tape {
    fn upto(&mut self, max: u64) -> u64 {
        let choice = self.choices.get(self.played).copied().unwrap_or(0);
        self.played += 1;
        choice.min(max)
    }
}

/// The bytes of a fuzzer.
impl Source for Unstructured<'_> {
    fn upto(&mut self, max: u64) -> u64 {
        self.int_in_range(0..=max).unwrap_or(0)
    }
}

/// What a generator draws from: choices, and canaries that tell one scene from the others.
pub struct Choices<'s> {
    source: &'s mut dyn Source,
    scene: u64,
    canaries: u32,
    made: Vec<u64>,
}

impl<'s> Choices<'s> {
    /// Choices for the scene of this number.
    pub fn new(source: &'s mut dyn Source, scene: u64) -> Self {
        Self {
            source,
            scene,
            canaries: 0,
            made: Vec::new(),
        }
    }

    /// A number from 0 to `max`, both included. 0 is the simplest.
    pub fn upto(&mut self, max: usize) -> usize {
        let choice = self.source.upto(max as u64);
        self.made.push(choice);
        usize::try_from(choice).unwrap_or(max).min(max)
    }

    /// One of these, which are not empty. The first is the simplest.
    pub fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.upto(from.len() - 1)]
    }

    /// True once in so many times. False is the simplest.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.upto(times - 1) == times - 1
    }

    /// Whether a list goes on that has so many items: asked before each item, so that an item and all choices made for
    /// it can be left out of a tape together.
    pub fn more(&mut self, items: usize, most: usize) -> bool {
        items < most && self.upto(3) > 0
    }

    /// A canary that no other scene of the run has (REQ VAL-4).
    pub fn canary(&mut self) -> String {
        self.canaries += 1;
        format!("CANARY-g{}x{}z", self.scene, self.canaries)
    }

    /// The number of the scene.
    #[must_use]
    pub fn scene(&self) -> u64 {
        self.scene
    }

    /// All choices made so far: a [`Tape`] of them generates the same again.
    #[must_use]
    pub fn made(&self) -> &[u64] {
        &self.made
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_choices_on_every_machine() {
        let mut source = Seeded::new(7, "conservation", 3);
        let choices: Vec<u64> = (0..4).map(|_| source.upto(999)).collect();
        assert_eq!(choices, [497, 877, 34, 832]);
    }

    #[test]
    fn the_first_choices_of_scenes_go_through_all_that_there_are() {
        let pairs = (20..40).map(|number| {
            let mut source = Seeded::new(7, "any", number);
            (source.upto(3), source.upto(4))
        });
        let pairs: std::collections::BTreeSet<_> = pairs.collect();
        assert_eq!(pairs.len(), 20);
    }

    #[test]
    fn a_tape_of_the_choices_made_gives_them_again() {
        let draw = |source: &mut dyn Source| {
            let mut choices = Choices::new(source, 1);
            let drawn = (
                choices.upto(9),
                choices.one_in(3),
                *choices.pick(&[1, 2, 3]),
            );
            (drawn, choices.made().to_vec())
        };
        let (drawn, made) = draw(&mut Seeded::new(1, "x", 1));
        assert_eq!(draw(&mut Tape::new(made)).0, drawn);
        assert_eq!(draw(&mut Tape::default()).0, (0, false, 1));
    }

    #[test]
    fn an_empty_fuzzer_input_gives_the_simplest_choices() {
        let mut empty = Unstructured::new(&[]);
        assert_eq!((empty.upto(9), empty.upto(0)), (0, 0));
    }
}
