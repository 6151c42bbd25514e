//! Adaptive drop-tail: only as much buffer as needed.

preset! {
    id: "adt",
    title: "Adaptive drop-tail: only as much buffer as needed",
    former_titles: ["ADT: as much buffer as the link needs"],
    topic: BufferSize,
    notice: "Watch the limit of the queue and the utilization. \
             The limit begins at 100 packets. \
             Every 5 s ADT lowers the limit if the link was busier than 95 %, and raises it if not. \
             Then set the number of flows to 2, and to 50: which needs the larger buffer?",
    answer: "With 20 flows the limit falls to about 10 packets. \
             Few flows need more buffer: with 2 flows the limit is about 48 packets. \
             With 50 flows it is about 7, but one packet in seven is lost: a high utilization alone is not enough.",
    keywords: ["ADT", "adaptive", "buffer sizing", "utilization", "small buffer", "ISP"],
    source: "Vu-Brugier et al., A critique of recently proposed buffer-sizing strategies (2007), Algorithm 1",
    speed: 10.0,
}
