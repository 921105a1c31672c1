//! Where a value is drawn.

/// A scale of powers of ten from one position to another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Logarithmic {
    /// The power of ten at the start.
    pub(super) from_power: i32,
    /// The power of ten at the end.
    pub(super) to_power: i32,
    /// The position of the start.
    pub(super) start: f64,
    /// The position of the end.
    pub(super) end: f64,
}

impl Logarithmic {
    /// The scale that has room for all values, 0 left out; from 1 to 10 without any.
    pub(super) fn of(values: impl Iterator<Item = u64> + Clone, start: f64, end: f64) -> Self {
        let values = values.filter(|value| *value > 0);
        let power = |value: Option<u64>| value.map_or(0, u64::ilog10).cast_signed();
        let from_power = power(values.clone().min());
        Self {
            from_power,
            to_power: power(values.max()) + 1,
            start,
            end,
        }
    }

    /// Where a value stands; 0 stands at the start.
    #[expect(
        clippy::cast_precision_loss,
        reason = "a plot is not that exact by far"
    )]
    pub(super) fn place(self, value: u64) -> f64 {
        let (from, to) = (f64::from(self.from_power), f64::from(self.to_power));
        let power = (value.max(1) as f64).log10().max(from);
        self.start + (self.end - self.start) * (power - from) / (to - from)
    }

    /// The powers of ten, each as a number.
    pub(super) fn ticks(self) -> impl Iterator<Item = u64> {
        let powers = self.from_power..=self.to_power;
        powers.map(|power| 10_u64.saturating_pow(power.unsigned_abs()))
    }
}
