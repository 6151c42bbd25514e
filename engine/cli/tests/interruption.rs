//! Ctrl-C: a run ends with its measures so far.

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_a_run_with_its_measures_so_far() {
    use std::process::Command;
    use std::thread::sleep;
    use std::time::Duration;

    use crate::common::program;

    let endless = ["run", "one-flow", "--duration", "1000000", "--json"];
    let child = program(&endless).spawn().expect("the program was built");
    let pid = child.id().to_string();
    // The signal has its default effect until the program catches it: bit 1 of its mask (proc(5)).
    let catches = || {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("it runs");
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let mask = u64::from_str_radix(mask.expect("a mask").trim(), 16);
        mask.expect("hexadecimal digits") & 0b10 != 0
    };
    while !catches() {
        sleep(Duration::from_millis(10));
    }
    let sent = Command::new("kill").args(["-INT", &pid]).status();
    assert!(sent.expect("a program `kill`").success());
    let output = child.wait_with_output().expect("it ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{errors}");
    assert!(errors.contains("interrupted; the results cover the run up to this time"));
    let measures: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(measures.is_object());
}
