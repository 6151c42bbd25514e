//! Campus: pages, downloads and a game on one uplink.

preset! {
    id: "campus",
    title: "Campus: pages, downloads and a game on one uplink",
    former_titles: [],
    topic: Networks,
    notice: "Watch the time of the pages and the delay of the game beside ten downloads. \
             Each page is a few small files; its time is mostly round trips, and each waits in the queue. \
             Then set the buffer to 100 packets or choose FQ-CoDel: which helps the pages more?",
    answer: "With 1,000 packets a page takes 0.58 s on average, with 100 packets 0.33 s, but the uplink is used to 88 %. \
             FQ-CoDel gives 0.32 s with 97 % of the uplink, and the game loses nothing and waits 15 ms.",
    keywords: ["university", "school", "enterprise", "office", "web browsing", "page load time", "gaming", "lag"],
    source: "3GPP HTTP model; NGMN gaming model; the scene is ours",
    speed: 2.0,
}
