//! Anomalous loss: more buffer, more loss.

preset! {
    id: "anomaly",
    title: "Anomalous loss: more buffer, more loss",
    former_titles: ["More buffer, more loss"],
    topic: BufferSize,
    notice: "Watch the loss ratio of UDP. \
             UDP and 1,000 TCP flows share a buffer of 11 kB, about ten TCP packets. \
             TCP packets occupy more of a buffer when it is larger, because TCP sends until packets are lost; UDP gets the rest. \
             Then set the buffer to 30 kB and compare the loss of UDP and the throughput of TCP.",
    answer: "UDP loses 2.2 % of its packets with 11 kB, and 3.0 % with 30 kB: more buffer, more loss. \
             With 5 kB it loses 5.5 %, so there is a best size between. \
             TCP gains little from the larger buffer: 95.1 instead of 93.6 Mb/s.",
    keywords: ["UDP", "real-time", "VoIP", "voice", "games", "packet loss", "tiny buffer", "optical router", "anomaly"],
    source: "Vishwanath et al., Anomalous Loss Performance (2011), Section V-A, Fig. 11",
    speed: 0.5,
}
