use std::collections::BTreeMap;

use super::{Change, Machine, Point, Speed, changes, floors, page};

/// A workload that takes `factor` instructions for each byte, to the power given.
fn workload(factor: f64, power: f64) -> BTreeMap<u64, Point> {
    let point = |bytes: u64| {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "small"
        )]
        let instructions = (factor * super::float(bytes).powf(power)) as u64;
        (
            bytes,
            Point {
                bytes,
                instructions,
            },
        )
    };
    [1_000, 10_000, 16_000, 32_000, 64_000]
        .into_iter()
        .map(point)
        .collect()
}

fn speed(workloads: &[(&str, f64, f64)]) -> Speed {
    let text = || "x".to_owned();
    let machine = Machine {
        rustc: text(),
        libc: text(),
        valgrind: text(),
        cpu: text(),
    };
    let each = workloads
        .iter()
        .map(|(name, factor, power)| ((*name).to_owned(), workload(*factor, *power)));
    Speed::new(machine, each.collect())
}

#[test]
fn a_workload_over_two_percent_is_named_with_how_much_and_gone_is_not_passed_over() {
    let before = speed(&[("a", 100.0, 1.0), ("b", 100.0, 1.0)]);
    let slower = changes(&before, &speed(&[("a", 103.0, 1.0), ("b", 101.0, 1.0)]));
    assert_eq!(
        slower.len(),
        5,
        "every size of `a`, none of `b`: {slower:?}"
    );
    assert!(slower.iter().all(|change| !change.passes()));
    assert!(
        slower[0].to_string().starts_with("a at 1000 bytes: +3.0 %"),
        "{}",
        slower[0]
    );
    let gone = changes(&before, &speed(&[("a", 90.0, 1.0)]));
    assert_eq!(
        gone.iter().filter(|change| change.passes()).count(),
        5,
        "{gone:?}"
    );
    assert!(gone.contains(&Change::Gone("b at 10000 bytes".to_owned())));
}

#[test]
fn a_bound_is_missed_by_what_is_slow_by_what_grows_and_by_what_was_not_counted() {
    let baseline = ("serde_json+jsonschema/valid", 100.0, 1.0);
    let missed = |workloads: &[(&str, f64, f64)]| -> Vec<String> {
        let floors = floors(&speed(workloads)).into_iter();
        floors
            .filter(|floor| !floor.holds())
            .map(|floor| floor.what)
            .collect()
    };
    let (valid, fenced) = (("recover/valid", 59.0, 1.0), ("recover/fenced", 61.0, 1.0));
    assert_eq!(missed(&[baseline, valid, fenced]), [""; 0]);
    assert_eq!(
        missed(&[baseline, ("recover/valid", 61.0, 1.0), fenced]).len(),
        1
    );
    assert_eq!(
        missed(&[baseline, valid, ("recover/fenced", 63.0, 1.0)]).len(),
        1
    );
    assert_eq!(missed(&[baseline, valid]).len(), 1);
    let quadratic = missed(&[baseline, valid, fenced, ("parse/nested", 1.0, 1.1)]);
    assert_eq!(quadratic, ["growth exponent of parse/nested"]);
}

#[test]
fn a_count_comes_back_as_it_was_written_and_a_later_format_is_refused() {
    let speed = speed(&[("parse/records", 7.0, 1.0)]);
    let mut text = Vec::new();
    speed.write(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(Speed::read(&text).unwrap(), speed);
    assert!(
        Speed::read(&text.replace("\"speed\": 1", "\"speed\": 2")).is_err(),
        "{text}"
    );
    assert!(page(&speed).contains("| `parse/records` | 7000 | 70000 | 448000 | 7.0 | 1.000 |"));
}
