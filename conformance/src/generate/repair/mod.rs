//! Scenes of profile `repair`: a response with container errors, and the answers to the repair call.
//!
//! A right answer is torn at one or several places in the forms of REP-2. What is right afterwards is known from that:
//! that a repair is due and where, that what stood there before is the right answer to it, and that whatever says
//! something else is refused.

mod attack;
mod filters;
mod near;
mod right;
mod sent;
mod spots;
mod wrong;

use super::normalize::Plan as Whole;
use super::world::{Activity, Part, Parts, World};
use super::{CONTRACT, Choices, Draft, Json, OTHER, Scene, Spelling};
use crate::case::{Ask, Case, Category, Expectation, Finish, Profile};
use crate::generate::malformation::size::LIMIT;

use super::place::{self, pointer};
use sent::{Plan, Sent, answer, rejected};
use wrong::Torn;

/// A right answer as it stands, under a contract with repairable positions.
pub(super) fn clean(choices: &mut Choices<'_>) -> Scene {
    let plan = Plan::any(choices);
    let world = plan.world(choices);
    scene(&world, vec![valid(&world, choices)])
}

/// A right answer to a repair call.
pub(super) fn rescued(choices: &mut Choices<'_>) -> Scene {
    one(choices, right::right)
}

/// A response for which a repair is due.
pub(super) fn eligible(choices: &mut Choices<'_>) -> Scene {
    one(choices, |sent, _| sent.recover())
}

/// An answer to a repair call that must be refused, or a response for which none is due.
pub(super) fn broken(choices: &mut Choices<'_>) -> Scene {
    match choices.upto(3) {
        0 | 1 => attacked(choices),
        2 => legitimized(choices),
        _ => ineligible(choices),
    }
}

/// An answer to a repair call that changes more than the form.
pub(super) fn attacked(choices: &mut Choices<'_>) -> Scene {
    one(choices, attack::attack)
}

/// An answer to a repair call, right or not.
pub(super) fn answered(choices: &mut Choices<'_>) -> Scene {
    match choices.upto(3) {
        0 | 1 => attacked(choices),
        2 => rescued(choices),
        _ => one(choices, right::perhaps),
    }
}

/// Any of them.
pub(super) fn any(choices: &mut Choices<'_>) -> Scene {
    match choices.upto(9) {
        0 => clean(choices),
        1 | 2 => rescued(choices),
        3 => eligible(choices),
        4 | 5 => attacked(choices),
        6 => legitimized(choices),
        7 => ineligible(choices),
        8 => one(choices, right::perhaps),
        _ => limits(choices),
    }
}

/// A few answers to repair calls, and what leads to them, under one contract.
pub(super) fn several(choices: &mut Choices<'_>) -> Scene {
    let mut plans = vec![Plan::any(choices), Plan::any(choices)];
    while choices.more(plans.len() - 2, 2) {
        plans.push(Plan::any(choices));
    }
    let mut needed = Parts::default();
    for plan in &plans {
        needed.add_all(&plan.needed);
    }
    let world = World::draw(Activity::Active, needed, &[], choices);
    let cases = plans
        .iter()
        .map(|plan| {
            let sent = plan.sent(&world, choices);
            match choices.upto(3) {
                0 => sent.recover(),
                1 => right::right(&sent, choices),
                2 => attack::attack(&sent, choices),
                _ => valid(&world, choices),
            }
        })
        .collect();
    scene(&world, cases)
}

/// The same right answer in two spellings.
pub(super) fn pair(choices: &mut Choices<'_>) -> Scene {
    let plan = Plan::any(choices);
    let world = plan.world(choices);
    let sent = plan.sent(&world, choices);
    let cases = vec![right::right(&sent, choices), right::right(&sent, choices)];
    scene(&world, cases)
}

