//! Wi-Fi fades: losses in bursts without a full queue.

preset! {
    id: "wifi",
    title: "Wi-Fi fades: losses in bursts without a full queue",
    former_titles: [],
    topic: Networks,
    notice: "Watch the drops of the line, which come although the queue is short. \
             In a fade half of the packets are lost, for ten packets on average. \
             The download takes each fade for congestion and halves its window. \
             Then choose BBR for the download: who notices the fades, and who does not?",
    answer: "With CUBIC the download gets 16.1 Mb/s and leaves a third of the link unused, although only 0.25 % of the packets are lost. \
             With BBR it gets 23.8 Mb/s, and the call waits 28 ms instead of 14. \
             The video plays at its highest rate in both cases.",
    keywords: ["Wi-Fi", "WLAN", "wireless", "fade", "radio", "loss", "Gilbert–Elliott", "video streaming", "BBR", "CUBIC"],
    source: "Gilbert (1960); Elliott (1963); the scene is ours",
    speed: 2.0,
}
