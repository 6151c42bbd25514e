//! Optical buffer: fiber delay lines that work like FIFO.

preset! {
    id: "optical",
    title: "Optical buffer: fiber delay lines that work like FIFO",
    former_titles: ["A buffer made of optical delay lines"],
    topic: SwitchesAndRouters,
    notice: "Watch the loss ratio and the queue. \
             Light cannot be stored: packets circulate in fiber loops with a length of 1 to 32 packets. \
             The queue moves them between loops so that they leave in order of arrival. \
             Then choose drop-tail with 63 packets and compare every number; or set the limit to 15 packets.",
    answer: "The loss ratio is 1.3 %, and drop-tail with 63 packets gives exactly the same run. \
             With 15 packets the loss ratio is 2.3 %, and the utilization falls from 100 % to 90 %.",
    keywords: ["optical router", "fiber", "delay line", "photonic", "FIFO", "10 Gb/s", "backbone"],
    source: "Ganjali, Buffer Sizing in Internet Routers (2007), Section 5.2, Theorem 4",
    speed: 1.0,
}
