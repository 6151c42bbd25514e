//! DualPI2 and L4S: low delay beside CUBIC.

preset! {
    id: "dual-pi2",
    title: "DualPI2 and L4S: low delay beside CUBIC",
    former_titles: ["DualPI2: low delay beside ordinary downloads"],
    topic: QueueManagement,
    notice: "Watch the queueing delay and the throughput of the four L4S flows (DCTCP) and the four CUBIC flows. \
             DualPI2 has one queue for each kind. \
             It signals more often to L4S flows, because they react less to each signal, and so the rates stay similar. \
             Then choose PIE with marking, which has a single queue.",
    answer: "Half of all packets wait less than 0.4 ms, because L4S has a queue of its own; the classic queue waits 15 ms. \
             The L4S flows get 23 Mb/s and the CUBIC flows 17 Mb/s. \
             With PIE all packets wait 15 ms, and the L4S flows take 36 of the 40 Mb/s.",
    keywords: [
        "L4S", "DCTCP", "data center", "CUBIC", "ECN", "AccECN", "AQM", "low latency", "DOCSIS", "ISP", "cloud gaming",
        "games", "lag", "fairness",
    ],
    source: "De Schepper et al., Dual-Queue Coupled AQM for L4S, RFC 9332 (2023)",
    speed: 1.0,
}
