/**
 * JSON types that the engine and the page exchange. Generated from the types of the engine by
 *
 *     BLESS=1 cargo test -p bufferlab-core --lib types
 */

/** Object with a `kind`. The section `registry.kind` of the catalog describes its other fields. */
export type Kinded = { kind: string; [field: string]: unknown };

/** Queue of any kind; exactly one of its two limits is set. */
export type Queue = Kinded & { limit_packets: number | null; limit_bytes: number | null };

/** A value per flow, or per draw. */
export type Distribution = number | {
  /** Smallest and largest value. */
  uniform: [number, number], } | {
  /** Mean of the distribution. */
  exponential: number, } | {
  /** Mean m and shape a, which is above 1. The variance is infinite if a is at most 2. */
  pareto: [number, number], } | {
  /** First value, second value, and the share of the second, 0 to 1. */
  bimodal: [number, number, number], } | {
  /** At least one. Shared, since every flow may hold its distribution. */
  list: Array<number>, };

/** Dumbbell topology: groups of flows that share one or more bottlenecks. */
export type Scenario = {
  /** Version of the scenario format. */
  version: 1,
  /** Title of the experiment, shown as the title of the page. */
  title: string,
  /** Note about the experiment, for example what to try and what to watch. */
  note: string,
  /** Number that determines all random numbers. The same scenario, seed and version give exactly the same run. */
  seed: number,
  /** Simulated time at which the run ends. */
  duration_s: number,
  /** Time before measuring begins. Statistics leave it out, because the network is not yet in its steady state. */
  warmup_s: number,
  /** Shared links with queues, from left to right. */
  bottlenecks: Array<Bottleneck>,
  /** Routers between groups of flows and the bottlenecks, each with its own queue. */
  edges: Array<Edge>,
  /** Sets of flows with the same parameters. */
  groups: Array<Group>,
  /** Changes during the run, each at its simulated time. */
  edits: Array<Edit>, };

/** Link with a queue that flows share. It drops packets if the buffer is full. */
export type Bottleneck = {
  /** Shared parameter: `LABEL`. */
  label: string,
  /** Id of the router before the link. Paths, files and streams of random numbers use it. */
  id: string,
  /** Rate of the link. */
  rate_bps: number,
  /** Propagation delay, one way. */
  delay_s: number,
  /** Queue discipline: it decides which packets may wait, which is sent next, and which are dropped or marked. */
  queue: Queue,
  /** Shared parameter: `SERVICE`. */
  service: Kinded,
  /** Shared parameter: `LINE`. */
  line: Kinded,
  /** Shared parameter: `POLICER`. */
  policer: Kinded,
  /** Shared parameter: `ADVANCED_PACER`. */
  pacer: Kinded,
  /** Shared parameter: `DEVICE_PACKETS`. */
  device_packets: number,
  /** Type of the router before the queue. If it changes during a run, waiting packets keep their order; packets
   * that had not reached a queue enter the new router, if it has room.
   */
  router: Kinded,
  /** Reverse path, from the receivers of forward flows to their senders. It carries their ACKs. */
  reverse: Reverse, };

/** Reverse direction of a bottleneck. ACKs of forward flows and data of reverse flows share it. */
export type Reverse = {
  /** Rate of the link. */
  rate_bps: number | null,
  /** Queue of the reverse direction. By default it is so large that no ACKs are lost. */
  queue: Queue,
  /** An arriving ACK takes the place of the newest ACK of its flow among the last 10,000 waiting packets. So a
   * slow reverse path carries fewer ACKs, each of which acknowledges more. ACKs with SACK blocks and series of
   * duplicates stay. Later ACKs repeat the ECN feedback of a replaced one.
   */
  ack_filter: boolean,
  /** Shared parameter: `SERVICE`. */
  service: Kinded,
  /** Shared parameter: `LINE`. */
  line: Kinded,
  /** Shared parameter: `POLICER`. */
  policer: Kinded,
  /** Shared parameter: `ADVANCED_PACER`. */
  pacer: Kinded,
  /** Shared parameter: `DEVICE_PACKETS`. */
  device_packets: number, };

/** Router between some groups and the bottlenecks, with its own queue. Its link is never congested in the direction
 * to the senders.
 */
export type Edge = {
  /** Shared parameter: `LABEL`. */
  label: string,
  /** Id of the edge router. Paths, files and streams of random numbers use it. */
  id: string,
  /** Rate of the link to the bottleneck. */
  rate_bps: number,
  /** Propagation delay to the next bottleneck, one way. */
  delay_s: number,
  /** End of the network at which the router is. */
  side: Side,
  /** Queue discipline: it decides which packets may wait, which is sent next, and which are dropped or marked. */
  queue: Queue,
  /** Shared parameter: `SERVICE`. */
  service: Kinded,
  /** Shared parameter: `LINE`. */
  line: Kinded,
  /** Shared parameter: `POLICER`. */
  policer: Kinded,
  /** Shared parameter: `PACER`. */
  pacer: Kinded, };

