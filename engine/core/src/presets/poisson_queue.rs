//! M/D/1/K queue: Poisson traffic and theory.

preset! {
    id: "poisson-queue",
    title: "M/D/1/K queue: Poisson traffic and theory",
    former_titles: ["Poisson arrivals, one queue"],
    topic: Traffic,
    notice: "Watch the loss ratio and the mean queue become steady. \
             Packets of equal size arrive at random times, with a load of 80 %, and at most 9 of them wait. \
             Queueing theory gives the exact loss ratio of this queue (M/D/1/10). \
             Then add one packet of buffer: how much smaller is the loss?",
    answer: "Theory gives a loss ratio of 0.364 %, and the run 0.365 %; the mean queue is 1.46 packets. \
             With a buffer of 10 packets instead of 9, the loss ratio falls by a third, to 0.24 %.",
    keywords: ["M/D/1", "M/D/1/K", "queueing theory", "Poisson", "Markov", "Erlang", "UDP", "beginner", "validation"],
    source: "M/D/1/K queue; Vishwanath et al., Anomalous Loss Performance (2011), Section IV-A",
    speed: 1.0,
}
