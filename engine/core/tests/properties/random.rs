//! Random scenarios, drawn from what the engine says of itself.
//!
//! Queues, controllers, recoveries, pacing, workloads and every parameter of TCP are found by walking
//! the registries, so that a new one is tried here without being named. Only the shape of the network
//! and the sizes that decide how much happens within a few seconds are set by hand.

use bufferlab_core::net::switch::router;
use bufferlab_core::scenario::sections::SCENARIO;
use bufferlab_core::scenario::{Patch, Scenario};
use bufferlab_core::spec::{DefaultValue, Kind, Param, Registry, Section, Unit};
use bufferlab_core::{line, pacer, policer, queue, service, tcp, traffic};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Map, Value, json};

/// Length of every random run, seconds.
pub const DURATION_S: f64 = 4.0;

/// A scenario without edits, as a person might write it; now and then one that contradicts itself and
/// is refused.
pub fn scenario() -> impl Strategy<Value = Value> {
    network(1..4, 1..5)
}

/// Scenarios with a computed reverse path: one direction, one route, and receivers behind the last router that
/// acknowledge immediately. An opportunity may send packets of several flows at the same time, whose acknowledgments
/// have another order if they are simulated, so none is there.
pub fn computable() -> impl Strategy<Value = Value> {
    scenario().prop_map(|mut scenario| {
        for bottleneck in items(&mut scenario, "bottlenecks") {
            bottleneck["reverse"] = json!({});
            if is_of_kind(&bottleneck["service"], "opportunities") {
                bottleneck["service"] = json!("constant");
            }
        }
        for group in items(&mut scenario, "groups") {
            group["direction"] = json!("forward");
            group["via"] = Value::Null;
            group["egress"] = json!({});
            if group["traffic"]["kind"] == "tcp" {
                group["traffic"]["delayed_ack"] = json!(false);
            }
        }
        scenario
    })
}

fn is_of_kind(value: &Value, kind: &str) -> bool {
    value == kind || value["kind"] == kind
}

/// Like [`computable`] for a flow alone: its receiver may hold acknowledgments back, and be far away.
pub fn computable_alone() -> impl Strategy<Value = Value> {
    (network(1..4, 1..2), egress(), any::<bool>()).prop_map(|(mut scenario, egress, delayed)| {
        for bottleneck in items(&mut scenario, "bottlenecks") {
            bottleneck["reverse"] = json!({});
        }
        for group in items(&mut scenario, "groups") {
            group["count"] = json!(1);
            group["direction"] = json!("forward");
            group["egress"] = egress.clone();
            if group["traffic"]["kind"] != "tcp" {
                group["traffic"] = json!({ "kind": "tcp" });
            }
            group["traffic"]["delayed_ack"] = json!(delayed);
        }
        scenario
    })
}

/// A scenario of extremes: each parameter anywhere in the range that the engine accepts, often at an end.
pub fn extreme() -> impl Strategy<Value = Value> {
    let items = |list: &str, prefix: &'static str, number: std::ops::Range<usize>| {
        let Some(Kind::List { section, .. }) = SCENARIO.param(list).map(|param| &param.kind) else {
            panic!("{list} is a list of sections");
        };
        prop::collection::vec(object(section, Reach::Ends), number)
            .prop_map(move |items| named(prefix, items, |item| item))
    };
    let duration_s = prop::sample::select(vec![DURATION_S, 1e6]);
    (
        items("bottlenecks", "r", 1..4),
        items("groups", "g", 1..5),
        duration_s,
    )
        .prop_map(|(mut bottlenecks, groups, duration_s)| {
            for bottleneck in bottlenecks.as_array_mut().into_iter().flatten() {
                keep_one_limit(&mut bottleneck["queue"]);
                if let Some(queue) = bottleneck.pointer_mut("/reverse/queue") {
                    keep_one_limit(queue);
                }
            }
            json!({ "bottlenecks": bottlenecks, "groups": groups, "duration_s": duration_s })
        })
}