/** Set of flows with the same parameters, each with its own access link. */
export type Group = {
  /** Shared parameter: `LABEL`. */
  label: string,
  /** Id of the group. Paths, files and streams of random numbers use it. */
  id: string,
  /** Number of flows. If it grows during a run, new flows start; if it falls, the last flows stop. */
  count: number,
  /** Direction of the data. */
  direction: Direction,
  /** Edge router that the flows pass first, on the side of their senders. */
  edge: string | null,
  /** Adjacent bottlenecks that the flows pass. Flows can enter and leave between bottlenecks. */
  via: Array<string> | null,
  /** Link from each sender into the network. */
  access: Access,
  /** Link from the network to each receiver. */
  egress: Egress,
  /** Start time of each flow. Random start times prevent synchronized flows. */
  start_s: Distribution,
  /** Time after which the flows send no new data. */
  stop_s: number | null,
  /** Number of active flows from given times on, for example over a day. The other flows are paused. Without
   * entries all flows are active.
   */
  schedule: Array<Turn>,
  /** Traffic of each flow. */
  traffic: Kinded, };

/** From this time on, the first flows of the group send and the others are paused. */
export type Turn = {
  /** Simulated time of the change. */
  at_s: number,
  /** Number of active flows. If it exceeds the number of flows, all are active. */
  flows: number, };

/** Direction in which a group sends its data. */
export type Direction = "forward" | "reverse";

/** Sides of a dumbbell. */
export type Side = "left" | "right";

/** Full-duplex link of each sender. A slow link spaces packets, and a link with a limit can drop them. The reverse
 * direction never drops packets.
 */
export type Access = {
  /** Rate of the access link. A slow access link spaces packets like pacing. */
  rate_bps: number,
  /** Propagation delay, one way. Different delays give flows different round-trip times. */
  delay_s: Distribution,
  /** Shared parameter: `PACKETS`. */
  limit_packets: number | null,
  /** Shared parameter: `BYTES`. */
  limit_bytes: number | null, };

/** Full-duplex link to each receiver. It never drops packets. */
export type Egress = {
  /** Rate of the link. */
  rate_bps: number | null,
  /** Propagation delay, one way. */
  delay_s: Distribution, };

/** One change of a scenario. */
export type Patch = {
  /** Dotted path to a field or a list item. */
  path: string,
  /** New value of the field. */
  value: unknown, };

/** A change of the scenario while it runs. */
export type Edit = {
  /** Simulated time in seconds. The edit follows all events up to this time. */
  at_s: number,
  /** Changes of the edit, applied together. */
  set: Array<Patch>, };

/** Something a scenario may not say: where, and what it may. */
export type Problem = {
  /** Dotted path into the scenario; empty: the whole. */
  path: string,
  /** Problem and accepted values. */
  message: string, };

/** Kind of content of a trace. */
export type Content = "frames" | "packets" | "rates" | "vectors" | "opportunities";

/** A file that a scenario asks for. */
export type FileRequest = {
  /** Name of the file. */
  name: string,
  /** SHA-256 hash of the file. */
  sha256: string,
  /** Content that the file must have. */
  content: Content,
  /** Numbers of the columns of a table, such as `2,5`; empty for those that its heading names. */
  columns: string, };

/** Description of the engine, from which forms, charts, help and messages are made. */
export type Catalog = {
  /** Names of a flow's states, by the number that the series `flow.N.state` gives. */
  states: Array<string>,
  /** Recorded series of each kind of owner. */
  series: Array<SeriesAbout>,
  /** Measures of a summary. */
  measures: Array<MeasureAbout>,
  /** Warnings that the engine can give. */
  warnings: Array<WarningAbout>,
  /** Version of the engine. */
  engine: string,
  /** Named limits, such as `flows`, `edits`, `scenario_bytes`. */
  limits: { [key in string]: number },
  /** Every section by its id. */
  sections: { [key in string]: Section },
  /** Kinds to choose from; each entry is the id of a section: `queue` → [`queue.drop_tail`, …]. */
  registries: { [key in string]: Array<string> }, };

/** Description of a series for front ends, which does not depend on a run. */
export type SeriesAbout = {
  /** Name within its owner. */
  id: string,
  /** Kind of owner of the series. */
  of: Of,
  /** Symbol of its unit; empty for a pure number. */
  unit: string,
  /** Parts of each column. */
  shape: Shape,
  /** Label for legends and tables. */
  label: string,
  /** Meaning of the series, in a sentence or two. */
  help: string, };

