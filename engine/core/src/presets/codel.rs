//! CoDel: short delay in a large buffer.

preset! {
    id: "codel",
    title: "CoDel: short delay in a large buffer",
    former_titles: ["CoDel: no packet waits too long for long"],
    topic: QueueManagement,
    notice: "Watch the queueing delay of ten downloads and four calls, and the drops. \
             The buffer could delay packets by 0.4 s. \
             CoDel drops a packet at dequeue when the delay has stayed above 5 ms for 100 ms, and drops more often while it stays there. \
             Then set the number of TCP flows to 40.",
    answer: "The mean delay is 8 ms, and the utilization is 99.3 %; one packet in 190 is dropped. \
             With 40 flows each drop slows only a fortieth of the traffic, so the delay grows to 18 ms and one packet in 26 is dropped.",
    keywords: ["AQM", "bufferbloat", "latency", "home router", "VoIP", "call", "video call", "lag", "Linux"],
    source: "Nichols and Jacobson, Controlled Delay Active Queue Management, RFC 8289 (2018)",
    speed: 1.0,
}
