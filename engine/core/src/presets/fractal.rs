//! Anomalous loss with long-range-dependent traffic.

preset! {
    id: "fractal",
    title: "Anomalous loss with long-range-dependent traffic",
    former_titles: ["More buffer, more loss, with traffic that is bursty on every scale"],
    topic: Traffic,
    notice: "Watch the loss ratio of UDP. \
             The rate of UDP is fractional Brownian motion here: it is bursty on time scales from milliseconds to minutes (Hurst parameter 0.85). \
             A buffer of 11 kB holds less than 1 ms of traffic, so it cannot smooth such bursts. \
             Then set the buffer to 30 kB.",
    answer: "UDP loses 0.35 % of its packets with 11 kB and 2.1 % with 30 kB: six times as much. \
             The anomaly is stronger than with Poisson traffic. \
             TCP gains at most 1.7 % of throughput.",
    keywords: [
        "self-similar", "fractal", "long-range dependence", "Hurst", "fractional Brownian motion", "burst", "UDP",
        "real-time", "anomaly",
    ],
    source: "Vishwanath et al., Anomalous Loss Performance (2011), Section V-A, Fig. 12",
    speed: 0.5,
}
