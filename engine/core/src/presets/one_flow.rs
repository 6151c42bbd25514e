//! TCP sawtooth: one Reno flow and the rule of thumb.

preset! {
    id: "one-flow",
    title: "TCP sawtooth: one Reno flow and the rule of thumb",
    former_titles: ["One flow, one bandwidth–delay product"],
    topic: BufferSize,
    notice: "Watch the congestion window of the flow and the queue at r0: does the queue ever become empty? \
             Reno adds one packet per round trip until the buffer overflows, and then halves the window. \
             While the window is small, only the queue can keep the link busy. \
             Then set the buffer to 71 packets and to 200, or choose BBR with SACK.",
    answer: "The window grows to 203 packets and is halved every 12.5 s. \
             With a buffer of one bandwidth–delay product, 100 packets, the queue just becomes empty and the link stays busy. \
             With 71 packets the utilization is 98.9 %. \
             With 200 packets it is 100 %, but the mean queueing delay grows from 45 ms to 108 ms. \
             BBR reaches 96.9 % with a mean delay of 7 ms.",
    keywords: [
        "Reno", "BBR", "AIMD", "BDP", "bandwidth-delay product", "rule of thumb", "congestion window", "cwnd",
        "sawtooth", "beginner", "bufferbloat",
    ],
    source: "Ganjali, Buffer Sizing in Internet Routers (2007), Section 2.1.3, Figs. 2.3–2.5",
    speed: 5.0,
}