fn keep_one_limit(queue: &mut Value) {
    let Some(fields) = queue.as_object_mut() else {
        return;
    };
    if fields
        .get("limit_packets")
        .is_some_and(|limit| !limit.is_null())
    {
        fields.remove("limit_bytes");
    } else if fields.get("limit_bytes").is_none_or(Value::is_null) {
        fields.insert("limit_bytes".to_owned(), json!(1));
    }
}

/// A change to make at a random share of the run.
#[derive(Clone, Debug)]
pub struct Change {
    /// Time of the change as a share of the run, 0 to 1.
    pub at: f64,
    edit: Edit,
}

#[derive(Clone, Debug)]
enum Edit {
    Bottleneck(Index, &'static str, Value),
    Edge(Index, &'static str, Value),
    Group(Index, String, Value),
    Add(u8, Value),
    Remove(Index),
}

/// Changes of any kind.
pub fn changes() -> impl Strategy<Value = Vec<Change>> {
    in_order(edits())
}

/// Edits of queues, pacers and senders, which do not change the reverse path.
pub fn changes_of_the_forward_path() -> impl Strategy<Value = Vec<Change>> {
    let queue = (any::<Index>(), queue());
    let pacer = (any::<Index>(), pacer());
    let parameter = (any::<Index>(), live_tcp_parameter());
    in_order(prop_oneof![
        queue.prop_map(|(i, queue)| Edit::Bottleneck(i, "queue", queue)),
        pacer.prop_map(|(i, pacer)| Edit::Bottleneck(i, "pacer", pacer)),
        parameter.prop_map(|(i, (field, value))| Edit::Group(i, field, value)),
    ])
}

/// Changes in order of time, some of them at the same instant.
fn in_order(edits: impl Strategy<Value = Edit>) -> impl Strategy<Value = Vec<Change>> {
    let at = prop_oneof![2 => 0.0..1.0f64, 1 => prop::sample::select(vec![0.25, 0.5])];
    let change = (at, edits).prop_map(|(at, edit)| Change { at, edit });
    prop::collection::vec(change, 0..5).prop_map(|mut changes| {
        changes.sort_by(|a, b| a.at.total_cmp(&b.at));
        changes
    })
}

impl Change {
    /// The change as a patch of the scenario as it stands; `None` where there is nothing to change.
    pub fn patch(&self, current: &Scenario) -> Option<Patch> {
        let at = |index: &Index, len: usize| (len > 0).then(|| index.index(len));
        let (path, value) = match &self.edit {
            Edit::Bottleneck(i, field, value) => {
                let i = at(i, current.bottlenecks.len())?;
                (format!("bottlenecks.{i}.{field}"), value)
            }
            Edit::Edge(i, field, value) => {
                let i = at(i, current.edges.len())?;
                (format!("edges.{i}.{field}"), value)
            }
            Edit::Group(i, field, value) => {
                let i = at(i, current.groups.len())?;
                (format!("groups.{i}.{field}"), value)
            }
            Edit::Add(name, value) => (format!("groups.new{name}"), value),
            Edit::Remove(i) => {
                let i = at(i, current.groups.len())?;
                (format!("groups.{i}"), &Value::Null)
            }
        };
        Some(Patch {
            path,
            value: value.clone(),
        })
    }
}

fn edits() -> impl Strategy<Value = Edit> {
    let link = prop_oneof![
        rate(1e5, 5e7).prop_map(|rate| ("rate_bps", rate)),
        rate(1e-4, 0.05).prop_map(|delay| ("delay_s", delay)),
        queue().prop_map(|queue| ("queue", queue)),
        pacer().prop_map(|pacer| ("pacer", pacer)),
        policer().prop_map(|policer| ("policer", policer)),
        line().prop_map(|line| ("line", line)),
        service().prop_map(|service| ("service", service)),
    ];
    let reverse = prop_oneof![
        rate(1e4, 5e7).prop_map(|rate| ("reverse.rate_bps", rate)),
        queue().prop_map(|queue| ("reverse.queue", queue)),
        pacer().prop_map(|pacer| ("reverse.pacer", pacer)),
        policer().prop_map(|policer| ("reverse.policer", policer)),
        line().prop_map(|line| ("reverse.line", line)),
        service().prop_map(|service| ("reverse.service", service)),
        any::<bool>().prop_map(|filter| ("reverse.ack_filter", json!(filter))),
        one_of(&router::REGISTRY, Reach::Usual).prop_map(|router| ("router", router)),
    ];
    let group = prop_oneof![
        (0u32..20).prop_map(|count| ("count".to_owned(), json!(count))),
        rate(1e5, 1e9).prop_map(|rate| ("access.rate_bps".to_owned(), rate)),
        access_limit().prop_map(|(name, limit)| (format!("access.{name}"), limit)),
        rate(1e5, 1e9).prop_map(|rate| ("egress.rate_bps".to_owned(), rate)),
        traffic().prop_map(|traffic| ("traffic".to_owned(), traffic)),
        live_tcp_parameter(),
    ];
    prop_oneof![
        3 => (any::<Index>(), link.clone()).prop_map(|(i, (field, value))| Edit::Bottleneck(i, field, value)),
        2 => (any::<Index>(), reverse).prop_map(|(i, (field, value))| Edit::Bottleneck(i, field, value)),
        1 => (any::<Index>(), link).prop_map(|(i, (field, value))| Edit::Edge(i, field, value)),
        5 => (any::<Index>(), group).prop_map(|(i, (field, value))| Edit::Group(i, field, value)),
        1 => (0u8..3, group_alone()).prop_map(|(name, group)| Edit::Add(name, group)),
        1 => any::<Index>().prop_map(Edit::Remove),
    ]
}

fn live_tcp_parameter() -> impl Strategy<Value = (String, Value)> {
    let params: Vec<BoxedStrategy<(String, Value)>> = tcp::config::SECTION
        .params
        .iter()
        .filter(|param| param.live)
        .filter_map(|param| {
            let named = value(param, Reach::Usual)?
                .prop_map(move |value| (format!("traffic.{}", param.name), value));
            Some(named.boxed())
        })
        .collect();
    prop::strategy::Union::new(params)
}

fn network(
    bottlenecks: std::ops::Range<usize>,
    groups: std::ops::Range<usize>,
) -> impl Strategy<Value = Value> {
    let bottleneck = (
        rate(1e5, 5e7),
        rate(1e-4, 0.05),
        queue(),
        (pacer(), policer(), line(), service()),
        reverse(),
    );
    let edge = (rate(1e5, 5e7), rate(1e-4, 0.01), queue(), pacer());
    let places = (
        any::<bool>(),
        prop::option::weighted(0.4, any::<Index>()),
        prop::option::weighted(0.3, (any::<Index>(), any::<Index>())),
    );
    (
        0u64..1 << 53,
        prop::collection::vec(bottleneck, bottlenecks),
        prop::collection::vec(edge, 0..3),
        prop::collection::vec((group_alone(), places), groups),
        prop::bool::ANY,
    )
        .prop_map(|(seed, bottlenecks, edges, groups, warm_up)| {
            let (number, edge_count) = (bottlenecks.len(), edges.len());
            let groups = groups.into_iter().enumerate();
            json!({
                "version": 1,
                "seed": seed,
                "duration_s": DURATION_S,
                "warmup_s": if warm_up { 0.7 } else { 0.0 },
                "bottlenecks": named("r", bottlenecks, |(rate, delay, queue, (pacer, policer, line, service), reverse)| {
                    json!({ "rate_bps": rate, "delay_s": delay, "queue": queue, "pacer": pacer,
                        "policer": policer, "line": line, "service": service, "reverse": reverse })
                }),
                "edges": named("e", edges, |(rate, delay, queue, pacer)| {
                    json!({ "rate_bps": rate, "delay_s": delay, "queue": queue, "pacer": pacer })
                }),
                "groups": groups
                    .map(|(i, (mut group, (forward, edge, via)))| {
                        group["id"] = json!(format!("g{i}"));
                        group["direction"] = json!(if forward { "forward" } else { "reverse" });
                        if let (Some(edge), true) = (edge, forward && edge_count > 0) {
                            group["edge"] = json!(format!("e{}", edge.index(edge_count)));
                        }
                        if let Some((from, to)) = via {
                            let (a, b) = (from.index(number), to.index(number));
                            let stretch = a.min(b)..=a.max(b);
                            group["via"] = stretch.map(|i| json!(format!("r{i}"))).collect();
                        }
                        group
                    })
                    .collect::<Vec<_>>(),
            })
        })
}

/// A group without an id, on all bottlenecks.
fn group_alone() -> impl Strategy<Value = Value> {
    let delay = (1e-4..0.03f64, 1e-4..0.03f64)
        .prop_map(|(a, b)| json!({ "uniform": [a.min(b), a.max(b)] }));
    let access = (rate(1e5, 1e9), delay, access_limit()).prop_map(
        |(rate, delay, (name, limit))| json!({ "rate_bps": rate, "delay_s": delay, (name): limit }),
    );
    let stop = prop::option::weighted(0.2, 0.0..DURATION_S);
    (1u32..12, access, egress(), stop, traffic()).prop_map(
        |(count, access, egress, stop, traffic)| {
            json!({
                "count": count,
                "access": access,
                "egress": egress,
                "start_s": { "uniform": [0, 1.0] },
                "stop_s": stop,
                "traffic": traffic,
            })
        },
    )
}

/// Room for everything, or for little, in packets or in bytes.
fn access_limit() -> impl Strategy<Value = (&'static str, Value)> {
    prop_oneof![
        2 => Just(("limit_packets", Value::Null)),
        1 => Just(("limit_bytes", Value::Null)),
        2 => (1u64..60).prop_map(|n| ("limit_packets", json!(n))),
        2 => (1u64..60_000).prop_map(|n| ("limit_bytes", json!(n))),
    ]
}

fn egress() -> impl Strategy<Value = Value> {
    let given = (rate(1e5, 1e9), 1e-4..0.03f64)
        .prop_map(|(rate, delay)| json!({ "rate_bps": rate, "delay_s": delay }));
    prop_oneof![3 => Just(json!({})), 1 => given]
}

fn reverse() -> impl Strategy<Value = Value> {
    let given = (rate(1e4, 5e7), queue(), pacer(), any::<bool>()).prop_map(
        |(rate, queue, pacer, filter)| {
            json!({ "rate_bps": rate, "queue": queue, "pacer": pacer, "ack_filter": filter })
        },
    );
    prop_oneof![Just(json!({})), given]
}

/// Traffic of any kind; sources that do not adapt send at rates that do not drown everything.
fn traffic() -> impl Strategy<Value = Value> {
    let tcp = object(&tcp::config::SECTION, Reach::Usual).prop_map(|mut traffic| {
        traffic["kind"] = json!("tcp");
        traffic
    });
    prop_oneof![1 => any_traffic_at_low_rates(), 2 => tcp]
}

/// A source that does not adapt, at a rate that does not drown everything.
pub fn source() -> impl Strategy<Value = Value> {
    any_traffic_at_low_rates().prop_filter("not TCP", |traffic| traffic["kind"] != "tcp")
}

fn any_traffic_at_low_rates() -> impl Strategy<Value = Value> {
    (one_of(&traffic::REGISTRY, Reach::Usual), rate(1e4, 1e7)).prop_map(|(mut traffic, rate)| {
        for name in ["rate_bps", "peak_rate_bps"] {
            if traffic.get(name).is_some() {
                traffic[name] = rate.clone();
            }
        }
        // Files are replayed near their recorded speed, not a hundred thousand times as fast.
        for name in ["speed", "scale"] {
            if traffic.get(name).is_some() {
                traffic[name] = json!(1.5);
            }
        }
        traffic
    })
}

/// A queue of any kind, mostly tiny, limited in packets or in bytes.
fn queue() -> impl Strategy<Value = Value> {
    let limit = prop_oneof![
        (1u64..30).prop_map(|n| ("limit_packets", n)),
        (1u64..30_000).prop_map(|n| ("limit_bytes", n)),
        (1u64..5_000).prop_map(|n| ("limit_packets", n)),
    ];
    (one_of(&queue::REGISTRY, Reach::Usual), limit).prop_map(|(mut queue, (name, limit))| {
        if let Some(fields) = queue.as_object_mut() {
            fields.remove("limit_packets");
            fields.remove("limit_bytes");
            fields.insert(name.to_owned(), json!(limit));
        }
        queue
    })
}

/// A pacer of any kind, none as often as not.
fn pacer() -> impl Strategy<Value = Value> + Clone {
    prop_oneof![2 => Just(json!("none")), 3 => one_of(&pacer::REGISTRY, Reach::Usual)]
}

/// A policer of any kind, mostly none.
fn policer() -> impl Strategy<Value = Value> + Clone {
    prop_oneof![3 => Just(json!("none")), 1 => one_of(&policer::REGISTRY, Reach::Usual)]
}

/// A line of any kind, mostly clean.
fn line() -> impl Strategy<Value = Value> + Clone {
    prop_oneof![3 => Just(json!("clean")), 1 => one_of(&line::REGISTRY, Reach::Usual)]
}

/// A service of any kind, mostly constant.
fn service() -> impl Strategy<Value = Value> + Clone {
    prop_oneof![3 => Just(json!("constant")), 1 => one_of(&service::REGISTRY, Reach::Usual)]
}

/// An entry of a registry with some of its parameters given.
fn one_of(registry: &'static Registry, reach: Reach) -> BoxedStrategy<Value> {
    let entries = registry.entries.iter().map(|section| {
        let kind = section.kind();
        object(section, reach).prop_map(move |mut object| {
            object["kind"] = json!(kind);
            object
        })
    });
    prop::strategy::Union::new(entries.map(Strategy::boxed).collect::<Vec<_>>()).boxed()
}

/// Which values of a parameter are drawn.
#[derive(Clone, Copy, Debug)]
enum Reach {
    /// All of its range alike, but few packets.
    Usual,
    /// The ends of its range more often than not.
    Ends,
}

/// Some parameters of a section, each anywhere in its range; what must be given is given.
fn object(section: &'static Section, reach: Reach) -> BoxedStrategy<Value> {
    section
        .params
        .iter()
        .filter_map(|param| Some((param, value(param, reach)?)))
        .fold(Just(Map::new()).boxed(), |fields, (param, value)| {
            let given = if matches!(param.default, DefaultValue::Required) {
                value.prop_map(Some).boxed()
            } else {
                prop::option::weighted(0.3, value).boxed()
            };
            (fields, given)
                .prop_map(|(mut fields, value)| {
                    if let Some(value) = value {
                        fields.insert(param.name.to_owned(), value);
                    }
                    fields
                })
                .boxed()
        })
        .prop_map(Value::Object)
        .boxed()
}

/// Anything a parameter accepts, up to so many packets that a run stays short; `None` for what refers to
/// other parts of the scenario.
fn value(param: &'static Param, reach: Reach) -> Option<BoxedStrategy<Value>> {
    let capped = |max: f64| match (param.unit, reach) {
        (Unit::Packets, Reach::Usual) => max.min(500.0),
        (Unit::Flows, _) => max.min(50.0),
        _ => max,
    };
    Some(match &param.kind {
        &Kind::Number {
            min,
            max,
            log,
            null_label,
        } => or_null(number(min, capped(max), log, false, reach), null_label),
        &Kind::Integer {
            min,
            max,
            log,
            null_label,
        } => or_null(number(min, capped(max), log, true, reach), null_label),
        Kind::Flag => any::<bool>().prop_map(Value::from).boxed(),
        Kind::Choice(choices) => {
            let words: Vec<_> = choices.iter().map(|choice| json!(choice.id)).collect();
            prop::sample::select(words).boxed()
        }
        Kind::OneOf(registry) => one_of(registry, reach),
        Kind::Section(section) => object(section, reach),
        &Kind::Distribution { min, max } => {
            (number(min, max, true, false, reach), 0u8..4, 1.01..4.0)
                .prop_map(|(value, form, shape)| match form {
                    0 => json!({ "uniform": [value, value] }),
                    1 => json!({ "exponential": value }),
                    2 => json!({ "bimodal": [value, value, shape / 4.0] }),
                    _ => json!({ "pareto": [value, shape] }),
                })
                .boxed()
        }
        &Kind::Numbers { min, max, most } => {
            let one = number(min, max, true, false, reach);
            prop::collection::vec(one, 1..=most.min(8))
                .prop_map(Value::from)
                .boxed()
        }
        &Kind::Points { max, most, .. } => {
            let rate = prop_oneof![1 => Just(json!(0)), 3 => number(1e4, max.min(5e7), true, false, reach)];
            let point = (0.01..1.0f64, rate);
            prop::collection::vec(point, 1..=most.min(8))
                .prop_map(|points| {
                    let mut at = 0.0;
                    let point = |(gap, rate): (f64, Value)| {
                        at += gap;
                        json!([at, rate])
                    };
                    points.into_iter().map(point).collect()
                })
                .boxed()
        }
        Kind::Text(_) | Kind::Id | Kind::List { .. } | Kind::Ref { .. } | Kind::Edits => {
            return None;
        }
    })
}

fn number(min: f64, max: f64, log: bool, whole: bool, reach: Reach) -> BoxedStrategy<Value> {
    let low = if log && min <= 0.0 {
        max.min(1.0) * 1e-3
    } else {
        min
    };
    let share = match reach {
        Reach::Usual => (0.0..=1.0f64).boxed(),
        Reach::Ends => prop_oneof![Just(0.0), Just(1.0), 0.0..=1.0f64].boxed(),
    };
    let drawn = share.prop_map(move |share| {
        let x = if log {
            low * libm::pow(max / low, share)
        } else {
            low + (max - low) * share
        };
        x.clamp(min, max)
    });
    if whole {
        drawn.prop_map(|x| json!(x.round() as i64)).boxed()
    } else {
        drawn.prop_map(Value::from).boxed()
    }
}

fn or_null(values: BoxedStrategy<Value>, null_label: &str) -> BoxedStrategy<Value> {
    if null_label.is_empty() {
        return values;
    }
    prop_oneof![3 => values, 1 => Just(Value::Null)].boxed()
}

/// Spread evenly over orders of magnitude. Never round, so that no two things happen at once by design.
fn rate(low: f64, high: f64) -> impl Strategy<Value = Value> + Clone {
    (0.0..1.0f64).prop_map(move |share| json!(low * libm::pow(high / low, share)))
}

fn named<T>(prefix: &str, items: Vec<T>, to_json: impl Fn(T) -> Value) -> Value {
    let items = items.into_iter().enumerate().map(|(i, item)| {
        let mut value = to_json(item);
        value["id"] = json!(format!("{prefix}{i}"));
        value
    });
    items.collect()
}

fn items<'a>(scenario: &'a mut Value, name: &str) -> impl Iterator<Item = &'a mut Value> {
    scenario[name].as_array_mut().into_iter().flatten()
}
