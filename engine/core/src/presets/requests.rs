//! Asymmetric link: requests wait behind ACKs.

preset! {
    id: "requests",
    title: "Asymmetric link: requests wait behind ACKs",
    former_titles: ["Requests wait behind ACKs"],
    topic: Tcp,
    notice: "Watch the utilization in both directions and the loss ratio of the requests. \
             The link has 20 Mb/s downstream and 0.5 Mb/s upstream. \
             The ACKs of all downloads and the requests for new ones share the slow direction. \
             Then turn on delayed ACKs, which about halve the number of ACKs.",
    answer: "ACKs fill the slow direction, so one request in six is lost and is repeated after 1 s or more; half of the fast direction stays unused. \
             With delayed ACKs one request in 100 is lost, and the utilization of the fast direction is 69 %.",
    keywords: [
        "home router", "DSL", "ADSL", "cable modem", "satellite", "asymmetric", "upload", "uplink", "ACK",
        "delayed ACK", "web", "HTTP", "ISP",
    ],
    source: "RFC 3449, Section 3 (paths that are narrow one way); request and response over fresh connections",
    speed: 1.0,
}
