//! Names of tables, columns, operators, tools and ids, among them such as are easily taken for something else.

use super::super::Choices;

/// Names that look like one another, like operators, labels and members, like other types of value, and like syntax.
const NAMES: [&str; 30] = [
    "a",
    "b",
    "id",
    "A",
    "eq",
    "column",
    "operator",
    "value",
    "\u{e9}",
    "e\u{301}",
    "",
    "\u{65e5}\u{672c}",
    "\u{1f600}",
    "a/b",
    "~1",
    "*",
    "0",
    " a",
    "a b",
    "\"",
    "\\",
    "\n",
    "null",
    "true",
    "{}",
    "[\"a\",\"eq\",1]",
    "table",
    "like",
    "\u{200b}",
    "```",
];

/// Those of them that are JSON text of an array or object.
pub(super) const LIKE_JSON: [&str; 2] = ["{}", "[\"a\",\"eq\",1]"];

/// Names of operators, among them such as are also names of columns.
const OPERATORS: [&str; 12] = [
    "eq", "like", ">=", "EQ", "column", "operator", "value", "b", "", "\u{2264}", "null", "a",
];

/// How long a name is that is longer than anybody would write.
const LONG: usize = 300;

/// A name that is none of those taken.
pub(in super::super) fn name(taken: &[String], choices: &mut Choices<'_>) -> String {
    let at = choices.upto(NAMES.len());
    if at == NAMES.len() {
        return other_than(taken, "n".repeat(LONG));
    }
    first_free(&NAMES, at, taken)
}

/// The name of an operator that is none of those taken.
pub(super) fn operator(taken: &[String], choices: &mut Choices<'_>) -> String {
    first_free(&OPERATORS, choices.upto(OPERATORS.len() - 1), taken)
}

/// A few names, at least one, none of them taken.
pub(super) fn names(
    taken: &[String],
    choices: &mut Choices<'_>,
    name: fn(&[String], &mut Choices<'_>) -> String,
) -> Vec<String> {
    let mut all = taken.to_vec();
    all.push(name(&all, choices));
    while choices.more(all.len() - taken.len(), 4) {
        all.push(name(&all, choices));
    }
    all.split_off(taken.len())
}

/// A name that is near those that are known, and none of them.
pub(in super::super) fn stranger(known: &[String], choices: &mut Choices<'_>) -> String {
    let near = known.first().map_or("a", String::as_str);
    let name = match choices.upto(6) {
        0 => "z".to_owned(),
        1 => choices.canary(),
        2 if near == near.to_uppercase() => near.to_lowercase(),
        2 => near.to_uppercase(),
        3 => format!("{near} "),
        4 => format!(" {near}"),
        5 => format!("{near}\u{301}"),
        _ => String::new(),
    };
    other_than(known, name)
}

/// The name, made longer until it is none of those.
pub(in super::super) fn other_than(known: &[String], mut name: String) -> String {
    while known.contains(&name) {
        name.push('_');
    }
    name
}

fn first_free(pool: &[&str], at: usize, taken: &[String]) -> String {
    let mut from = pool.iter().cycle().skip(at).take(pool.len());
    match from.find(|name| !taken.iter().any(|taken| taken == *name)) {
        Some(name) => (*name).to_owned(),
        None => other_than(taken, "n".to_owned()),
    }
}
