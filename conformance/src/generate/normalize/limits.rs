//! Answers on either side of the limits on size, normalizations and nesting (REQ LIM-1, LIM-2, LIM-3, PAR-5).

use super::super::world::{Part, World};
use super::super::{CONTRACT, Choices, Draft, Form, Json, Scene, Spelling, Truth};
use super::faults::Faults;
use super::plan::{Made, Plan};
use super::scene;
use super::wrapping::{self, Wrapping};
use crate::case::{Category, Level, Profile};

/// How long a response that gets a rule, and a normalized text, may be, in bytes.
const MAX_BYTES: usize = 65_536;

/// How many normalizations there may be.
const MAX_RULES: usize = 16;

/// What is left for a fence, in bytes.
const ROOM: usize = 400;

/// How deep every implementation reads, and how deep none does.
const DEPTHS: [usize; 2] = [64, 128];

/// What fills a text; each is as many bytes as it says.
const FILLERS: [(&str, usize); 3] = [("a", 1), ("\u{e9}", 2), ("\u{1f600}", 4)];

/// An answer on either side of a limit.
pub(in super::super) fn limits(choices: &mut Choices<'_>) -> Scene {
    match choices.upto(19) {
        0..6 => count(choices),
        6..13 => depth(choices),
        13..16 => deepened(choices),
        16..19 => response(choices),
        _ => normalized(choices),
    }
}

/// As many normalizations as there may be, or one or two more.
fn count(choices: &mut Choices<'_>) -> Scene {
    let rules = MAX_RULES + choices.upto(2);
    let mut wrappings = Wrapping::some(0, choices);
    wrappings.push(Wrapping::Evidence);
    let plan = Plan::of(wrappings, Vec::new());
    let world = plan.world(choices);
    let mut made = plan.answer(&world, choices);
    made.json.put("evidence", Json::Array(Vec::new()));
    let item = Json::Encoded(Box::new(world.evidence(choices)));
    let items = vec![item; rules.saturating_sub(made.rules())];
    made.json.put("evidence", Json::Array(items));
    let mut draft = made.draft(choices);
    if rules > MAX_RULES {
        draft.reject_whole(Category::Limit);
        draft.note("too-many-normalizations", &["LIM-3", "LIM-4"]);
    } else {
        draft.note("most-normalizations", &["LIM-3"]);
    }
    scene(&world, [draft])
}

/// An answer that is as deep as this, wrapped or not.
fn depth(choices: &mut Choices<'_>) -> Scene {
    let depth = *choices.pick(&[64, 65, 128, 129, 63, 1000, 20_000]);
    let is_encoded = choices.one_in(3);
    let [open, close] = *choices.pick(&[["[", "]"], ["{\"a\":", "}"]]);
    let mut wrappings = Vec::new();
    if is_encoded {
        wrappings.push(Wrapping::Change);
    }
    if choices.one_in(4) {
        wrappings.push(Wrapping::Fence);
    }
    let plan = Plan::of(wrappings, Vec::new());
    let world = plan.world_with(&[Part::Changes], choices);
    let mut made = plan.answer(&world, choices);
    // The whole, the list and the change are open around it. `{"a":` holds a scalar, `[` may hold nothing.
    let inner = if open == "[" { "" } else { "0" };
    let levels = depth - 3;
    let nested = format!("{}{inner}{}", open.repeat(levels), close.repeat(levels));
    if let Some(change) = made.json.at(&["state_changes", "0"]) {
        change.put("a", Json::Raw(nested));
    }
    let mut draft = made.spelled(Spelling::PLAIN, choices);
    judge_depth(&mut draft, depth);
    if let (true, Truth::Rejected { reasons, paths, .. }) = (is_encoded, &mut draft.truth) {
        // What an implementation does not read it does not decode (SET-11).
        reasons.push(Category::Schema);
        paths.push("/state_changes/0".to_owned());
    }
    scene(&world, [draft])
}

/// Says of a right answer that the rules bring as deep as this what is right for it.
fn judge_depth(draft: &mut Draft, depth: usize) {
    let [accepted, possible] = DEPTHS;
    if depth > possible {
        let mut faults = Faults::default();
        faults.add(&[Category::Limit, Category::Parse], "");
        draft.truth = faults.truth();
        draft.form = Form::Perhaps;
        draft.note("too-deep", &["PAR-5", "LIM-4"]);
    } else if depth > accepted {
        if let Truth::Accepted { level, .. } = &mut draft.truth {
            *level = Level::May;
        }
        draft.note("deep", &["PAR-5"]);
    } else {
        draft.note("as-deep-as-must-be", &["PAR-5"]);
    }
}

