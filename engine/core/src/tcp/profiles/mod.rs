//! Profiles of hosts: the options of TCP senders and receivers of some operating systems, of the RFCs, and of ns-2.
//!
//! Each setting names the file and function of the kernel, or the section of the RFC, that it follows. All profiles set
//! the same options, so that changing from one to another leaves nothing of the former. The sizes of packets, the
//! workload and the largest window belong to the path and the application, and stay.
//!
//! The controller is only a default: Linux with BBR is Linux. Kernels turn ECN on for DCTCP, whatever their setting.

mod freebsd;
mod linux;
mod ns2;
mod rfc;
mod windows;

use crate::spec::profile::{NotModeled, Setting};
use crate::spec::{DefaultValue, Profile};

/// The profiles, in the order of the form.
pub(super) static PROFILES: [Profile; 5] = [
    linux::LINUX,
    windows::WINDOWS,
    freebsd::FREEBSD,
    rfc::RFC,
    ns2::NS2,
];

const fn set(field: &'static str, value: DefaultValue, source: &'static str) -> Setting {
    Setting::new(field, value, source)
}

const fn lacks(what: &'static str, source: &'static str) -> NotModeled {
    NotModeled { what, source }
}

const CONTROLLER: &str = "congestion_control";
const BYTE_COUNTING: &str = "congestion_control.reno.abc_limit_packets";
const RENO_ARITHMETIC: &str = "congestion_control.reno.arithmetic";
const CUBIC_ARITHMETIC: &str = "congestion_control.cubic.arithmetic";
const BBR_QUANTUM: &str = "congestion_control.bbr1.send_quantum_packets";
const BBR_ARITHMETIC: &str = "congestion_control.bbr1.arithmetic";
const BBR_MARGIN: &str = "congestion_control.bbr1.pacing_margin";
const BBR_POLICER: &str = "congestion_control.bbr1.policer_detection";
const HYSTART: &str = "congestion_control.cubic.hystart";
const HYSTART_FORM: &str = "congestion_control.cubic.hystart_form";

const BBR_DRAFT: &str = "draft-cardwell-iccrg-bbr-congestion-control-00";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Kind;
    use crate::spec::complete::{complete_value, setting_value};
    use crate::spec::problem::Problem;
    use crate::tcp::config::SECTION;

    #[test]
    fn every_profile_sets_the_same_options_and_names_a_source_for_each() {
        let fields = |profile: &Profile| -> Vec<&str> {
            let mut fields: Vec<_> = profile.settings.iter().map(|s| s.field).collect();
            fields.sort_unstable();
            fields
        };
        for profile in &PROFILES {
            assert_eq!(fields(profile), fields(&linux::LINUX), "{}", profile.id);
            for setting in profile.settings {
                assert!(!setting.source.is_empty(), "{}", setting.field);
            }
        }
    }

    #[test]
    fn every_setting_is_accepted_as_it_stands() {
        for setting in PROFILES.iter().flat_map(|profile| profile.settings) {
            let param = setting.param(&SECTION).expect(setting.field);
            let value = setting_value(&SECTION, setting);
            let mut problems: Vec<Problem> = Vec::new();
            let again = complete_value(param, value.clone(), setting.field, &mut problems);
            assert!(problems.is_empty(), "{}: {problems:?}", setting.field);
            assert_eq!(again, value, "{}", setting.field);
        }
    }

    #[test]
    fn the_form_offers_each_profile_and_no_profile() {
        let Some(Kind::Choice(choices)) = SECTION.param("profile").map(|param| param.kind) else {
            panic!("the profile is a choice");
        };
        let offered: Vec<&str> = choices.iter().map(|choice| choice.id).collect();
        let mut known: Vec<&str> = PROFILES.iter().map(|profile| profile.id).collect();
        known.push("own");
        assert_eq!(offered, known);
    }
}
