//! E-model: how well a call is understood, from its delay and its losses.
//!
//! The functions are those of the measure `mos` of a group, [`crate::quality`].

use super::{Inputs, Output, Outputs};
use crate::quality::{Codec, delay_impairment, loss_impairment, mos, rating};
use crate::spec::gauge::rows;
use crate::spec::parameters::{number, parameter};

model! {
    /// Rating and mean opinion score of a telephone call with G.711, as a function of its delay and its losses.
    #[section("model.e-model", "Quality of a call", source: "ITU-T G.107 (narrow band) and G.113 Appendix I")]
    parameters: &[
        parameter! {
            /// Delay from mouth to ear: a packet's time in the network, 20 ms to fill it, and its time in the buffer of
            /// the receiver.
            delay_s = 0.1, "Delay from mouth to ear", Seconds, number(0.0..=10.0), []
        },
        parameter! {
            /// Share of the packets that are lost or come too late to be played.
            loss = 0.01, "Loss", Ratio, number(0.0..=1.0), []
        },
        parameter! {
            /// On: the receiver conceals lost packets (G.711 Appendix I). Off: it plays silence.
            concealment = true, "Concealment of losses", []
        },
    ],
    outputs: rows![Output:
        /// Transmission rating R, 93.2 at best; at 60 many users are dissatisfied.
        "r", "Rating", None;
        /// Mean opinion score, from 1 (bad) to 4.5.
        "mos", "Mean opinion score", None;
        /// Impairment by the delay, I_dd; none up to 100 ms.
        "delay_impairment", "Impairment by delay", None;
        /// Impairment by losses, I_e,eff.
        "loss_impairment", "Impairment by losses", None;
    ],
    assumes: &[
        "Packets are lost at random, independently of each other.",
        "There is no echo, and all other parameters of the E-model have their default values.",
    ],
    fails: &["Losses in bursts, which a listener hears more.", "Wide-band codecs, which begin at a better rating."],
}

pub(super) fn solve(inputs: &Inputs) -> Outputs {
    take!(inputs: delay_s, loss);
    let codec = Codec::g711(inputs.flag("concealment"));
    let delay_impairment = delay_impairment(delay_s);
    let loss_impairment = loss_impairment(loss, codec);
    // Below 0 a rating says nothing more.
    let rating = rating(delay_s, loss, codec);
    let r = if rating > 0.0 { rating } else { 0.0 };
    let mos = mos(r);
    give!(r, mos, delay_impairment, loss_impairment)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_model_takes_a_call_of_200_ms_with_one_percent_of_loss() {
        let outputs = |concealment| {
            let given = json!({ "delay_s": 0.2, "loss": 0.01, "concealment": concealment });
            MODEL.outputs_of(given).expect("accepted")
        };
        let score = outputs(true).get("mos").expect("a score");
        assert!((score - 4.245).abs() < 5e-4, "{score}");
        assert!(outputs(false).get("mos").expect("a score") < score);
    }
}
