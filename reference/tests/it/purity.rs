//! What the policy crate must not contain, held by reading its source: no I/O, clock, randomness,
//! threads, hash order, unsafe code or shared state.

use std::fs;
use std::path::{Path, PathBuf};

/// What must not occur, and which promise it would break.
const FORBIDDEN: [(&str, &str); 20] = [
    ("std::io", "I/O"),
    ("std::fs", "I/O"),
    ("std::net", "I/O"),
    ("std::env", "I/O"),
    ("std::process", "I/O"),
    ("println!", "I/O"),
    ("eprint", "I/O"),
    ("dbg!", "I/O"),
    ("std::time", "clock"),
    ("Instant", "clock"),
    ("SystemTime", "clock"),
    ("std::thread", "threads"),
    ("std::sync", "threads"),
    ("thread_local!", "shared state"),
    ("static mut", "shared state"),
    ("HashMap", "hash order"),
    ("HashSet", "hash order"),
    ("RandomState", "randomness"),
    ("rand::", "randomness"),
    ("unsafe {", "unsafe code"),
];

#[test]
fn the_policy_crate_is_pure() {
    let mut files = Vec::new();
    collect(
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")),
        &mut files,
    );
    assert!(
        files.len() > 15,
        "the source is there: {} files",
        files.len()
    );
    let mut found = Vec::new();
    for path in files {
        let source = fs::read_to_string(&path).unwrap();
        let code = source.split("#[cfg(test)]").next().unwrap();
        for (number, line) in code.lines().enumerate() {
            for (token, promise) in FORBIDDEN {
                if line.contains(token) && !line.trim_start().starts_with("//") {
                    found.push(format!(
                        "{}:{}: {token} ({promise})",
                        path.display(),
                        number + 1
                    ));
                }
            }
        }
    }
    assert!(found.is_empty(), "impure:\n{}", found.join("\n"));
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            // Tests beside the code may use what the code may not.
            if path.ends_with("tests") {
                continue;
            }
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
