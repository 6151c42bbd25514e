//! SURGE: web users, who fetch a file, pause, and fetch the next.
//!
//! Most files are small and lognormal, a few are large and Pareto; pauses are Pareto. The sum of many users is
//! long-range dependent. Sources: hasegawa-2008 Section 3.2 and Table 1; Barford and Crovella, "Generating
//! representative web workloads", ACM SIGMETRICS 1998. **Table 1 misprints the Pareto density**, which diverges
//! there: α k² x^(−α+1) should be α k^α x^(−(α+1)), as here. It gives no share of the tail: we use the one that
//! makes both parts one continuous distribution, 1 − F(133 kB) = 0.032 (others use 0.07). A tail of shape 1.1 has
//! infinite variance and a mean of 1.46 MB that depends on a billionth of the files. So file sizes have an upper
//! limit, and the mean of draws is lower: 48 kB over all files with a limit of 1 GB, 66 kB without. Like
//! hasegawa-2008 we fetch one object per page.
//!
//! Each file is a connection of its own.

use super::{App, Next, Order, SIZE_BYTES, Size};
use crate::noise::normal;
use crate::rng::Rng;
use crate::spec::distribution::{Distribution, Range};
use crate::spec::parameters::{number, parameters};
use crate::time::{Span, Time};

parameters! {
    /// Each flow is a user who fetches a file, pauses, and fetches the next file over a new connection. File sizes are
    /// lognormal with a Pareto tail; pauses are Pareto. The density printed in Table 1 of Hasegawa et al. is a
    /// misprint; this is the correct one.
    #[section("workload.surge", "Web users (SURGE)",
        source: "hasegawa-2008 Table 1; Barford and Crovella, ACM SIGMETRICS 1998")]
    pub struct Params {
        /// Share of files whose size comes from the Pareto tail. The table does not give it. With 0.032 the
        /// distribution is continuous; other authors use 0.07.
        tail_share: f64 = 0.032, "Share of large files", Ratio, number(0.0..=1.0), [live, advanced, source: TABLE],

        /// Upper limit of file sizes; larger values are reduced to it. The tail has infinite variance, so without a
        /// limit the mean would depend on very few files.
        largest_bytes: f64 = 1e9, "Largest file", Bytes, number(1.0..=SIZE_BYTES.max).log(),
            [live, advanced, source: TABLE],

        /// Time from the end of a file to the start of the next, drawn anew each time. A Pareto distribution with a
        /// minimum of 1 s and shape 1.5 has a mean of 3 s.
        think_s: Distribution = Json(r#"{"pareto":[3.0,1.5]}"#), "Pause", Seconds, THINK_S.kind(),
            [live, source: TABLE],

        /// Mean of the natural logarithm of the size of small files in bytes. The median size is e to this power:
        /// 11,580 B by default.
        body_mu: f64 = 9.357, "Small files, mean of ln", None, number(0.0..=25.0), [live, advanced, source: TABLE],

        /// Standard deviation of the natural logarithm of the size of small files in bytes.
        body_sigma: f64 = 1.318, "Small files, standard deviation of ln", None, number(0.0..=10.0),
            [live, advanced, source: TABLE],

        /// Smallest size of a large file. All small files are smaller.
        tail_bytes: f64 = 133_000.0, "Large files from", Bytes, number(1.0..=SIZE_BYTES.max).log(),
            [live, advanced, source: TABLE],

        /// Shape of the Pareto distribution of large files. The variance is infinite up to 2, the mean up to 1.
        tail_shape: f64 = 1.1, "Shape of large files", None, number(0.1..=100.0).log(), [live, advanced, source: TABLE],
    }
}

const TABLE: &str = "hasegawa-2008 Table 1";

/// Range of the pauses, seconds.
const THINK_S: Range = Range { min: 0.0, max: 1e6 };

impl Params {
    /// Returns the quantile `uniform` of all file sizes, in bytes.
    #[must_use]
    pub fn file_bytes(&self, uniform: f64) -> f64 {
        let body = 1.0 - self.tail_share;
        let bytes = if uniform < body {
            self.small_bytes(uniform / body)
        } else {
            // P(X > x) = (k/x)^α.
            let larger = (1.0 - uniform) / self.tail_share;
            self.tail_bytes * libm::pow(larger, -1.0 / self.tail_shape)
        };
        bytes.clamp(SIZE_BYTES.min, self.largest_bytes)
    }

    /// Returns a quantile of the lognormal sizes below the tail.
    fn small_bytes(&self, share: f64) -> f64 {
        if self.body_sigma == 0.0 {
            return libm::exp(self.body_mu);
        }
        let longest = (libm::log(self.tail_bytes) - self.body_mu) / self.body_sigma;
        let below = share * normal::below(longest);
        if below <= 0.0 {
            return SIZE_BYTES.min;
        }
        // Below the tail by no more than rounding.
        let x = normal::quantile(below.min(1.0 - f64::EPSILON));
        libm::exp(self.body_mu + self.body_sigma * x)
    }
}

