//! Incast: 32 servers answer one request.

preset! {
    id: "incast",
    title: "Incast: 32 servers answer one request",
    former_titles: [],
    topic: Networks,
    notice: "Watch the queue of the port at the begin of each round. \
             All servers answer at once, each with 64 kB, and the next request waits for the last answer. \
             DCTCP keeps the queue near its mark of 65 packets. \
             Then set the buffer to 100 and to 40 packets: when do rounds become slow?",
    answer: "With 250 packets a round takes 1.8 ms, and the servers use 93 % of the port. \
             With 100 packets 4 % of the packets are lost, but a round takes as long, since losses are repaired at once. \
             With 40 packets whole windows are lost: a round waits for a timeout, takes 31 ms, and 5 % of the port is used.",
    keywords: ["data center", "incast", "DCTCP", "partition and aggregate", "tail latency", "MapReduce", "storage", "ECN", "barrier", "rack switch"],
    source: "Alizadeh et al., Data Center TCP (2010), Section 2.2",
    speed: 0.02,
}
