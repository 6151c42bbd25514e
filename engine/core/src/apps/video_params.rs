//! Parameters of adaptive video.
//!
//! Sources: Mao, Netravali and Alizadeh, "Neural adaptive video streaming with Pensieve", SIGCOMM 2017; Huang et al.,
//! SIGCOMM 2014 (buffer-based); Spiteri, Urgaonkar and Sitaraman, INFOCOM 2016 (BOLA).

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::spec::Kind;
use crate::spec::parameters::{choices, integer, number, parameters};

parameters! {
    /// Each flow is a video player that fetches chunks over one connection, plays them from its buffer, and chooses the
    /// rate of each chunk.
    #[section("workload.adaptive_video", "Adaptive video",
        source: "Mao, Netravali and Alizadeh, Pensieve, SIGCOMM 2017", check: ascending)]
    pub struct Params {
        /// Rates at which each chunk is available, in ascending order.
        rates_bps: Arc<[f64]> = Json("[300000.0,750000.0,1200000.0,1850000.0,2850000.0,4300000.0]"), "Rates",
            BitsPerSecond, Kind::Numbers { min: 1e3, max: 1e10, most: 32 }, [live, source: PENSIEVE],

        /// Playing time of a chunk.
        chunk_s: f64 = 4.0, "Chunk", Seconds, number(0.1..=60.0).log(), [live, source: PENSIEVE],

        /// Rule that chooses the rate of the next chunk.
        algorithm: Algorithm = Text("buffer_based"), "Algorithm", None, Algorithm::KIND, [live],

        /// Number of chunks of the video. A player with all of them is done.
        chunks: Option<u32> = None, "Chunks", None, integer(1..=1_000_000).log().or_null("no end"), [live],

        /// Playing time up to which the player fills its buffer. Above it, the player waits.
        buffer_s: f64 = 60.0, "Largest buffer", Seconds, number(1.0..=3600.0).log(), [live, source: PENSIEVE],

        /// Buffer-based: the lowest rate is chosen if the buffer is below.
        reservoir_s: f64 = 5.0, "Reservoir", Seconds, number(0.0..=3600.0), [live, advanced, source: PENSIEVE],

        /// Buffer-based: range of the buffer above the reservoir over which the rate rises to the highest.
        cushion_s: f64 = 10.0, "Cushion", Seconds, number(0.0..=3600.0), [live, advanced, source: PENSIEVE],

        /// Rate-based: share of the measured throughput that is used. The throughput is the harmonic mean of five chunks.
        rate_share: f64 = 0.9, "Share of the throughput", Ratio, number(0.01..=10.0).log(),
            [live, advanced, source: "dash.js bandwidthSafetyFactor (0.9)"],

        /// BOLA: the player takes the lowest rate with a buffer well below.
        bola_minimum_s: f64 = 10.0, "Minimum buffer of BOLA", Seconds, number(0.0..=3600.0),
            [live, advanced, source: "dash.js BolaRule MINIMUM_BUFFER_S (10 s)"],

        /// Rate of the first chunk, by its position in the list: 0 is the lowest.
        first_level: u32 = 1, "First rate", None, integer(0..=31), [live, advanced, source: PENSIEVE],

        /// If on, the sender paces each chunk: between a multiple of the highest rate for an empty buffer and a smaller one
        /// for a full buffer. The bottleneck then queues fewer packets, and the video is the same.
        paced: bool = false, "Paced by the buffer", [live, source: SAMMY],

        /// Highest sending rate of a paced chunk with an empty buffer, divided by the highest rate of the video.
        pace_empty_ratio: f64 = 3.0, "Pace, empty buffer", Ratio, number(0.1..=1000.0).log(), [live, advanced, source: SAMMY],

        /// Highest sending rate of a paced chunk with a full buffer, divided by the highest rate of the video.
        pace_full_ratio: f64 = 1.5, "Pace, full buffer", Ratio, number(0.1..=1000.0).log(), [live, advanced, source: SAMMY],

        /// If the buffer is full, the player looks at it again after this time.
        wait_step_s: f64 = 0.5, "Steps of waiting", Seconds, number(0.001..=1.0).log(),
            [live, advanced, source: PENSIEVE],
    }
}

const SAMMY: &str = "Spang et al., Sammy: smoothing video traffic, SIGCOMM 2023";

const PENSIEVE: &str = "hongzimao/pensieve test/fixed_env.py, bb.py";

choices! {
    /// Choice of the rate of the next chunk.
    pub enum Algorithm {
        /// The rate follows the buffer of the player.
        BufferBased = "buffer_based", "buffer-based",
        /// The rate follows the throughput of the last chunks.
        RateBased = "rate_based", "rate-based",
        /// The rate follows the buffer so that the sum of log rates is large and stalls are rare.
        Bola = "bola", "BOLA",
    }
}

fn ascending(fields: &Map<String, Value>, report: &mut dyn FnMut(&str, String)) {
    let rates = fields.get("rates_bps").and_then(Value::as_array);
    let rates: Vec<_> = rates.into_iter().flatten().map(Value::as_f64).collect();
    if rates.windows(2).any(|pair| pair[0] >= pair[1]) {
        report("rates_bps", "must be in ascending order".to_owned());
    }
}
