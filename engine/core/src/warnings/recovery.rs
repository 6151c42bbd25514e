//! Modern controllers combined with a loss recovery that real systems do not combine with them, and methods of undoing that
//! lack what they need.

use serde_json::json;

use super::format::name;
use super::{Check, Findings, Fix, Row};
use crate::scenario::Scenario;
use crate::scenario::route::tcp;
use crate::tcp::config::{
    Recovery, SECTION, SpuriousRecovery, SpuriousTimeout, TcpConfig, WITH_RACK,
};

/// Warning: CUBIC, BBR or DCTCP without selective acknowledgments.
pub static WITHOUT_SACK: Row = Row {
    id: "controller_without_sack",
    label: "Modern controller without SACK",
    help: "CUBIC, BBR and DCTCP are used in systems that repair losses with SACK and RACK. Tahoe, Reno and NewReno repair at most one loss per round trip, so 100 losses take 100 round trips. Example: at 50 Mb/s with 100 ms and 125 packets of buffer, one CUBIC flow then uses 41 % of the link instead of 99 %. Ten BBR flows use 33 Mb/s instead of 49. This is an effect of the loss recovery and not of the controller.",
    source: "RFC 8985 Section 1 (RACK-TLP); RFC 6582 Section 1 (NewReno: one retransmission per round trip)",
    check: Check::Senders(without_sack),
};

/// Warning: reductions are to be undone by a method that cannot work here.
pub static UNDOING: Row = Row {
    id: "undoing_without_effect",
    label: "Undoing without effect",
    help: "A sender can find out that a timeout or a fast recovery was not needed, and restore its window. Eifel compares timestamps, so without them it never does. Spurious recoveries are only detected with SACK or RACK. The run is then the same as without the setting.",
    source: "RFC 3522 Section 3.2 (Eifel needs timestamps); RFC 3708 (D-SACK)",
    check: Check::Senders(undoing),
};

fn undoing(scenario: &Scenario, findings: &mut Findings) {
    for group in &scenario.groups {
        let Some(config) = tcp(group) else { continue };
        let path = |field: &str| format!("groups.{}.traffic.{field}", group.id);
        if let Some(field) = eifel(config).filter(|_| !config.timestamps) {
            findings.warn_with(
                path(field),
                format!(
                    "{} undoes reductions by Eifel, which compares timestamps, but sends none, so nothing is undone.",
                    name(group)
                ),
                "Turn on timestamps.",
                Some(Fix::new("Turn on timestamps", [(path("timestamps"), json!(true))])),
            );
        } else if config.spurious_recovery != SpuriousRecovery::Off
            && !config.recovery.is_selective()
        {
            findings.warn_with(
                path("spurious_recovery"),
                format!(
                    "{} is to undo spurious recoveries, which needs SACK or RACK, but uses {}, so nothing is undone.",
                    name(group),
                    label(config.recovery)
                ),
                "Use RACK, like today's systems, or SACK.",
                Some(Fix::new("Use RACK", [(path("recovery"), json!("rack"))])),
            );
        }
    }
}

/// Returns the field that selects Eifel.
fn eifel(config: &TcpConfig) -> Option<&'static str> {
    if config.spurious_timeout == SpuriousTimeout::Eifel {
        return Some("spurious_timeout");
    }
    (config.spurious_recovery == SpuriousRecovery::Eifel).then_some("spurious_recovery")
}

fn without_sack(scenario: &Scenario, findings: &mut Findings) {
    for group in &scenario.groups {
        let Some(config) = tcp(group) else { continue };
        let controller = config.congestion_control.section();
        let is_modern = WITH_RACK.iter().any(|with| with.value == controller.kind());
        if !is_modern || !has_no_sack(config.recovery) {
            continue;
        }
        let path = format!("groups.{}.traffic.recovery", group.id);
        findings.warn_with(
            path.clone(),
            format!(
                "{} uses {} with {} recovery, which repairs at most one loss per round trip, so the link may stay unused for long.",
                name(group),
                controller.label,
                label(config.recovery)
            ),
            "Use RACK, like today's systems, or SACK.",
            Some(Fix::new("Use RACK", [(path, json!("rack"))])),
        );
    }
}

fn has_no_sack(recovery: Recovery) -> bool {
    matches!(
        recovery,
        Recovery::Tahoe | Recovery::Reno | Recovery::Newreno
    )
}

