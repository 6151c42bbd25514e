//! Square-root rule: 200 flows, a small buffer.

preset! {
    id: "many-flows",
    title: "Square-root rule: 200 flows, a small buffer",
    former_titles: ["200 flows and the square-root rule"],
    topic: BufferSize,
    notice: "Watch the utilization and the queue at r0. \
             The flows reduce their windows at different times, so the sum of their windows varies little. \
             The buffer is the bandwidth–delay product divided by √200: 177 packets instead of 2,500. \
             Then set the buffer to 2,500 packets: what is gained, and what is the price?",
    answer: "With 177 packets the utilization is 89 %, the loss ratio 1 % and the mean queueing delay 4 ms. \
             With 2,500 packets the utilization is 100 % and the loss ratio 0.3 %, but packets wait 128 ms on average.",
    keywords: [
        "ISP", "backbone", "core router", "10 Gb/s", "square root", "BDP", "rule of thumb", "small buffer",
        "statistical multiplexing", "Reno", "bufferbloat",
    ],
    source: "Hasegawa et al., Simulation studies on router buffer sizing (2008), Section 4.1, Fig. 3(a)",
    speed: 2.0,
}
