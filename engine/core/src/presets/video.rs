//! Anomalous loss: video beside 1,000 downloads.

preset! {
    id: "film",
    title: "Anomalous loss: video beside 1,000 downloads",
    former_titles: ["A film among downloads"],
    topic: Traffic,
    notice: "Watch the loss ratio of the video, which sends 0.4 Mb/s over UDP. \
             A thousand downloads fill the same link and its buffer of 12 kB. \
             A larger buffer is mostly filled by the downloads. \
             Then set the buffer to 24 kB: does the video lose less, and do the downloads get more?",
    answer: "The video loses 2.9 % of its packets with 12 kB, and 4.2 % with twice the buffer. \
             The downloads get 9.6 Mb/s in both cases.",
    keywords: ["video", "streaming", "UDP", "real-time", "IPTV", "live video", "download", "ISP", "anomaly"],
    source: "Vishwanath et al., Anomalous Loss Performance (2011), Section IV-A, Fig. 2; a synthetic video",
    speed: 1.0,
}
