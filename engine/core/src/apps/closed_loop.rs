//! Closed loop: users who fetch a file, think, and fetch the next, each over a new connection or over one.
//!
//! Users send fewer requests when the network is slow. Heavy-tailed files make the sum long-range dependent.
//! Source: vishwanath-2011 Section VI (Pareto files of mean 100 kB and shape 1.5, exponential think time of mean 1
//! s). As there, a user begins with a file, and thinks from the moment at which the sender knows that all of it has
//! arrived. Without think time, downloads follow each other, as in ganjali-2007 Table 4.2: files of 10 kB, 100 kB
//! or 1 MB, uniform from 10 to 500 kB, or Pareto of shape 2 from 10 kB, with a mean of 20 kB.
//!
//! Users may also request without a pause: with no think time and files of one byte, the loop is as fast as the
//! access link of the flow, whose rate is finite, so time advances with each file.

use super::{App, Next, Order, SIZE_BYTES, Size};
use crate::rng::Rng;
use crate::spec::distribution::{Distribution, Range};
use crate::spec::parameters::parameters;
use crate::time::{Span, Time};

parameters! {
    /// Each flow is a user who fetches a file, thinks for a while, and fetches the next file over a new connection. A
    /// slower network gets fewer requests.
    #[section("workload.closed_loop", "Files, one after another", source: "vishwanath-2011 Section VI")]
    pub struct Params {
        /// Size of a file, drawn anew for each file.
        size_bytes: Distribution = Json(r#"{"pareto":[100000.0,1.5]}"#), "File size", Bytes, SIZE_BYTES.kind(),
            [live, source: "vishwanath-2011 Section VI"],

        /// Time from the end of a file to the start of the next, drawn anew each time.
        think_s: Distribution = Json(r#"{"exponential":1.0}"#), "Think time", Seconds, THINK_S.kind(),
            [live, source: "vishwanath-2011 Section VI"],

        /// If on, the size of a file is rounded up to full segments, as in ns-2. If off, the last segment carries only
        /// the remaining bytes.
        whole_segments: bool = false, "Whole segments",
            [live, advanced, source: "ns-2.35 Agent/TCP sends whole packets"],

        /// If on, all files of a flow use one connection, which keeps its window. "Window after idle time" then decides
        /// how fast a file begins. If off, each file opens a new connection.
        persistent: bool = false, "Keep the connection", [live, source: "RFC 9112 Section 9.3"],
    }
}

/// Range of the think time, seconds.
const THINK_S: Range = Range { min: 0.0, max: 1e6 };

/// Session of a user during a run.
#[derive(Clone, Debug)]
pub struct ClosedLoop {
    params: Params,
    /// Position of the next file, and of the thinking before it, in lists that are taken in turn: users
    /// begin at different entries.
    turn: usize,
}

impl App for ClosedLoop {
    type Params = Params;

    fn listed(params: &Params) -> usize {
        params.size_bytes.listed() + params.think_s.listed()
    }

    fn new(params: &Params, index: u32) -> ClosedLoop {
        ClosedLoop {
            params: params.clone(),
            turn: index as usize,
        }
    }

    /// New lists continue at the position of the old ones.
    fn change(&mut self, params: &Params) {
        self.params = params.clone();
    }

    fn begin(&mut self, now: Time, rng: &mut Rng) -> Next {
        Next::Send(self.fetch(now, rng))
    }

    fn on_delivered(&mut self, now: Time, rng: &mut Rng) -> Next {
        let think_s = (self.params.think_s).value(self.turn, rng.uniform(), THINK_S);
        Next::Send(self.fetch(now + Span::from_s(think_s), rng))
    }
}

impl ClosedLoop {
    /// The next file. One number is drawn for it whatever its distribution, so that another one draws the
    /// same luck.
    fn fetch(&mut self, at: Time, rng: &mut Rng) -> Order {
        let Params {
            size_bytes,
            whole_segments,
            persistent,
            ..
        } = &self.params;
        let bytes = size_bytes.value(self.turn, rng.uniform(), SIZE_BYTES) as u64;
        self.turn = self.turn.wrapping_add(1);
        let size = if *whole_segments {
            Size::WholeSegments(bytes)
        } else {
            Size::Bytes(bytes)
        };
        Order {
            reuses_connection: *persistent,
            ..Order::new(at, size)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::complete::complete_one;
    use serde_json::{Value, json};

    fn params(given: Value) -> Params {
        let complete = complete_one(&SECTION, given).expect("acceptable parameters");
        serde_json::from_value(complete).expect("complete parameters are read")
    }

    fn rng() -> Rng {
        Rng::for_component(1, "closed-loop", 0)
    }

    fn order(next: Next) -> Order {
        match next {
            Next::Send(order) => order,
            other => panic!("a user is never done: {other:?}"),
        }
    }

    fn bytes(size: Size) -> u64 {
        size.transfer(1000).expect("files have an end").bytes
    }

    /// Times and sizes of so many files of one user, each of which takes 2 s.
    fn files(given: Value, number: usize) -> Vec<(f64, u64)> {
        let mut rng = rng();
        let mut user = ClosedLoop::new(&params(given), 0);
        let mut next = order(user.begin(Time::ZERO, &mut rng));
        let mut files = Vec::new();
        for _ in 0..number {
            files.push((next.at.s(), bytes(next.size)));
            next = order(user.on_delivered(next.at + Span::from_s(2.0), &mut rng));
        }
        files
    }

    #[test]
    fn a_file_is_fetched_then_thought_about_then_the_next_is_fetched() {
        let got = files(
            json!({ "size_bytes": { "list": [10, 20, 30] }, "think_s": { "list": [1, 5] } }),
            4,
        );
        // The user begins at once with the first file; the second thinking is the second entry.
        assert_eq!(got, [(0.0, 10), (7.0, 20), (10.0, 30), (17.0, 10)]);
    }

    #[test]
    fn users_start_at_different_entries_of_a_list() {
        let params = params(json!({ "size_bytes": { "list": [10, 20] } }));
        let first = |index| {
            let mut user = ClosedLoop::new(&params, index);
            bytes(order(user.begin(Time::ZERO, &mut rng())).size)
        };
        assert_eq!([first(0), first(1), first(2)], [10, 20, 10]);
    }

    /// Medians of vishwanath-2011's distributions: 33.3 kB · 2^(1/1.5) and 1 s · ln 2.
    #[test]
    fn by_default_files_are_pareto_and_thinking_is_exponential() {
        let files = files(json!({}), 20_000);
        let half_above = |values: Vec<f64>, median: f64| {
            let above = values.iter().filter(|&&value| value > median).count();
            // Four standard errors of a half in 20,000 are 0.014.
            let share = above as f64 / values.len() as f64;
            assert!((share - 0.5).abs() < 0.0142, "{share} above {median}");
        };
        let sizes = files.iter().map(|file| file.1 as f64).collect();
        half_above(sizes, 1e5 / 3.0 * libm::pow(2.0, 1.0 / 1.5));
        let thinking = |pair: &[(f64, u64)]| pair[1].0 - pair[0].0 - 2.0;
        half_above(files.windows(2).map(thinking).collect(), libm::log(2.0));
        let mean = files[19_999].0 / 19_999.0 - 2.0;
        assert!((mean - 1.0).abs() < 4.0 / 141.0, "{mean}");
    }

    #[test]
    fn whole_segments_are_ordered_if_selected() {
        let plain = params(json!({ "size_bytes": 2500 }));
        let asked = params(json!({
            "size_bytes": 2500, "whole_segments": true,
        }));
        let first =
            |params: &Params| order(ClosedLoop::new(params, 0).begin(Time::ZERO, &mut rng()));
        assert_eq!(first(&plain).size, Size::Bytes(2500));
        assert_eq!(bytes(first(&asked).size), 3000);
    }

    /// Sizes of ganjali-2007 Table 4.2: quantiles of what is fetched, one file after another without a pause.
    #[test]
    fn downloads_without_thinking_have_the_sizes_of_the_table() {
        for (size_bytes, quantiles) in [
            (json!(1e6), [1e6, 1e6, 1e6]),
            (json!({ "uniform": [1e4, 5e5] }), [59e3, 255e3, 451e3]),
            (
                json!({ "pareto": [2e4, 2] }),
                [10_541.0, 14_142.0, 31_623.0],
            ),
        ] {
            let given = json!({ "size_bytes": size_bytes, "think_s": 0 });
            let files = files(given, 20_000);
            assert!(files.windows(2).all(|pair| pair[1].0 - pair[0].0 == 2.0));
            let mut sizes: Vec<f64> = files.iter().map(|file| file.1 as f64).collect();
            sizes.sort_unstable_by(f64::total_cmp);
            for (share, wanted) in [0.1, 0.5, 0.9].into_iter().zip(quantiles) {
                let got = sizes[(share * 20_000.0) as usize];
                // Four standard errors of a rank are 0.8 to 1.4 % of the files; a percentile beside it at most.
                assert!(
                    (got / wanted - 1.0).abs() < 0.1,
                    "{size_bytes}: {got} {wanted}"
                );
            }
        }
    }

    #[test]
    fn a_change_applies_from_the_next_file() {
        let mut rng = rng();
        let mut user = ClosedLoop::new(&params(json!({ "size_bytes": 10, "think_s": 1 })), 0);
        user.begin(Time::ZERO, &mut rng);
        user.change(&params(
            json!({ "size_bytes": { "list": [20, 30] }, "think_s": 3 }),
        ));
        let next = order(user.on_delivered(Time::ZERO, &mut rng));
        // The second file is the second entry.
        assert_eq!((next.at, next.size), (Time::from_s(3.0), Size::Bytes(30)));
    }

    #[test]
    fn a_changed_size_keeps_the_think_times() {
        let times = |given| {
            files(given, 100)
                .into_iter()
                .map(|file| file.0)
                .collect::<Vec<_>>()
        };
        assert_eq!(times(json!({})), times(json!({ "size_bytes": 1 })));
    }
}
