//! The patch gives the rebuilt value, and the digests are those of the texts (REQ REP-11).

use serde_json::Value;

use super::{desk, query, replacement, stop};
use crate::digest::sha256;
use crate::outcome::Outcome;
use crate::recover::{recover, repair};

#[test]
fn the_patch_makes_the_rebuilt_value_of_the_normalized_one() {
    let evidence = stop(r#","evidence":{"id":"E-1","tags":["a\nb"]}"#);
    let columns = query(r#","columns": "id" , "filters":["id","eq",1]"#);
    for (response, value) in [
        (evidence, "[\n{\"id\":\"E-1\",\r\n\"tags\":[\"a\\nb\"]}]"),
        (columns.clone(), r#"["id"]"#),
        (format!("```json\n{columns}\n```"), r#" [ "\u0069d" ] "#),
    ] {
        let repaired = repair(&desk(), &*response, &*replacement(value)).unwrap();
        let Outcome::Repair(call) = recover(&desk(), &*response) else {
            panic!("a repair is due");
        };
        let mut patched: Value = serde_json::from_str(call.text()).unwrap();
        let patch: json_patch::Patch = serde_json::from_str(repaired.patch()).unwrap();
        json_patch::patch(&mut patched, &patch).unwrap();
        let rebuilt: Value = serde_json::from_str(repaired.text()).unwrap();
        assert_eq!(patched, rebuilt);
        assert!(
            !repaired.patch().contains(['\n', '\r']),
            "it stands on one line"
        );
        assert_eq!(repaired.source_sha256(), sha256(&response));
        assert_eq!(repaired.result_sha256(), sha256(repaired.text()));
        assert_eq!(repaired.rules(), call.rules());
        assert_eq!(repaired.path(), call.path());
        let told: Value = serde_json::from_str(&repaired.to_json()).unwrap();
        assert_eq!(told["value"], rebuilt);
        assert_eq!(told["repair"]["result"], repaired.text());
    }
}
