//! TCP equation with an M/D/1/B queue: the utilization of paced flows with packets of one size.
//!
//! The model is [`tcp_mm1b`](super::tcp_mm1b) with the fixed service times of ganjali-2007's packets of 1,000 bytes.
//! Fixed service times cause far less loss than exponential ones: ten packets of buffer give a utilization of 0.78, not
//! 0.63.

use super::params::{BUFFER_PACKETS, RTT, WINDOW};
use super::padhye::{ACKED, RTO};
use super::tcp_mm1b::{PEAK_LOAD, Settled, TIMEOUTS_UTILIZATION, UTILIZATION, settled};
use super::{Inputs, Output, Outputs, mg1k};
use crate::spec::gauge::rows;
use crate::spec::parameters::integer;
use crate::spec::Param;

model! {
    /// Utilization at which the loss of a small buffer and the rate of many flows agree, with one packet size. The
    /// buffer has at most 1,000 packets.
    #[section("model.tcp-md1b", "TCP equation with M/D/1/B",
        source: "ganjali-2007 Equation 3.2; Kleinrock, Queueing Systems I, Section 5.6")]
    parameters: &[Param { kind: integer(1..=1000).log(), ..BUFFER_PACKETS }, WINDOW, PEAK_LOAD, RTT, RTO, ACKED],
    outputs: rows![Output:
        => UTILIZATION;
        /// ρ(1 − p): the load without the lost packets.
        "carried_utilization", "Carried utilization", Ratio;
        /// Loss ratio p of M/D/1/B at this load.
        "loss", "Loss", Ratio;
        => TIMEOUTS_UTILIZATION;
        /// Loss ratio p of M/D/1/B at this load.
        "timeouts_loss", "Loss with timeouts", Ratio;
    ],
    assumes: &[
        "There are many paced flows, so packets arrive as a Poisson process; all have one size.",
        "Flows offer the load ρ; the carried load is smaller by the loss.",
    ],
    fails: &[
        "Some tens of paced flows, whose packets arrive more evenly than a Poisson process and use more of the link.",
        "Flows that send bursts, and synchronized flows: with 100 or more, simulations have a dip that the model does not have.",
    ],
}

pub(super) fn solve(inputs: &Inputs) -> Outputs {
    take!(inputs: buffer_packets);
    let Settled {
        utilization,
        loss,
        timeouts_utilization,
        timeouts_loss,
    } = settled(inputs, |load| mg1k::loss(load, 0.0, buffer_packets as usize));
    let carried_utilization = utilization * (1.0 - loss);
    give!(
        utilization,
        carried_utilization,
        loss,
        timeouts_utilization,
        timeouts_loss
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::Model;
    use crate::models::tcp_mm1b;
    use serde_json::json;

    fn output(id: &str, model: &'static Model, buffer: u32, peak: f64) -> f64 {
        let given = json!({
            "buffer_packets": buffer, "max_window_packets": 32, "peak_load": peak
        });
        let outputs = model.outputs_of(given).expect("accepted");
        outputs.get(id).expect("a load")
    }

    /// Utilization of 40 flows of ganjali-2007 Figure 3.1, and of 100 and 200 flows of Figure 3.5: Equation 3.2 with
    /// the embedded chain of M/D/1/B, computed by independent code and rounded to two digits.
    #[test]
    fn constant_packet_sizes_need_less_buffer_than_exponential_ones() {
        for (flows, buffer, value) in [
            (40.0, 5, 0.57),
            (40.0, 10, 0.78),
            (40.0, 20, 0.90),
            (40.0, 50, 0.97),
            (40.0, 100, 0.99),
            (100.0, 10, 0.87),
            (200.0, 10, 0.94),
        ] {
            let at = |id, model| output(id, model, buffer, 0.0256 * flows);
            let found = at("carried_utilization", &MODEL);
            assert!((found - value).abs() <= 0.005, "{flows} {buffer}: {found}");
            let [fixed, spread] = [&MODEL, &tcp_mm1b::MODEL].map(|model| at("utilization", model));
            assert!(spread < fixed, "{flows} {buffer}: {spread} {fixed}");
        }
    }
}