/** Description of a measure for front ends, which does not depend on a run. */
export type MeasureAbout = {
  /** Name within its owner. */
  id: string,
  /** `run`, `link`, `group` or `flow`. */
  of: string,
  /** Symbol of its unit; empty for a pure number. */
  unit: string,
  /** Label for tables and legends. */
  label: string,
  /** Definition of the measure. */
  help: string,
  /** Source of the definition; empty if it needs none. */
  source: string,
  /** Tables that show it. */
  shown: MeasureShown,
  /** Set of measures that are shown only if one of them has a value; empty if it is always shown. */
  group: string,
  /** Significant digits in the tables of the page. The command line shows four. */
  digits: number,
  /** Whether the measure is computed only on request of a study, and how its path ends then. */
  asked: MeasureAsked, };

/** Tables that show a measure. The command line shows every measure that has a value. */
export type MeasureShown = "compared" | "summarized" | "listed";

/** Whether a measure is computed only on request, and how its path ends then. */
export type MeasureAsked = "no" | "plainly" | "with_interval";

/** A kind of warning: its description, for the catalog, and its condition. */
export type WarningAbout = {
  /** Id of the kind in JSON. */
  id: string,
  /** Name, in a few words. */
  label: string,
  /** Explanation of the problem and its reason. */
  help: string,
  /** Citation for the claim; empty if none is needed. */
  source: string, };

/** Description of a model for a front end. Label, help, source and parameters are in section `model.<id>` of the
 * catalog.
 */
export type ModelAbout = {
  /** Id of the model. */
  id: string,
  /** Outputs of the model. */
  outputs: Array<ModelOutput>,
  /** Assumptions of the model. */
  assumes: Array<string>,
  /** Known limits of the model. */
  fails: Array<string>, };

/** Description of one output of a model. */
export type ModelOutput = {
  /** Name in JSON, with the unit. */
  id: string,
  /** Name shown to users. */
  label: string,
  /** Unit of the output. */
  unit: Unit,
  /** Definition of the output, and the cases in which it is null. */
  help: string, };

/** Parameters that are filled in together; an object in the scenario. */
export type Section = {
  /** `bottleneck`, `access`, `traffic.tcp`, … What follows the last dot is the scenario's `kind`. */
  id: string,
  /** Name shown to users. */
  label: string,
  /** One or two sentences. */
  help: string,
  /** Source of the idea: RFC section, or paper and equation. */
  source: string | null,
  /** Class of the packets of a kind of traffic, which is also its color: `tcp` or `udp`. */
  class: string | null,
  /** In the order of the form. */
  params: Array<Param>,
  /** Named defaults of the fields, which the field `profile` chooses from. Absent if there are none. */
  profiles?: Array<Profile>, };

/** One field of a section. */
export type Param = {
  /** The field's name in the scenario. */
  name: string,
  /** Name shown to users. */
  label: string,
  /** Meaning of the field. */
  help: string,
  /** Source of the field. */
  source: string | null,
  /** Unit of its numbers. */
  unit: Unit,
  /** Type and range of accepted values. */
  kind: ParamKind,
  /** Default value. Absent if the field is required. */
  default?: unknown,
  /** Fields of the same object that become null when this field gets a value. Absent if there are none. */
  excludes?: Array<string>,
  /** Recommended values of other fields for values of this field. Absent if there are none. */
  companions?: Array<Companion>,
  /** Whether a change applies to the running simulation; otherwise the run restarts. */
  live: boolean,
  /** Whether the field is shown only among the advanced parameters. */
  advanced: boolean,
  /** Whether gauges in the same unit are compared with the value. Absent if not. */
  gauged?: boolean, };

/** Recommended value of a field for a value of another field. A form that sets the value also sets the recommended one,
 * if that field still has its default.
 */
export type Companion = {
  /** Value of this field, or its kind. */
  value: string,
  /** Name of the other field, in the same object. */
  field: string,
  /** Recommended value of the other field. */
  becomes: string, };

/** Units of numbers in a scenario. */
export type Unit = "" | "b/s" | "s" | "B" | "packets" | "flows" | "ratio";

/** Accepted values of a field. */
export type ParamKind = { "type": "number" } & Range | { "type": "integer" } & Range | { "type": "flag" } | { "type": "text", max_length: number, } | { "type": "id" } | { "type": "choice", options: Array<Word>, } | { "type": "distribution", min: number, max: number, } | { "type": "numbers", min: number, max: number, most: number, } | { "type": "points", last: number, max: number, most: number, } | { "type": "section", section: string, } | { "type": "one_of", registry: string, } | { "type": "list", section: string, max: number, } | { "type": "ref", to: 'bottlenecks' | 'edges', many: boolean,
  /** Text shown for null. */
  null_label: string, } | { "type": "edits" };

