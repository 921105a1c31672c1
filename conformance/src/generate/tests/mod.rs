//! The generators hold what they promise, whatever draws their choices.

mod distribution;
mod truth;

use super::{ALL, Choices, Generator, Scene, Seeded, Source, Tape};
use crate::case::Profile;

/// The profiles that have every generator.
const PROFILES: [Profile; 3] = [Profile::Parse, Profile::Normalize, Profile::Repair];

/// Those that only one profile has.
const OTHERS: [(&str, Profile, Generator); 19] = [
    ("answered", Profile::Repair, |_, choices| {
        super::answered(choices)
    }),
    ("two-steps", Profile::Repair, |_, choices| {
        super::two_steps(choices)
    }),
    ("contexts", Profile::Repair, |_, choices| {
        super::contexts(choices)
    }),
    ("contract", Profile::Normalize, |_, choices| {
        super::contract(choices)
    }),
    ("course", Profile::Session, |_, choices| {
        super::session_course(choices)
    }),
    ("resumed", Profile::Session, |_, choices| {
        super::session_resumed(choices)
    }),
    ("interleaved", Profile::Session, |_, choices| {
        super::session_interleaved(choices)
    }),
    ("two", Profile::Session, |_, choices| {
        super::session_two(choices)
    }),
    ("versions", Profile::Session, |_, choices| {
        super::session_versions(choices)
    }),
    ("clean", Profile::Guard, super::clean),
    ("broken", Profile::Guard, super::broken),
    ("any", Profile::Guard, super::any),
    ("several", Profile::Guard, super::several),
    ("limits", Profile::Guard, super::limits),
    ("pair", Profile::Guard, super::pair),
    ("faults", Profile::Guard, |_, choices| {
        super::guard_faults(choices)
    }),
    ("run", Profile::Guard, |_, choices| {
        super::guard_run(choices)
    }),
    ("prefixes", Profile::Guard, |_, choices| {
        super::guard_prefixes(choices)
    }),
    ("policies", Profile::Guard, |_, choices| {
        super::guard_policies(choices)
    }),
];

/// Every generator in every profile that has it.
fn generators() -> impl Iterator<Item = (&'static str, Profile, Generator)> {
    let of_profile = |profile| ALL.map(move |(name, generate)| (name, profile, generate));
    PROFILES.into_iter().flat_map(of_profile).chain(OTHERS)
}

/// The scenes of a generator for a fixed seed.
fn scenes(
    name: &str,
    generate: Generator,
    profile: Profile,
    count: u64,
) -> impl Iterator<Item = Scene> {
    let name = format!("{profile}/{name}");
    (0..count).map(move |number| {
        let mut source = Seeded::new(1, &name, number);
        generate(profile, &mut Choices::new(&mut source, number))
    })
}

/// The scene that a source gives.
fn from(source: &mut dyn Source, profile: Profile, generate: Generator) -> (Scene, Vec<u64>) {
    let mut choices = Choices::new(source, 1);
    let scene = generate(profile, &mut choices);
    let made = choices.made().to_vec();
    (scene, made)
}

#[test]
fn a_tape_of_the_choices_made_gives_the_same_scene() {
    for (name, profile, generate) in generators() {
        for number in 0..100 {
            let (scene, made) = from(&mut Seeded::new(2, name, number), profile, generate);
            let again = from(&mut Tape::new(made.clone()), profile, generate);
            assert_eq!(again, (scene, made), "{profile} {name} {number}");
        }
    }
}

#[test]
fn the_empty_tape_gives_the_smallest_scene() {
    for (name, generate) in ALL {
        let (scene, _) = from(&mut Tape::default(), Profile::Parse, generate);
        let largest = scene
            .cases
            .iter()
            .filter_map(|case| case.response())
            .map(str::len)
            .max();
        // Nesting of 64 levels takes its bytes.
        let limit = if name == "limits" { 160 } else { 20 };
        assert!(largest.unwrap() <= limit, "{name}: {scene:?}");
    }
}

proptest::proptest! {
    #[test]
    fn any_tape_and_any_bytes_give_a_scene(
        tape in proptest::collection::vec(proptest::num::u64::ANY, 0..60),
        small in proptest::collection::vec(0u64..12, 0..60),
        bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..200),
    ) {
        for (_, profile, generate) in generators() {
            from(&mut Tape::new(tape.clone()), profile, generate);
            from(&mut Tape::new(small.clone()), profile, generate);
            from(&mut arbitrary::Unstructured::new(&bytes), profile, generate);
        }
    }
}
