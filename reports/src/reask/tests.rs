use super::*;

fn size(tokens: u64) -> Size {
    Size {
        characters: tokens * 4,
        bytes: tokens * 4,
        o200k_base: tokens,
        cl100k_base: tokens,
    }
}

fn reasks() -> Reasks {
    let sent = |first, reask: Option<u64>, fault: Option<&str>| Sent {
        first: Some(size(first)),
        reask: reask.map(size),
        answer: reask.map(|_| size(7)),
        fault: fault.map(str::to_owned),
    };
    let way = |name: &str, sent: [Sent; 2]| {
        let fixtures = ["large", "small"].map(str::to_owned).into_iter().zip(sent);
        let way = Way {
            packages: [(name.to_owned(), "1.0".to_owned())].into(),
            fixtures: fixtures.collect(),
        };
        (name.to_owned(), way)
    };
    Reasks {
        reasks: FORMAT,
        results: BTreeMap::new(),
        ways: [
            way(
                "another",
                [
                    sent(1000, Some(1500), None),
                    sent(100, None, Some("IndexError")),
                ],
            ),
            way(
                OWN,
                [sent(1000, Some(100), None), sent(100, Some(40), None)],
            ),
        ]
        .into(),
    }
}

#[test]
fn what_is_written_is_read_again() {
    let mut text = Vec::new();
    reasks().write(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(Reasks::read(&text).unwrap(), reasks());
    let later = text.replace("\"reasks\": 1", "\"reasks\": 2");
    assert_ne!(later, text);
    assert!(
        Reasks::read(&later)
            .unwrap_err()
            .to_string()
            .contains("format 2")
    );
}

#[test]
fn the_page_has_the_own_way_first_and_tells_what_was_not_sent() {
    let page = page(&reasks());
    let rows: Vec<_> = page.lines().filter(|line| line.starts_with("| ")).collect();
    assert_eq!(
        rows[2],
        "| **response-recovery** | 2 of 2 | 2 | 0.10 | **0.25** | 0.40 | response-recovery 1.0 |"
    );
    assert_eq!(
        rows[3],
        "| another | 1 of 2 | 1 | 1.50 | **1.50** | 1.50 | another 1.0 |"
    );
    assert!(rows.contains(&"| large | 0.10 | 1.50 |"), "{page}");
    assert!(rows.contains(&"| small | 0.40 | – |"), "{page}");
    assert!(
        rows.contains(&"| small | another | 400 | 100 | – | – | – | `IndexError` |"),
        "{page}"
    );
}

#[test]
fn the_middle_of_an_even_number_lies_between_two() {
    assert_eq!(
        [median(&[]), median(&[2.0]), median(&[1.0, 2.0])].map(f64::to_bits),
        [0.0_f64, 2.0, 1.5].map(f64::to_bits)
    );
}