/// A response for which a repair is due, and the right answer to it.
pub(super) fn two_steps(choices: &mut Choices<'_>) -> Scene {
    let plan = Plan::any(choices);
    let world = plan.world(choices);
    let sent = plan.sent(&world, choices);
    scene(&world, vec![sent.recover(), right::right(&sent, choices)])
}

/// A response for which a repair is due, under two contracts that differ in their context alone.
pub(super) fn contexts(choices: &mut Choices<'_>) -> Scene {
    let plan = Plan::any(choices);
    let mut world = plan.world(choices);
    let sent = plan.sent(&world, choices);
    let case = sent.recover();
    let mut other = case.clone();
    other.rename_contracts(|_| OTHER.to_owned());
    let scene = scene(&world, vec![case, other]);
    if let Some(context) = &mut world.context {
        context.redraw(choices);
    }
    scene.with_other(world.contract())
}

/// A fault that is no matter of form inside the repair path: the repair is due, and legitimizes nothing (REQ REP-9).
fn legitimized(choices: &mut Choices<'_>) -> Scene {
    let at = choices.upto(1);
    let place = [
        (Part::RepairEvidence, "/evidence"),
        (Part::RepairFilters, "/next/arguments/filters"),
    ];
    let plan = Plan::at(at, &place, choices).bare();
    let world = plan.world(choices);
    let mut torn = Torn::new(&world, world.answer(choices));
    let (items, place, category) = if at == 0 {
        let mut unseen = world.evidence(choices);
        let id = super::world::stranger(&world.visible, choices);
        unseen.put("id", Json::string(id));
        let items = vec![world.evidence(choices), unseen];
        (items, "/evidence/1/id", Category::Reference)
    } else {
        let mut filter = world.filter(choices);
        let column = super::world::stranger(world.columns(), choices);
        filter.put("column", Json::string(column));
        let items = vec![world.filter(choices), filter];
        (items, "/next/arguments/filters/1/column", Category::Tool)
    };
    let list = place::path(place);
    // Without the index and the member.
    let list = &list[..list.len() - 2];
    let mut wrong = items.clone();
    if at == 0 {
        // Both, so that the list is the repair path, whatever else is repairable.
        for item in &mut wrong {
            *item = Json::Array(vec![item.clone()]);
        }
    } else {
        wrong[0] = Json::Array(filters::triple(&wrong[0]));
    }
    place::set(&mut torn.clean, list, Json::Array(items));
    place::set(&mut torn.wrong, list, Json::Array(wrong));
    torn.note("fault-inside", &place::below(list, &0));
    if at == 0 {
        torn.places.push(place::below(list, &1));
    }
    let sent = plan.send(torn, choices);
    let reasons = [category, Category::Repair];
    let mut paths = vec![place.to_owned(), pointer(&sent.path)];
    let mut reasons = reasons.to_vec();
    // One filter too many is a fault as well.
    if at == 1 {
        paths.push(pointer(list));
        reasons.push(Category::Tool);
    }
    reasons.dedup();
    let answer = answer(&sent.value, Spelling::any(choices));
    let refused = sent.refused(answer, "legitimized", &["REP-9"], &reasons, paths);
    scene(&world, vec![sent.recover(), refused])
}

/// A response for which no repair is due, and an answer all the same (REQ REP-1, REP-2, REP-10).
pub(super) fn ineligible(choices: &mut Choices<'_>) -> Scene {
    match choices.upto(9) {
        0..5 => near_miss(choices),
        5 | 6 => broken_elsewhere(choices),
        7 | 8 => not_asked(choices),
        _ => valid_or_hopeless(choices),
    }
}

fn near_miss(choices: &mut Choices<'_>) -> Scene {
    let near = choices.pick(&near::ALL);
    let mut needed = Parts::of(&[Part::Plain, Part::Context]);
    needed.add(near.parts);
    let world = World::draw(Activity::Active, needed, near.missing, choices);
    let mut torn = Torn::new(&world, world.answer(choices));
    (near.make)(&mut torn, choices);
    torn.names.push(near.name);
    let draft = no_repair(&torn, choices);
    let answer = Json::Array(Vec::new());
    scene(&world, both(draft, &answer))
}

