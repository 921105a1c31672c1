//! What is found to have grown, and what is made of a measurement to be read.

use super::*;

fn size(characters: u64) -> Size {
    Size {
        characters,
        bytes: characters,
        o200k_base: characters / 4,
        cl100k_base: characters / 4,
    }
}

/// A fixture whose repair prompt is 600 characters of response, 300 of other parts and this much overhead.
fn fixture(overhead: u64) -> Fixture {
    let parts = Parts {
        response: size(600),
        path: size(20),
        schema: size(180),
        bindings: size(100),
        overhead: size(overhead),
    };
    Fixture {
        regular: size(9000),
        repair: size(900 + overhead),
        parts,
        floor: size(930),
        answer: size(80),
    }
}

fn sizes(fixtures: &[(&str, Fixture)]) -> PromptSizes {
    PromptSizes {
        prompt_sizes: FORMAT,
        implementation: Implementation {
            name: "x".to_owned(),
            version: "1.2".to_owned(),
            language: "none".to_owned(),
        },
        fixtures: fixtures
            .iter()
            .map(|(name, fixture)| ((*name).to_owned(), fixture.clone()))
            .collect(),
    }
}

fn told(before: &PromptSizes, now: &PromptSizes) -> Vec<String> {
    growth(before, now).iter().map(Change::to_string).collect()
}

#[test]
fn growth_is_told_with_the_part_and_by_how_much() {
    let before = sizes(&[("a", fixture(200))]);
    assert_eq!(told(&before, &sizes(&[("a", fixture(208))])), [""; 0]);
    assert_eq!(told(&before, &sizes(&[("a", fixture(190))])), [""; 0]);
    assert_eq!(
        told(&before, &sizes(&[("a", fixture(209))])),
        ["a: the repair prompt grew from 1100 to 1109 characters: overhead by 9"]
    );
    let mut other = fixture(200);
    other.parts.schema = size(192);
    other.repair = size(1112);
    assert_eq!(
        told(&before, &sizes(&[("a", other)])),
        ["a: the repair prompt grew from 1100 to 1112 characters: schema by 12"]
    );
    let mut other = fixture(200);
    other.regular = size(9009);
    assert_eq!(
        told(&before, &sizes(&[("a", other)])),
        ["a: the regular prompt grew from 9000 to 9009 characters"]
    );
}

#[test]
fn of_a_small_prompt_one_per_cent_is_less_than_eight_characters() {
    let small = |overhead| Fixture {
        repair: size(300),
        ..fixture(overhead)
    };
    let before = sizes(&[("a", small(100))]);
    let grown = |by: u64| {
        let mut now = small(100 + by);
        now.repair = size(300 + by);
        growth(&before, &sizes(&[("a", now)])).len()
    };
    assert_eq!((grown(3), grown(4)), (0, 1));
}

#[test]
fn tokens_may_grow_where_characters_do_not() {
    let mut now = fixture(200);
    now.repair.o200k_base += 3;
    now.parts.overhead.o200k_base += 3;
    assert_eq!(
        told(&sizes(&[("a", fixture(200))]), &sizes(&[("a", now)])),
        ["a: the repair prompt grew from 275 to 278 o200k_base tokens: overhead by 3"]
    );
}

#[test]
fn what_is_new_and_what_is_gone_is_told() {
    let one = sizes(&[("a", fixture(1)), ("b", fixture(1))]);
    let other = sizes(&[("b", fixture(1)), ("c", fixture(1))]);
    assert_eq!(
        told(&one, &other),
        [
            "c: is new; the baseline has no such fixture",
            "a: is gone; the baseline has such a fixture"
        ]
    );
}

#[test]
fn the_median_of_an_even_number_lies_between() {
    let with = |repair| Fixture {
        regular: size(4000),
        repair: size(repair),
        ..fixture(0)
    };
    let median = |all: &[(&str, Fixture)]| (sizes(all).median_ratio() * 1000.0).round();
    assert!((median(&[]) - 0.0).abs() < 0.1);
    assert!((median(&[("a", with(400))]) - 100.0).abs() < 0.1);
    assert!((median(&[("a", with(400)), ("b", with(800))]) - 150.0).abs() < 0.1);
    let three = [("a", with(400)), ("b", with(4000)), ("c", with(800))];
    assert!((median(&three) - 200.0).abs() < 0.1);
}

#[test]
fn a_measurement_and_its_history_are_read_back() {
    let sizes = sizes(&[("flagship", fixture(200)), ("b", fixture(20))]);
    let mut text = Vec::new();
    sizes.write(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(PromptSizes::read(&text).unwrap(), sizes);
    assert_eq!(
        text.lines().filter(|line| line.contains("regular")).count(),
        2,
        "a fixture a line"
    );
    let later = text.replace(r#""prompt_sizes": 1"#, r#""prompt_sizes": 2"#);
    let later = later.replace(r#""prompt_sizes":1"#, r#""prompt_sizes":2"#);
    assert!(
        PromptSizes::read(&later)
            .unwrap_err()
            .to_string()
            .contains("format 2")
    );
    let entry = Entry::new(&sizes, "0123abc".to_owned(), "2026-02-03".to_owned());
    let lines = entry.line().unwrap() + &entry.line().unwrap();
    assert_eq!(Entry::read_all(&lines).unwrap(), [entry.clone(), entry]);
    let (line, _) = Entry::read_all(&format!("{lines}{{}}\n")).unwrap_err();
    assert_eq!(line, 3);
}

#[test]
fn what_is_rendered_names_every_fixture_and_every_entry() {
    let none = sizes(&[]);
    let sizes = sizes(&[("flagship", fixture(200)), ("b", fixture(20))]);
    let entry = |day: &str| Entry::new(&sizes, format!("c{day}"), format!("2026-02-{day}"));
    let history = [entry("03"), entry("04")];
    let (page, svg, table) = (
        page(&sizes, &history),
        plot(&sizes, &history),
        table(&sizes),
    );
    for name in sizes.fixtures.keys() {
        assert!(page.contains(&format!("| {name} | 9000 |")), "{page}");
        assert!(svg.contains(&format!(">{name}</text>")), "{svg}");
        assert!(table.contains(&format!("\n{name:8}     9000")), "{table}");
    }
    assert!(page.contains("| 2026-02-04 | 1.2 | `c04` | 2 | "), "{page}");
    assert_eq!(svg.matches("<polyline").count(), 3);
    assert!(svg.contains("prefers-color-scheme: dark"));
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    assert!(!plot(&none, &[]).contains("NaN"));
}
