//! Tiny buffers: losses on a link that is not full.

preset! {
    id: "tiny-buffers",
    title: "Tiny buffers: losses on a link that is not full",
    former_titles: ["Tiny buffers, small windows"],
    topic: BufferSize,
    notice: "Watch the utilization and the drops at r0. \
             The 40 windows of at most 32 packets are just large enough to fill the link, and the buffer holds 10 packets. \
             Senders send their windows in bursts, so many packets can arrive together. \
             Then set the buffer to 150 packets, or make the access links slower: 10 Mb/s.",
    answer: "Bursts overflow the buffer, and the flows reduce their windows: only 32 % of the link is used, and 1.9 % of the packets are lost. \
             With 150 packets no packet is lost and the link is full, although at most 67 packets wait. \
             Access links of 10 Mb/s space the packets: the utilization is 63 % with 10 packets of buffer.",
    keywords: [
        "tiny buffer", "burst", "small window", "utilization", "packet loss", "Reno", "optical router", "backbone",
    ],
    source: "Ganjali, Buffer Sizing in Internet Routers (2007), Section 3.4, Fig. 3.1",
    speed: 1.0,
}
