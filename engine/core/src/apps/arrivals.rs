//! Arrivals: transfers arrive as a Poisson process, one file each.
//!
//! This is the flow-level model of most theory on short flows: the load is given, whatever the network does, while
//! users in a closed loop request less from a slow network. Source: ganjali-2007 Section 2.2; Lakshmikantha,
//! Srikant and Beck, "Impact of file arrivals and departures on buffer sizing in core routers", IEEE INFOCOM 2008.
//!
//! Each flow of a group serves one arrival after another, the longest idle flow first. Arrivals that find no idle
//! flow wait in order. Their number is not limited, since only the count is stored. With enough flows none waits:
//! by Little's law, the mean number of active flows is the arrival rate times the mean transfer time.

use super::{App, Next, Order, SIZE_BYTES, Size};
use crate::rng::Rng;
use crate::spec::distribution::Distribution;
use crate::spec::parameters::{number, parameters};
use crate::time::Time;

parameters! {
    /// Flows arrive at random (Poisson), send one file each and go. The number of flows of the group is how many there
    /// can be at once; further arrivals wait until one is done.
    #[section("workload.arrivals", "Flows that come and go",
        source: "ganjali-2007 Section 2.2; Lakshmikantha, Srikant and Beck, IEEE INFOCOM 2008")]
    pub struct Params {
        /// Data of the files that arrive per second, of the group as a whole. Headers and repetitions come on top.
        load_bps: f64 = 1e7, "Load", BitsPerSecond, number(1.0..=1e13).log(), [live],

        /// Data of each file, drawn anew for each.
        size_bytes: Distribution = Json(r#"{"pareto":[100000.0,1.5]}"#), "File size", Bytes, SIZE_BYTES.kind(),
            [live, source: "vishwanath-2011 Section VI"],
    }
}

/// Session of a flow that serves arrivals, during a run.
#[derive(Clone, Debug)]
pub struct Arrivals {
    params: Params,
    /// Position of the next file in a list. Flows begin at different entries.
    turn: usize,
}

impl App for Arrivals {
    type Params = Params;

    fn listed(params: &Params) -> usize {
        params.size_bytes.listed()
    }

    fn new(params: &Params, index: u32) -> Arrivals {
        Arrivals {
            params: params.clone(),
            turn: index as usize,
        }
    }

    fn change(&mut self, params: &Params) {
        self.params = params.clone();
    }

    fn begin(&mut self, _now: Time, _rng: &mut Rng) -> Next {
        Next::AwaitArrival
    }

    fn on_delivered(&mut self, _now: Time, _rng: &mut Rng) -> Next {
        Next::AwaitArrival
    }

    fn on_arrival(&mut self, now: Time, rng: &mut Rng) -> Next {
        let bytes = (self.params.size_bytes).value(self.turn, rng.uniform(), SIZE_BYTES);
        self.turn = self.turn.wrapping_add(1);
        Next::Send(Order::new(now, Size::Bytes(bytes as u64)))
    }

    fn arrival_gap_s(params: &Params) -> Option<f64> {
        Some(8.0 * params.size_bytes.mean_within(SIZE_BYTES) / params.load_bps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gap_between_arrivals_is_the_mean_file_over_the_load() {
        let params: Params =
            serde_json::from_str(r#"{"load_bps":8e6,"size_bytes":{"pareto":[100000.0,1.5]}}"#)
                .expect("these are parameters");
        let gap_s = Arrivals::arrival_gap_s(&params).expect("there are arrivals");
        // Files above 10^12 B count as that, which takes 0.02 % of the mean away.
        assert!((gap_s / 0.1 - 1.0).abs() < 3e-4, "{gap_s}");
    }

    #[test]
    fn a_place_sends_when_it_is_called_and_not_by_itself() {
        let params: Params = serde_json::from_str(r#"{"load_bps":8e6,"size_bytes":700}"#)
            .expect("these are parameters");
        let mut rng = Rng::for_component(1, "arrivals", 0);
        let mut place = Arrivals::new(&params, 0);
        assert_eq!(place.begin(Time(3), &mut rng), Next::AwaitArrival);
        let order = Order::new(Time(5), Size::Bytes(700));
        assert_eq!(place.on_arrival(Time(5), &mut rng), Next::Send(order));
        assert_eq!(place.on_delivered(Time(9), &mut rng), Next::AwaitArrival);
    }
}
