//! How an accepted value differs from what was due, as sets: kept, lost, invented, duplicated, moved, retyped.
//!
//! It explains a verdict and never decides one.

mod leaf;
mod source;

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;

use recovery_reports::difference::{Against, Counts};
use recovery_reports::{Difference, Moved, Place, Retyped, Visibility};

use crate::exact::Value;
use leaf::{Leaf, Scalar};

/// How many entries a list of a report's difference has at most.
const SHOWN_ENTRIES: usize = 16;

/// How an accepted value differs from the right one; none if there is too much to compare.
#[must_use]
pub fn from_value(
    truth: &Value<'_>,
    got: &Value<'_>,
    visibility: Visibility,
) -> Option<Difference> {
    let truth = leaf::leaves(truth, "")?;
    let got = leaf::leaves(got, "")?;
    Some(Comparison::new(Against::Value, truth, got).finish(visibility))
}

/// How an accepted value differs from the complete scalars in the text of a response that had to be rejected; none
/// if there is too much to compare.
#[must_use]
pub fn from_response(
    response: &str,
    got: &Value<'_>,
    visibility: Visibility,
) -> Option<Difference> {
    let is_string = matches!(got, Value::String(_));
    let truth = source::leaves(response, !is_string)?;
    let got = leaf::leaves(got, "")?;
    Some(Comparison::new(Against::Response, truth, got).finish(visibility))
}

/// An entry of a list as it is shown: paths first, then values; what an entry does not have is empty.
type Entry = [String; 3];

/// A comparison under way: each step takes the leaves that it can explain out of both sides.
struct Comparison<'a> {
    against: Against,
    /// All scalars that were due, kept ones included.
    due: HashSet<Scalar<'a>>,
    truth: Vec<Leaf<'a>>,
    got: Vec<Leaf<'a>>,
    kept: u64,
    retyped: Vec<Entry>,
}

impl<'a> Comparison<'a> {
    fn new(against: Against, truth: Vec<Leaf<'a>>, got: Vec<Leaf<'a>>) -> Self {
        Self {
            against,
            due: truth.iter().map(|leaf| leaf.scalar.clone()).collect(),
            truth,
            got,
            kept: 0,
            retyped: Vec::new(),
        }
    }

    fn finish(mut self, visibility: Visibility) -> Difference {
        self.take_kept();
        self.take_decoded();
        self.take_encoded();
        self.take_retyped();
        let moved = self.take_moved();
        let (duplicated, invented) = self
            .got
            .into_iter()
            .partition(|leaf| leaf.scalar.is_telling() && self.due.contains(&leaf.scalar));
        let sorted = [
            places(self.truth),
            places(invented),
            places(duplicated),
            sort(moved),
            sort(self.retyped),
        ];
        let counts = sorted.each_ref().map(|list| count(list.len()));
        let is_cut = sorted.iter().any(|list| list.len() > SHOWN_ENTRIES);
        let [lost, invented, duplicated, moved, retyped] =
            sorted.map(|list| list.into_iter().take(SHOWN_ENTRIES));
        let place = |[path, value, _]: Entry| Place {
            path: visibility.pointer(&path),
            value: visibility.text(&value),
        };
        Difference {
            against: self.against,
            kept: self.kept,
            lost: lost.map(place).collect(),
            invented: invented.map(place).collect(),
            duplicated: duplicated.map(place).collect(),
            moved: moved
                .map(|[from, to, value]| Moved {
                    from: visibility.pointer(&from),
                    to: visibility.pointer(&to),
                    value: visibility.text(&value),
                })
                .collect(),
            retyped: retyped
                .map(|[path, from, to]| Retyped {
                    path: visibility.pointer(&path),
                    from: visibility.text(&from),
                    to: visibility.text(&to),
                })
                .collect(),
            cut: is_cut.then_some({
                let [lost, invented, duplicated, moved, retyped] = counts;
                Counts {
                    lost,
                    invented,
                    duplicated,
                    moved,
                    retyped,
                }
            }),
        }
    }

    /// Takes what stands in the same place with the same value.
    fn take_kept(&mut self) {
        let pairs = take_pairs(&mut self.truth, &mut self.got, Clone::clone);
        self.kept += count(pairs.len());
    }

    /// Takes strings whose content stands in their place. In a response they are data that was decoded (REQ NRM-3);
    /// in a value they had to stay strings (REQ DEC-4).
    fn take_decoded(&mut self) {
        for leaf in std::mem::take(&mut self.truth) {
            let Some((content, mut leaves)) = content_in(&leaf, &self.got) else {
                self.truth.push(leaf);
                continue;
            };
            let kept = take_pairs(&mut leaves, &mut self.got, Clone::clone).len();
            match self.against {
                Against::Response => {
                    self.kept += count(kept);
                    self.truth.extend(leaves);
                }
                Against::Value => {
                    let encoded = leaf.scalar.to_string();
                    self.retyped.push([leaf.path, encoded, content]);
                }
            }
        }
    }

