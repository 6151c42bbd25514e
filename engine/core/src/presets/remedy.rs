//! Anomalous loss avoided: priority for real-time traffic.

preset! {
    id: "remedy",
    title: "Anomalous loss avoided: priority for real-time traffic",
    former_titles: ["A remedy for the anomaly: real-time first"],
    topic: QueueManagement,
    notice: "Watch the loss ratio of UDP and the throughput of TCP. \
             This is the network of the preset “Anomalous loss” with a buffer of 30 kB, where drop-tail loses 3 % of UDP. \
             UDP is sent first here, and an arriving UDP packet pushes TCP out of a full buffer. \
             Then set the buffer sharing to “shared”, so that nothing is pushed out.",
    answer: "UDP loses nothing, and TCP pays almost nothing: 94.9 Mb/s instead of 95.1 with drop-tail. \
             Priority alone is not enough: without push-out UDP finds the buffer full of TCP and loses 12 %.",
    keywords: ["QoS", "priority", "DiffServ", "push-out", "VoIP", "voice", "call", "UDP", "real-time", "scheduling"],
    source: "Vishwanath et al., Anomalous Loss Performance (2011), Section V-A; remedies are ours",
    speed: 0.5,
}
