use bufferlab_core::{Simulation, presets, scenario::Scenario, time::Time};
fn main() {
    let mut s = Scenario::from_json(presets::find("many-flows").unwrap().scenario_json).unwrap();
    s.seed = 4;
    let mut sim = Simulation::new(&s);
    for t in [5., 10., 12., 15., 20., 30., 60., 100.] {
        sim.advance(Time::from_s(t)).unwrap();
        let o = sim.observed();
        let mut v: Vec<_> = o
            .flows
            .iter()
            .map(|f| {
                (
                    f.tcp().unwrap().sender.window().cwnd,
                    f.tcp().unwrap().sender.window().ssthresh,
                    f.tcp().unwrap().sender.phase(),
                    f.counters.sent,
                    f.counters.dropped,
                    f.tcp()
                        .unwrap()
                        .sender
                        .rto(o.groups[0].tcp.as_ref().unwrap())
                        .s(),
                )
            })
            .collect();
        v.sort_by(|a, b| b.0.total_cmp(&a.0));
        println!(
            "t {t} {:?}\n {:?} sum {}",
            &v[..4],
            &v[195..],
            v.iter().map(|x| x.0).sum::<f64>()
        );
    }
}
