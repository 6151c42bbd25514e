//! PIE: queueing delay near a target.

preset! {
    id: "pie",
    title: "PIE: queueing delay near a target",
    former_titles: ["PIE: a delay held at 15 ms"],
    topic: QueueManagement,
    notice: "Watch the queueing delay and the drop probability. \
             PIE measures the delay and adjusts its drop probability until the delay is at the target of 15 ms. \
             Does the delay depend on the number of flows? \
             Then set the number of TCP flows to 40, or the target to 5 ms.",
    answer: "The mean delay is 15.7 ms with 10 flows and 15.0 ms with 40: only the drop probability grows, from 0.4 % to 4 %. \
             With a target of 5 ms the delay is 6 ms, and the utilization falls from 99.9 % to 99.1 %.",
    keywords: ["AQM", "bufferbloat", "latency", "cable modem", "DOCSIS", "home router", "VoIP", "call", "ISP"],
    source: "Pan et al., Proportional Integral Controller Enhanced (PIE), RFC 8033 (2017)",
    speed: 1.0,
}
