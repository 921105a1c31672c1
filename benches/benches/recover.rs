//! `recover` against what a user would write without it: `serde_json`, then `jsonschema`.
#![expect(
    clippy::expect_used,
    reason = "a bench that cannot be set up measures nothing"
)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use recovery_benches::{SIZES, answer};
use response_recovery::{Contract, Outcome, recover};

const CONTRACT: &str = include_str!("../../corpus/contracts/lean.json");

fn recover_valid(criterion: &mut Criterion) {
    let contract = Contract::compile(CONTRACT).expect("the corpus contract is sound");
    let document: serde_json::Value = serde_json::from_str(CONTRACT).expect("it is JSON");
    let validator = jsonschema::validator_for(&document["schema"]).expect("its schema compiles");
    for (size, bytes) in SIZES {
        let text = answer(bytes);
        assert!(
            matches!(recover(&contract, text.as_str()), Outcome::Accepted(_)),
            "it is valid"
        );
        let fenced = format!("```json\n{text}\n```");
        let mut group = criterion.benchmark_group(format!("recover/{size}"));
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function("valid", |bencher| {
            bencher.iter(|| accepted(&recover(&contract, black_box(text.as_str()))));
        });
        group.bench_function("fenced", |bencher| {
            bencher.iter(|| accepted(&recover(&contract, black_box(fenced.as_str()))));
        });
        group.bench_function("serde_json+jsonschema", |bencher| {
            bencher.iter(|| {
                serde_json::from_str(black_box(&text)).is_ok_and(|value| validator.is_valid(&value))
            });
        });
        group.finish();
    }
}

fn accepted(outcome: &Outcome<'_>) -> bool {
    matches!(outcome, Outcome::Accepted(_))
}

criterion_group!(benches, recover_valid);
criterion_main!(benches);
