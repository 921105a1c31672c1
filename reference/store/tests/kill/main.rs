//! The kill test (REQ AUD-2, GRD-8): a child appends to a store and acknowledges each record and each body in
//! quarantine, and is killed at random moments. All that was acknowledged is there, all that is there verifies, and the next
//! child goes on with the file as it is.
//!
//! `KILLS=1000 cargo test -p response-recovery-store --test kill -- --nocapture` kills a thousand
//! times, `SEED=2` at other moments.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::cast_precision_loss,
    reason = "helpers of tests lie outside their functions, and the numbers here are small"
)]

use std::env;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use response_recovery_store::{Reader, StoreError};

/// How often to kill, where nothing else is asked for.
const KILLS: u64 = 200;

/// After so many kills another store is begun, so that a test does not grow slower and slower.
const KILLS_A_STORE: u64 = 20;

/// How long a child lives at most after its first acknowledgement or, every fourth, after its start,
/// so that some are killed while they open the store.
const LIFE: Duration = Duration::from_millis(40);

/// How many stores are worked on at once: a child waits for the disk most of its life.
const LANES: u64 = 4;

/// What a child acknowledged.
#[derive(Debug, Clone)]
enum Stored {
    /// A record.
    Record {
        /// Its place in the log, counted from 0.
        place: usize,
        /// Its hash.
        hash: String,
    },
    /// A body in quarantine, by its digest.
    Body(String),
}

#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    kills: u64,
    acknowledged: u64,
    lost: u64,
    unverifiable: u64,
}

#[test]
fn what_was_acknowledged_is_there_and_verifies_after_every_kill() {
    let (kills, seed) = (number("KILLS", KILLS), number("SEED", 1));
    let lanes: Vec<_> = (0..LANES)
        .map(|lane| {
            let share = kills / LANES + u64::from(lane < kills % LANES);
            thread::spawn(move || kill(share, seed.wrapping_mul(LANES).wrapping_add(lane)))
        })
        .collect();
    let tally = lanes.into_iter().map(|lane| lane.join().unwrap());
    let Tally {
        kills,
        acknowledged,
        lost,
        unverifiable,
    } = tally.fold(Tally::default(), Tally::and);
    println!(
        "kills {kills}, acknowledged {acknowledged}, lost {lost}, unverifiable {unverifiable}"
    );
    assert_eq!((lost, unverifiable), (0, 0));
    assert!(
        acknowledged >= kills * 3 / 4,
        "most children write something"
    );
}

impl Tally {
    fn and(self, other: Self) -> Self {
        Self {
            kills: self.kills + other.kills,
            acknowledged: self.acknowledged + other.acknowledged,
            lost: self.lost + other.lost,
            unverifiable: self.unverifiable + other.unverifiable,
        }
    }
}

/// Kills so many children, one after the other, and looks after each at what it left.
fn kill(kills: u64, mut chance: u64) -> Tally {
    let mut tally = Tally::default();
    while tally.kills < kills {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("audit.db");
        let mut acknowledged = Vec::new();
        for _ in 0..KILLS_A_STORE.min(kills - tally.kills) {
            let before = acknowledged.len();
            let at_work = draw(&mut chance) < 0.75;
            let life = LIFE.mul_f64(draw(&mut chance));
            acknowledged.extend(live_and_die(&file, at_work, life));
            tally.kills += 1;
            tally.acknowledged += (acknowledged.len() - before) as u64;
            inspect(&file, &acknowledged, &mut tally);
        }
    }
    tally
}

/// Starts a child, kills it after that time, and gives the records that it acknowledged.
fn live_and_die(file: &Path, at_work: bool, life: Duration) -> Vec<Stored> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_response-recovery-store-appender"))
        .arg(file)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let output = child.stdout.take().unwrap();
    let (begun, beginning) = mpsc::channel();
    let reading = thread::spawn(move || acknowledgements(output, &begun));
    if at_work {
        beginning.recv().expect("the child begins to work");
    }
    thread::sleep(life);
    assert_eq!(child.try_wait().unwrap(), None, "the child ended by itself");
    // This is SIGKILL where there are signals.
    child.kill().unwrap();
    child.wait().unwrap();
    reading.join().unwrap()
}

/// The whole lines of the output; the last may be cut. Tells when there is one.
fn acknowledgements(output: ChildStdout, begun: &mpsc::Sender<()>) -> Vec<Stored> {
    let mut output = BufReader::new(output);
    let mut all = Vec::new();
    let mut line = String::new();
    while output.read_line(&mut line).unwrap() > 0 && line.ends_with('\n') {
        // Nobody may be waiting for it any more.
        begun.send(()).ok();
        all.push(match *line.trim_end().split(' ').collect::<Vec<_>>() {
            ["record", sequence, hash] => Stored::Record {
                place: sequence.parse::<usize>().unwrap() - 1,
                hash: hash.to_owned(),
            },
            ["body", digest] => Stored::Body(digest.to_owned()),
            _ => panic!("the child says {line}"),
        });
        line.clear();
    }
    all
}

/// Looks into the file as it was left.
fn inspect(file: &Path, acknowledged: &[Stored], tally: &mut Tally) {
    let lost = acknowledged.len() as u64;
    let (records, bodies) = match stored(file) {
        Ok(stored) => stored,
        // A child that was killed at once has not begun.
        Err(StoreError::Missing { .. }) => Default::default(),
        Err(error) => {
            eprintln!("{error}");
            tally.unverifiable += 1;
            tally.lost += lost;
            return;
        }
    };
    let there = |acknowledged: &&Stored| match acknowledged {
        Stored::Record { place, hash } => records.get(*place) == Some(hash),
        Stored::Body(digest) => bodies.contains(digest),
    };
    tally.lost += lost - acknowledged.iter().filter(there).count() as u64;
}

/// The hashes of all records and the digests of all bodies, once all of the store was verified.
fn stored(file: &Path) -> Result<(Vec<String>, Vec<String>), StoreError> {
    let reader = Reader::open(file)?;
    let mut hashes = Vec::new();
    for name in reader.names()? {
        let records = reader.load(&name)?.records;
        hashes.extend(records.into_iter().map(|record| record.hash));
    }
    let held = reader.quarantined()?.into_iter();
    Ok((hashes, held.map(|held| held.sha256).collect()))
}

fn number(variable: &str, otherwise: u64) -> u64 {
    env::var(variable).map_or(otherwise, |text| text.parse().unwrap())
}

/// The next number from 0 up to 1 of a row that the first decides (`SplitMix64`).
fn draw(chance: &mut u64) -> f64 {
    *chance = chance.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *chance;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^= mixed >> 31;
    (mixed >> 11) as f64 / (1_u64 << 53) as f64
}
