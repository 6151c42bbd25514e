//! TCP equation with an M/M/1/B queue: the utilization of many paced flows with a small buffer.
//!
//! The queue gives a loss ratio p for a load ρ, and the flows give a load for p; the solution of both is the utilization.
//! In an over-provisioned network with a constant buffer it falls to 0 as windows grow; with B = β·log Wmax it does not.
//! So buffers must grow with the logarithm of the window. Source: ganjali-2007 Section 3.6, Equations 3.2 and 3.3. The
//! printed approximation p ≈ ρ^{B+1} is correct only near ρ = ½, so the exact form is used. The text says
//! "under-provisioned" twice; a peak load of 2 is under-provisioned, and one of ½ is over-provisioned.

use super::params::{BUFFER_PACKETS, RTT, WINDOW};
use super::padhye::{ACKED, Flow, RTO};
use super::{Inputs, Output, Outputs, crossing, mm1k};
use crate::spec::gauge::{row, rows};
use crate::spec::parameters::{number, parameter};
use crate::spec::Param;

model! {
    /// Utilization at which the loss of a small buffer and the rate of many flows agree.
    #[section("model.tcp-mm1b", "TCP equation with M/M/1/B", source: "ganjali-2007 Equations 3.2 and 3.3")]
    parameters: &[BUFFER_PACKETS, WINDOW, PEAK_LOAD, RTT, RTO, ACKED],
    outputs: rows![Output:
        => UTILIZATION;
        /// Loss ratio p of M/M/1/B at this load.
        "loss", "Loss", Ratio;
        => TIMEOUTS_UTILIZATION;
        /// Loss ratio p of M/M/1/B at this load.
        "timeouts_loss", "Loss with timeouts", Ratio;
    ],
    assumes: &[
        "There are many paced flows, so packets arrive as a Poisson process; packet sizes are exponential.",
        "Flows offer the load ρ; the carried load is smaller by the loss.",
    ],
    fails: &[
        "Flows that send bursts, and synchronized flows: with 100 or more, simulations have a dip that the model does not have.",
        "Packets of one size, which have less loss; M/D/1/B is better for them.",
    ],
}

/// Output: largest load that the flows offer.
pub(super) const PEAK_LOAD: Param = parameter! {
    /// Load if all flows have their maximum window, N·Wmax/(RTT·C): 2 in the under-provisioned case, 0.5 in the
    /// over-provisioned case.
    peak_load = 2.0, "Load at full windows", Ratio, number(0.001..=100.0).log(), []
};

/// Output: load at which queue and flows agree.
pub(super) const UTILIZATION: Output = row![Output:
    /// ρ at which √(3/(2bp)) packets per round trip of each flow give this load.
    "utilization", "Utilization", Ratio
];

/// Output: the same with timeouts.
pub(super) const TIMEOUTS_UTILIZATION: Output = row![Output:
    /// The same with the equation of Padhye et al., which includes timeouts.
    "timeouts_utilization", "Utilization with timeouts", Ratio
];

pub(super) fn solve(inputs: &Inputs) -> Outputs {
    take!(inputs: buffer_packets);
    let Settled {
        utilization,
        loss,
        timeouts_utilization,
        timeouts_loss,
    } = settled(inputs, |load| mm1k::loss(load, buffer_packets as u64));
    give!(utilization, loss, timeouts_utilization, timeouts_loss)
}

/// Load and loss ratio at which flows and queue agree, without and with timeouts.
pub(super) struct Settled {
    pub utilization: f64,
    pub loss: f64,
    pub timeouts_utilization: f64,
    pub timeouts_loss: f64,
}

/// Returns the load at which the flows agree with a queue whose loss ratio is `loss_at(load)`. The loss ratio must not
/// fall with the load.
pub(super) fn settled(inputs: &Inputs, loss_at: impl Fn(f64) -> f64) -> Settled {
    take!(inputs: max_window_packets, peak_load, rtt_s, rto_s, acked_packets);
    let flow = Flow {
        rtt_s,
        rto_s,
        acked: acked_packets,
        most: max_window_packets,
    };
    // All flows at their largest windows make the peak load.
    let scale = peak_load * rtt_s / max_window_packets;
    let settle = |rate: &dyn Fn(f64) -> f64| {
        crossing(0.0, peak_load, |load| match loss_at(load) {
            // Without losses windows are at their largest.
            loss if loss < 1e-300 => true,
            loss => scale * rate(loss) > load,
        })
    };
    let utilization = settle(&|loss| flow.square_root(loss));
    let timeouts_utilization = settle(&|loss| flow.rate(loss));
    Settled {
        utilization,
        loss: loss_at(utilization),
        timeouts_utilization,
        timeouts_loss: loss_at(timeouts_utilization),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn utilization(buffer: u32, window: f64, peak: f64) -> f64 {
        let given = json!({
            "buffer_packets": buffer, "max_window_packets": window, "peak_load": peak
        });
        let outputs = MODEL.outputs_of(given).expect("accepted");
        outputs.get("utilization").expect("a load")
    }

    /// ganjali-2007 Equations 3.2 and 3.3 solved by hand, to two digits.
    #[test]
    fn solution_satisfies_equations_3_2_and_3_3() {
        let buffers = [5, 10, 15, 20, 50];
        for (window, values) in [
            (64.0, [0.43, 0.63, 0.74, 0.80, 0.93]),
            (32.0, [0.53, 0.72, 0.81, 0.87, 0.96]),
        ] {
            for (buffer, value) in buffers.iter().zip(values) {
                let found = utilization(*buffer, window, 2.0);
                assert!((found - value).abs() < 0.006, "{window} {buffer}: {found}");
            }
        }
    }

    /// Figure 3.8: with room to spare a constant buffer of 5 fails as windows grow, one that grows with their
    /// logarithm does not.
    #[test]
    fn sufficient_buffer_grows_with_the_logarithm_of_the_window() {
        let windows = [10.0, 32.0, 100.0, 316.0, 1000.0, 1529.0];
        let constant = [0.49, 0.34, 0.24, 0.17, 0.12, 0.11];
        for (window, value) in windows.iter().zip(constant) {
            let found = utilization(5, *window, 0.5);
            assert!((found - value).abs() < 0.011, "{window}: {found}");
            let grown = libm::round(5.0 * libm::log10(*window)) as u32;
            assert!(utilization(grown, *window, 0.5) > 0.41, "{window}");
        }
    }
}
