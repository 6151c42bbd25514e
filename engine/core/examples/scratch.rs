use bufferlab_core::{
    Simulation, presets,
    scenario::{Patch, Scenario, path},
    time::Time,
};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = match presets::find(&args[1]) {
        Some(p) => p.scenario_json.to_owned(),
        None => std::fs::read_to_string(&args[1]).unwrap(),
    };
    let mut s = Scenario::from_json(&text).unwrap();
    for a in &args[2..] {
        let (p, v) = a.split_once('=').unwrap();
        s = s
            .patched(&[Patch {
                path: p.into(),
                value: path::value_from_text(p, v).unwrap(),
            }])
            .unwrap();
    }
    let mut sim = Simulation::new(&s);
    let t = std::time::Instant::now();
    if std::env::var("REC").is_ok() {
        sim.record();
    }
    sim.advance(Time::NEVER).unwrap();
    let wall = t.elapsed().as_secs_f64();
    let sum = sim.summary();
    let b = &sum.bottlenecks[0].forward;
    let g = &sum.groups[0];
    println!(
        "util {:.6} q {:.4} loss {:?} thr {:?} to {:?} fr {:?} rex {:?} | {} fwd {} ev {} wall {:.3} Mpps {:.2} {}",
        b.utilization.unwrap(),
        b.mean_queue_packets.unwrap(),
        b.loss,
        g.throughput_bps,
        g.timeouts,
        g.fast_recoveries,
        g.retransmissions,
        sum.digest,
        sum.packets_forwarded,
        sum.events,
        wall,
        sum.packets_forwarded as f64 / wall / 1e6,
        b.no_tcp_probability.unwrap()
    );
}
