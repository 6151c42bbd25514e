//! Web traffic: 1,500 users and a small buffer.

preset! {
    id: "web-users",
    title: "Web traffic: 1,500 users and a small buffer",
    former_titles: ["1,500 people on the web"],
    topic: Tcp,
    notice: "Watch the transfer times, the loss ratio and the queue. \
             Most files of these 1,500 web users are small, and a few are very large. \
             The buffer holds 65 packets, the bandwidth–delay product divided by the square root of the number of users. \
             Then set it to the complete product, 2,500 packets.",
    answer: "With 65 packets 5 % of the packets are lost, the utilization is 95 %, and a file takes 1.7 s on average. \
             With 2,500 packets the link is full and the loss ratio 1.2 %. \
             The files are not faster, 1.8 s, because every packet now waits 0.15 s.",
    keywords: [
        "web", "browser", "HTTP", "short flows", "file transfer", "flow completion time", "heavy tail", "Pareto", "ISP",
        "small buffer", "square root", "bufferbloat",
    ],
    source: "Hasegawa et al., Simulation studies on router buffer sizing (2008), Section 4.1, Fig. 3(b), Table 1",
    speed: 1.0,
}
