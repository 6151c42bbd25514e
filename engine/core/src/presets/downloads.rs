//! Closed-loop users: waiting users request less.

preset! {
    id: "downloads",
    title: "Closed-loop users: waiting users request less",
    former_titles: ["500 people who download, think and download"],
    topic: Tcp,
    notice: "Watch the transfer times and the utilization. \
             Each of 500 users downloads a file of 100 kB on average, thinks, and downloads again. \
             A user who waits does not request more, so the load adapts to the link. \
             Then set the number of users to 100.",
    answer: "With 500 users the link is full, and a download takes 6.6 s on average. \
             100 users need only 1.3 s each. \
             They are a fifth of the users, but together they download 75 % as much.",
    keywords: ["download", "web", "closed loop", "file transfer", "users", "think time", "ISP", "flow completion time"],
    source: "Vishwanath et al., Anomalous Loss Performance (2011), Section VI (closed-loop transfers)",
    speed: 1.0,
}