/// A filter that its rewriting brings as deep as this: a list of scalars becomes a list of an object.
fn deepened(choices: &mut Choices<'_>) -> Scene {
    let depth: usize = *choices.pick(&[64, 65, 128, 129, 63]);
    // Around the object there are the list, the arguments, the call and the whole.
    let between = depth - 5;
    let steps = "/a".repeat(between);
    let contract = format!(
        r##"{{"contract":1,"phase":"investigation","schema":{{"x-viano-response-recovery":1,"type":"object","properties":{{"next":{{"type":"object","properties":{{"arguments":{{"$ref":"#/$defs/z"}}}}}}}},"$defs":{{"z":{{"type":"object","properties":{{"a":{{"$ref":"#/$defs/z"}},"f":{{"type":"array","items":{{"type":"object"}}}}}}}}}}}},"positions":{{"filters":["/next/arguments{steps}/f"]}},"tools":{{"t":{{"effect":"read","operators":["o"],"tables":{{"t":["c"]}}}}}}}}"##
    );
    let filter = Json::Filter {
        is_labelled: choices.one_in(2),
        column: "c".into(),
        operator: "o".into(),
        value: Box::new(Json::Number("1".into())),
    };
    let mut inside = Json::object([("f", filter)]);
    for _ in 0..between {
        inside = Json::object([("a", inside)]);
    }
    inside.put("table", Json::string("t"));
    let next = Json::object([("action", Json::string("t")), ("arguments", inside)]);
    let json = Json::object([("next", next)]);
    let mut draft = Draft::accepted(Spelling::PLAIN.spell(&json), json.value_text());
    judge_depth(&mut draft, depth);
    draft.note("deepened-by-a-filter", &["PAR-5", "FIL-1", "LIM-4"]);
    let case = draft.into_case(Profile::Normalize, CONTRACT);
    Scene::new(contract, vec![case])
}

/// A response that is as long as one that gets a rule may be, or a byte longer, with and without a rule to apply.
fn response(choices: &mut Choices<'_>) -> Scene {
    let bytes = MAX_BYTES + choices.upto(1);
    let mut wrappings = match choices.upto(1) {
        0 => Vec::new(),
        _ => Wrapping::some(1, choices),
    };
    // A filter would make the normalized text longer than the response.
    wrappings.retain(|wrapping| !wrapping.is_filter());
    let plan = Plan::of(wrappings, Vec::new());
    let world = noted(&plan, choices);
    let mut made = plan.answer(&world, choices);
    let mut draft = nearly(bytes, &mut made, choices);
    pad(bytes - draft.response.len(), &made, &mut draft);
    if bytes <= MAX_BYTES {
        draft.note("longest-response", &["LIM-1"]);
    } else if made.wrappings.is_empty() {
        draft.note("long-and-right", &["LIM-1"]);
    } else {
        let mut faults = wrapping::standing(&world, &made.json, &made.wrappings);
        faults.add(&[Category::Limit], "");
        draft.truth = faults.truth();
        draft.note("too-long-for-a-rule", &["LIM-1", "LIM-4"]);
    }
    scene(&world, [draft])
}

/// A normalized text that is as long as it may be, or a byte longer, of a response that is not: a filter grows.
fn normalized(choices: &mut Choices<'_>) -> Scene {
    let bytes = MAX_BYTES + choices.upto(1);
    let plan = Plan::of(vec![Wrapping::Triple], Vec::new());
    let world = noted(&plan, choices);
    let mut made = plan.answer(&world, choices);
    let mut draft = nearly(bytes, &mut made, choices);
    if let Truth::Accepted { text, .. } = &draft.truth {
        pad(bytes - text.len(), &made, &mut draft);
    }
    if bytes > MAX_BYTES {
        draft.reject_whole(Category::Limit);
        draft.note("normalized-text-too-long", &["LIM-2", "LIM-4"]);
    } else {
        draft.note("longest-normalized-text", &["LIM-2"]);
    }
    scene(&world, [draft])
}

/// A world for a plan, with a free text besides.
fn noted(plan: &Plan, choices: &mut Choices<'_>) -> World {
    plan.world_with(&[Part::Note], choices)
}

/// The answer with a text in it that makes it a little shorter than this, before and after the rules.
fn nearly(bytes: usize, made: &mut Made<'_>, choices: &mut Choices<'_>) -> Draft {
    let (filler, size) = *choices.pick(&FILLERS);
    made.json.put("note", Json::string(""));
    let spelled = Spelling::PLAIN.spell(&made.json);
    let empty = spelled.response.len().max(spelled.text.len());
    let count = (bytes - empty - ROOM) / size;
    made.json.put("note", Json::string(filler.repeat(count)));
    made.spelled(Spelling::PLAIN, choices)
}

/// Puts spaces after the response. Inside the normalized text they stay, around a fence they do not.
fn pad(bytes: usize, made: &Made<'_>, draft: &mut Draft) {
    let spaces = " ".repeat(bytes);
    draft.response.push_str(&spaces);
    if let Truth::Accepted { text, .. } = &mut draft.truth
        && !made.wrappings.contains(&Wrapping::Fence)
    {
        text.push_str(&spaces);
    }
}
