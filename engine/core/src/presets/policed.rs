//! A policed contract: the burst limits one flow.

preset! {
    id: "policed",
    title: "A policed contract: the burst limits one flow",
    former_titles: [],
    topic: Networks,
    notice: "Watch the goodput of the download and the tokens of the policer, whose contract is 10 Mb/s. \
             The link is ten times as fast, so there is no queue: packets above the contract are dropped. \
             The bucket of 15 kB is a common value. \
             Then set the burst to 150 kB and to 600 kB: when does one flow get what is paid for?",
    answer: "With 15 kB the download gets 2.0 Mb/s and loses 1.3 % of its packets, with 150 kB 9.1 Mb/s, with 600 kB 10.0 Mb/s. \
             One flow needs about BDP²/18 packets, here 217 kB; the model “Burst of a policer” computes it.",
    keywords: ["policer", "token bucket", "contract", "SLA", "CIR", "burst", "ISP", "rate limit", "traffic shaping"],
    source: "RFC 2697; Flach et al., An Internet-Wide Analysis of Traffic Policing (2016)",
    speed: 5.0,
}