/** Accepted range of a number. */
export type Range = {
  /** Smallest value that is accepted. */
  min: number,
  /** Largest value that is accepted. */
  max: number,
  /** Whether a slider uses a logarithmic scale. */
  log: boolean,
  /** Whether the field accepts null. */
  nullable: boolean,
  /** Meaning of null, if it is accepted. */
  null_label?: string, };

/** One word of a choice. */
export type Word = {
  /** Value in the scenario. */
  id: string,
  /** Name shown to users. */
  label: string,
  /** Effect of this choice. */
  help: string, };

/** Named values of fields of a section. Its label is that of its word in the field `profile`. */
export type Profile = {
  /** Word of the field `profile`. */
  id: string,
  /** Values of fields. Of two that apply to a field, the later one holds. */
  settings: Array<Setting>,
  /** Properties of the hosts that the simulator does not have. */
  not_modeled: Array<NotModeled>, };

/** Value of one field in a profile. */
export type Setting = {
  /** Name of the field, or `field.kind.name` for a parameter of one kind of a field. */
  field: string,
  /** Value of the field, with its defaults. */
  value: unknown,
  /** File and function of a kernel, or section of an RFC. */
  source: string,
  /** Another field and the kind that it must have for the setting to apply. Absent if it always applies. */
  when?: [string, string],
  /** Whether it is a default only: another value is no deviation from the profile. Absent if not. */
  initial?: boolean, };

/** Property of the hosts of a profile that the simulator does not have. */
export type NotModeled = {
  /** The property, in one sentence. */
  what: string,
  /** File and function of a kernel, or section of an RFC. */
  source: string, };

/** A scenario that shows one effect, with a question about it and the answer. */
export type Preset = {
  /** Name in links and on the command line. */
  id: string,
  /** Name of the effect; the scenario has the same title. */
  title: string,
  /** Titles of earlier versions, so that old links are recognized. */
  former_titles: Array<string>,
  /** Group of presets to which this one belongs. */
  topic: PresetTopic,
  /** Two to four sentences: what to watch, why it happens and what to try next, without the result. */
  notice: string,
  /** The result, with its numbers. */
  answer: string,
  /** Words that a user may search for and that the other texts do not contain. */
  keywords: Array<string>,
  /** Paper with section and figure. */
  source: string,
  /** Recommended speed, in simulated seconds per real second. */
  speed: number,
  /** Scenario as JSON, without fields that have their default. */
  scenario: unknown, };

/** Group of presets, in the order of the gallery. */
export type PresetTopic = "Buffer size" | "TCP" | "Queue management" | "Traffic" | "Networks today" | "Switches and routers";

/** Statistics of the run so far. */
export type Summary = {
  /** Version of the simulator. */
  engine: string,
  /** Digest of the run, as 16 hexadecimal digits. */
  digest: string,
  /** Random seed of the run. */
  seed: number,
  /** Simulated time reached, in seconds. */
  now_s: number,
  /** Length of the measured time, in seconds. */
  measured_s: number,
  /** Number of events, including the warm-up. */
  events: number,
  /** Number of packets that left a link with a queue, including the warm-up. */
  packets_forwarded: number,
  /** Bottlenecks, in order from the sources to the sinks. */
  bottlenecks: BottleneckSummary[],
  /** Edge routers of the scenario. */
  edges: LinkSummary[],
  /** Groups of flows, including partner groups. */
  groups: GroupSummary[], };

/** Summary of a run so far, with warnings. */
export type Report = {
  /** Warnings about the present scenario, then about the run. */
  warnings: Array<Warning>,
  /** Version of the simulator. */
  engine: string,
  /** Digest of the run, as 16 hexadecimal digits. */
  digest: string,
  /** Random seed of the run. */
  seed: number,
  /** Simulated time reached, in seconds. */
  now_s: number,
  /** Length of the measured time, in seconds. */
  measured_s: number,
  /** Number of events, including the warm-up. */
  events: number,
  /** Number of packets that left a link with a queue, including the warm-up. */
  packets_forwarded: number,
  /** Bottlenecks, in order from the sources to the sinks. */
  bottlenecks: BottleneckSummary[],
  /** Edge routers of the scenario. */
  edges: LinkSummary[],
  /** Groups of flows, including partner groups. */
  groups: GroupSummary[], };

/** A known cause of misleading results, found in one place of a scenario. */
export type Warning = {
  /** Id of the kind of warning; the catalog describes it. */
  id: string,
  /** Dotted path to the field of the scenario that is the cause. */
  path: string,
  /** Problem and consequence, with the numbers of the case. */
  sentence: string,
  /** Advice to the user. */
  remedy: string,
  /** Changes that follow the advice, if one obvious set of changes does. Otherwise absent. */
  fix?: Fix, };

/** Changes of the scenario that remove a warning, for a button. */
export type Fix = {
  /** Text of the button: a verb with an object. */
  label: string,
  /** Changes, to be applied together. */
  patches: Array<Patch>, };

