//! LTE on the road: a rate that wanders.

preset! {
    id: "lte",
    title: "LTE on the road: a rate that wanders",
    former_titles: [],
    topic: Networks,
    notice: "Watch the queue and the rate of the cell, which wanders around 8 Mb/s as the signal does. \
             When the rate falls, the packets in the buffer take longer, and the sender does not know. \
             Then choose CoDel or BBR: how much of the delay remains?",
    answer: "With 400 packets the call waits 0.5 s on average, one packet in a hundred more than 2.8 s, and scores 1.6. \
             CoDel leaves 34 ms on average and a score of 4.1, for 17 % of the throughput. \
             BBR shortens the delay only to 294 ms: when the rate falls, its packets are in the buffer already.",
    keywords: ["LTE", "4G", "5G", "cellular", "mobile", "bufferbloat", "varying rate", "Sprout", "mahimahi", "train", "car"],
    source: "Winstein et al., Stochastic Forecasts (Sprout, 2013); Gillespie (1996) for the process",
    speed: 2.0,
}