/// Container errors that could be repaired, and a fault of another kind elsewhere.
fn broken_elsewhere(choices: &mut Choices<'_>) -> Scene {
    let at = choices.upto(2);
    let places = [
        (Part::RepairEvidence, "/evidence"),
        (Part::RepairTags, "/groups/0/tags"),
        (Part::RepairColumns, "/next/arguments/columns"),
    ];
    let whole = if at == 2 {
        Whole::broken_members(choices)
    } else {
        Whole::broken_call(choices)
    };
    let mut needed = Parts::of(&[Part::Plain, Part::Context, places[at].0]);
    needed.add_all(&whole.needed);
    let world = World::draw(Activity::Active, needed, &whole.missing, choices);
    let mut made = whole.answer(&world, choices);
    let mut torn = Torn::new(&world, made.json.clone());
    torn.faults = made.faults.clone();
    let place = places[at].1;
    let value = match at {
        0 => world.evidence(choices),
        1 => Json::string("x"),
        _ => Json::string(world.column(choices)),
    };
    place::set(&mut made.json, &place::path(place), value);
    torn.wrong = made.json;
    torn.fault(&place::path(place));
    torn.names.push("fault-elsewhere");
    torn.names.extend(whole.breaks.iter().map(|each| each.name));
    let draft = no_repair(&torn, choices);
    scene(&world, both(draft, &Json::Array(Vec::new())))
}

/// Container errors in a call that is not active, in a response that was cut, and in one that is too long.
fn not_asked(choices: &mut Choices<'_>) -> Scene {
    let plan = Plan::any(choices).bare();
    let kind = choices.upto(2);
    let activity = if kind == 0 {
        Activity::Inactive
    } else {
        Activity::Active
    };
    let world = World::draw(activity, plan.needed.clone(), &[], choices);
    let torn = plan.torn(&world, choices);
    let mut draft = no_repair(&torn, choices);
    match kind {
        0 => draft.note("inactive", &["ACT-2"]),
        1 => {
            draft.finish = Some(*choices.pick(&[Finish::Length, Finish::ContentFilter]));
            draft.reject_whole(Category::Parse);
            draft.note("finish-cut", &["PAR-8"]);
        }
        _ => {
            let filling = " ".repeat((LIMIT + 1).saturating_sub(draft.response.len()));
            draft.response.push_str(&filling);
            draft.truth.or_rejected(Category::Limit);
            draft.note("size-past", &["LIM-1"]);
        }
    }
    let clean = torn.clean.clone();
    scene(&world, both(draft, &clean))
}

/// A response that is valid as it stands, or no JSON at all.
fn valid_or_hopeless(choices: &mut Choices<'_>) -> Scene {
    let plan = Plan::any(choices);
    let world = plan.world(choices);
    let json = world.answer(choices);
    let mut draft = Draft::accepted(Spelling::any(choices).spell(&json), json.value_text());
    draft.note("valid", &["REP-1"]);
    if choices.one_in(2) {
        draft
            .response
            .push_str(choices.pick::<&str>(&["]", ",", "x", "}", "{}"]));
        draft.reject_text();
        draft.note("hopeless", &["PAR-1"]);
    }
    scene(&world, both(draft, &json))
}