/** A link with a queue, and its reverse; null if acknowledgments pass without queueing. */
export type BottleneckSummary = LinkSummary & { reverse: LinkSummary | null };
/** A link with a queue. */
export type LinkSummary = {
    /** Its id. */
    id: string,
    /** Share of the measured time in which the link transmits. Where its service varies: bits transmitted, divided by those that it could have transmitted. */
    utilization: number | null,
    /** Bits per second that left the link. */
    throughput_bps: number | null,
    /** Queue length in packets, averaged over time. The packet in transmission does not count. */
    mean_queue_packets: number | null,
    /** Queue length in bytes, averaged over time. The packet in transmission does not count. */
    mean_queue_bytes: number | null,
    /** Maximum queue length in packets. */
    max_queue_packets: number | null,
    /** Maximum queue length in bytes. */
    max_queue_bytes: number | null,
    queue_delay_s: {
      /** Mean time that packets wait in the queue before their transmission. */
      mean: number | null,
      /** Time that half of the packets do not exceed while they wait in the queue, within 1 %. */
      p50: number | null,
      /** Time that 99 of 100 packets do not exceed while they wait in the queue, within 1 %. */
      p99: number | null,
      },
    /** Share of the measured time in which the queue is empty. The link may be sending in this time; see also the time with an idle line. */
    idle_probability: number | null,
    /** Share of the measured time in which the link sends nothing: 1 minus its utilization if its service is constant. */
    line_idle_probability: number | null,
    /** Share of the measured time in which no TCP data packet is in the queue. */
    no_tcp_probability: number | null,
    loss: {
      /** Packets of all classes dropped, divided by packets that arrived. An acknowledgment that a newer one replaced is not lost. Small packets count as much as large ones, so many small datagrams or ACKs dominate the ratio. The loss of TCP data, UDP and ACKs can differ much from it. */
      all: number | null,
      /** TCP data packets dropped, divided by those that arrived. */
      tcp: number | null,
      /** UDP datagrams dropped, divided by those that arrived. */
      udp: number | null,
      /** Acknowledgments dropped, divided by those that arrived. One that a newer one replaced is not lost. */
      ack: number | null,
      },
    drops: {
      /** Packets dropped because the buffer had no room. */
      tail: number | null,
      /** Packets that the queue discipline dropped on arrival although the buffer had room. */
      early: number | null,
      /** Packets that the queue discipline dropped when they were next to be sent. */
      at_dequeue: number | null,
      /** Packets that RED or DualPI2 dropped because of a persistent overload: of RED all that arrived meanwhile, of DualPI2 also packets that take marks. */
      overload: number | null,
      /** Packets that the scenario drops on purpose, by its scripted faults. */
      on_purpose: number | null,
      /** Packets that the policer before the queue dropped. */
      policer: number | null,
      /** Packets that the line lost after their transmission. */
      line: number | null,
      },
    /** Acknowledgments whose place in the queue a newer one of their flow took, by the ACK filter. */
    superseded_packets: number | null,
    /** Packets that were given a congestion mark and took it. */
    marked_packets: number | null,
  };

