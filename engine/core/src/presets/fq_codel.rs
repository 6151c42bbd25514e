//! FQ-CoDel: calls beside downloads.

preset! {
    id: "fq-codel",
    title: "FQ-CoDel: calls beside downloads",
    former_titles: ["FQ-CoDel: a queue for each flow"],
    topic: QueueManagement,
    notice: "Watch the loss ratio of the four calls and the rates of the ten downloads. \
             FQ-CoDel has a sub-queue for each flow, serves these in turn, and applies CoDel to each of them. \
             A call sends little, so its sub-queue is short. \
             Then choose CoDel or drop-tail, and compare.",
    answer: "The calls lose nothing, and the downloads get equal shares of the link (fairness index 0.999). \
             Half of all packets wait less than 2.3 ms. \
             With CoDel alone the calls lose 0.6 %; with drop-tail they wait 0.32 s on average.",
    keywords: [
        "AQM", "bufferbloat", "fair queueing", "fairness", "home router", "OpenWrt", "Wi-Fi", "VoIP", "call",
        "video call", "lag", "games", "Linux",
    ],
    source: "Høiland-Jørgensen et al., Flow Queue CoDel, RFC 8290 (2018)",
    speed: 1.0,
}
