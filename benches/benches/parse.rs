//! Strict parsing against `serde_json::Value`, in one run: what the strictness costs.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use recovery_benches::{SIZES, answer, records};
use response_recovery::json::Document;

fn parse(criterion: &mut Criterion) {
    for (shape, text_of) in [
        ("records", records as fn(usize) -> String),
        ("answer", answer),
    ] {
        for (size, bytes) in SIZES {
            let text = text_of(bytes);
            let mut group = criterion.benchmark_group(format!("parse/{shape}/{size}"));
            group.throughput(Throughput::Bytes(text.len() as u64));
            group.bench_function("strict", |bencher| {
                bencher.iter(|| Document::parse(black_box(text.as_str())).is_ok());
            });
            group.bench_function("serde_json", |bencher| {
                bencher
                    .iter(|| serde_json::from_str::<serde_json::Value>(black_box(&text)).is_ok());
            });
            group.finish();
        }
    }
}

criterion_group!(benches, parse);
criterion_main!(benches);