/** A group of flows. */
export type GroupSummary = {
    /** Its id. */
    id: string,
    /** Kind of its traffic. */
    kind: string,
    /** Number of flows. */
    flows: number,
    /** Sentence for people about its call, its game or its answers. */
    sentence: string | null,
    /** Delivered bits per second on the wire, with headers and retransmissions. */
    throughput_bps: number | null,
    /** Bits per second of distinct data delivered in order, without headers. Data after a gap counts when the gap is filled, so the goodput of a short interval can exceed the throughput. */
    goodput_bps: number | null,
    /** Packets dropped in the network, divided by packets dropped or delivered. */
    loss: number | null,
    /** Packets dropped because the access link of the flow had no room, divided by packets sent. No other loss includes them. */
    access_loss: number | null,
    drops: {
      /** Packets dropped because the access link of the flow had no room. */
      access: number | null,
      } | null,
    /** Congestion window averaged over time, and over the flows that have started. */
    mean_cwnd_packets: number | null,
    /** Number of retransmission timeouts. */
    timeouts: number | null,
    /** Number of fast recoveries. */
    fast_recoveries: number | null,
    /** Number of retransmitted packets. */
    retransmissions: number | null,
    delay_s: {
      /** Time from the sending of a packet of data to the arrival of its last bit at the receiver, averaged over the packets that arrived, retransmissions included. Delays of more than 8 minutes are not measured correctly. */
      mean: number | null,
      /** Smallest delay of a packet: without waiting, the transmission and propagation times of the path. */
      min: number | null,
      /** Delay that half of the packets do not exceed, within 1 %. */
      p50: number | null,
      /** Delay that 95 of 100 packets do not exceed, within 1 %. */
      p95: number | null,
      /** Delay that 99 of 100 packets do not exceed, within 1 %. */
      p99: number | null,
      /** Delay that 999 of 1,000 packets do not exceed, within 1 %. */
      p999: number | null,
      } | null,
    /** Packet delay variation: 99th percentile of the delay minus the smallest delay. */
    delay_variation_s: number | null,
    /** Mean difference between the delays of two packets of a flow that arrive one after the other. The jitter that RTP reports is a running mean of these differences. */
    jitter_s: number | null,
    flow_cwnd_packets: {
      /** Congestion window averaged over time that 5 of 100 started flows do not exceed. */
      p5: number | null,
      /** Congestion window averaged over time that half of the started flows do not exceed. */
      p50: number | null,
      /** Congestion window averaged over time that 95 of 100 started flows do not exceed. */
      p95: number | null,
      } | null,
    transfers: {
      /** Finite transfers completed within the measured time. Statistics of durations leave out transfers in progress. */
      completed: number | null,
      /** Finite transfers that have started and are not complete. Statistics of durations leave them out; most of them are long. */
      under_way: number | null,
      /** Bytes of data of the completed transfers. */
      bytes: number | null,
      /** Retransmitted segments of the completed transfers. */
      retransmissions: number | null,
      /** Mean time from the first packet of a completed transfer to the acknowledgment of its last packet. It is too short if many transfers are in progress. */
      mean_s: number | null,
      /** Smallest time that at least 99 of 100 completed transfers do not exceed. It is too short if many transfers are in progress. */
      p99_s: number | null,
      } | null,
    /** Jain's fairness index of the goodputs of the flows: 1 if all are equal, 1/n if one flow has everything. A flow that starts within the measured time has a smaller goodput, which lowers the index. With few flows the index differs by some tenths between seeds. */
    jain_index: number | null,
    rtt_s: {
      /** Mean round-trip time that the senders measured, from a segment to its acknowledgment. */
      mean: number | null,
      /** Round-trip time that 99 of 100 measurements do not exceed, within 1 %. */
      p99: number | null,
      } | null,
    /** Mean opinion score, from 1 (bad) to 4.5, of a G.711 call whose packets have the delays and the losses of this group. The delay from mouth to ear is the delay of a packet, 20 ms to fill it, and the time in the buffer of the receiver, whose length is the best in hindsight: packets that come after their time of playing are lost. */
    mos: number | null,
    /** Quality of outcome, from 0 to 100: 100 if delay and loss are as an application requires, 0 if it is useless. Groups with TCP: web, 90 % of the delays 50 to 150 ms, loss 0.5 to 1 %. Games: 95 % of the delays 50 to 100 ms, loss 0.5 to 1 %. Others: conference, 95 % of the delays 50 to 100 ms, loss 0.1 to 0.5 %. Delays are one-way. */
    qoo: number | null,
    /** Responsiveness: round trips per minute, 60 s divided by the mean of the shortest 95 % of the round-trip times that the senders measured. In a group that loads the link it is that of the connections under load, in a group of short requests that of foreign connections, in a responsiveness test that of its connections since its goodput is stable. Hosts add no time. */
    rpm: number | null,
    video: {
      /** Received chunks of adaptive video. */
      chunks: number | null,
      /** Mean rate of the received chunks, per second of playing time. */
      rate_bps: number | null,
      /** Mean time from the request of the first chunk of a video to its picture. */
      startup_s: number | null,
      /** Time without picture of all players, from the request of the first chunk on. The start counts. */
      rebuffer_s: number | null,
      /** Time without picture as a share of this time and the playing time of the received chunks. */
      rebuffer_ratio: number | null,
      /** Chunks of another rate than the chunk before. */
      switches: number | null,
      /** Quality of experience per chunk: its rate in Mb/s, minus 4.3 for each second without picture, minus the change of the rate in Mb/s. */
      qoe: number | null,
      } | null,
    page: {
      /** Web pages loaded within the measured time. */
      loaded: number | null,
      /** Mean time from the request of a page to the arrival of its last object. Pages in progress do not count. */
      mean_s: number | null,
      /** Time that half of the pages do not exceed. */
      p50_s: number | null,
      /** Time that 95 of 100 pages do not exceed. */
      p95_s: number | null,
      /** Time that 99 of 100 pages do not exceed. */
      p99_s: number | null,
      } | null,
    round: {
      /** Rounds of answers completed within the measured time. */
      completed: number | null,
      /** Mean time from the request of a round to the arrival of its last answer. A round in progress does not count. */
      mean_s: number | null,
      /** Time that 99 of 100 rounds do not exceed. */
      p99_s: number | null,
      } | null,
    stream: {
      /** Share of the data of streams that found the send buffer full and was skipped. */
      skipped_ratio: number | null,
      /** Data that a stream has written and that is not yet acknowledged, averaged over time. */
      mean_backlog_bytes: number | null,
      } | null,
    delivery_s: {
      /** Mean time from the socket of the sender to the receiving application, in order: the wait in the send buffer or for the connection, the delay of the network, and the wait for repetitions of earlier segments. Of streams it is the time of a segment, of files, requests and answers that of all their data. */
      mean: number | null,
      /** Time from the socket to delivery in order that half of the segments of streams, or of the files, do not exceed. */
      p50: number | null,
      /** Time from the socket to delivery in order that 95 of 100 do not exceed. */
      p95: number | null,
      /** Time from the socket to delivery in order that 99 of 100 do not exceed. */
      p99: number | null,
      } | null,
    ramp: {
      /** Connections that a responsiveness test has opened. */
      connections: number | null,
      /** Time at which the goodput of a responsiveness test became stable: from then on its round trips count. */
      stable_s: number | null,
      } | null,
  };

