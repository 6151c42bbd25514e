//! CUBIC beside BBR with the options of Linux, so that real hosts can run the same.

preset! {
    id: "linux-hosts",
    title: "CUBIC beside BBR, here and on your Linux machine",
    former_titles: [],
    topic: Tcp,
    notice: "Watch the throughput of both flows, whose senders have the options of Linux 6. \
             BBR keeps twice the bandwidth–delay product in flight, whatever is lost, so the buffer decides what is left for CUBIC. \
             Try a quarter and four times of the buffer. \
             Then run it between real hosts: Share → Run on Linux has the command, and opens the result.",
    answer: "CUBIC gets 11 % of the throughput with a buffer of one bandwidth–delay product (67 packets), \
             5 % with a quarter of it, and 54 % with four. \
             Between real hosts of Linux 6.18 it got 10 %, 5 % and 53 % (means of two runs).",
    keywords: ["Linux", "kernel", "real hosts", "emulation", "emulate", "fairness", "share"],
    source: "Ware, Mukerjee, Seshan and Sherry, Modeling BBR's Interactions with Loss-Based Congestion Control, IMC 2019; \
             bufferlab emulate, Linux 6.18",
    speed: 5.0,
}
