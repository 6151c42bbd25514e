//! RED: early drops keep the average queue short.

preset! {
    id: "red",
    title: "RED: early drops keep the average queue short",
    former_titles: ["RED: an average between two thresholds"],
    topic: QueueManagement,
    notice: "Watch the queue and its average at r0. \
             RED drops arriving packets at random, more of them as the average grows from 30 to 90 packets. \
             The flows then slow down long before the buffer of 1,000 packets is full. \
             Then set the number of TCP flows to 40, or choose drop-tail.",
    answer: "The average queue stays near 30 packets, and the mean queueing delay is 12 ms. \
             With 40 flows more drops are needed, so the average must be longer: the delay doubles to 23 ms. \
             With drop-tail the buffer is nearly full and the delay is 0.32 s.",
    keywords: ["AQM", "bufferbloat", "random early detection", "early drop", "latency", "VoIP", "call", "ISP"],
    source: "Floyd and Jacobson, Random Early Detection gateways (1993)",
    speed: 1.0,
}
