//! What patterns mean, what they count, and what is outside the subset.

use crate::limits::{MAX_GROUPS, MAX_PLACES};
use crate::refusal::PatternFault as Fault;
use crate::schema::pattern::Pattern;

fn matches(pattern: &str, text: &str) -> bool {
    Pattern::read(pattern)
        .unwrap()
        .compile()
        .unwrap()
        .is_match(text)
}

#[test]
fn each_part_means_what_the_specification_says() {
    let rows: [(&str, &[&str], &[&str]); 19] = [
        ("b+c", &["abbc", "bc"], &["b", "c", "cb"]),
        ("", &["", "x"], &[]),
        ("^$", &[""], &["\n", "x"]),
        ("^a$", &["a"], &["a\n", "\na", "a\r", "b\na\nb"]),
        (
            "^.$",
            &["x", "é", "😀", "\u{85}", "\u{b}", "\0"],
            &["\n", "\r", "\u{2028}", "\u{2029}", "", "xy"],
        ),
        (r"^\d$", &["0", "9"], &["٣", "a", "²"]),
        (r"^\w$", &["a", "Z", "_", "0"], &["é", "-", "ſ", "\u{212a}"]),
        (r"^\n\r\t$", &["\n\r\t"], &["nrt"]),
        (r"^\.\/\-\\$", &[r"./-\"], &["x/-\\"]),
        ("^[a-c]$", &["a", "b", "c"], &["d", "-", ""]),
        ("^[^a-c]$", &["d", "\n", "é", "\u{2028}"], &["a", ""]),
        (r"^[\d_]$", &["5", "_"], &["d", "\\"]),
        ("^[a-]$", &["a", "-"], &["b"]),
        ("^[-+]$", &["-", "+"], &[","]),
        ("^[a&&b]$", &["a", "&", "b"], &["&&"]),
        ("^[~~]$", &["~"], &["a"]),
        ("^(?:ab|c){2}$", &["abab", "abc", "cc"], &["ab", "abcc"]),
        ("^a{2,}$", &["aa", "aaaa"], &["a"]),
        ("^(a|){0,2}b?$", &["", "a", "aab", "b"], &["aaab"]),
    ];
    for (pattern, found, not_found) in rows {
        for text in found {
            assert!(matches(pattern, text), "{pattern} in {text:?}");
        }
        for text in not_found {
            assert!(!matches(pattern, text), "{pattern} not in {text:?}");
        }
    }
}

#[test]
fn everything_else_is_refused() {
    for (pattern, fault, at) in [
        (r"a\s", Fault::Escape, 2),
        (r"\b", Fault::Escape, 1),
        (r"\u0041", Fault::Escape, 1),
        (r"(a)\1", Fault::Escape, 4),
        ("é\\", Fault::Escape, 1),
        (r"[\D]", Fault::Escape, 2),
        ("(?=a)", Fault::Group, 1),
        ("(?i)a", Fault::Group, 1),
        ("(?<n>a)", Fault::Group, 1),
        ("(a", Fault::Unbalanced, 1),
        ("a)", Fault::Unbalanced, 1),
        ("*a", Fault::Quantifier, 0),
        ("^*", Fault::Quantifier, 1),
        ("a*?", Fault::Quantifier, 2),
        ("a++", Fault::Quantifier, 2),
        ("a{2}{3}", Fault::Quantifier, 4),
        ("{2}", Fault::Quantifier, 0),
        ("a{,2}", Fault::Braces, 1),
        ("a{2", Fault::Braces, 2),
        ("a{3,2}", Fault::Braces, 5),
        ("a{1001}", Fault::Repeats, 5),
        ("a{99999999999}", Fault::Repeats, 5),
        ("a]", Fault::Bare, 1),
        ("a}", Fault::Bare, 1),
        ("[]", Fault::Class, 1),
        ("[^]", Fault::Class, 2),
        ("[a", Fault::Class, 1),
        ("[a[b]]", Fault::Class, 2),
        ("[a^]", Fault::Class, 2),
        ("[a-b-c]", Fault::Class, 4),
        (r"[a-\d]", Fault::Class, 4),
        ("[b-a]", Fault::Range, 3),
    ] {
        assert_eq!(
            Pattern::read(pattern).unwrap_err(),
            (fault, at),
            "{pattern}"
        );
    }
    let deep = |groups: usize| format!("{}a{}", "(".repeat(groups), ")".repeat(groups));
    assert!(Pattern::read(&deep(MAX_GROUPS)).is_ok());
    assert_eq!(
        Pattern::read(&deep(MAX_GROUPS + 1)).unwrap_err().0,
        Fault::TooDeep
    );
}

#[test]
fn all_within_the_bound_compiles() {
    // Characters of all lengths, none beside another.
    let item = |at: u32| char::from_u32(0x100 * (at % 200) + 7 + 2 * (at / 200));
    let class = |items| -> String { (0..2000).filter_map(item).take(items).collect() };
    let atoms = [
        (1, "a".to_owned()),
        (1, ".".to_owned()),
        (1, "é".to_owned()),
    ];
    let classes = [1, 2, 10, 100, 1000].map(|items| (items, format!("[^{}]", class(items))));
    for (places, atom) in atoms.into_iter().chain(classes) {
        let root = (MAX_PLACES / places).isqrt();
        for pattern in [
            format!("{atom}{{{}}}", MAX_PLACES / places),
            format!("({atom}{{0,{root}}}){{0,{root}}}"),
        ] {
            let pattern = Pattern::read(&pattern).unwrap();
            assert!((900..=MAX_PLACES).contains(&pattern.places()));
            assert!(pattern.compile().is_some(), "{places} places each");
        }
    }
}

#[test]
fn places_are_counted_as_written_out() {
    for (pattern, places) in [
        ("", 1),
        ("()", 1),
        ("^ab$", 4),
        (r"[a-z\d_].", 4),
        ("(ab|c)*", 3),
        ("a{0}", 1),
        ("a{3,}", 3),
        ("(ab){2,5}", 10),
        ("((a{10}){10}){10}", 1000),
    ] {
        assert_eq!(
            Pattern::read(pattern).unwrap().places(),
            places,
            "{pattern}"
        );
    }
}
