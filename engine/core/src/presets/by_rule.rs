//! Square-root rule: the limit follows the number of flows.

preset! {
    id: "by-rule",
    title: "Square-root rule: the limit follows the number of flows",
    former_titles: ["A buffer that follows the number of flows"],
    topic: BufferSize,
    notice: "Watch the limit of the queue while 100 flows start, during the first 60 s. \
             The queue counts its flows and sets its limit to the bandwidth–delay product divided by the square root of their number. \
             Is so small a buffer enough? \
             Then choose the rule without the square root.",
    answer: "The limit falls from 625 packets for one flow to 62 for 100. \
             The utilization is 99.3 %, and the mean queueing delay is 6 ms. \
             With the complete bandwidth–delay product the link is full, but packets wait 89 ms.",
    keywords: [
        "ISP", "backbone", "core router", "10 Gb/s", "square root", "BDP", "rule of thumb", "small buffer", "adaptive",
        "bufferbloat",
    ],
    source: "Appenzeller, Keslassy and McKeown, Sizing Router Buffers (2004)",
    speed: 2.0,
}
