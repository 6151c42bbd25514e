//! Edge of a provider: videos and calls in the evening.

preset! {
    id: "provider-edge",
    title: "Edge of a provider: videos and calls in the evening",
    former_titles: [],
    topic: Networks,
    notice: "Watch the rates of the 20 videos and the delay of the 30 calls. \
             The players take chunks of higher rates as long as their buffers are full, so together they use the whole edge. \
             Then set the buffer to 100 packets: do the videos get worse, and the calls better?",
    answer: "The videos are the same: 2.9 Mb/s on average, without a stall, because the players adapt to what they get. \
             The calls wait 119 ms with 1,000 packets and 24 ms with 100. \
             They lose 0.2 % and 1.0 %, and score 4.4 and 4.3.",
    keywords: ["ISP", "broadband", "access", "aggregation", "BNG", "BRAS", "streaming", "adaptive bitrate", "DASH", "HLS", "VoIP", "peak hour"],
    source: "Huang et al., A Buffer-Based Approach to Rate Adaptation (2014); the scene is ours",
    speed: 3.0,
}
