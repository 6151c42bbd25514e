//! Bit errors: a packet is lost if any of its bits is wrong, so large packets are lost more often than small ones.

use super::Lose;
use super::disturbance::Disturbance;
use crate::packet::Packet;
use crate::rng::Rng;
use crate::spec::parameters::{number, parameters};

parameters! {
    /// Bits are wrong independently of each other, and a packet with a wrong bit is lost. So large packets are lost more
    /// often than small ones.
    #[section("line.bit_errors", "Bit errors")]
    pub struct Params {
        /// Probability that a bit is wrong. A packet of n bytes is lost with probability 1 − (1 − rate)^(8 n).
        error_rate: f64 = 1e-7, "Bit error rate", Ratio, number(0.0..=1.0), [live],

        #[serde(flatten)]
        disturbance: Disturbance,
    }
}

impl Lose for Params {
    fn loses(&self, packet: &Packet, _is_bad: &mut bool, rng: &mut Rng) -> bool {
        let intact = libm::exp(8.0 * f64::from(packet.bytes) * libm::log1p(-self.error_rate));
        rng.uniform() >= intact
    }

    fn disturbance(&self) -> Option<&Disturbance> {
        Some(&self.disturbance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::testing::packet;
    use crate::spec::complete::complete_one;
    use serde_json::json;

    #[test]
    fn loss_grows_with_the_size() {
        let complete = complete_one(&SECTION, json!({ "error_rate": 1e-5 })).expect("accepted");
        let params: Params = serde_json::from_value(complete).expect("complete");
        let mut rng = Rng::for_component(1, "line", 0);
        for (bytes, loss) in [(40, 0.003_195), (1500, 0.113_080)] {
            let lost =
                (0..200_000).filter(|_| params.loses(&packet(bytes, false), &mut false, &mut rng));
            let share = lost.count() as f64 / 2e5;
            let error = libm::sqrt(loss * (1.0 - loss) / 2e5);
            assert!((share - loss).abs() < 4.0 * error, "{bytes}: {share}");
        }
    }
}