/// Returns the label of a recovery in the form.
fn label(recovery: Recovery) -> &'static str {
    use crate::spec::Kind;
    let id = serde_json::to_value(recovery).unwrap_or_default();
    let options = match SECTION.param("recovery").map(|param| &param.kind) {
        Some(Kind::Choice(options)) => *options,
        _ => &[],
    };
    options
        .iter()
        .find(|choice| id == choice.id)
        .map_or("", |choice| choice.label)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{fixed, paths, preset};
    use super::*;
    use crate::Simulation;
    use crate::time::Time;

    const CONTROL: &str = "groups.tcp.traffic.congestion_control";
    const RECOVERY: &str = "groups.tcp.traffic.recovery";

    #[test]
    fn warns_of_undoing_that_cannot_work() {
        let field = |name: &str| format!("groups.tcp.traffic.{name}");
        let warned = |set: serde_json::Value| paths(&UNDOING, &preset("one-flow", set));
        for name in ["spurious_timeout", "spurious_recovery"] {
            let without = json!({ RECOVERY: "rack", field(name): "eifel" });
            assert_eq!(warned(without.clone()), [field(name)]);
            let fixed = fixed(&UNDOING, &preset("one-flow", without));
            assert_eq!(paths(&UNDOING, &fixed), [""; 0]);
        }
        let newreno = json!({ RECOVERY: "newreno", field("spurious_recovery"): "dsack" });
        assert_eq!(warned(newreno), [field("spurious_recovery")]);
        for set in [
            json!({ field("spurious_timeout"): "f_rto" }),
            json!({ field("spurious_timeout"): "eifel", field("timestamps"): true }),
            json!({ RECOVERY: "sack", field("spurious_recovery"): "dsack" }),
        ] {
            assert_eq!(warned(set.clone()), [""; 0], "{set}");
        }
    }

    /// The warning is true: the whole run is the same with the setting and without.
    #[test]
    fn undoing_without_what_it_needs_changes_nothing() {
        let digest = |set: serde_json::Value| {
            let mut run = Simulation::new(&preset("one-flow", set));
            run.advance(Time::from_s(60.0)).expect("few packets");
            run.digest()
        };
        let timeout = "groups.tcp.traffic.spurious_timeout";
        assert_eq!(digest(json!({})), digest(json!({ timeout: "eifel" })));
        let recovery = "groups.tcp.traffic.spurious_recovery";
        assert_eq!(digest(json!({})), digest(json!({ recovery: "dsack" })));
    }

    #[test]
    fn warns_of_modern_controllers_with_each_recovery_without_sack() {
        for controller in ["cubic", "bbr", "bbr1", "dctcp"] {
            for (recovery, warns) in [
                ("tahoe", true),
                ("reno", true),
                ("newreno", true),
                ("sack", false),
                ("sack_ns2", false),
                ("rack", false),
            ] {
                let scenario = preset(
                    "one-flow",
                    json!({ CONTROL: controller, RECOVERY: recovery }),
                );
                let warned = paths(&WITHOUT_SACK, &scenario);
                let expected: &[&str] = if warns { &[RECOVERY] } else { &[] };
                assert_eq!(warned, expected, "{controller} with {recovery}");
            }
        }
        for controller in ["reno", "vegas", "fixed"] {
            let scenario = preset(
                "one-flow",
                json!({ CONTROL: controller, RECOVERY: "newreno" }),
            );
            assert_eq!(paths(&WITHOUT_SACK, &scenario), [""; 0], "{controller}");
        }
    }

    /// One flow at 50 Mb/s and 100 ms with 125 packets of buffer, from its start: the overshoot of slow start loses a
    /// few hundred packets, which NewReno repairs in as many round trips. Half of the link is far from both figures.
    #[test]
    fn fix_restores_the_utilization() {
        let scenario = preset(
            "one-flow",
            json!({
                CONTROL: "cubic", RECOVERY: "newreno",
                "bottlenecks.r0.rate_bps": 50e6, "bottlenecks.r0.delay_s": 0.0499,
                "bottlenecks.r0.queue.limit_packets": 125, "warmup_s": 5, "duration_s": 60,
            }),
        );
        let utilization = |scenario: &Scenario| {
            let mut simulation = Simulation::new(scenario);
            simulation.advance(Time::from_s(60.0)).expect("few packets");
            simulation.summary().bottlenecks[0]
                .forward
                .number("utilization")
        };
        assert!(utilization(&scenario) < Some(0.7));
        assert!(utilization(&fixed(&WITHOUT_SACK, &scenario)) > Some(0.9));
    }
}
