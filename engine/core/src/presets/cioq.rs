//! Switch with 5-packet outputs: slow access links help.

preset! {
    id: "cioq",
    title: "Switch with 5-packet outputs: slow access links help",
    former_titles: ["A switch with five packets at each output"],
    topic: SwitchesAndRouters,
    notice: "Watch the utilization of the switch r0, whose four outputs have buffers of 5 packets. \
             An access link has 5 % of the rate of a port, so the packets of a burst arrive apart. \
             Then set the access links to 25 Mb/s, the rate of a port, and after that the buffers to 100 packets.",
    answer: "With slow access links the utilization is 91 %, with 5 packets of buffer, and the queues at the inputs are nearly empty. \
             With access links of 25 Mb/s it falls to 64 %, and 3 % of the packets are lost. \
             100 packets at each output then fill the link.",
    keywords: [
        "switch", "CIOQ", "crossbar", "input queue", "output queue", "tiny buffer", "access link", "core router",
        "burst",
    ],
    source: "Ganjali, Buffer Sizing in Internet Routers (2007), Section 5.1.2, Figs. 5.2 and 5.3",
    speed: 1.0,
}
