//! The texts that the benches read: made here, the same on every machine, of a stated size.

use std::fmt::Write as _;

/// The sizes at which speed is measured, in bytes: a usual answer, and the limit of the rescue.
pub const SIZES: [(&str, usize); 2] = [("10KB", 10_000), ("64KB", 64_000)];

/// Rows as a tool returns them: many short keys, numbers and strings. Within 200 bytes of `bytes`.
#[must_use]
pub fn records(bytes: usize) -> String {
    let mut text = String::from("{\"rows\":[");
    let mut id = 0;
    while text.len() + 200 < bytes {
        let separator = if id == 0 { "" } else { "," };
        let _ = write!(
            text,
            "{separator}{{\"id\":{id},\"name\":\"worker {id}\",\"state\":\"done\",\"amount\":{}.{:02},\
             \"tags\":[\"refund\",\"pool \\u00e9\"],\"active\":{},\"parent\":null}}",
            id * 37 % 1000,
            id % 100,
            id % 2 == 0,
        );
        id += 1;
    }
    text.push_str("]}");
    text
}

/// A valid answer to a call under the corpus contract `lean`, as long as `bytes`: its evidence and
/// its state changes are as many as the contract allows, its texts as long as it takes.
#[must_use]
pub fn answer(bytes: usize) -> String {
    let shortest = answer_with(0);
    let longer = answer_with(1).len() - shortest.len();
    answer_with(bytes.saturating_sub(shortest.len()) / longer)
}

/// Each text of the answer repeats a sentence this often.
fn answer_with(sentences: usize) -> String {
    let prose = "The lease ran out at 09:41:38, the first worker finished at 09:42:01. ";
    let quote = "lease acquired job=j-70233 previous_lease_until=09:41:37.911Z ";
    let mut evidence = String::new();
    for number in 0..20 {
        let separator = if number == 0 { "" } else { "," };
        let id = ["E-1", "E-4", "E-7"][number % 3];
        let _ = write!(
            evidence,
            "{separator}{{\"id\":\"{id}\",\"role\":\"supports\",\"quote\":\"{number}: {}\",\"weight\":0.{}}}",
            quote.repeat(sentences),
            number % 10,
        );
    }
    let mut changes = String::new();
    for number in 0..10 {
        let separator = if number == 0 { "" } else { "," };
        let _ = write!(
            changes,
            "{separator}{{\"claim\":\"{number}: {}\",\"status\":\"supported\",\"confidence\":0.8{number},\
             \"evidence\":[\"E-1\",\"E-4\"]}}",
            prose.repeat(sentences),
        );
    }
    format!(
        "{{\"hypothesis\":\"H-2\",\"assessment\":\"{}\",\"evidence\":[{evidence}],\"state_changes\":[{changes}],\
         \"previous_result\":\"R-7\",\"next\":{{\"action\":\"query_db\",\"arguments\":{{\"table\":\"job_runs\",\
         \"columns\":[\"run_id\",\"state\"],\"filters\":[{{\"column\":\"state\",\"operator\":\"eq\",\
         \"value\":\"failed\"}}],\"limit\":20}}}}}}",
        prose.repeat(sentences),
    )
}
