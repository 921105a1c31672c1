use super::*;
use crate::prompt_size::Size;
use crate::reask;

fn size(tokens: u64) -> Size {
    Size {
        o200k_base: tokens,
        ..Size::default()
    }
}

/// First 900, answer 100; a repair of 90 + 10; another's second request of 1,100 with the whole answer.
fn reasks() -> Reasks {
    let sent = |reask: Option<(u64, u64)>| Sent {
        first: Some(size(900)),
        reask: reask.map(|(reask, _)| size(reask)),
        answer: reask.map(|(_, answer)| size(answer)),
        fault: reask.is_none().then(|| "Error".to_owned()),
    };
    let way = |sent| reask::Way {
        fixtures: [(SHOWN.to_owned(), sent)].into(),
        ..reask::Way::default()
    };
    Reasks {
        reasks: reask::FORMAT,
        results: [(SHOWN.to_owned(), size(100))].into(),
        ways: [
            (OWN.to_owned(), way(sent(Some((90, 10))))),
            ("another".to_owned(), way(sent(Some((1100, 100))))),
            ("none".to_owned(), way(sent(None))),
        ]
        .into(),
    }
}

fn assumptions(malformed: f64, repaired: f64, by_rule: f64, by_repair: f64) -> Assumptions {
    let class = Class {
        weight: 3.0,
        by_rule,
        by_repair,
    };
    Assumptions {
        malformed,
        repaired,
        answer_weight: 1.0,
        classes: [("one".to_owned(), class)].into(),
    }
}

fn expected(assumptions: &Assumptions) -> BTreeMap<String, f64> {
    let costs = Costs::of(&reasks(), assumptions);
    costs
        .ways
        .into_iter()
        .map(|(name, cost)| (name, cost.expected))
        .collect()
}

fn assert_near(left: f64, right: f64) {
    assert!((left - right).abs() < 0.051, "{left} {right}");
}

#[test]
fn without_malformed_answers_all_is_clean() {
    for (name, expected) in expected(&assumptions(0.0, 0.9, 0.2, 0.3)) {
        assert_near(expected, 1000.0);
        assert!(!name.is_empty());
    }
}

#[test]
fn each_way_pays_for_what_it_sends() {
    // Half of the answers are malformed, and all of these can be repaired, always with success.
    let costs = expected(&assumptions(0.5, 1.0, 0.0, 1.0));
    assert_near(costs[RETRY], 2000.0);
    assert_near(costs[OWN], 1000.0 + 0.5 * 100.0);
    assert_near(costs["another"], 1000.0 + 0.5 * 1200.0);
    assert_near(costs["none"], 2000.0);
    // No second answer is right: it is paid for, and a round is lost with it.
    let costs = expected(&assumptions(0.5, 0.0, 0.0, 1.0));
    assert_near(costs[OWN], 2.0 * (1000.0 + 0.5 * 100.0));
    // What is rejected is asked for anew here, and by the others again.
    let costs = expected(&assumptions(0.5, 1.0, 0.0, 0.0));
    assert_near(costs[OWN], 2000.0);
    assert_near(costs["another"], 1600.0);
    // What a rule settles costs nobody but a full retry.
    let costs = expected(&assumptions(0.5, 1.0, 1.0, 0.0));
    assert_near(costs[OWN], 1000.0);
    assert_near(costs["another"], 1000.0);
    assert_near(costs[RETRY], 2000.0);
}

#[test]
fn the_formula_is_what_rounds_come_to_one_by_one() {
    // A walk over whole rounds, weighed by how likely each course is, in place of the division.
    let (malformed, repaired, by_rule, by_repair) = (0.4, 0.7, 0.1, 0.5);
    let (mut cost, mut likely) = (0.0, 1.0);
    for _ in 0..200 {
        cost += likely * 1000.0;
        let asked = likely * malformed * by_repair;
        cost += asked * 100.0;
        likely = likely * malformed * (1.0 - by_rule - by_repair) + asked * (1.0 - repaired);
    }
    assert_near(
        expected(&assumptions(malformed, repaired, by_rule, by_repair))[OWN],
        cost,
    );
}

#[test]
fn an_answer_may_weigh_more_than_a_prompt() {
    let mut weighed = assumptions(0.0, 1.0, 0.0, 0.0);
    weighed.answer_weight = 4.0;
    assert_near(expected(&weighed)[OWN], 900.0 + 400.0);
}

#[test]
fn page_and_plot_say_that_it_is_an_estimate() {
    let assumptions = assumptions(0.1, 0.9, 0.2, 0.3);
    let page = page(&reasks(), &Costs::of(&reasks(), &assumptions));
    assert!(
        page.contains("**estimate**") && page.contains("no general\nguarantee"),
        "{page}"
    );
    assert!(
        page.contains("| one | 3.00 | 0.20 | 0.30 | 0.50 |"),
        "{page}"
    );
    let plot = plot(&reasks(), &assumptions);
    assert!(
        plot.contains("estimate") && !plot.contains("NaN") && !plot.contains("inf"),
        "{plot}"
    );
    assert_eq!(plot.matches("class=\"own\"").count(), 4);
}
