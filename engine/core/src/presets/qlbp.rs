//! Edge pacing (QLBP): smooth traffic, small core buffer.

preset! {
    id: "qlbp",
    title: "Edge pacing (QLBP): smooth traffic, small core buffer",
    former_titles: ["QLBP: access routers that smooth bursts"],
    topic: SwitchesAndRouters,
    notice: "Watch the utilization of the core, whose buffer holds 5 packets, and the queues at the two edge routers. \
             The pacers at the edge send slowly when few packets wait there, and faster when more wait. \
             So bursts are spread out before they reach the core. \
             Then choose no pacer at both edge routers.",
    answer: "With pacers the core has a utilization of 76 %, and 0.6 % of its packets are lost. \
             Without them it is 42 %, with 2.7 % lost. \
             The delay moves to the edge: 6.4 ms there, and less than 0.1 ms in the core.",
    keywords: [
        "pacing", "shaper", "traffic shaping", "burst", "tiny buffer", "optical router", "edge router", "ISP",
        "backbone",
    ],
    source: "Cai et al., A practical on-line pacing scheme at edges of small buffer networks (2010), Section V-C",
    speed: 1.0,
}
