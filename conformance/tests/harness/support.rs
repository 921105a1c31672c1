//! A small corpus of its own for each test, and the binary run over it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use recovery_reports::{Report, Verdict};
use tempfile::TempDir;

/// A folder with a corpus, in which the binary is run.
pub(crate) struct Bench {
    dir: TempDir,
}

/// What a run of the binary came to.
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) duration: Duration,
    /// The most memory that the binary held, in bytes.
    pub(crate) peak: u64,
}

impl Bench {
    /// A corpus with these cases, each the line of a case file.
    pub(crate) fn new(cases: &[String]) -> Self {
        let bench = Self {
            dir: tempfile::tempdir().unwrap(),
        };
        bench.write("corpus/cases/t.jsonl", &(cases.join("\n") + "\n"));
        bench.write("corpus/contracts/c.json", CONTRACT);
        let zeros = "0".repeat(64);
        let manifest = format!(
            r#"{{"manifest":1,"suite":"1.0","released":false,"sha256":"{zeros}","files":{{}}}}"#
        );
        bench.write("corpus/manifest.json", &manifest);
        bench
    }

    /// A corpus with cases `t/n0`, `t/n1`, … whose responses are their numbers.
    pub(crate) fn with_numbers(count: usize) -> Self {
        Self::new(
            &(0..count)
                .map(|number| accepted("parse", number))
                .collect::<Vec<_>>(),
        )
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Starts `recovery-conformance run` with these arguments, in this folder. Nothing is generated unless they say so.
    pub(crate) fn start(&self, arguments: &[&str]) -> Child {
        let generated: &[&str] = if arguments.contains(&"--generated") {
            &[]
        } else {
            &["--generated", "0"]
        };
        Command::new(env!("CARGO_BIN_EXE_recovery-conformance"))
            .args(["run", "--corpus", "corpus"])
            .args(generated)
            .args(arguments)
            .current_dir(self.dir.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        let begin = Instant::now();
        let child = self.start(arguments);
        let status = PathBuf::from(format!("/proc/{}/status", child.id()));
        let watch = thread::spawn(move || watch_peak(&status));
        let output = child.wait_with_output().unwrap();
        Ran {
            status: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
            duration: begin.elapsed(),
            peak: watch.join().unwrap(),
        }
    }

    /// Runs the binary over one of the programs in `tests/hostile`.
    pub(crate) fn run_program(&self, program: &str, arguments: &[&str]) -> Ran {
        let command = hostile(program);
        let mut all = vec!["--impl", &command];
        all.extend(arguments);
        self.run(&all)
    }

    /// The report that the last run wrote.
    pub(crate) fn report(&self) -> Report {
        Report::read(&self.report_text()).unwrap()
    }

    pub(crate) fn report_text(&self) -> String {
        fs::read_to_string(self.path("target/reports/conformance.json")).unwrap()
    }

    /// The verdicts of the last run, by id, one letter each.
    pub(crate) fn letters(&self) -> String {
        let letter = |verdict: Verdict| verdict.name().chars().next().unwrap();
        self.report()
            .cases
            .iter()
            .map(|case| letter(case.verdict))
            .collect()
    }
}

/// The highest amount of memory of a process, in bytes, looked up until it has ended. The system keeps the maximum, so
/// only what comes within the last moment can be missed.
fn watch_peak(status: &Path) -> u64 {
    let mut peak = 0;
    while let Ok(text) = fs::read_to_string(status) {
        let Some(line) = text.lines().find(|line| line.starts_with("VmHWM:")) else {
            break;
        };
        let kilobytes: u64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
        peak = kilobytes * 1024;
        thread::sleep(Duration::from_millis(5));
    }
    peak
}

/// The command that starts one of the programs in `tests/hostile`.
pub(crate) fn hostile(program: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/hostile")
        .join(program);
    let name = file.to_string_lossy();
    let path = name.split(' ').next().unwrap_or_default();
    assert!(Path::new(path).is_file(), "{path} is there");
    format!("python3 -u {name}")
}

/// The command that starts the strict adapter in Python, which passes everything.
pub(crate) fn strict() -> String {
    format!(
        "python3 {}/adapters/python/strict.py",
        env!("CARGO_MANIFEST_DIR")
    )
}

/// A case that accepts its own number.
pub(crate) fn accepted(profile: &str, number: usize) -> String {
    let contract = if profile == "normalize" {
        r#""contract":"c","#
    } else {
        ""
    };
    format!(
        r#"{{"id":"t/n{number}","profile":"{profile}",{contract}"requirements":["PAR-1"],"response":"{number}","expect":{{"outcome":"accepted","value_text":"{number}"}}}}"#
    )
}

/// A case that rejects a response.
pub(crate) fn rejected(name: &str, response: &str) -> String {
    let response = serde_json::to_string(response).unwrap();
    format!(
        r#"{{"id":"t/{name}","profile":"parse","requirements":["PAR-1"],"class":"syntax","response":{response},"expect":{{"outcome":"rejected","reasons":["parse"]}}}}"#
    )
}

const CONTRACT: &str = r#"{"contract":1,"phase":"investigation","schema":{"type":"object"}}"#;
