//! Transfer: each flow sends one file and ends.
//!
//! Source: hasegawa-2008 Section 3.2 (file transfer time).

use super::{App, Next, Order, SIZE_BYTES, Size};
use crate::rng::Rng;
use crate::spec::distribution::Distribution;
use crate::spec::parameters::parameters;
use crate::time::Time;

parameters! {
    /// Each flow sends one file and ends. Short files never leave slow start, whose bursts can overflow small buffers.
    #[section("workload.transfer", "One file", source: "hasegawa-2008 Section 3.2 (file transfer time)")]
    pub struct Params {
        /// Size of each file.
        size_bytes: Distribution = 100_000.0, "File size", Bytes, SIZE_BYTES.kind(), [],
    }
}

/// A flow that sends one file.
#[derive(Clone, Debug)]
pub struct OneFile {
    params: Params,
    index: usize,
}

impl App for OneFile {
    type Params = Params;

    fn listed(params: &Params) -> usize {
        params.size_bytes.listed()
    }

    fn new(params: &Params, index: u32) -> OneFile {
        OneFile {
            params: params.clone(),
            index: index as usize,
        }
    }

    fn change(&mut self, params: &Params) {
        self.params = params.clone();
    }

    fn begin(&mut self, now: Time, rng: &mut Rng) -> Next {
        let size_bytes = &self.params.size_bytes;
        let bytes = size_bytes.value(self.index, rng.uniform(), SIZE_BYTES);
        Next::Send(Order::new(now, Size::Bytes(bytes as u64)))
    }

    fn on_delivered(&mut self, _now: Time, _rng: &mut Rng) -> Next {
        Next::Done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flows_take_listed_sizes_in_turn_and_are_done_after_one() {
        let params: Params = serde_json::from_str(r#"{"size_bytes":{"list":[500,700.9]}}"#)
            .expect("these are parameters");
        let mut rng = Rng::for_component(1, "transfer", 0);
        for (index, bytes) in [(0, 500), (1, 700), (2, 500)] {
            let mut session = OneFile::new(&params, index);
            let order = Order::new(Time(3), Size::Bytes(bytes));
            assert_eq!(session.begin(Time(3), &mut rng), Next::Send(order));
            assert_eq!(session.on_delivered(Time(9), &mut rng), Next::Done);
        }
    }
}
