//! The names of a small world, the items that stand in its arrays, and what is right for each array.

use crate::case::{
    Accepted, Ask, Case, Category, Expectation, Level, Origin, Profile, Rejected, Rule, RuleName,
};

/// The three labels, in the one order that counts (REQ FIL-1).
const LABELS: [&str; 3] = [r#""column""#, r#""operator""#, r#""value""#];

/// Every order of the labels; the first is the right one.
const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

const FILTERS: &str = "/next/arguments/filters";

/// A table with two columns, a tool with two operators, and the items of which arrays are made, as JSON tokens.
#[derive(Debug, Clone, Copy)]
pub(super) struct Vocabulary {
    /// The world's name, which is that of its contract too.
    pub(super) name: &'static str,
    /// What makes it worth a table.
    pub(super) about: &'static str,
    columns: [&'static str; 2],
    operators: [&'static str; 2],
    items: [&'static str; 10],
}

/// The two worlds.
pub(super) const WORLDS: [Vocabulary; 2] = [
    Vocabulary {
        name: "plain",
        about: "The two columns, the two operators and the labels are six different names.",
        columns: [r#""a""#, r#""b""#],
        operators: [r#""eq""#, r#""lt""#],
        items: [
            r#""a""#, r#""b""#, r#""eq""#, r#""lt""#, r#""x""#, "1", "true", "null", "[]", "{}",
        ],
    },
    Vocabulary {
        name: "mirror",
        about: "`a` is a column and an operator, `column` is a column, `value` is an operator: six items can be two triples.",
        columns: [r#""a""#, r#""column""#],
        operators: [r#""a""#, r#""value""#],
        items: [
            r#""a""#,
            r#""column""#,
            r#""operator""#,
            r#""value""#,
            r#""x""#,
            "1",
            "true",
            "null",
            "[]",
            "{}",
        ],
    },
];

impl Vocabulary {
    /// The items of which arrays are made.
    #[must_use]
    pub(super) fn items(&self) -> &[&'static str] {
        &self.items
    }

    /// The contract, as JSON text on one line.
    #[must_use]
    pub(super) fn contract(&self) -> String {
        let [[c, d], [o, p]] = [self.columns, self.operators];
        let filter = r#"{"type":"object","required":["column","operator","value"],"additionalProperties":false,"properties":{"column":{"type":"string"},"operator":{"type":"string"},"value":{"type":["string","number","boolean","null"]}}}"#;
        let arguments = format!(
            r#"{{"type":"object","properties":{{"table":{{"type":"string"}},"filters":{{"type":"array","items":{filter}}}}}}}"#
        );
        let next = format!(r#"{{"type":"object","properties":{{"arguments":{arguments}}}}}"#);
        let schema = format!(
            r#"{{"x-viano-response-recovery":1,"type":"object","properties":{{"next":{next}}}}}"#
        );
        format!(
            r#"{{"contract":1,"phase":"investigation","schema":{schema},"positions":{{"filters":["{FILTERS}"]}},"tools":{{"query":{{"effect":"read","operators":[{o},{p}],"tables":{{"t":[{c},{d}]}}}}}}}}"#
        )
    }

    /// Every array of up to three items, the shortest first, in the order of the items.
    #[must_use]
    pub(super) fn arrays(&self) -> Vec<Vec<&'static str>> {
        let mut arrays = vec![Vec::new()];
        let mut first = 0;
        for _ in 0..3 {
            let last = arrays.len();
            for index in first..last {
                for item in self.items {
                    let longer = arrays[index].iter().copied().chain([item]);
                    arrays.push(longer.collect());
                }
            }
            first = last;
        }
        arrays
    }

    /// Every array of six in which the three labels stand before three items, by the order of the labels.
    #[must_use]
    pub(super) fn labelled(&self) -> Vec<(String, Vec<Vec<&'static str>>)> {
        let triples = self.arrays();
        let triples: Vec<_> = triples.iter().filter(|array| array.len() == 3).collect();
        let labelled = |order: [usize; 3]| {
            let labels = order.map(|label| LABELS[label]);
            let with_labels = |triple: &&Vec<&'static str>| {
                let pairs = labels.into_iter().zip(triple.iter().copied());
                pairs.flat_map(|(label, item)| [label, item]).collect()
            };
            (
                labels.join(", ").replace('"', ""),
                triples.iter().map(with_labels).collect(),
            )
        };
        ORDERS.map(labelled).into()
    }

    /// The case that asks for the decision on an array, with what is right by the definition of FIL-1.
    #[must_use]
    pub(super) fn case(&self, array: &[&'static str]) -> Case {
        let with = |filters: &str| {
            format!(
                r#"{{"next":{{"action":"query","arguments":{{"table":"t","filters":{filters}}}}}}}"#
            )
        };
        let sent = format!("[{}]", array.join(","));
        let accepted = |filters: &str, rules| {
            Expectation::Accepted(Accepted {
                value_text: with(filters),
                text: Some(with(filters)),
                rules: Some(rules),
                level: Level::Must,
                reasons: Vec::new(),
                result: None,
            })
        };
        let expect = match self.filter(array) {
            Some([c, o, v]) => {
                let rule = Rule {
                    rule: RuleName::Filter,
                    path: FILTERS.to_owned(),
                };
                let filter = format!(r#"[{{"column":{c},"operator":{o},"value":{v}}}]"#);
                accepted(&filter, vec![rule])
            }
            None if array.is_empty() => accepted("[]", Vec::new()),
            None => Expectation::Rejected(Rejected {
                reasons: vec![Category::Schema, Category::Tool],
                // No item is a filter object, so each is told; the empty object is one that lacks members.
                paths: (0..array.len())
                    .map(|index| format!("{FILTERS}/{index}"))
                    .collect(),
                lenient_value_text: None,
            }),
        };
        Case {
            id: format!("small-world/{}/{sent}", self.name),
            origin: Origin::Generated,
            profile: Profile::Normalize,
            requirements: vec!["FIL-1".to_owned()],
            class: "small-world".to_owned(),
            ask: Ask::Recover {
                contract: self.name.to_owned(),
                response: with(&sent),
                finish: None,
            },
            expect,
            note: String::new(),
        }
    }

    /// The filter that an array is, in one reading only (REQ FIL-1).
    fn filter(&self, array: &[&'static str]) -> Option<[&'static str; 3]> {
        match *array {
            [c, o, v] => self.is_triple([c, o, v]).then_some([c, o, v]),
            [first, c, second, o, third, v] => {
                let is_labelled = [first, second, third] == LABELS;
                let reads_as_two =
                    self.is_triple([first, c, second]) && self.is_triple([o, third, v]);
                (is_labelled && !reads_as_two && self.is_triple([c, o, v])).then_some([c, o, v])
            }
            _ => None,
        }
    }

    fn is_triple(&self, [c, o, v]: [&str; 3]) -> bool {
        self.columns.contains(&c) && self.operators.contains(&o) && !matches!(v, "[]" | "{}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_array_is_there_once() {
        for world in &WORLDS {
            let mut arrays = world.arrays();
            assert_eq!(arrays.len(), 1 + 10 + 100 + 1_000);
            arrays.sort();
            arrays.dedup();
            assert_eq!(arrays.len(), 1_111);
            assert!(
                world
                    .labelled()
                    .iter()
                    .all(|(_, arrays)| arrays.len() == 1_000)
            );
        }
    }

    #[test]
    fn six_items_that_read_both_ways_are_no_filter() {
        let array = |c, o| [LABELS[0], c, LABELS[1], o, LABELS[2], "1"];
        let [plain, mirror] = &WORLDS;
        assert_eq!(
            plain.filter(&array(r#""a""#, r#""eq""#)),
            Some([r#""a""#, r#""eq""#, "1"])
        );
        assert_eq!(mirror.filter(&array(r#""a""#, r#""a""#)), None);
        assert!(mirror.filter(&array(r#""column""#, r#""value""#)).is_some());
    }
}
