//! What the policy crate must not contain, held by reading its source: no I/O, clock, randomness,
//! threads, hash order, unsafe code or shared state.

use std::fs;
use std::path::{Path, PathBuf};

/// What may occur all the same: a pointer that is shared for reading alone shares no state.
const HARMLESS: &str = "use std::sync::Arc;";

/// What must not occur, and which promise it would break.
const FORBIDDEN: [(&str, &str); 26] = [
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
    ("Mutex", "shared state"),
    ("RwLock", "shared state"),
    ("OnceLock", "shared state"),
    ("LazyLock", "shared state"),
    ("Atomic", "shared state"),
    ("thread_local!", "shared state"),
    ("static mut", "shared state"),
    ("hash_map", "hash order"),
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
        let (code, tests) = source
            .split_once("\n#[cfg(test)]\n")
            .unwrap_or((&source, ""));
        assert!(
            !code.contains("#[cfg(test)]") && holds_tests_alone(tests),
            "{}: code after the tests would not be read",
            path.display()
        );
        for (number, line) in code.lines().enumerate() {
            for (token, promise) in FORBIDDEN {
                let is_code = !line.trim_start().starts_with("//") && line != HARMLESS;
                if line.contains(token) && is_code {
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

/// Whether what stands after the line `#[cfg(test)]` is one module and nothing else: `mod tests;`,
/// or a block that ends with the file.
fn holds_tests_alone(tests: &str) -> bool {
    match tests.strip_prefix("mod tests {\n") {
        Some(block) => block
            .find("\n}\n")
            .is_some_and(|end| end + 3 == block.len()),
        None => matches!(tests, "" | "mod tests;\n"),
    }
}

#[test]
fn code_after_tests_is_seen() {
    for alone in ["", "mod tests;\n", "mod tests {\n    use a;\n}\n"] {
        assert!(holds_tests_alone(alone), "{alone}");
    }
    for more in [
        "mod tests;\n\nfn after() {}\n",
        "use std::fs;\n",
        "mod tests {\n    use a;\n}\n\nfn after() {\n}\n",
    ] {
        assert!(!holds_tests_alone(more), "{more}");
    }
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
