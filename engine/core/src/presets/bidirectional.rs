//! Two-way traffic: data and ACKs share a buffer.

preset! {
    id: "two-way",
    title: "Two-way traffic: data and ACKs share a buffer",
    former_titles: ["Two-way traffic: ACKs are packets too"],
    topic: Traffic,
    notice: "Watch the loss ratio of ACKs at r0. \
             Flows run in both directions, so ACKs share each buffer with the data of the other direction. \
             An ACK has 40 bytes: it often fits where a data packet of 1,000 bytes does not. \
             Then set both buffers to 11 kB, and to 4 kB.",
    answer: "With 30 kB about 1 % of the ACKs are lost, and 16 % of the data packets. \
             With 11 kB almost no ACK is lost, and the utilization is still 98 %. \
             With 4 kB the loss of ACKs grows again, to 0.5 %, and the utilization falls to 91 %.",
    keywords: [
        "ACK", "acknowledgment", "reverse path", "bidirectional", "upload and download", "tiny buffer", "anomaly",
    ],
    source: "Vishwanath et al., Anomalous Loss Performance (2011), Section VII, Fig. 23",
    speed: 0.5,
}