/** Description of the columns and of their owners, for views. */
export type Layout = {
  /** Links with queues: each bottleneck forward and reverse, then the edges. */
  links: Array<LinkInfo>,
  /** Groups that are recorded. */
  groups: Array<GroupInfo>,
  /** Flows that are watched. */
  flows: Array<FlowInfo>,
  /** Recorded series, in order of their columns. */
  series: Array<SeriesInfo>,
  /** Ids of the links at which the queue of some group is not recorded, because there are too many. */
  links_without_groups: Array<string>, };

/** Description of a link with a queue. */
export type LinkInfo = { id: string, label: string, rate_bps: number, delay_s: number, limit_packets: number | null, limit_bytes: number | null, };

/** Description of a group. */
export type GroupInfo = { id: string, label: string, kind: 'tcp' | 'udp', direction: Direction, count: number, first_flow: number, };

/** Description of a watched flow. */
export type FlowInfo = { flow: number, group: string, index: number, };

/** A recorded series of one owner. */
export type SeriesInfo = {
  /** `link.r0.queue_packets`, `group.tcp.throughput_bps`, `flow.3.cwnd_packets`, `link.r0.group.tcp.queue_packets`. */
  id: string,
  /** Kind of owner of the series. */
  of: Of,
  /** Id of the link or group, or number of the flow; of a group at a link both ids, as in `r0.group.tcp`. */
  owner: string,
  /** Id of its probe, by which the catalog describes it. */
  quantity: string,
  /** Symbol of its unit, as in the catalog. */
  unit: string,
  /** Parts of each column. */
  shape: Shape, };

/** Kind of owner of a series. */
export type Of = "link" | "group" | "flow" | "link_group";

/** Parts of a column. Each part is given for all columns before the next part. */
export type Shape = "level" | "band" | "line";

/** One event of a step. */
export type TraceEvent = {
  /** Simulated time of the event, seconds. */
  at_s: number,
  /** Kind of the event, with its facts. */
  what: TraceEventKind, };

/** Kind of a trace event. */
export type TraceEventKind = { "kind": "at_link", link: number, does: LinkAction, packet: PacketFacts, queue: QueueFacts,
  /** Whether the packet received a congestion mark on arrival. */
  marked: boolean,
  /** Id of the [`Reason`](crate::queue::Reason), if the packet is dropped. */
  reason: string | null,
  /** Next link, if the packet departs; none if it goes to its end. */
  next: number | null, } | { "kind": "of_flow", flow: FlowFacts, does: FlowAction,
  /** Acknowledgment number (everything before it was received), packet number, or number of segments or
   * packets, depending on the action.
   */
  number: number,
  /** Content of the acknowledgment that reaches the sender. */
  ack: AckFacts | null,
  /** Effect on the sender, if it was asked to react. */
  sender: SenderFacts | null, } | { "kind": "edited", index: number, } | { "kind": "measuring" };

/** Action of a packet at a link. */
export type LinkAction = "waits" | "begins" | "dropped" | "dropped_inside" | "leaves" | "released";

/** Action of a flow. */
export type FlowAction = "acked" | "ack_sent" | "timed_out" | "reordered" | "probed" | "released" | "paced" | "wrote" | "starts" | "stops" | "finished" | "sets_out" | "no_room";

/** Content of an acknowledgment. */
export type AckFacts = {
  /** Number of newly acknowledged segments. */
  news: number,
  /** SACK blocks: data received beyond the acknowledgment number, each `[start, end)`. */
  blocks: Array<[number, number]>,
  /** Whether it echoes a congestion mark. */
  congestion: boolean,
  /** Whether it belongs to an earlier connection. */
  stale: boolean, };

/** Identification of a flow. */
export type FlowFacts = {
  /** Number of the flow. */
  flow: number,
  /** Position of its group; none if the group was removed. */
  group: number | null,
  /** Position within the group. */
  index: number, };

