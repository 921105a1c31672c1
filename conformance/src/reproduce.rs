//! The shell line that shows a case again, with nothing but `printf` and the command.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use recovery_reports::Visibility;

use crate::case::{Ask, Case};
use crate::protocol::Request;

/// A line longer than this many bytes is no line to paste; the harness replays such a case by its id.
const MAX_LINE_BYTES: usize = 4 * 1024;

/// The requests that ask a case from the handshake on, each a line. Those of a dialogue follow from the replies to it, so
/// they are given as they were asked.
#[must_use]
pub fn requests(
    case: &Case,
    dialogue: &[String],
    contracts: &BTreeMap<String, String>,
) -> Vec<String> {
    let mut lines = vec![Request::Hello.line(0)];
    lines.extend(
        conversation([(case, dialogue)], contracts)
            .into_iter()
            .flatten(),
    );
    lines
}

/// The requests that ask cases one after the other behind the handshake: of each case its own, and before the first
/// that needs it the loading of a contract. With each case stand the requests of its dialogue, if it is one.
#[must_use]
pub fn conversation<'c>(
    cases: impl IntoIterator<Item = (&'c Case, &'c [String])>,
    contracts: &BTreeMap<String, String>,
) -> Vec<Vec<String>> {
    let mut loaded = BTreeSet::new();
    let mut ids = 1..;
    let mut line = |request: Request<'_>| Some(request.line(ids.next()?));
    let of_case = |(case, dialogue): (&'c Case, &'c [String])| {
        let text = |name| contracts.get(name).map_or("null", String::as_str);
        let mut lines = Vec::new();
        for name in case.loaded_contracts() {
            if loaded.insert(name) {
                let contract = text(name);
                lines.extend(line(Request::Load { name, contract }));
            }
        }
        if dialogue.is_empty() {
            lines.extend(line(Request::of_case(case, contracts)));
        } else {
            lines.extend_from_slice(dialogue);
        }
        lines
    };
    cases.into_iter().map(of_case).collect()
}

/// The shell line that shows a case again.
#[derive(Debug, Clone, Copy)]
pub struct Reproducer<'a> {
    /// The contracts of the run.
    pub contracts: &'a BTreeMap<String, String>,
    /// The command that starts the implementation.
    pub command: &'a str,
    /// The harness's own command, with all flags that the run had and that decide what a case is.
    pub harness: &'a str,
    /// Whether the line may show the response.
    pub visibility: Visibility,
}

impl Reproducer<'_> {
    /// The line for a case, with the requests of its dialogue if it is one.
    #[must_use]
    pub fn line(&self, case: &Case, dialogue: &[String]) -> String {
        let lines = requests(case, dialogue, self.contracts);
        let length: usize = lines.iter().map(String::len).sum();
        // A dialogue that was not led cannot be foretold.
        let is_unknown = matches!(case.ask, Ask::Session(_)) && dialogue.is_empty();
        if self.visibility == Visibility::Hidden || is_unknown || length > MAX_LINE_BYTES {
            return format!("{} --replay {}", self.harness, quoted(&case.id));
        }
        let lines: Vec<_> = lines.iter().map(|line| quoted(line)).collect();
        format!("printf '%s\\n' {} | {}", lines.join(" "), self.command)
    }

    /// The line for a case that the harness knows by no id; none if it is too long or must not be shown.
    #[must_use]
    pub fn short_line(&self, case: &Case, dialogue: &[String]) -> Option<String> {
        Some(self.line(case, dialogue)).filter(|line| line.starts_with("printf"))
    }

    /// The line that runs the suite without some cases, so that it comes to those behind them.
    #[must_use]
    pub fn line_without(&self, ids: &[String]) -> String {
        let skip = |id: &String| format!(" --skip {}", quoted(id));
        let skips: String = ids.iter().map(skip).collect();
        format!("{}{skips}", self.harness)
    }
}

/// A text as one word of a shell: as it is if it is a plain word, else in single quotes, in which JSON stays readable.
/// A shell cannot take a NUL; JSON escapes it, and no command line holds one.
#[must_use]
pub fn quoted(text: &str) -> Cow<'_, str> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte);
    if !text.is_empty() && text.bytes().all(is_plain) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("'{}'", text.replace('\'', r"'\''")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    fn reproducer(contracts: &BTreeMap<String, String>) -> Reproducer<'_> {
        Reproducer {
            contracts,
            command: "cat",
            harness: "harness --impl cat",
            visibility: Visibility::Shown,
        }
    }

    fn case(response: &str) -> Case {
        let response = serde_json::to_string(response).unwrap();
        Case::from_line(&format!(
            r#"{{"id":"a/b","profile":"normalize","contract":"c","response":{response},"expect":{{"outcome":"accepted","value_text":"1"}}}}"#
        ))
        .unwrap()
    }

    #[test]
    fn a_shell_sends_what_the_harness_sends() {
        let contracts = BTreeMap::from([("c".to_owned(), r#"{"contract":1}"#.to_owned())]);
        let case = case("it's \"$HOME\" `x` \\n %s !\n\u{2028}\u{0}é");
        let line = reproducer(&contracts).line(&case, &[]);
        let shell = Command::new("sh").args(["-c", &line]).output().unwrap();
        let expected = requests(&case, &[], &contracts).join("\n") + "\n";
        assert_eq!(String::from_utf8(shell.stdout).unwrap(), expected);
    }

    #[test]
    fn what_is_long_or_hidden_is_replayed_by_its_id() {
        let contracts = BTreeMap::new();
        let shown = reproducer(&contracts);
        let replay = "harness --impl cat --replay a/b";
        assert_eq!(shown.line(&case(&"a".repeat(5_000)), &[]), replay);
        let hidden = Reproducer {
            visibility: Visibility::Hidden,
            ..shown
        };
        assert_eq!(hidden.line(&case("a"), &[]), replay);
    }
}
