//! Satellites in low orbit: a new path every 15 seconds.

preset! {
    id: "satellite",
    title: "Satellites in low orbit: a new path every 15 seconds",
    former_titles: [],
    topic: Networks,
    notice: "Watch the delay of the call at each multiple of 15 s, when the terminal is assigned to another satellite. \
             Rate, delay and loss change together. \
             The download finds the new rate by losses, the call must follow the delay. \
             Then choose BBR for the download.",
    answer: "With CUBIC the download gets 38 Mb/s and the call waits 65 ms on average. \
             With BBR it gets 36 Mb/s and the call waits 47 ms. \
             The call scores 4.3 in both cases: delays stay below 110 ms, and the gaps lose 1 % of its packets.",
    keywords: ["satellite", "LEO", "Starlink", "handover", "low Earth orbit", "reordering", "varying rate"],
    source: "Mohan et al., A Multifaceted Look at Starlink Performance (2024)",
    speed: 3.0,
}
