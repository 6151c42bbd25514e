//! The presets, in the order of the gallery.
//!
//! Every number in an answer is the result of the preset with seed 1, or of the change that its notice suggests.

use super::{Preset, Topic};

pub(super) static PRESETS: &[Preset] = &[
    Preset {
        id: "one-flow",
        title: "TCP sawtooth: one Reno flow and the rule of thumb",
        former_titles: &["One flow, one bandwidth–delay product"],
        topic: Topic::BufferSize,
        notice: "Watch the congestion window of the flow and the queue at r0: does the queue ever become empty? \
                 Reno adds one packet per round trip until the buffer overflows, and then halves the window. \
                 While the window is small, only the queue can keep the link busy. \
                 Then set the buffer to 71 packets and to 200, or choose BBR with SACK.",
        answer: "The window grows to 203 packets and is halved every 12.5 s. \
                 With a buffer of one bandwidth–delay product, 100 packets, the queue just becomes empty and the link stays busy. \
                 With 71 packets the utilization is 98.9 %. \
                 With 200 packets it is 100 %, but the mean queueing delay grows from 45 ms to 108 ms. \
                 BBR reaches 96.9 % with a mean delay of 7 ms.",
        keywords: &[
            "Reno",
            "BBR",
            "AIMD",
            "BDP",
            "bandwidth-delay product",
            "rule of thumb",
            "congestion window",
            "cwnd",
            "sawtooth",
            "beginner",
            "bufferbloat",
        ],
        source: "Ganjali, Buffer Sizing in Internet Routers (2007), Section 2.1.3, Figs. 2.3–2.5",
        speed: 5.0,
        scenario_json: include_str!("one-flow.json"),
    },
    Preset {
        id: "tiny-buffers",
        title: "Tiny buffers: losses on a link that is not full",
        former_titles: &["Tiny buffers, small windows"],
        topic: Topic::BufferSize,
        notice: "Watch the utilization and the drops at r0. \
                 The 40 windows of at most 32 packets are just large enough to fill the link, and the buffer holds 10 packets. \
                 Senders send their windows in bursts, so many packets can arrive together. \
                 Then set the buffer to 150 packets, or make the access links slower: 10 Mb/s.",
        answer: "Bursts overflow the buffer, and the flows reduce their windows: only 32 % of the link is used, and 1.9 % of the packets are lost. \
                 With 150 packets no packet is lost and the link is full, although at most 67 packets wait. \
                 Access links of 10 Mb/s space the packets: the utilization is 63 % with 10 packets of buffer.",
        keywords: &[
            "tiny buffer",
            "burst",
            "small window",
            "utilization",
            "packet loss",
            "Reno",
            "optical router",
            "backbone",
        ],
        source: "Ganjali, Buffer Sizing in Internet Routers (2007), Section 3.4, Fig. 3.1",
        speed: 1.0,
        scenario_json: include_str!("tiny-buffers.json"),
    },
    Preset {
        id: "many-flows",
        title: "Square-root rule: 200 flows, a small buffer",
        former_titles: &["200 flows and the square-root rule"],
        topic: Topic::BufferSize,
        notice: "Watch the utilization and the queue at r0. \
                 The flows reduce their windows at different times, so the sum of their windows varies little. \
                 The buffer is the bandwidth–delay product divided by √200: 177 packets instead of 2,500. \
                 Then set the buffer to 2,500 packets: what is gained, and what is the price?",
        answer: "With 177 packets the utilization is 89 %, the loss ratio 1 % and the mean queueing delay 4 ms. \
                 With 2,500 packets the utilization is 100 % and the loss ratio 0.3 %, but packets wait 128 ms on average.",
        keywords: &[
            "ISP",
            "backbone",
            "core router",
            "10 Gb/s",
            "square root",
            "BDP",
            "rule of thumb",
            "small buffer",
            "statistical multiplexing",
            "Reno",
            "bufferbloat",
        ],
        source: "Hasegawa et al., Simulation studies on router buffer sizing (2008), Section 4.1, Fig. 3(a)",
        speed: 2.0,
        scenario_json: include_str!("many-flows.json"),
    },
    Preset {
        id: "anomaly",
        title: "Anomalous loss: more buffer, more loss",
        former_titles: &["More buffer, more loss"],
        topic: Topic::BufferSize,
        notice: "Watch the loss ratio of UDP. \
                 UDP and 1,000 TCP flows share a buffer of 11 kB, about ten TCP packets. \
                 TCP packets occupy more of a buffer when it is larger, because TCP sends until packets are lost; UDP gets the rest. \
                 Then set the buffer to 30 kB and compare the loss of UDP and the throughput of TCP.",
        answer: "UDP loses 2.2 % of its packets with 11 kB, and 3.0 % with 30 kB: more buffer, more loss. \
                 With 5 kB it loses 5.5 %, so there is a best size between. \
                 TCP gains little from the larger buffer: 95.1 instead of 93.6 Mb/s.",
        keywords: &[
            "UDP",
            "real-time",
            "VoIP",
            "voice",
            "games",
            "packet loss",
            "tiny buffer",
            "optical router",
            "anomaly",
        ],
        source: "Vishwanath et al., Anomalous Loss Performance (2011), Section V-A, Fig. 11",
        speed: 0.5,
        scenario_json: include_str!("anomaly.json"),
    },
    Preset {
        id: "poisson-queue",
        title: "M/D/1/K queue: Poisson traffic and theory",
        former_titles: &["Poisson arrivals, one queue"],
        topic: Topic::Traffic,
        notice: "Watch the loss ratio and the mean queue become steady. \
                 Packets of equal size arrive at random times, with a load of 80 %, and at most 9 of them wait. \
                 Queueing theory gives the exact loss ratio of this queue (M/D/1/10). \
                 Then add one packet of buffer: how much smaller is the loss?",
        answer: "Theory gives a loss ratio of 0.364 %, and the run 0.365 %; the mean queue is 1.46 packets. \
                 With a buffer of 10 packets instead of 9, the loss ratio falls by a third, to 0.24 %.",
        keywords: &[
            "M/D/1",
            "M/D/1/K",
            "queueing theory",
            "Poisson",
            "Markov",
            "Erlang",
            "UDP",
            "beginner",
            "validation",
        ],
        source: "M/D/1/K queue; Vishwanath et al., Anomalous Loss Performance (2011), Section IV-A",
        speed: 1.0,
        scenario_json: include_str!("poisson-queue.json"),
    },
    Preset {
        id: "two-way",
        title: "Two-way traffic: data and ACKs share a buffer",
        former_titles: &["Two-way traffic: ACKs are packets too"],
        topic: Topic::Traffic,
        notice: "Watch the loss ratio of ACKs at r0. \
                 Flows run in both directions, so ACKs share each buffer with the data of the other direction. \
                 An ACK has 40 bytes: it often fits where a data packet of 1,000 bytes does not. \
                 Then set both buffers to 11 kB, and to 4 kB.",
        answer: "With 30 kB about 1 % of the ACKs are lost, and 16 % of the data packets. \
                 With 11 kB almost no ACK is lost, and the utilization is still 98 %. \
                 With 4 kB the loss of ACKs grows again, to 0.5 %, and the utilization falls to 91 %.",
        keywords: &[
            "ACK",
            "acknowledgment",
            "reverse path",
            "bidirectional",
            "upload and download",
            "tiny buffer",
            "anomaly",
        ],
        source: "Vishwanath et al., Anomalous Loss Performance (2011), Section VII, Fig. 23",
        speed: 0.5,
        scenario_json: include_str!("two-way.json"),
    },
    Preset {
        id: "remedy",
        title: "Anomalous loss avoided: priority for real-time traffic",
        former_titles: &["A remedy for the anomaly: real-time first"],
        topic: Topic::QueueManagement,
        notice: "Watch the loss ratio of UDP and the throughput of TCP. \
                 This is the network of the preset “Anomalous loss” with a buffer of 30 kB, where drop-tail loses 3 % of UDP. \
                 UDP is sent first here, and an arriving UDP packet pushes TCP out of a full buffer. \
                 Then set the buffer sharing to “shared”, so that nothing is pushed out.",
        answer: "UDP loses nothing, and TCP pays almost nothing: 94.9 Mb/s instead of 95.1 with drop-tail. \
                 Priority alone is not enough: without push-out UDP finds the buffer full of TCP and loses 12 %.",
        keywords: &[
            "QoS",
            "priority",
            "DiffServ",
            "push-out",
            "VoIP",
            "voice",
            "call",
            "UDP",
            "real-time",
            "scheduling",
        ],
        source: "Vishwanath et al., Anomalous Loss Performance (2011), Section V-A; remedies are ours",
        speed: 0.5,
        scenario_json: include_str!("remedy.json"),
    },
    Preset {
        id: "red",
        title: "RED: early drops keep the average queue short",
        former_titles: &["RED: an average between two thresholds"],
        topic: Topic::QueueManagement,
        notice: "Watch the queue and its average at r0. \
                 RED drops arriving packets at random, more of them as the average grows from 30 to 90 packets. \
                 The flows then slow down long before the buffer of 1,000 packets is full. \
                 Then set the number of TCP flows to 40, or choose drop-tail.",
        answer: "The average queue stays near 30 packets, and the mean queueing delay is 12 ms. \
                 With 40 flows more drops are needed, so the average must be longer: the delay doubles to 23 ms. \
                 With drop-tail the buffer is nearly full and the delay is 0.32 s.",
        keywords: &[
            "AQM",
            "bufferbloat",
            "random early detection",
            "early drop",
            "latency",
            "VoIP",
            "call",
            "ISP",
        ],
        source: "Floyd and Jacobson, Random Early Detection gateways (1993)",
        speed: 1.0,
        scenario_json: include_str!("red.json"),
    },
    Preset {
        id: "codel",
        title: "CoDel: short delay in a large buffer",
        former_titles: &["CoDel: no packet waits too long for long"],
        topic: Topic::QueueManagement,
        notice: "Watch the queueing delay of ten downloads and four calls, and the drops. \
                 The buffer could delay packets by 0.4 s. \
                 CoDel drops a packet at dequeue when the delay has stayed above 5 ms for 100 ms, and drops more often while it stays there. \
                 Then set the number of TCP flows to 40.",
        answer: "The mean delay is 8 ms, and the utilization is 99.3 %; one packet in 190 is dropped. \
                 With 40 flows each drop slows only a fortieth of the traffic, so the delay grows to 18 ms and one packet in 26 is dropped.",
        keywords: &[
            "AQM",
            "bufferbloat",
            "latency",
            "home router",
            "VoIP",
            "call",
            "video call",
            "lag",
            "Linux",
        ],
        source: "Nichols and Jacobson, Controlled Delay Active Queue Management, RFC 8289 (2018)",
        speed: 1.0,
        scenario_json: include_str!("codel.json"),
    },
    Preset {
        id: "pie",
        title: "PIE: queueing delay near a target",
        former_titles: &["PIE: a delay held at 15 ms"],
        topic: Topic::QueueManagement,
        notice: "Watch the queueing delay and the drop probability. \
                 PIE measures the delay and adjusts its drop probability until the delay is at the target of 15 ms. \
                 Does the delay depend on the number of flows? \
                 Then set the number of TCP flows to 40, or the target to 5 ms.",
        answer: "The mean delay is 15.7 ms with 10 flows and 15.0 ms with 40: only the drop probability grows, from 0.4 % to 4 %. \
                 With a target of 5 ms the delay is 6 ms, and the utilization falls from 99.9 % to 99.1 %.",
        keywords: &[
            "AQM",
            "bufferbloat",
            "latency",
            "cable modem",
            "DOCSIS",
            "home router",
            "VoIP",
            "call",
            "ISP",
        ],
        source: "Pan et al., Proportional Integral Controller Enhanced (PIE), RFC 8033 (2017)",
        speed: 1.0,
        scenario_json: include_str!("pie.json"),
    },
    Preset {
        id: "fq-codel",
        title: "FQ-CoDel: calls beside downloads",
        former_titles: &["FQ-CoDel: a queue for each flow"],
        topic: Topic::QueueManagement,
        notice: "Watch the loss ratio of the four calls and the rates of the ten downloads. \
                 FQ-CoDel has a sub-queue for each flow, serves these in turn, and applies CoDel to each of them. \
                 A call sends little, so its sub-queue is short. \
                 Then choose CoDel or drop-tail, and compare.",
        answer: "The calls lose nothing, and the downloads get equal shares of the link (fairness index 0.999). \
                 Half of all packets wait less than 2.3 ms. \
                 With CoDel alone the calls lose 0.6 %; with drop-tail they wait 0.32 s on average.",
        keywords: &[
            "AQM",
            "bufferbloat",
            "fair queueing",
            "fairness",
            "home router",
            "OpenWrt",
            "Wi-Fi",
            "VoIP",
            "call",
            "video call",
            "lag",
            "games",
            "Linux",
        ],
        source: "Høiland-Jørgensen et al., Flow Queue CoDel, RFC 8290 (2018)",
        speed: 1.0,
        scenario_json: include_str!("fq-codel.json"),
    },
    Preset {
        id: "dual-pi2",
        title: "DualPI2 and L4S: low delay beside CUBIC",
        former_titles: &["DualPI2: low delay beside ordinary downloads"],
        topic: Topic::QueueManagement,
        notice: "Watch the queueing delay and the throughput of the four L4S flows (DCTCP) and the four CUBIC flows. \
                 DualPI2 has one queue for each kind. \
                 It signals more often to L4S flows, because they react less to each signal, and so the rates stay similar. \
                 Then choose PIE with marking, which has a single queue.",
        answer: "Half of all packets wait less than 0.4 ms, because L4S has a queue of its own; the classic queue waits 15 ms. \
                 The L4S flows get 23 Mb/s and the CUBIC flows 17 Mb/s. \
                 With PIE all packets wait 15 ms, and the L4S flows take 36 of the 40 Mb/s.",
        keywords: &[
            "L4S",
            "DCTCP",
            "data center",
            "CUBIC",
            "ECN",
            "AccECN",
            "AQM",
            "low latency",
            "DOCSIS",
            "ISP",
            "cloud gaming",
            "games",
            "lag",
            "fairness",
        ],
        source: "De Schepper et al., Dual-Queue Coupled AQM for L4S, RFC 9332 (2023)",
        speed: 1.0,
        scenario_json: include_str!("dual-pi2.json"),
    },
    Preset {
        id: "adt",
        title: "Adaptive drop-tail: only as much buffer as needed",
        former_titles: &["ADT: as much buffer as the link needs"],
        topic: Topic::BufferSize,
        notice: "Watch the limit of the queue and the utilization. \
                 The limit begins at 100 packets. \
                 Every 5 s ADT lowers the limit if the link was busier than 95 %, and raises it if not. \
                 Then set the number of flows to 2, and to 50: which needs the larger buffer?",
        answer: "With 20 flows the limit falls to about 10 packets. \
                 Few flows need more buffer: with 2 flows the limit is about 48 packets. \
                 With 50 flows it is about 7, but one packet in seven is lost: a high utilization alone is not enough.",
        keywords: &[
            "ADT",
            "adaptive",
            "buffer sizing",
            "utilization",
            "small buffer",
            "ISP",
        ],
        source: "Vu-Brugier et al., A critique of recently proposed buffer-sizing strategies (2007), Algorithm 1",
        speed: 10.0,
        scenario_json: include_str!("adt.json"),
    },
    Preset {
        id: "by-rule",
        title: "Square-root rule: the limit follows the number of flows",
        former_titles: &["A buffer that follows the number of flows"],
        topic: Topic::BufferSize,
        notice: "Watch the limit of the queue while 100 flows start, during the first 60 s. \
                 The queue counts its flows and sets its limit to the bandwidth–delay product divided by the square root of their number. \
                 Is so small a buffer enough? \
                 Then choose the rule without the square root.",
        answer: "The limit falls from 625 packets for one flow to 62 for 100. \
                 The utilization is 99.3 %, and the mean queueing delay is 6 ms. \
                 With the complete bandwidth–delay product the link is full, but packets wait 89 ms.",
        keywords: &[
            "ISP",
            "backbone",
            "core router",
            "10 Gb/s",
            "square root",
            "BDP",
            "rule of thumb",
            "small buffer",
            "adaptive",
            "bufferbloat",
        ],
        source: "Appenzeller, Keslassy and McKeown, Sizing Router Buffers (2004)",
        speed: 2.0,
        scenario_json: include_str!("by-rule.json"),
    },
    Preset {
        id: "qlbp",
        title: "Edge pacing (QLBP): smooth traffic, small core buffer",
        former_titles: &["QLBP: access routers that smooth bursts"],
        topic: Topic::SwitchesAndRouters,
        notice: "Watch the utilization of the core, whose buffer holds 5 packets, and the queues at the two edge routers. \
                 The pacers at the edge send slowly when few packets wait there, and faster when more wait. \
                 So bursts are spread out before they reach the core. \
                 Then choose no pacer at both edge routers.",
        answer: "With pacers the core has a utilization of 76 %, and 0.6 % of its packets are lost. \
                 Without them it is 42 %, with 2.7 % lost. \
                 The delay moves to the edge: 6.4 ms there, and less than 0.1 ms in the core.",
        keywords: &[
            "pacing",
            "shaper",
            "traffic shaping",
            "burst",
            "tiny buffer",
            "optical router",
            "edge router",
            "ISP",
            "backbone",
        ],
        source: "Cai et al., A practical on-line pacing scheme at edges of small buffer networks (2010), Section V-C",
        speed: 1.0,
        scenario_json: include_str!("qlbp.json"),
    },
    Preset {
        id: "cioq",
        title: "Switch with 5-packet outputs: slow access links help",
        former_titles: &["A switch with five packets at each output"],
        topic: Topic::SwitchesAndRouters,
        notice: "Watch the utilization of the switch r0, whose four outputs have buffers of 5 packets. \
                 An access link has 5 % of the rate of a port, so the packets of a burst arrive apart. \
                 Then set the access links to 25 Mb/s, the rate of a port, and after that the buffers to 100 packets.",
        answer: "With slow access links the utilization is 91 %, with 5 packets of buffer, and the queues at the inputs are nearly empty. \
                 With access links of 25 Mb/s it falls to 64 %, and 3 % of the packets are lost. \
                 100 packets at each output then fill the link.",
        keywords: &[
            "switch",
            "CIOQ",
            "crossbar",
            "input queue",
            "output queue",
            "tiny buffer",
            "access link",
            "core router",
            "burst",
        ],
        source: "Ganjali, Buffer Sizing in Internet Routers (2007), Section 5.1.2, Figs. 5.2 and 5.3",
        speed: 1.0,
        scenario_json: include_str!("cioq.json"),
    },
    Preset {
        id: "optical",
        title: "Optical buffer: fiber delay lines that work like FIFO",
        former_titles: &["A buffer made of optical delay lines"],
        topic: Topic::SwitchesAndRouters,
        notice: "Watch the loss ratio and the queue. \
                 Light cannot be stored: packets circulate in fiber loops with a length of 1 to 32 packets. \
                 The queue moves them between loops so that they leave in order of arrival. \
                 Then choose drop-tail with 63 packets and compare every number; or set the limit to 15 packets.",
        answer: "The loss ratio is 1.3 %, and drop-tail with 63 packets gives exactly the same run. \
                 With 15 packets the loss ratio is 2.3 %, and the utilization falls from 100 % to 90 %.",
        keywords: &[
            "optical router",
            "fiber",
            "delay line",
            "photonic",
            "FIFO",
            "10 Gb/s",
            "backbone",
        ],
        source: "Ganjali, Buffer Sizing in Internet Routers (2007), Section 5.2, Theorem 4",
        speed: 1.0,
        scenario_json: include_str!("optical.json"),
    },
    Preset {
        id: "fractal",
        title: "Anomalous loss with long-range-dependent traffic",
        former_titles: &["More buffer, more loss, with traffic that is bursty on every scale"],
        topic: Topic::Traffic,
        notice: "Watch the loss ratio of UDP. \
                 The rate of UDP is fractional Brownian motion here: it is bursty on time scales from milliseconds to minutes (Hurst parameter 0.85). \
                 A buffer of 11 kB holds less than 1 ms of traffic, so it cannot smooth such bursts. \
                 Then set the buffer to 30 kB.",
        answer: "UDP loses 0.35 % of its packets with 11 kB and 2.1 % with 30 kB: six times as much. \
                 The anomaly is stronger than with Poisson traffic. \
                 TCP gains at most 1.7 % of throughput.",
        keywords: &[
            "self-similar",
            "fractal",
            "long-range dependence",
            "Hurst",
            "fractional Brownian motion",
            "burst",
            "UDP",
            "real-time",
            "anomaly",
        ],
        source: "Vishwanath et al., Anomalous Loss Performance (2011), Section V-A, Fig. 12",
        speed: 0.5,
        scenario_json: include_str!("fractal.json"),
    },
    Preset {
        id: "film",
        title: "Anomalous loss: video beside 1,000 downloads",
        former_titles: &["A film among downloads"],
        topic: Topic::Traffic,
        notice: "Watch the loss ratio of the video, which sends 0.4 Mb/s over UDP. \
                 A thousand downloads fill the same link and its buffer of 12 kB. \
                 A larger buffer is mostly filled by the downloads. \
                 Then set the buffer to 24 kB: does the video lose less, and do the downloads get more?",
        answer: "The video loses 2.9 % of its packets with 12 kB, and 4.2 % with twice the buffer. \
                 The downloads get 9.6 Mb/s in both cases.",
        keywords: &[
            "video",
            "streaming",
            "UDP",
            "real-time",
            "IPTV",
            "live video",
            "download",
            "ISP",
            "anomaly",
        ],
        source: "Vishwanath et al., Anomalous Loss Performance (2011), Section IV-A, Fig. 2; a synthetic video",
        speed: 1.0,
        scenario_json: include_str!("film.json"),
    },
    Preset {
        id: "downloads",
        title: "Closed-loop users: waiting users request less",
        former_titles: &["500 people who download, think and download"],
        topic: Topic::Tcp,
        notice: "Watch the transfer times and the utilization. \
                 Each of 500 users downloads a file of 100 kB on average, thinks, and downloads again. \
                 A user who waits does not request more, so the load adapts to the link. \
                 Then set the number of users to 100.",
        answer: "With 500 users the link is full, and a download takes 6.6 s on average. \
                 100 users need only 1.3 s each. \
                 They are a fifth of the users, but together they download 75 % as much.",
        keywords: &[
            "download",
            "web",
            "closed loop",
            "file transfer",
            "users",
            "think time",
            "ISP",
            "flow completion time",
        ],
        source: "Vishwanath et al., Anomalous Loss Performance (2011), Section VI (closed-loop transfers)",
        speed: 1.0,
        scenario_json: include_str!("downloads.json"),
    },
    Preset {
        id: "web-users",
        title: "Web traffic: 1,500 users and a small buffer",
        former_titles: &["1,500 people on the web"],
        topic: Topic::Tcp,
        notice: "Watch the transfer times, the loss ratio and the queue. \
                 Most files of these 1,500 web users are small, and a few are very large. \
                 The buffer holds 65 packets, the bandwidth–delay product divided by the square root of the number of users. \
                 Then set it to the complete product, 2,500 packets.",
        answer: "With 65 packets 5 % of the packets are lost, the utilization is 95 %, and a file takes 1.7 s on average. \
                 With 2,500 packets the link is full and the loss ratio 1.2 %. \
                 The files are not faster, 1.8 s, because every packet now waits 0.15 s.",
        keywords: &[
            "web",
            "browser",
            "HTTP",
            "short flows",
            "file transfer",
            "flow completion time",
            "heavy tail",
            "Pareto",
            "ISP",
            "small buffer",
            "square root",
            "bufferbloat",
        ],
        source: "Hasegawa et al., Simulation studies on router buffer sizing (2008), Section 4.1, Fig. 3(b), Table 1",
        speed: 1.0,
        scenario_json: include_str!("web-users.json"),
    },
    Preset {
        id: "requests",
        title: "Asymmetric link: requests wait behind ACKs",
        former_titles: &["Requests wait behind ACKs"],
        topic: Topic::Tcp,
        notice: "Watch the utilization in both directions and the loss ratio of the requests. \
                 The link has 20 Mb/s downstream and 0.5 Mb/s upstream. \
                 The ACKs of all downloads and the requests for new ones share the slow direction. \
                 Then turn on delayed ACKs, which about halve the number of ACKs.",
        answer: "ACKs fill the slow direction, so one request in six is lost and is repeated after 1 s or more; half of the fast direction stays unused. \
                 With delayed ACKs one request in 100 is lost, and the utilization of the fast direction is 69 %.",
        keywords: &[
            "home router",
            "DSL",
            "ADSL",
            "cable modem",
            "satellite",
            "asymmetric",
            "upload",
            "uplink",
            "ACK",
            "delayed ACK",
            "web",
            "HTTP",
            "ISP",
        ],
        source: "RFC 3449, Section 3 (paths that are narrow one way); request and response over fresh connections",
        speed: 1.0,
        scenario_json: include_str!("requests.json"),
    },
];
