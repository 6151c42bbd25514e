//! `bufferlab emulate`: real hosts on both sides of a simulated network, in namespaces that vanish with the program.
//!
//! Where the kernel forbids namespaces, these tests print a sentence and check nothing else.

use std::collections::VecDeque;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use bufferlab_core::trace::measured;
use serde_json::{Value, json};

use crate::common::{bufferlab, bufferlab_reading, file, program};

/// Returns the arguments of an emulation of `one-flow` with a command on the senders' side.
fn one_flow<'a>(duration_s: &'a str, command: &[&'a str]) -> Vec<&'a str> {
    let emulate = [
        "emulate",
        "one-flow",
        "--warmup",
        "0",
        "--duration",
        duration_s,
        "--",
    ];
    [&emulate, command].concat()
}

/// Returns whether this machine lets us make namespaces.
fn is_allowed() -> bool {
    let outcome = bufferlab(&one_flow("1", &["true"]));
    let refused = outcome.code == Some(1) && outcome.stderr.contains("Emulation needs root");
    if refused {
        println!(
            "skipped, since namespaces are not allowed here: {}",
            outcome.stderr
        );
    }
    !refused
}

/// Rate of the bottleneck, bits per second.
const RATE_BPS: u64 = 8_000_000;
/// Rate of the access link.
const ACCESS_BPS: u64 = 1_000_000_000;
/// Packets that may wait.
const LIMIT: usize = 10;
/// Delay behind the bottleneck, in each direction.
const DELAY_PS: u64 = 5_000_000_000;

/// A drop-tail queue that one flow of real CUBIC overflows within a second.
fn scenario() -> String {
    let document = json!({
        "duration_s": 2, "warmup_s": 0,
        "bottlenecks": [{
            "id": "r0", "rate_bps": RATE_BPS, "delay_s": DELAY_PS as f64 * 1e-12,
            "queue": { "kind": "drop_tail", "limit_packets": LIMIT },
        }],
        "groups": [{
            "id": "real", "access": { "rate_bps": ACCESS_BPS },
            "traffic": { "kind": "tcp", "congestion_control": "cubic" },
        }],
    });
    document.to_string()
}

/// Number at a path of a document.
fn number(document: &Value, path: &str) -> u64 {
    let value = document.pointer(path).and_then(Value::as_u64);
    value.unwrap_or_else(|| panic!("no number at {path} of {document:#}"))
}

/// Picoseconds of a time with twelve digits behind the point.
fn picoseconds(text: &str) -> u64 {
    let (whole, part) = text.split_once('.').expect("a point");
    assert_eq!(part.len(), 12, "{text}");
    format!("{whole}{part}").parse().expect("digits")
}

/// Time in which a link sends a packet, rounded as by the simulator.
fn transmission(bytes: u64, rate_bps: u64) -> u64 {
    (bytes as f64 * 8e12 / rate_bps as f64 + 0.5) as u64
}

#[test]
fn real_cubic_loses_and_delays_exactly_the_packets_that_a_drop_tail_queue_does() {
    if !is_allowed() {
        return;
    }
    // On a machine that is busy for seconds, the sender may fill no queue.
    assert!(
        (0..20).any(|_| dropped_exactly(&[]) > 0),
        "no packet was dropped"
    );
}

#[test]
fn trains_of_segments_are_split_into_packets_before_they_reach_the_queue() {
    if !is_allowed() {
        return;
    }
    assert!(
        (0..20).any(|_| dropped_exactly(&["--offload"]) > 0),
        "no packet was dropped"
    );
}

/// Compares the fates of all packets of a run with those that a queue gives them by their arrivals. Returns the number of
/// dropped ones.
fn dropped_exactly(options: &[&str]) -> u64 {
    let path = file(&format!("emulate-packets{}.csv", options.concat()), b"");
    let emulate = ["emulate", "-", "--json", "--packets", &path];
    let outcome = bufferlab_reading(&scenario(), &[&emulate, options].concat());
    let document = outcome.json();
    let offload = options == ["--offload"];
    assert_eq!(document["measured"]["offload"], offload);
    // The kernel's largest train, or none.
    let train = number(&document, "/scenario/groups/0/traffic/train_packets");
    assert_eq!(train, if offload { 44 } else { 1 });
    // A train that arrives whole is too long.
    assert_eq!(number(&document, "/measured/packets/refused"), 0);
    // The page opens it as the baseline: scenario, series and controllers are there.
    let run = measured::read(outcome.stdout.as_bytes(), None).expect("a measured run");
    assert_eq!(run.controllers, ["cubic"]);
    assert!(
        run.run
            .is_some_and(|run| run.scenario["groups"][0]["id"] == "real")
    );
    let queue = document["series"]["link.r0.queue_packets mean [packets]"].as_array();
    assert_eq!(queue.map(Vec::len), Some(200), "{}", document["series"]);
    let measured = &document["measured"];
    let controllers = &measured["controllers"]["real"];
    // A busy machine may have opened no connection yet.
    assert!(
        *controllers == json!(["cubic"]) || *controllers == json!([]),
        "{controllers}"
    );
    assert!(document.get("digest").is_none());
    // Packets in = delivered + dropped + in flight, as the interfaces count them.
    assert_eq!(measured["packets"]["conserved"], true, "{measured:#}");

    let rows = fs::read_to_string(&path).expect("a list of packets");
    let mut packets: Vec<(u64, u64, String, u64)> = rows
        .lines()
        .skip(1)
        .map(|row| row.split(',').collect::<Vec<_>>())
        .filter(|row| row[2] == "forward")
        .map(|row| {
            let bytes = row[4].parse().expect("a size");
            let fate_at = if row[6].is_empty() {
                0
            } else {
                picoseconds(row[6])
            };
            (picoseconds(row[0]), bytes, row[5].to_owned(), fate_at)
        })
        .collect();
    packets.sort();
    let (mut access, mut line) = (0, 0);
    // Times at which the transmissions of waiting packets begin.
    let mut waiting = VecDeque::new();
    let mut dropped = 0_u64;
    for (at, bytes, fate, fate_at) in &packets {
        access = access.max(*at) + transmission(*bytes, ACCESS_BPS);
        while waiting.front().is_some_and(|begins| *begins < access) {
            waiting.pop_front();
        }
        let in_flight = fate == "in_flight";
        if waiting.len() >= LIMIT {
            // The run may end while a packet is on its access link.
            if in_flight {
                break;
            }
            assert_eq!(
                (fate.as_str(), *fate_at),
                ("dropped:tail", access),
                "at {at} ps"
            );
            dropped += 1;
            continue;
        }
        let begins = line.max(access);
        // Arrivals precede a departure of the same instant.
        if line >= access {
            waiting.push_back(begins);
        }
        line = begins + transmission(*bytes, RATE_BPS);
        assert!(
            in_flight || (fate.as_str(), *fate_at) == ("delivered", line + DELAY_PS),
            "{fate} at {fate_at} ps: {bytes} bytes of {at} ps"
        );
    }
    assert_eq!(dropped, number(measured, "/packets/dropped"));
    dropped
}

#[test]
fn commands_have_the_addresses_of_their_group_and_their_failure_is_that_of_the_program() {
    if !is_allowed() {
        return;
    }
    let with = |command: &[&str]| bufferlab(&one_flow("60", command));
    let print = "echo {group} {sender} {receiver} {sender6} {receiver6}; exit 3";
    let outcome = with(&["sh", "-c", print]);
    assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
    let printed = "tcp 10.10.0.1 10.20.0.1 fdbf::a:0:1 fdbf::14:0:1\n";
    assert!(outcome.stdout.starts_with(printed), "{}", outcome.stdout);
    assert!(
        outcome
            .stderr
            .contains("the command 'sh' of group tcp failed: exit status: 3")
    );
    let outcome = with(&["no-such-program"]);
    assert_eq!(outcome.code, Some(1));
    assert!(
        outcome
            .stderr
            .contains("cannot start the command 'no-such-program'")
    );
}

/// Names of the series of real senders, as a run that is read again has them.
const OF_SENDERS: [&str; 2] = ["group.real.mean_cwnd_packets", "group.real.rtt_s"];

#[test]
fn the_output_says_that_real_groups_are_linux_hosts_and_has_their_windows_and_round_trips() {
    if !is_allowed() {
        return;
    }
    // On a machine that is busy for seconds, no connection may be open yet.
    let outcome = (0..20)
        .map(|_| bufferlab_reading(&scenario(), &["emulate", "-", "--json"]))
        .find(|outcome| outcome.json()["measured"]["groups"][0]["rtt_s"].is_number());
    let outcome = outcome.expect("a run with a connection");
    let document = outcome.json();
    let group = &document["scenario"]["groups"][0];
    let traffic = |field: &str| &group["traffic"][field];
    assert_eq!(traffic("profile"), "linux-6");
    assert_eq!(traffic("recovery"), "rack");
    assert_eq!(traffic("congestion_control")["kind"], "cubic");
    assert_eq!(
        number(group, "/traffic/segment_bytes") + number(group, "/traffic/header_bytes"),
        1500
    );
    // The scenario names CUBIC without SACK, whose warning is about simulated senders.
    assert_eq!(outcome.stderr.matches("controller_without_sack").count(), 0);

    let run = measured::read(outcome.stdout.as_bytes(), None).expect("a measured run");
    for id in OF_SENDERS {
        let series = run.series.iter().find(|series| series.id == id);
        let series = series.unwrap_or_else(|| panic!("{id} is not in the file"));
        assert!(series.count > 0, "{id}");
    }
    // At least the delays of both directions.
    let rtts = run.series.iter().find(|series| series.id == OF_SENDERS[1]);
    let rtts = rtts.expect("round trips").values.iter();
    let least_s = 2.0 * DELAY_PS as f64 * 1e-12;
    assert!(
        rtts.filter(|it| !it.is_nan())
            .all(|rtt_s| *rtt_s >= least_s)
    );
}

#[test]
fn what_cannot_be_emulated_is_refused_with_what_can() {
    for (arguments, sentence) in [
        (
            &[
                "one-flow",
                "--set",
                "groups.tcp.traffic.congestion_control=fixed",
            ][..],
            "groups[0].traffic.congestion_control: this kernel has no 'fixed'; it has ",
        ),
        (
            &["poisson-queue"],
            "groups: none has TCP, so none has packets of real hosts; name groups with --live",
        ),
        (
            &["one-flow", "--live", "other"],
            "live[0]: there is no group 'other'; there are tcp",
        ),
        (
            &["one-flow", "--receive", "true"],
            "needs a COMMAND on the senders' side",
        ),
        (&["requests"], "traffic.workload: needs simulated senders"),
    ] {
        let outcome = bufferlab(&[&["emulate"], arguments].concat());
        assert_eq!(outcome.code, Some(2), "{arguments:?}: {}", outcome.stderr);
        assert!(
            outcome.stderr.contains(sentence),
            "{arguments:?}: {}",
            outcome.stderr
        );
    }
}

/// Returns whether the system has a program; otherwise a test prints that it checks nothing.
fn has(program: &str) -> bool {
    let has = Command::new(program).arg("--version").output().is_ok();
    if !has {
        println!("skipped, since there is no program '{program}' here");
    }
    has
}

#[test]
fn the_printed_command_opens_a_shell_beside_the_receivers_that_ends_with_the_emulation() {
    if !is_allowed() || !has("nsenter") {
        return;
    }
    let mut emulation: Child = program(&[
        "emulate",
        "one-flow",
        "--warmup",
        "0",
        "--duration",
        "600",
        "--shell",
    ])
    .env("SHELL", "/bin/sh")
    .spawn()
    .expect("the program was built");
    let lines = BufReader::new(emulation.stderr.take().expect("standard error")).lines();
    let mut lines = lines.map_while(Result::ok);
    let printed = lines
        .find(|line| line.contains("nsenter"))
        .expect("a command");
    let mut words = printed.split_whitespace();
    // Its shell prints its addresses, then waits for an end that only the kernel gives.
    let mut beside = Command::new(words.next().expect("nsenter"))
        .args(words)
        .args([
            "--",
            "sh",
            "-c",
            "cat /proc/net/fib_trie; echo end; sleep 98764",
        ])
        .stdout(Stdio::piped())
        .spawn()
        .expect("nsenter starts");
    let lines = BufReader::new(beside.stdout.take().expect("standard output")).lines();
    let addresses: Vec<String> = lines
        .map_while(Result::ok)
        .take_while(|line| line != "end")
        .collect();
    let has = |address: &str| {
        let mut pairs = addresses.windows(2);
        let end = format!("|-- {address}");
        pairs.any(|pair| pair[0].ends_with(&end) && pair[1].contains("host LOCAL"))
    };
    assert!(has("10.20.0.1") && !has("10.10.0.1"), "{addresses:#?}");
    // The shell of the senders ends with its input.
    drop(emulation.stdin.take());
    assert!(emulation.wait().expect("it ends").success());
    assert!(!beside.wait().expect("it ends").success());
}

#[test]
fn a_refusal_names_the_setting_that_forbids_namespaces() {
    if !is_allowed() || !has("unshare") {
        return;
    }
    // The setting of a user namespace is its own.
    let forbid = "echo 0 > /proc/sys/user/max_net_namespaces && exec \"$0\" emulate one-flow --duration 1 --warmup 0";
    let refused = Command::new("unshare")
        .args(["--user", "--map-root-user", "sh", "-c", forbid])
        .arg(env!("CARGO_BIN_EXE_bufferlab"))
        .output()
        .expect("unshare starts");
    let stderr = String::from_utf8_lossy(&refused.stderr);
    if !stderr.contains("bufferlab:") {
        println!("skipped, since user namespaces are not allowed here: {stderr}");
        return;
    }
    assert_eq!(refused.status.code(), Some(1), "{stderr}");
    let setting =
        "these settings of the kernel: `sysctl user.max_net_namespaces` is 0, needed: above 0";
    assert!(stderr.contains(setting), "{stderr}");
}

/// Sends datagrams until one is answered.
const ASK: &str = "
import socket
ask = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
ask.settimeout(1)
answer = None
while not answer:
    try:
        ask.sendto(bytes(100), ('{receiver6}', 5201))
        answer = ask.recv(200)
    except OSError:
        pass
";

/// Answers the first datagram.
const ANSWER: &str = "
import socket
answer = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
answer.bind(('{receiver6}', 5201))
answer.sendto(*answer.recvfrom(200))
";

#[test]
fn packets_of_ipv6_pass_the_queue() {
    let has_ipv6 = Path::new("/proc/sys/net/ipv6").exists();
    if !has_ipv6 || !is_allowed() || !has("python3") {
        return;
    }
    let path = file("emulate-ipv6.csv", b"");
    let receive = format!("exec python3 -c \"{ANSWER}\"");
    let options = ["--receive", &receive, "--packets", &path];
    let arguments = one_flow("600", &["python3", "-c", ASK]);
    let (emulate, command) = arguments.split_at(6);
    let outcome = bufferlab(&[emulate, &options, command].concat());
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let rows = fs::read_to_string(&path).expect("a list of packets");
    // With its headers a datagram of 100 bytes is a packet of 148.
    for direction in ["forward", "reverse"] {
        let row = format!(",tcp,{direction},0,148,delivered,");
        assert!(rows.contains(&row), "no {direction} packet in {rows}");
    }
}

/// Processes whose arguments contain a word.
fn processes(word: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc")
        .expect("a list of processes")
        .flatten();
    entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name.parse::<u32>().is_ok())
        .filter(|name| {
            let arguments = fs::read(format!("/proc/{name}/cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&arguments).contains(word)
        })
        .collect()
}

/// First child of a process, if it has one.
fn child_of(process: &str) -> Option<String> {
    let children = fs::read_to_string(format!("/proc/{process}/task/{process}/children"));
    Some(children.ok()?.split_whitespace().next()?.to_owned())
}

fn kill(signal: &str, process: &str) {
    // It may have ended by itself.
    let _ = Command::new("kill")
        .args([signal, process])
        .stderr(Stdio::null())
        .status();
}

#[test]
fn after_a_kill_at_any_moment_no_process_is_left() {
    if !is_allowed() {
        return;
    }
    // Children that forget their parent: only the kernel can find them.
    let word = format!("98765{}", std::process::id());
    let command = format!("(sleep {word} &) ; (setsid sleep {word} &) ; sleep {word}");
    let emulate = one_flow("600", &["sh", "-c", &command]);
    for kill_number in 0..20_u64 {
        let mut outer: Child = program(&emulate)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program was built");
        sleep(Duration::from_millis(kill_number * 37 % 300));
        let process = outer.id().to_string();
        match kill_number % 4 {
            0 => kill("-KILL", &process),
            1 => kill("-INT", &process),
            2 => {
                // Not every moment has an inner process.
                if let Some(inner) = child_of(&process) {
                    kill("-KILL", &inner);
                } else {
                    kill("-KILL", &process);
                }
            }
            _ => kill("-TERM", &process),
        }
        outer.wait().expect("it ends");
        // The kernel ends the others, in its own time; if it does not, this test does not end.
        while !processes(&word).is_empty() {
            sleep(Duration::from_millis(5));
        }
    }
    let interfaces = fs::read_to_string("/proc/net/dev").expect("a list of interfaces");
    assert!(!interfaces.contains("receivers:"), "{interfaces}");
}
