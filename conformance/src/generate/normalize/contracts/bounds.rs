//! The bounds of CON-2: what a schema may cost. Each contract is as large as the bound says, or larger by one.

/// A bound, and contracts of any size.
pub(super) struct Bound {
    /// Its name.
    pub(super) name: &'static str,
    /// The largest size that is sound.
    pub(super) most: usize,
    /// A contract of this size. `{}` is a right answer under it.
    pub(super) contract: fn(usize) -> String,
}

/// Every bound.
pub(super) const BOUNDS: [Bound; 8] = [
    Bound {
        name: "subschemas",
        most: 2_000,
        // The root is one.
        contract: |size| {
            let defs = numbered(size - 1, |number| format!(r#""{number}":true"#));
            of_schema(&format!(r#""$defs":{{{defs}}}"#))
        },
    },
    Bound {
        name: "nodes",
        most: 10_000,
        // The root is one, each of 99 members is one and unfolds to 99 more, each of the others is one.
        contract: |size| {
            let inner = numbered(98, |number| format!(r#""{number}":true"#));
            let folded = numbered(99, |number| {
                format!(r##""{number}":{{"$ref":"#/$defs/d"}}"##)
            });
            let others = numbered(size - 1 - 99 * 100, |number| format!(r#""b{number}":true"#));
            of_schema(&format!(
                r#""$defs":{{"d":{{"properties":{{{inner}}}}}}},"properties":{{{folded},{others}}}"#
            ))
        },
    },
    Bound {
        name: "chain",
        most: 1_024,
        // The root is one, its member another, and each definition one.
        contract: |size| {
            let links = numbered(size - 3, |number| {
                format!(r##""{number}":{{"$ref":"#/$defs/{}"}}"##, number + 1)
            });
            let last = size - 3;
            of_schema(&format!(
                r##""$defs":{{{links},"{last}":true}},"properties":{{"a":{{"$ref":"#/$defs/0"}}}}"##
            ))
        },
    },
    Bound {
        name: "places",
        most: 1_000,
        contract: |size| {
            let pattern = "a".repeat(size - 990);
            of_schema(&format!(
                r#""properties":{{"a":{{"pattern":"b{{990}}"}},"b":{{"pattern":"{pattern}"}}}}"#
            ))
        },
    },
    Bound {
        name: "listed",
        most: 10_000,
        // Each of 99 members lists a hundred values.
        contract: |size| {
            let values = numbered(100, |number| number.to_string());
            let members = numbered(99, |number| {
                format!(r##""{number}":{{"$ref":"#/$defs/d"}}"##)
            });
            let others = numbered(size - 9_900, |number| format!(r#""{number}""#));
            of_schema(&format!(
                r#""$defs":{{"d":{{"enum":[{values}]}}}},"properties":{{{members},"b":{{"required":[{others}]}}}}"#
            ))
        },
    },
    Bound {
        name: "steps-of-a-position",
        most: 128,
        contract: |size| {
            let position = "/a".repeat(size);
            format!(
                r##"{{"contract":1,"phase":"p","schema":{{"type":"object","properties":{{"a":{{"$ref":"#"}}}}}},"positions":{{"objects":["{position}"]}}}}"##
            )
        },
    },
    Bound {
        name: "quantifier",
        most: 1_000,
        contract: |size| {
            of_schema(&format!(
                r#""properties":{{"a":{{"pattern":"a{{0,{size}}}"}}}}"#
            ))
        },
    },
    Bound {
        name: "groups",
        most: 64,
        contract: |size| {
            let (open, close) = ("(".repeat(size), ")".repeat(size));
            of_schema(&format!(
                r#""properties":{{"a":{{"pattern":"{open}a{close}"}}}}"#
            ))
        },
    },
];

/// A contract whose schema has these members.
fn of_schema(members: &str) -> String {
    format!(r#"{{"contract":1,"phase":"p","schema":{{"type":"object",{members}}}}}"#)
}

/// So many parts of a list, by their number.
fn numbered(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect::<Vec<_>>().join(",")
}
