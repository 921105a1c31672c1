//! Nothing that is written can be changed or taken away, by this program or by another.

use rusqlite::Connection;

use crate::support::Place;

#[test]
fn triggers_refuse_every_change_of_what_is_written() {
    let place = Place::with_records();
    let before = place.read().unwrap();
    let connection = Connection::open(place.file()).unwrap();
    for statement in [
        "UPDATE record SET record = ''",
        "UPDATE record SET sequence = sequence + 10",
        "DELETE FROM record WHERE sequence = 4",
        "INSERT OR REPLACE INTO record SELECT * FROM record",
        "INSERT INTO record SELECT investigation, 9, record, hash FROM record LIMIT 1",
        "UPDATE checkpoint SET checkpoint = ''",
        "DELETE FROM checkpoint",
        "INSERT OR REPLACE INTO checkpoint SELECT * FROM checkpoint",
        "INSERT INTO checkpoint SELECT investigation, 9, 0, '', '' FROM checkpoint LIMIT 1",
        "UPDATE investigation SET policy = '{}'",
        "UPDATE OR REPLACE investigation SET name = 'one'",
        "DELETE FROM investigation",
        "INSERT OR REPLACE INTO investigation SELECT name, '{}', contract, seal FROM investigation",
        "DELETE FROM head",
        "INSERT OR REPLACE INTO head SELECT investigation, 0, hash, 0, seal FROM head",
        "UPDATE head SET records = records - 1, checkpoints = checkpoints + 1",
        "UPDATE head SET hash = ''",
        "UPDATE head SET investigation = 'three', checkpoints = checkpoints + 1",
    ] {
        let refused = connection.execute_batch(statement).unwrap_err().to_string();
        let told = ["never", "keeps", "follows", "only grows"];
        assert!(
            told.iter().any(|why| refused.contains(why)),
            "{statement}: {refused}"
        );
    }
    drop(connection);
    assert_eq!(place.read().unwrap(), before);
}
