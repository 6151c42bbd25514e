//! What scripts can ask of a sender after each line.

use super::script::Line;
use bufferlab_core::tcp::config::TcpConfig;
use bufferlab_core::tcp::sender::{Phase, Sender};
use bufferlab_core::time::Time;

/// A sender as seen from outside. Where there is nothing to see, there is `None`.
pub struct View {
    pub cwnd: f64,
    pub ssthresh: f64,
    pub phase: Phase,
    pub in_flight: u32,
    pub more: Option<More>,
}

/// What only a sender at hand tells.
pub struct More {
    timer_s: Option<f64>,
    rto_s: f64,
    srtt_s: Option<f64>,
    again: u64,
    cause: String,
    rate: Option<f64>,
}

impl View {
    /// Of a sender at hand.
    pub fn of_sender(sender: &Sender, config: &TcpConfig) -> View {
        let at = sender.timeout_at();
        View {
            cwnd: sender.window().cwnd,
            ssthresh: sender.window().ssthresh,
            phase: sender.phase(),
            in_flight: sender.in_flight(),
            more: Some(More {
                timer_s: (at != Time::NEVER).then(|| at.s()),
                rto_s: sender.rto().s(),
                srtt_s: sender.rtt().srtt().map(|srtt| srtt.s()),
                again: sender.counters().retransmissions,
                cause: format!("{:?}", sender.cause()).to_lowercase(),
                rate: sender.pacing_rate(config),
            }),
        }
    }
}

/// Adds to `wrong` what is not as the line says.
pub fn compare(line: &Line, view: &View, wrong: &mut Vec<String>) {
    for (name, wanted) in &line.state {
        let got = match (name.as_str(), &view.more) {
            ("cwnd", _) => number(view.cwnd),
            ("ssthresh", _) => number(view.ssthresh),
            ("pipe", _) => view.in_flight.to_string(),
            ("state", _) => phase(view.phase).to_owned(),
            (_, None) => continue,
            ("timer", Some(more)) => more.timer_s.map_or("off".to_owned(), number),
            ("rto", Some(more)) => number(more.rto_s),
            ("srtt", Some(more)) => more.srtt_s.map_or("none".to_owned(), number),
            ("again", Some(more)) => more.again.to_string(),
            ("cause", Some(more)) => more.cause.clone(),
            ("rate", Some(more)) => more.rate.map_or("none".to_owned(), number),
            _ => panic!("{}: {name} is not known", line.text),
        };
        if !same(&got, wanted) {
            wrong.push(format!("{}\n    {name} is {got}", line.text));
        }
    }
}

/// Numbers in order as `0-9 12`.
pub fn runs(numbers: &[u64]) -> String {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some(run) if run.1 + 1 == number => run.1 = number,
            _ => runs.push((number, number)),
        }
    }
    let text: Vec<String> = runs
        .iter()
        .map(|&(a, b)| {
            if a == b {
                a.to_string()
            } else {
                format!("{a}-{b}")
            }
        })
        .collect();
    if text.is_empty() {
        "nothing".to_owned()
    } else {
        text.join(" ")
    }
}

fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Open => "open",
        Phase::Recovery { .. } => "recovery",
        Phase::Loss => "loss",
    }
}

fn number(value: f64) -> String {
    format!("{value:.4}")
}

/// Words are the same or numbers differ by less than a thousandth.
fn same(got: &str, wanted: &str) -> bool {
    match (got.parse::<f64>(), wanted.parse::<f64>()) {
        (Ok(got), Ok(wanted)) => (got - wanted).abs() < 1e-3,
        _ => got == wanted,
    }
}
