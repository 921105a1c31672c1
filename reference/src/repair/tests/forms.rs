//! The forms, and what is in none (REQ REP-2).

use super::{answered, asked, desk, query, replacement, stop, with_schema};

const ONE: &str = r#"{"column":"id","operator":"eq","value":1}"#;
const TWO: &str = r#"{"column":"status","operator":"ne","value":"open"}"#;

#[test]
fn filters_are_put_right_in_each_form() {
    for (filters, replaced) in [
        (r#"[["id","eq",1]]"#, format!("[{ONE}]")),
        (
            r#"[["id","eq",1],["status","ne","open"]]"#,
            format!("[{ONE},{TWO}]"),
        ),
        (
            r#"[["id","eq",1,"status","ne","open"]]"#,
            format!("[{ONE},{TWO}]"),
        ),
        (
            r#"[[["id","eq",1],["status","ne","open"]]]"#,
            format!("[{ONE},{TWO}]"),
        ),
        (
            r#"["id","eq",1,"status","ne","open"]"#,
            format!("[{ONE},{TWO}]"),
        ),
        (
            r#"["id","eq",1,"status","ne","open"]"#,
            format!("[{TWO},{ONE}]"),
        ),
        (
            r#"[["column","id","operator","eq","value",1],["status","ne","open"]]"#,
            format!("[{ONE},{TWO}]"),
        ),
        (
            &format!(r#"[{ONE},["status","ne","open"]]"#),
            format!("[{TWO},{ONE}]"),
        ),
        (ONE, format!("[{ONE}]")),
        (&format!("[[{ONE}],{TWO}]"), format!("[{ONE},{TWO}]")),
        (
            &format!(r#"[[{ONE}],["status","ne","open"]]"#),
            format!("[{TWO},{ONE}]"),
        ),
    ] {
        let response = query(&format!(r#","filters":{filters}"#));
        assert_eq!(
            asked(&desk(), &response),
            "/next/arguments/filters",
            "{filters}"
        );
        let rebuilt = query(&format!(r#","filters":{replaced}"#));
        assert_eq!(
            answered(&desk(), &response, &replacement(&replaced)),
            rebuilt
        );
    }
}

#[test]
fn other_containers_are_put_right() {
    for (place, before, after) in [
        (
            "/evidence",
            r#"{"id":"E-1","tags":["a","b"]}"#,
            r#"[{"id":"E-1","tags":["a","b"]}]"#,
        ),
        (
            "/evidence",
            r#"[[{"id":"E-1"}],{"id":"E-2"}]"#,
            r#"[{"id":"E-1"},{"id":"E-2"}]"#,
        ),
        (
            "/evidence",
            r#"[{"id":"E-1","tags":"a"},{"id":"E-2","tags":"b"}]"#,
            r#"[{"tags":["a"],"id":"E-1"},{"id":"E-2","tags":["b"]}]"#,
        ),
        (
            "/evidence",
            r#"[{"id":"E-1","of":[{"id":"x"}]},{"id":"E-2","of":[{"id":"y"}]}]"#,
            r#"[{"id":"E-1","of":{"id":"x"}},{"id":"E-2","of":{"id":"y"}}]"#,
        ),
        (
            "/evidence",
            r#"[[{"id":"E-1","of":[{"id":"x"}]}]]"#,
            r#"[{"id":"E-1","of":{"id":"x"}}]"#,
        ),
        ("/counts", "100", "[1e2]"),
        ("/counts", "1.0", "[1]"),
        ("/plan", "[{}]", "{}"),
        ("/plan", r#"[{"steps":{"a":1}}]"#, r#"{"steps":[{"a":1}]}"#),
    ] {
        let name = &place[1..];
        let response = stop(&format!(r#","{name}":{before}"#));
        assert_eq!(asked(&desk(), &response), place, "{before}");
        let rebuilt = stop(&format!(r#","{name}":{after}"#));
        assert_eq!(answered(&desk(), &response, &replacement(after)), rebuilt);
    }
}

#[test]
fn one_column_becomes_a_list_of_one() {
    for column in [r#""id""#, r#"  "\u0069d" "#] {
        let response = query(&format!(r#","columns":{column}"#));
        assert_eq!(asked(&desk(), &response), "/next/arguments/columns");
        let answer = answered(&desk(), &response, r#" { "replacement" : [ "id" ] } "#);
        // What stood around the value stays, and what stands around the replacement is left out.
        assert_eq!(answer, response.replace(column.trim(), r#"[ "id" ]"#));
    }
}

#[test]
fn what_needs_invention_or_a_guess_is_in_no_form() {
    for filters in [
        "[]x",
        r#""status = open""#,
        "null",
        r#"["status","eq","x"],"limit":1.5"#,
        r#"[["id","eq"]]"#,
        r#"[["id","eq",[1]]]"#,
        r#"[["nr","eq",1]]"#,
        r#"[["id","is",1]]"#,
        r#"[["eq","id",1]]"#,
        r#"[["id","eq",1],"x"]"#,
        r#"[["id","eq",1],[]]"#,
        r#"[[[["id","eq",1]]]]"#,
        r#"["id","eq",1,"status","ne"]"#,
        r#"[["column","id","value",1,"operator","eq"]]"#,
        // Either a labelled form, or two triples on `column` and on `eq`.
        r#"[["column","eq","operator","eq","value",1]]"#,
        r#"[{"column":"id","operator":"eq","value":1},{"column":"id","operator":"eq","value":1},["id","eq",1],7]"#,
    ] {
        let response = query(&format!(r#","filters":{filters}"#));
        let expected = if filters.ends_with('x') {
            "parse"
        } else {
            "schema"
        };
        assert_eq!(asked(&desk(), &response), expected, "{filters}");
    }
    for members in [
        r#","evidence":"the lock was held""#,
        r#","evidence":["E-1"]"#,
        r#","evidence":["E-1",0.5,"x"]"#,
        r#","evidence":[["E-1","supports"]]"#,
        r#","evidence":"[{\"id\":\"E-1\"}]""#,
        r#","evidence":[[{"id":"E-1"},{"id":"E-2"}]]"#,
        r#","evidence":[[]]"#,
        r#","evidence":null"#,
        r#","evidence":{"id":"E-1"},"note":1"#,
        r#","counts":1.5"#,
        r#","counts":"1""#,
        r#","counts":{"a":1}"#,
        r#","mixed":"a""#,
        r#","mixed":{"a":1}"#,
        r#","plan":[{},{}]"#,
        r#","plan":7"#,
    ] {
        assert_eq!(asked(&desk(), &stop(members)), "schema", "{members}");
    }
}

#[test]
fn a_string_that_is_json_text_of_a_container_is_no_scalar() {
    let tags = |tags: &str| {
        asked(
            &desk(),
            &stop(&format!(r#","evidence":[{{"id":"E-1","tags":{tags}}}]"#)),
        )
    };
    for text in [
        r#""[]""#,
        r#"" \n[\"a\"]\t""#,
        r#""{}""#,
        r#""{\"a\":1,\"a\":2}""#,
        r#""[1e999]""#,
        r#""[\"\\ud800\"]""#,
        &format!(r#""{}{}""#, "[".repeat(300), "]".repeat(300)),
    ] {
        assert_eq!(tags(text), "schema", "{text}");
    }
    for text in [
        r#""a""#,
        r#""""#,
        r#""1""#,
        r#""[a]""#,
        r#""[1] x""#,
        r#""{""#,
        r#""\u00a0[]""#,
    ] {
        assert_eq!(tags(text), "/evidence/0/tags", "{text}");
    }
}

#[test]
fn the_items_beside_the_type_decide() {
    let contract = with_schema(
        r##""plan":{"allOf":[{"type":"array"},{"items":{"type":"object"}}]},"mixed":{"type":"array"},
            "counts":{"type":["array","null"],"items":{"enum":["a",1.5]}},
            "evidence":{"type":"array","items":{"$ref":"#/$defs/evidence"}}"##,
    );
    assert_eq!(asked(&contract, &stop(r#","plan":{}"#)), "schema");
    assert_eq!(asked(&contract, &stop(r#","mixed":{}"#)), "schema");
    assert_eq!(asked(&contract, &stop(r#","mixed":1"#)), "schema");
    assert_eq!(asked(&contract, &stop(r#","counts":"b""#)), "/counts");
    assert_eq!(asked(&contract, &stop(r#","counts":1.5"#)), "/counts");
    assert_eq!(asked(&contract, &stop(r#","counts":1"#)), "schema");
    assert_eq!(asked(&contract, &stop(r#","counts":null"#)), "ok");
}