/** Identification of a packet. */
export type PacketFacts = {
  /** Flow of the packet. */
  flow: FlowFacts,
  /** Class: TCP data, acknowledgment or UDP data. */
  class: 'tcp' | 'ack' | 'udp',
  /** Packet number; for an acknowledgment, the number that the receiver expects next. */
  number: number,
  /** Size on the wire, bytes. */
  bytes: number, };

/** Backlog and limit of a queue. */
export type QueueFacts = { packets: number, bytes: number, limit_packets: number | null, limit_bytes: number | null, };

/** Effect of an event on a sender. */
export type SenderFacts = {
  /** Congestion window before and after, packets. */
  cwnd: [number, number],
  /** State before and after, as an index of the catalog's list of states. */
  state: [number, number],
  /** Segments in flight afterwards, as the sender estimates them. */
  in_flight: number,
  /** Segments sent in reaction; none if there were none. */
  sent: SentFacts | null, };

/** Segments sent at the same time. */
export type SentFacts = {
  /** Number of segments of this item. */
  segments: number,
  /** Number of retransmissions among them. */
  again: number,
  /** Lowest number among the segments. */
  first: number,
  /** Highest number among the segments. */
  last: number, };

/** A scenario, the fields to vary in it, and the requested measures of the runs.
 *
 * ```json
 * { "scenario": { … },
 *   "over": ["bottlenecks.r0.queue.limit_bytes=5kB:50kB:10",
 *            { "path": "groups.udp.traffic.rate_bps", "from": "1 Mb/s", "to": "10 Mb/s", "steps": 4, "log": true }],
 *   "where": ["groups.udp.traffic.rate_bps < 0.5 * bottlenecks.r0.rate_bps"],
 *   "replications": 20, "seeds": "common",
 *   "measure": ["bottlenecks.r0.loss.udp"],
 *   "stop": { "measure": "bottlenecks.r0.loss.udp", "half_width": 0.1 } }
 * ```
 */
export type StudyDocument = {
  /** The scenario, complete or with defaults left out. */
  scenario: unknown,
  /** Changes that all runs share, applied before the check. */
  set?: Array<Patch>,
  /** Axes; several axes form a grid. Without axes only the seed varies. */
  over?: Array<Over>,
  /** Number of runs of each point, each with its own seed, at least 1; the maximum if there is a `stop` rule. */
  replications?: number,
  /** Conditions of a point: `path < value` or `path < 0.5 * path`. Other points are not run. */
  where?: Array<string>,
  /** Seeds of the points: common or independent. */
  seeds?: Seeds,
  /** Paths of the measures in tables and aggregates; if empty, all measures. */
  measure?: Array<string>,
  /** Stopping rule for the replications of a point; without it all are run. */
  stop?: Stop, };

/** A field and its values. */
export type Over = string | {
  /** Dotted path to the field. */
  path: string,
  /** Values of the field, in order. */
  values: Array<unknown>, } | OverRange | {
  /** Linked fields, at least one. */
  together: Array<Over>, };

/** Evenly or logarithmically spaced numbers, with both ends. An end is a number in the unit of the field, or a text with a
 * unit: `"5 kB"`, and `"0.5 BDP"` for a buffer.
 */
export type OverRange = {
  /** Dotted path to the field. */
  path: string,
  /** First value of the field. */
  from: number | string,
  /** Last value of the field. */
  to: number | string,
  /** Number of values, at least 2. */
  steps: number,
  /** Whether the spacing is logarithmic. */
  log?: boolean, };

/** Assignment of seeds to points. */
export type Seeds = "common" | "independent";

/** Stopping rule for the replications of a point. */
export type Stop = {
  /** Path of the measure to be estimated. */
  measure: string,
  /** Requested relative half-width of the 95 % interval of the mean over replications, above 0 and at most 10. */
  half_width: number,
  /** Minimum number of replications of each point, at least 2; default 10. */
  at_least?: number, };

/** Identity of a case. */
export type CaseId = {
  /** Key of 32 hexadecimal digits, computed from the scenario, the seed and the version of the engine. It does not
   * depend on how the study is written, so stored results can be found by it.
   */
  key: string,
  /** Values of the varied fields, by path. */
  point: Record<string, unknown>,
  /** Seed of the run. */
  seed: number, };

/** Result of a case: one line of the output of a sweep, with the same bytes on every machine. */
export type CaseLine = {
  /** Key of 32 hexadecimal digits, computed from the scenario, the seed and the version of the engine. It does not
   * depend on how the study is written, so stored results can be found by it.
   */
  key: string,
  /** Values of the varied fields, by path. */
  point: Record<string, unknown>,
  /** Seed of the run. */
  seed: number, } & ({ "summary": Report } | { "error": string });

/** Result of a run. */
export type CaseOutcome = { "summary": Report } | { "error": string };