/// Session of a user during a run.
#[derive(Clone, Debug)]
pub struct Surge {
    params: Params,
    /// Position of the next pause in its list.
    turn: usize,
}

impl App for Surge {
    type Params = Params;

    fn listed(params: &Params) -> usize {
        params.think_s.listed()
    }

    fn new(params: &Params, index: u32) -> Surge {
        Surge {
            params: params.clone(),
            turn: index as usize,
        }
    }

    fn change(&mut self, params: &Params) {
        self.params = params.clone();
    }

    fn begin(&mut self, now: Time, rng: &mut Rng) -> Next {
        let bytes = self.params.file_bytes(rng.uniform()) as u64;
        Next::Send(Order::new(now, Size::Bytes(bytes)))
    }

    fn on_delivered(&mut self, now: Time, rng: &mut Rng) -> Next {
        let think_s = (self.params.think_s).value(self.turn, rng.uniform(), THINK_S);
        self.turn = self.turn.wrapping_add(1);
        self.begin(now + Span::from_s(think_s), rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::complete::complete_one;
    use serde_json::json;

    fn params(tail_share: f64, largest_bytes: f64) -> Params {
        let given = json!({ "tail_share": tail_share, "largest_bytes": largest_bytes });
        let complete = complete_one(&SECTION, given).expect("acceptable");
        serde_json::from_value(complete).expect("complete parameters are read")
    }

    /// Quantiles worked out from Table 1, with both shares of the tail; within 0.1 %, as they are rounded.
    #[test]
    fn files_have_the_quantiles_of_the_table() {
        let share = 1.0 - normal::below((libm::log(133_000.0) - 9.357) / 1.318);
        assert!((share - 0.0320).abs() < 5e-5, "{share}");
        assert!((params(share, 1e12).file_bytes(0.1) / 2139.0 - 1.0).abs() < 1e-3);
        for (tail_share, quantiles) in [
            (
                share,
                [
                    (0.5, 11_580.0),
                    (0.9, 62_698.0),
                    (0.95, 101_206.0),
                    (0.99, 382_900.0),
                ],
            ),
            (
                0.07,
                [
                    (0.5, 12_390.0),
                    (0.9, 86_800.0),
                    (0.95, 180_600.0),
                    (0.99, 780_100.0),
                ],
            ),
        ] {
            let params = params(tail_share, 1e12);
            for (share, bytes) in quantiles {
                let got = params.file_bytes(share);
                assert!(
                    (got / bytes - 1.0).abs() < 1.5e-3,
                    "{tail_share} {share}: {got}"
                );
            }
        }
    }

    /// Quantiles of the tail by itself: 146.4, 249.8, 1079 and 8751 kB.
    #[test]
    fn all_files_may_be_large_or_small() {
        let large = params(1.0, 1e12);
        for (share, kilobytes) in [(0.1, 146.4), (0.5, 249.8), (0.9, 1079.0), (0.99, 8751.0)] {
            let got = large.file_bytes(share) / 1e3;
            assert!((got / kilobytes - 1.0).abs() < 1e-3, "{share}: {got}");
        }
        let small = params(0.0, 1e12);
        assert!(small.file_bytes(1.0 - f64::EPSILON / 2.0) <= 133_000.5);
        assert_eq!(small.file_bytes(0.0), 1.0);
    }

    /// As the module says, by the midpoints of ten million slices: without a largest file it would be 66.2 kB.
    #[test]
    fn a_largest_file_lowers_the_mean() {
        let params = params(0.032, 1e9);
        let n = 1_000_000;
        let mean = (0..n).map(|i| params.file_bytes((f64::from(i) + 0.5) / f64::from(n)));
        let mean = mean.sum::<f64>() / f64::from(n);
        assert!((mean / 48e3 - 1.0).abs() < 0.02, "{mean}");
        assert_eq!(params.file_bytes(1.0 - f64::EPSILON / 2.0), 1e9);
    }

    #[test]
    fn a_user_is_silent_between_files_for_at_least_a_second() {
        let mut rng = Rng::for_component(1, "surge", 0);
        let mut user = Surge::new(&params(0.032, 1e9), 0);
        let mut silences = Vec::new();
        for _ in 0..20_000 {
            let Next::Send(order) = user.on_delivered(Time::ZERO, &mut rng) else {
                panic!("a user is never done");
            };
            silences.push(order.at.s());
        }
        silences.sort_unstable_by(f64::total_cmp);
        for (share, seconds, density) in [
            (0.1, 1.073, 1.26),
            (0.5, 1.587, 0.473),
            (0.9, 4.642, 0.0323),
        ] {
            let got = silences[(share * 20_000.0) as usize];
            // Four standard errors of a quantile: √(p(1 − p)/n) over the density there.
            let error = 4.0 * libm::sqrt(share * (1.0 - share) / 20_000.0) / density;
            assert!((got - seconds).abs() < error, "{share}: {got}");
        }
    }
}
