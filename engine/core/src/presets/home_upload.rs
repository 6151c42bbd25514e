//! Bufferbloat at home: a call during an upload.

preset! {
    id: "home-upload",
    title: "Bufferbloat at home: a call during an upload",
    former_titles: [],
    topic: Networks,
    notice: "Watch the delay of the call when the backup begins at 5 s. \
             The backup fills the buffer of the uplink, and the call waits behind it. \
             Then choose FQ-CoDel as the queue, or compare remedies at the buffer: which give a good call without slowing the backup?",
    answer: "Beside the backup the call waits 617 ms on average and loses 2.5 %, a poor mean opinion score of 2.3. \
             With FQ-CoDel it waits 14 ms, loses nothing and scores 4.4. \
             The backup gets 1.92 Mb/s in both cases.",
    keywords: ["bufferbloat", "home", "uplink", "DSL", "cable", "VoIP", "telephone", "MOS", "upload", "cloud", "latency", "lag"],
    source: "Gettys and Nichols, Bufferbloat (2012); RFC 8290 Section 6",
    speed: 2.0,
}
