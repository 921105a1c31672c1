use super::{CompareError, compare};

fn speed(rustc: &str, workloads: &str) -> String {
    format!(
        r#"{{"speed":1,"machine":{{"rustc":"{rustc}","libc":"l","valgrind":"v","cpu":"c"}},"workloads":{{{workloads}}}}}"#
    )
}

fn workload(name: &str, instructions: u64) -> String {
    format!(r#""{name}":{{"10000":{{"bytes":9990,"instructions":{instructions}}}}}"#)
}

#[test]
fn each_list_gets_what_belongs_there_and_two_percent_are_no_change() {
    let all = |figures: &[(&str, u64)]| {
        let all: Vec<_> = figures
            .iter()
            .map(|(name, count)| workload(name, *count))
            .collect();
        speed("r", &all.join(","))
    };
    let before = all(&[
        ("left", 1),
        ("quick", 1000),
        ("slow", 1000),
        ("still", 1000),
    ]);
    let after = all(&[
        ("added", 1),
        ("quick", 900),
        ("slow", 1021),
        ("still", 1020),
    ]);
    let told = compare(&before, &after).unwrap();
    let starts = |list: &[String], name: &str| list.len() == 1 && list[0].starts_with(name);
    assert!(
        starts(&told.fixed, "quick") && starts(&told.broken, "slow"),
        "{told}"
    );
    assert!(
        starts(&told.new, "added") && starts(&told.gone, "left"),
        "{told}"
    );
    assert!(!told.is_sound() && compare(&before, &before).unwrap().is_sound());
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let (here, there) = (speed("r", ""), speed("s", ""));
    assert!(matches!(
        compare(&here, &there),
        Err(CompareError::Machines(..))
    ));
    for foreign in ["", "{}", "[]", r#"{"speed":2}"#, r#"{"report":1}"#] {
        let error = compare(&here, foreign).unwrap_err();
        assert!(
            matches!(
                error,
                CompareError::Unknown {
                    which: "second",
                    ..
                }
            ),
            "{error}"
        );
    }
}

#[test]
fn a_prompt_that_grew_is_broken_one_way_and_fixed_the_other() {
    let before = include_str!("../../prompt-size.baseline.json");
    let mut later = crate::prompt_size::PromptSizes::read(before).unwrap();
    let (gone, _) = later.fixtures.pop_first().unwrap();
    let mut first = later.fixtures.first_entry().unwrap();
    first.get_mut().repair.characters += 9;
    let mut after = Vec::new();
    later.write(&mut after).unwrap();
    let after = String::from_utf8(after).unwrap();
    let told = compare(before, &after).unwrap();
    assert_eq!(
        (told.broken.len(), told.fixed.len(), told.new.len()),
        (1, 0, 0),
        "{told}"
    );
    assert!(
        told.gone.len() == 1 && told.gone[0].starts_with(&gone),
        "{told}"
    );
    let back = compare(&after, before).unwrap();
    assert_eq!(
        (back.fixed.len(), back.new.len(), back.is_sound()),
        (1, 1, true),
        "{back}"
    );
}