/// Answers and responses on either side of 65,536 bytes (REQ LIM-1, LIM-2).
pub(super) fn limits(choices: &mut Choices<'_>) -> Scene {
    let plan = Plan::any(choices).bare();
    let world = plan.world(choices);
    let mut sent = plan.sent(&world, choices);
    let kind = choices.upto(3);
    let past = choices.upto(1);
    let fill = |length: usize, limit: usize| " ".repeat((limit + past).saturating_sub(length));
    let spelled = answer(&sent.value, Spelling::PLAIN);
    let case = match kind {
        0 => {
            let filling = fill(spelled.len(), LIMIT);
            sent.limited(format!("{spelled}{filling}"), "answer-size", past == 1)
        }
        1 => {
            // What a repair brings comes on top, and has the same limit.
            let growth = sent
                .rebuilt_by(&spelled)
                .len()
                .saturating_sub(sent.response.len());
            let growth = if past == 1 { 0 } else { growth };
            let filling = fill(sent.response.len(), LIMIT - growth);
            sent.response.push_str(&filling);
            sent.text.push_str(&filling);
            sent.limited(spelled, "response-size", past == 1)
        }
        // The rebuilt response: what stands outside the path and what comes at it are each inside.
        2 => {
            let filling = " ".repeat(LIMIT - 4_096 - sent.response.len().min(LIMIT / 2));
            sent.response.push_str(&filling);
            sent.text.push_str(&filling);
            let rebuilt = sent.rebuilt_by(&spelled).len();
            let filling = fill(rebuilt, LIMIT);
            let at = spelled.len() - 2;
            let answer = format!("{}{filling}{}", &spelled[..at], &spelled[at..]);
            sent.limited(answer, "rebuilt-size", past == 1)
        }
        _ => {
            let filling = fill(sent.response.len(), LIMIT);
            sent.response.push_str(&filling);
            sent.text.push_str(&filling);
            if past == 1 {
                sent.too_long()
            } else {
                sent.recover()
            }
        }
    };
    scene(&world, vec![case])
}

/// One response with container errors, and one case about it.
fn one(choices: &mut Choices<'_>, make: impl Fn(&Sent<'_>, &mut Choices<'_>) -> Case) -> Scene {
    let plan = Plan::any(choices);
    let world = plan.world(choices);
    let sent = plan.sent(&world, choices);
    let case = make(&sent, choices);
    scene(&world, vec![case])
}

/// A right answer as it stands, in any spelling.
fn valid(world: &World, choices: &mut Choices<'_>) -> Case {
    let json = world.answer(choices);
    let mut draft = Draft::accepted(Spelling::any(choices).spell(&json), json.value_text());
    for requirement in ["VAL-1", "REP-1"] {
        draft.tests(requirement);
    }
    draft.into_case(Profile::Repair, CONTRACT)
}

/// A torn answer as text, for which no repair is due.
fn no_repair(torn: &Torn<'_>, choices: &mut Choices<'_>) -> Draft {
    let spelled = Spelling::any(choices).spell(&torn.wrong);
    let mut draft = Draft::accepted(spelled, torn.wrong.value_text());
    draft.truth = torn.faults.clone().truth();
    for name in &torn.names {
        draft.note(name, &["REP-1", "REP-2"]);
    }
    draft
}

/// The response as it is read, and what comes of an answer to a repair call that nobody asked for (REQ REP-10).
fn both(draft: Draft, value: &Json) -> Vec<Case> {
    let recover = draft.into_case(Profile::Repair, CONTRACT);
    let mut repair = recover.clone();
    repair.ask = Ask::Repair {
        contract: CONTRACT.to_owned(),
        response: recover.response().unwrap_or_default().to_owned(),
        finish: recover.finish(),
        answer: answer(value, Spelling::PLAIN),
    };
    repair.requirements = vec!["REP-10".to_owned()];
    repair.expect = rejected(&[Category::Repair], vec![String::new()]);
    if matches!(recover.expect, Expectation::Rejected(_)) {
        repair.class.push_str("+not-asked-for");
    } else {
        "not-asked-for".clone_into(&mut repair.class);
    }
    vec![recover, repair]
}

fn scene(world: &World, cases: Vec<Case>) -> Scene {
    Scene::new(world.contract(), cases)
}

#[cfg(test)]
mod tests;
