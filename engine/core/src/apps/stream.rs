//! Stream: each flow writes data at a constant rate, and TCP sends it as its window allows.
//!
//! So a flow may be limited by its application and not by its window. A segment is written each segment_bytes · 8 / rate
//! seconds and leaves at once if the window has room (`TCP_NODELAY`). Data that is written and not yet acknowledged takes
//! room in the send buffer. What finds no room is skipped and not made up for, as by a live encoder; iperf3 waits instead.
//! Source: iperf3(1), `--bitrate`, for TCP.

use super::{App, Next, Order, Size, Writing};
use crate::rng::Rng;
use crate::spec::parameters::{integer, number, parameters};
use crate::time::Time;

parameters! {
    /// Each flow writes data at a constant rate into one connection, as a live stream does. TCP sends it as the window
    /// allows; data that finds the send buffer full is skipped.
    #[section("workload.stream", "Stream of constant rate", source: "iperf3(1), --bitrate")]
    pub struct Params {
        /// Data that each flow writes per second. Headers and repetitions come on top.
        rate_bps: f64 = 1e6, "Rate", BitsPerSecond, number(1.0..=1e13).log(), [live],

        /// Largest amount of data of a flow that is written and not yet acknowledged.
        send_buffer_bytes: u64 = 4_194_304, "Send buffer", Bytes, integer(1..=1_000_000_000_000).log(),
            [live, source: "Linux tcp(7), tcp_wmem (maximum)"],
    }
}

/// Session of a stream during a run.
#[derive(Clone, Debug)]
pub struct Stream;

impl App for Stream {
    type Params = Params;

    fn new(_params: &Params, _index: u32) -> Stream {
        Stream
    }

    fn change(&mut self, _params: &Params) {}

    fn begin(&mut self, now: Time, _rng: &mut Rng) -> Next {
        Next::Send(Order::new(now, Size::Written))
    }

    /// Starts the stream after the last file of an earlier kind of session.
    fn on_delivered(&mut self, now: Time, rng: &mut Rng) -> Next {
        self.begin(now, rng)
    }

    fn writing(params: &Params) -> Option<Writing> {
        Some(Writing {
            rate_bps: params.rate_bps,
            send_buffer_bytes: params.send_buffer_bytes,
        })
    }
}
