//! Whether the schema that a repair call is asked for says what the contract says at that place (REQ REP-3).

use jsonschema::Validator;
use serde_json::{Value, json};

use super::Fault;

/// What both schemas are asked about beside the value that stands there.
const PROBES: [&str; 7] = ["null", "true", "0", r#""""#, "[]", "{}", "[[]]"];

/// Checks a schema, as JSON text, against the contract's at a path. `text` is the normalized response.
pub(super) fn check(schema: &str, contract: &str, path: &str, text: &str) -> Result<(), Fault> {
    let read = |text| serde_json::from_str::<Value>(text).ok();
    let schema = read(schema).unwrap_or_default();
    check_references(&schema, &schema)?;
    let given = jsonschema::validator_for(&schema).map_err(|_| Fault::Schema("is none"))?;
    // A contract whose subschema cannot be found has none there, or one that only the case's author could point at.
    let Some(due) = read(contract).and_then(|contract| subschema(&contract, path)) else {
        return Ok(());
    };
    let standing = read(text).and_then(|text| text.pointer(path).cloned());
    let probes = PROBES.into_iter().filter_map(read).chain(standing.clone());
    let listed = standing.map(|value| json!([value]));
    let mut probes = probes.chain(listed);
    if probes.all(|probe| due.is_valid(&probe) == given.is_valid(&probe)) {
        Ok(())
    } else {
        Err(Fault::Schema("does not decide as the contract does"))
    }
}

/// Whether every `$ref` in a schema leads somewhere in it.
fn check_references(schema: &Value, whole: &Value) -> Result<(), Fault> {
    match schema {
        Value::Object(members) => members.iter().try_for_each(|(key, value)| {
            if key == "$ref"
                && let Value::String(reference) = value
            {
                let pointer = reference.strip_prefix('#');
                let leads =
                    pointer.is_some_and(|pointer| whole.pointer(&decoded(pointer)).is_some());
                return if leads {
                    Ok(())
                } else {
                    Err(Fault::Schema("has a `$ref` that leads nowhere in it"))
                };
            }
            // What stands in data is no reference.
            match key.as_str() {
                "const" | "enum" | "default" | "examples" => Ok(()),
                _ => check_references(value, whole),
            }
        }),
        Value::Array(items) => items
            .iter()
            .try_for_each(|item| check_references(item, whole)),
        _ => Ok(()),
    }
}

/// The validator of the contract's schema at a path: the way leads through `properties`, `items` and `$ref` (CON-3).
fn subschema(contract: &Value, path: &str) -> Option<Validator> {
    const ID: &str = "urn:contract";
    let root = contract.get("schema")?;
    let mut pointer = String::new();
    for segment in path.split('/').skip(1) {
        pointer = followed(root, pointer)?;
        let here = root.pointer(&pointer)?;
        let is_index = segment.bytes().all(|byte| byte.is_ascii_digit());
        if here
            .get("properties")
            .and_then(|all| all.get(unescaped(segment)))
            .is_some()
        {
            pointer = format!("{pointer}/properties/{segment}");
        } else if is_index && here.get("items").is_some() {
            pointer.push_str("/items");
        } else {
            return None;
        }
    }
    let mut root = root.clone();
    root.as_object_mut()?.insert("$id".to_owned(), ID.into());
    let encoded: String = pointer.replace('%', "%25");
    let wrapped = json!({"$ref": format!("{ID}#{encoded}"), "$defs": {"contract": root}});
    jsonschema::validator_for(&wrapped).ok()
}

/// Where the references from a place lead in the end.
fn followed(root: &Value, mut pointer: String) -> Option<String> {
    for _ in 0..64 {
        let Some(Value::String(reference)) = root.pointer(&pointer)?.get("$ref") else {
            return Some(pointer);
        };
        pointer = decoded(reference.strip_prefix('#')?);
    }
    None
}

fn unescaped(segment: &str) -> String {
    segment.replace("~1", "/").replace("~0", "~")
}

/// A fragment without its percent signs.
fn decoded(fragment: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = fragment.as_bytes();
    while let [first, after @ ..] = rest {
        let code = after.get(..2).and_then(|code| str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) if *first == b'%' => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
