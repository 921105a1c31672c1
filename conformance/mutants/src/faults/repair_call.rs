//! Faults of what a repair is asked for, and of what is asked.

use serde_json::Value;
use serde_json::value::RawValue;

use crate::desk::Desk;
use crate::mending::is_call;
use crate::message::{Answer, Request};
use crate::mutant::Mutant;
use crate::text::place;

/// The reference's call, as `change` makes it.
fn other_call(
    desk: &mut Desk,
    request: &Request,
    change: impl FnOnce(&Value, &mut Answer),
) -> Answer {
    let mut answer = desk.ask(request);
    if is_call(&answer) {
        change(desk.contract(request), &mut answer);
    }
    answer
}

fn other_prompt(
    desk: &mut Desk,
    request: &Request,
    change: impl FnOnce(&Value, String) -> String,
) -> Answer {
    other_call(desk, request, |contract, answer| {
        let prompt = answer.prompt.take().unwrap_or_default();
        answer.prompt = Some(change(contract, prompt));
    })
}

/// Asks for a repair of the first repairable value of which this holds, where the reference rejects so.
fn ask_too(
    desk: &mut Desk,
    request: &Request,
    reason: &str,
    is_asked: fn(&Value) -> bool,
) -> Answer {
    let answer = desk.ask(request);
    if request.op != "recover" || !answer.rejects_for(reason) || !desk.is_active(request) {
        return answer;
    }
    let positions = &desk.contract(request)["positions"]["repairable"];
    let response = request.response();
    let found = positions.as_array().into_iter().flatten().find_map(|path| {
        let path = path.as_str()?;
        let value = response.get(place(response, path)?)?;
        is_asked(&serde_json::from_str(value).ok()?).then(|| path.to_owned())
    });
    match found {
        Some(path) => Answer {
            id: request.id,
            outcome: Some("repair".to_owned()),
            prompt: Some(format!(
                "investigation_format_repair_v1\n{path}\n{response}\n#end#\n"
            )),
            schema: RawValue::from_string("{}".to_owned()).ok(),
            text: Some(response.to_owned()),
            rules: Some(Vec::new()),
            path: Some(path),
            ..Answer::default()
        },
        None => answer,
    }
}

pub(super) const FAULTS: &[Mutant] = &[
    Mutant {
        name: "repair-never-asked",
        mistake: "Rejects what could be repaired.",
        breaks: "REP-1",
        answer: |desk, request| {
            let answer = desk.ask(request);
            if is_call(&answer) {
                return Answer::rejected(request.id, "schema:type", answer.path());
            }
            answer
        },
    },
    Mutant {
        name: "repair-for-prose",
        mistake: "Asks for a repair where a sentence stands for a list.",
        breaks: "REP-2",
        answer: |desk, request| {
            ask_too(desk, request, "schema:type", |value| {
                value.as_str().is_some_and(|text| text.contains(' '))
            })
        },
    },
    Mutant {
        name: "repair-of-encoded-lists",
        mistake: "Asks for a repair of a list that came as text.",
        breaks: "REP-2",
        answer: |desk, request| {
            ask_too(desk, request, "schema:type", |value| {
                value
                    .as_str()
                    .is_some_and(|text| text.trim_start().starts_with('['))
            })
        },
    },
    Mutant {
        name: "repair-of-positional-lists",
        mistake: "Asks for a repair of any list of lists, whatever they say.",
        breaks: "REP-2",
        answer: |desk, request| {
            ask_too(desk, request, "schema:type", |value| {
                let items = value.as_array().filter(|items| !items.is_empty());
                items.is_some_and(|items| items.iter().all(Value::is_array))
            })
        },
    },
    Mutant {
        name: "repair-of-other-errors",
        mistake: "Asks for a repair whatever the schema error is.",
        breaks: "REP-1",
        answer: |desk, request| {
            ask_too(desk, request, "schema", |value| {
                value.is_array() || value.is_object()
            })
        },
    },
    Mutant {
        name: "repair-at-the-parent",
        mistake: "Asks for a repair one level above the place.",
        breaks: "REP-1",
        answer: |desk, request| {
            other_call(desk, request, |_, answer| {
                let path = answer
                    .path()
                    .rsplit_once('/')
                    .map(|(parent, _)| parent.to_owned());
                answer.path = path;
            })
        },
    },
    Mutant {
        name: "repair-prompt-with-context",
        mistake: "Puts the case into the repair prompt, for better answers.",
        breaks: "REP-3",
        answer: |desk, request| {
            other_prompt(desk, request, |contract, prompt| {
                let context = contract["context"].as_object().into_iter().flatten();
                let texts = context.filter_map(|(_, text)| text.as_str());
                texts.fold(prompt, |prompt, text| prompt + text + "\n")
            })
        },
    },
    Mutant {
        name: "repair-prompt-without-evidence",
        mistake: "Leaves the ids of the visible evidence out of the prompt.",
        breaks: "REP-3",
        answer: |desk, request| {
            other_prompt(desk, request, |_, prompt| {
                let Some((before, evidence)) = prompt.split_once("#evidence\n") else {
                    return prompt;
                };
                let (_, after) = evidence.split_once('#').unwrap_or_default();
                format!("{before}#none\n#{after}")
            })
        },
    },
    Mutant {
        name: "repair-prompt-with-a-fence",
        mistake: "Ends the response with a fence, whatever it holds.",
        breaks: "REP-3",
        answer: |desk, request| {
            other_call(desk, request, |_, answer| {
                let text = answer.text().to_owned();
                let prompt = answer.prompt.take().unwrap_or_default();
                let before = prompt.split(&*text).next().unwrap_or_default();
                answer.prompt = Some(format!("{before}```\n{text}\n```\n"));
            })
        },
    },
    Mutant {
        name: "repair-prompt-without-its-name",
        mistake: "Gives the prompt a name of its own.",
        breaks: "REP-3",
        answer: |desk, request| {
            other_prompt(desk, request, |_, prompt| {
                prompt.replace("investigation_format_repair_v1", "format_repair")
            })
        },
    },
    Mutant {
        name: "repair-schema-dangling",
        mistake: "Shows a subschema whose references lead nowhere.",
        breaks: "REP-3",
        answer: |desk, request| {
            other_call(desk, request, |_, answer| {
                answer.schema =
                    RawValue::from_string(r##"{"$ref":"#/$defs/gone"}"##.to_owned()).ok();
            })
        },
    },
];
