//! Peering link: many flows need a small buffer.

preset! {
    id: "peering",
    title: "Peering link: many flows need a small buffer",
    former_titles: [],
    topic: Networks,
    notice: "Watch the utilization and the queueing delay of 300 CUBIC flows at 1 Gb/s. \
             Their round trips differ, so their windows do not rise and fall together. \
             The buffer has 400 packets, a tenth of the bandwidth–delay product. \
             Then try 50 and 4,000 packets: what does each cost?",
    answer: "With 400 packets the link is used to 99 %, and packets wait 1.5 ms. \
             With 50 packets it is used to 82 %; with 4,000 packets fully, but packets wait 28 ms.",
    keywords: ["ISP", "interconnection", "transit", "IXP", "core router", "backbone", "CUBIC", "small buffer", "BDP", "square root"],
    source: "Appenzeller, Keslassy and McKeown, Sizing Router Buffers (2004); the scene is ours",
    speed: 0.3,
}