    /// Takes strings that hold what should stand in their place: a decode that was due and not done (REQ DEC-1).
    fn take_encoded(&mut self) {
        for leaf in std::mem::take(&mut self.got) {
            let Some((content, mut leaves)) = content_in(&leaf, &self.truth) else {
                self.got.push(leaf);
                continue;
            };
            take_pairs(&mut self.truth, &mut leaves, Clone::clone);
            let encoded = leaf.scalar.to_string();
            self.retyped.push([leaf.path, content, encoded]);
        }
    }

    /// Takes what stands in its place with another type.
    fn take_retyped(&mut self) {
        let mut truth_at: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, leaf) in self.truth.iter().enumerate() {
            truth_at.entry(&leaf.path).or_default().push(index);
        }
        let mut taken_truth = HashSet::new();
        let mut taken_got = HashSet::new();
        for (index, leaf) in self.got.iter().enumerate() {
            let candidates = truth_at.get(leaf.path.as_str()).into_iter().flatten();
            let mut fitting = candidates.filter(|candidate| {
                !taken_truth.contains(*candidate)
                    && self
                        .truth
                        .get(**candidate)
                        .is_some_and(|truth| truth.scalar.is_retyped_as(&leaf.scalar))
            });
            if let Some(&found) = fitting.next() {
                taken_truth.insert(found);
                taken_got.insert(index);
                let from = self.truth[found].scalar.to_string();
                self.retyped
                    .push([leaf.path.clone(), from, leaf.scalar.to_string()]);
            }
        }
        remove(&mut self.truth, &taken_truth);
        remove(&mut self.got, &taken_got);
    }

    /// Takes what stands in another place: from, to, and the scalar.
    fn take_moved(&mut self) -> Vec<Entry> {
        take_pairs(&mut self.truth, &mut self.got, |leaf| leaf.scalar.clone())
            .into_iter()
            .map(|(truth, got)| [truth.path, got.path, got.scalar.to_string()])
            .collect()
    }
}

/// The content of a string and its leaves, if the string holds an array or object and one stands in its place on the
/// other side.
fn content_in<'a>(leaf: &Leaf<'a>, others: &[Leaf<'_>]) -> Option<(String, Vec<Leaf<'a>>)> {
    let Scalar::String(string) = &leaf.scalar else {
        return None;
    };
    let is_below = |other: &Leaf<'_>| {
        let rest = other.path.strip_prefix(&leaf.path)?;
        rest.starts_with('/').then_some(())
    };
    if !string.trim_start().starts_with(['{', '[']) || others.iter().find_map(is_below).is_none() {
        return None;
    }
    let content = Value::read(string).ok()?;
    let leaves = leaf::leaves(&content, &leaf.path)?;
    let leaves = leaves.into_iter().map(Leaf::into_owned).collect();
    Some((content.to_string(), leaves))
}

/// Takes out of both sides the leaves that agree in `key`, each with one of the other side, in the order of the text.
fn take_pairs<'a, K: Hash + Eq>(
    truth: &mut Vec<Leaf<'a>>,
    got: &mut Vec<Leaf<'a>>,
    key: impl Fn(&Leaf<'a>) -> K,
) -> Vec<(Leaf<'a>, Leaf<'a>)> {
    let mut by_key: HashMap<K, VecDeque<usize>> = HashMap::new();
    for (index, leaf) in truth.iter().enumerate() {
        by_key.entry(key(leaf)).or_default().push_back(index);
    }
    let mut taken = HashSet::new();
    let mut pairs = Vec::new();
    got.retain(|leaf| {
        let Some(index) = by_key.get_mut(&key(leaf)).and_then(VecDeque::pop_front) else {
            return true;
        };
        taken.insert(index);
        pairs.push((truth[index].clone(), leaf.clone()));
        false
    });
    remove(truth, &taken);
    pairs
}

fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

fn remove(leaves: &mut Vec<Leaf<'_>>, taken: &HashSet<usize>) {
    let mut index = 0;
    leaves.retain(|_| {
        index += 1;
        !taken.contains(&(index - 1))
    });
}

fn places(leaves: Vec<Leaf<'_>>) -> Vec<Entry> {
    let entries = leaves
        .into_iter()
        .map(|leaf| [leaf.path, leaf.scalar.to_string(), String::new()]);
    sort(entries.collect())
}

/// The smallest entry first, since it tells most at a glance.
fn sort(mut entries: Vec<Entry>) -> Vec<Entry> {
    entries.sort_by(|one, other| {
        let size = |entry: &Entry| entry.iter().map(String::len).sum::<usize>();
        size(one).cmp(&size(other)).then_with(|| one.cmp(other))
    });
    entries
}

#[cfg(test)]
mod tests;
