/**
 * `npm run bench -- peers`: packets forwarded per processor second by ns-2 and ns-3, in turn with the native program.
 *
 * All simulate the preset `anomaly` with 20 kB of buffer for 60 s: the same flows with the same access delays and starts
 * (`tests/reference/inputs`), segments, rates and buffer. Processor time is that of a whole process, and depends less on the
 * load of the machine than real time. The programs take turns, so that a slow minute slows all of them.
 *
 * A simulator that is not installed is skipped. Results must agree with ours, which the table shows: a program that simulates
 * something else is not a peer.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { targetDirectory } from './engine.mjs';
import { announce, output, root, run, stop } from './shell.mjs';

/** @typedef {{ packets: number; utilization: number; tcp_loss: number; udp_loss: number }} Results of a program */
/** @typedef {Results & { cpu_s: number }} Run */

/**
 * @typedef {object} Program
 * @property {string} name
 * @property {string[]} command
 * @property {string} [input] standard input
 */

/**
 * @typedef {object} Peer simulator with our programs to compare it with
 * @property {string} name
 * @property {string} install command that installs it
 * @property {string} recovery our loss recovery that is like the peer's
 * @property {() => string[] | null} command program with its arguments; null if it is not installed
 */

const ROUNDS = 5;

/** Largest differences from our results, as ratios. They are random: each program draws its own UDP packets. */
const TOLERANCES = { utilization: 0.02, tcp_loss: 0.1 };

const flows = join(root, 'tests', 'reference', 'inputs', 'anomaly_1000_seed1.txt');
const sources = join(root, 'engine', 'bench', 'peers');

/** @type {Peer[]} */
const PEERS = [
  {
    name: 'ns-2.35',
    install: 'apt install ns2',
    recovery: 'reno',
    command: () =>
      output('sh', ['-c', 'command -v ns']) === null
        ? null
        : ['ns', join(sources, 'dumbbell.tcl'), ...Object.entries(parameters()).flat()],
  },
  {
    // Without SACK, ns-3 sends much again that was not lost. Its recovery with SACK is most like RACK.
    name: 'ns-3.37',
    install: 'apt install libns3-dev g++',
    recovery: 'rack',
    command: () => {
      const program = compileNs3();
      if (program === null) return null;
      return [program, ...Object.entries(parameters()).map(([key, value]) => `--${key}=${value}`)];
    },
  },
];

/** Measures and prints a table for each installed peer. Returns whether their results agree with ours. */
export function measurePeers() {
  if (process.platform === 'win32') return pass('Linux and macOS');
  if (!run('cargo', compile)) stop('The native program did not compile, see above.');
  return PEERS.map(compareWith).every(Boolean);
}

const compile = ['build', '--locked', '--release', '-p', 'bufferlab-bench', '--bin', 'bufferlab-peer'];

/** @param {string} where */
function pass(where) {
  announce(`Processor times of other simulators are measured on ${where} only.`);
  return true;
}

/** @param {Peer} peer */
function compareWith(peer) {
  const command = peer.command();
  if (command === null) {
    announce(`${peer.name} is not installed. Debian: ${peer.install}`);
    return true;
  }
  announce(`Comparing with ${peer.name}, ${ROUNDS} rounds`);
  const ours = join(targetDirectory(), 'release', 'bufferlab-peer');
  const input = JSON.stringify(scenario(peer.recovery));
  /** @type {Program[]} */
  const programs = [
    { name: 'Bufferlab', command: [ours], input },
    { name: 'Bufferlab, recording', command: [ours, 'recording'], input },
    { name: peer.name, command },
  ];
  const runs = programs.map(() => /** @type {Run[]} */ ([]));
  for (let round = 0; round < ROUNDS; round += 1) {
    programs.forEach((program, index) => runs[index]?.push(runOf(program)));
  }
  return print(programs, runs);
}

/** The preset with the flows of ns-2's runs, as a document of the engine. */
function preset() {
  /** @type {Document} */
  const document = JSON.parse(
    readFileSync(join(root, 'engine', 'core', 'src', 'presets', 'anomaly.json'), 'utf8'),
  );
  const lines = readFileSync(flows, 'utf8').trim().split('\n');
  const column = (/** @type {number} */ index) => lines.map((line) => Number(line.split(/\s+/)[index]));
  const [tcp] = document.groups;
  tcp.count = lines.length;
  tcp.access.delay_s = { list: column(0) };
  tcp.start_s = { list: column(1) };
  document.bottlenecks[0].queue.limit_bytes = 20_000;
  document.duration_s = 60;
  document.warmup_s = 20;
  return document;
}

/**
 * @typedef {{ rate_bps: number; delay_s: unknown }} Access
 *
 * @typedef {object} Document the part of the preset that the peers need
 * @property {number} duration_s
 * @property {number} warmup_s
 * @property {[{ rate_bps: number; delay_s: number; queue: { limit_bytes: number } }]} bottlenecks
 * @property {[
 *   { count: number; access: Access; start_s: unknown; traffic: { recovery: string; segment_bytes: number } },
 *   { access: Access; traffic: { rate_bps: number; packet_bytes: number } },
 * ]} groups
 */

/** @param {string} recovery */
function scenario(recovery) {
  const document = preset();
  document.groups[0].traffic.recovery = recovery;
  return document;
}

/**
 * The scenario as parameters of the programs in `engine/bench/peers`.
 *
 * @returns {Record<string, string>}
 */
function parameters() {
  const { duration_s, warmup_s, bottlenecks, groups } = preset();
  const [link] = bottlenecks;
  const [tcp, udp] = groups;
  const values = {
    flows,
    rate: link.rate_bps,
    delay: link.delay_s,
    buffer: link.queue.limit_bytes,
    access_rate: tcp.access.rate_bps,
    segment: tcp.traffic.segment_bytes,
    udp_rate: udp.traffic.rate_bps,
    udp_packet: udp.traffic.packet_bytes,
    udp_access_rate: udp.access.rate_bps,
    udp_access_delay: udp.access.delay_s,
    duration: duration_s,
    warmup: warmup_s,
  };
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));
}

/** Compiles the program for ns-3, and returns its path; null if ns-3 or a compiler is missing. */
function compileNs3() {
  const folder = join(root, 'target', 'peers');
  mkdirSync(folder, { recursive: true });
  const program = join(folder, 'ns3-dumbbell');
  const libraries = ['core', 'network', 'internet', 'point-to-point', 'applications', 'traffic-control'];
  const linked = libraries.map((name) => `-lns3-${name}`);
  const options = ['-O3', '-std=c++17', join(sources, 'dumbbell.cc'), '-o', program, ...linked];
  return output('g++', options) === null ? null : program;
}

/**
 * Runs a program and measures the processor time of its process, user and system.
 *
 * @param {Program} program
 * @returns {Run}
 */
function runOf({ name, command, input = '' }) {
  // `times` of the shell prints the times of the processes that it has waited for, in its second line.
  const args = ['-c', '"$@" && times >&2', 'sh', ...command];
  const { status, stdout, stderr } = spawnSync('sh', args, { cwd: root, input, encoding: 'utf8' });
  if (status !== 0) stop(`${stderr}\n${name} failed: ${command.join(' ')}`);
  /** @type {Results} */
  const results = JSON.parse(stdout);
  const times = [
    ...stderr
      .trim()
      .split('\n')
      .slice(-1)
      .join('')
      .matchAll(/(\d+)m([\d.]+)s/g),
  ];
  const cpu_s = times.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);
  return { ...results, cpu_s };
}

/**
 * Prints a table. Returns whether the peer, which is last, has results like ours.
 *
 * @param {Program[]} programs
 * @param {Run[][]} runs
 */
function print(programs, runs) {
  const rates = runs.map((of) => of.map(({ packets, cpu_s }) => packets / cpu_s).sort((a, b) => b - a));
  const peers = rates.at(-1) ?? [];
  const titles = ['best', 'median', 'utilization', 'TCP loss', 'UDP loss', 'packets'];
  console.log('\n  Thousand packets per processor second of the whole process\n');
  console.log(`  ${''.padEnd(22)} ${titles.map((title) => title.padStart(11)).join(' ')}   times the peer`);
  programs.forEach(({ name }, index) => {
    const { packets, utilization, tcp_loss, udp_loss } = lastOf(runs[index]);
    const of = rates[index] ?? [];
    const cells = [
      (best(of) / 1000).toFixed(0),
      (median(of) / 1000).toFixed(0),
      percent(utilization),
      percent(tcp_loss),
      percent(udp_loss),
      packets.toLocaleString('en'),
    ];
    const ratios = `${(median(of) / median(peers)).toFixed(1)} (median), ${(best(of) / best(peers)).toFixed(1)} (best)`;
    const last = index === programs.length - 1 ? '' : `   ${ratios}`;
    console.log(`  ${name.padEnd(22)} ${cells.map((cell) => cell.padStart(11)).join(' ')}${last}`);
  });
  return agree(lastOf(runs[0]), lastOf(runs.at(-1)), programs.at(-1)?.name ?? '');
}

/**
 * @param {Run} ours
 * @param {Run} theirs
 * @param {string} name of the peer
 */
function agree(ours, theirs, name) {
  const far = Object.entries(TOLERANCES).filter(([key, tolerance]) => {
    const of = /** @type {keyof Results} */ (key);
    return !(Math.abs(theirs[of] / ours[of] - 1) <= tolerance);
  });
  if (far.length === 0) {
    console.log('\n  Both simulate the same: utilization within 2 %, TCP loss within 10 %.\n');
    return true;
  }
  console.error(
    `\n✗ ${name} and Bufferlab differ in ${far.map(([key]) => key).join(', ')}: the ratio means nothing.\n`,
  );
  return false;
}

/** @param {number[]} descending */
function best([first]) {
  return first ?? NaN;
}

/** @param {number[]} descending */
function median(descending) {
  return descending[descending.length >> 1] ?? NaN;
}

/** @param {number} share */
function percent(share) {
  return `${(100 * share).toFixed(2)} %`;
}

/** @param {Run[] | undefined} runs */
function lastOf(runs) {
  return runs?.at(-1) ?? stop('A program was not run.');
}
