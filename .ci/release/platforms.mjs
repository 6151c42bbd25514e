/**
 * The systems that a release has files for, and how each file is tried on the machine that builds it.
 */
import { output } from '../shell.mjs';

/**
 * @typedef {object} Platform
 * @property {string} target the target of the Rust compiler
 * @property {string} package the npm package with the binary, as Node names system and processor
 * @property {Wheel[]} wheels
 * @property {string[]} emulators programs that run a binary of this system on x86-64 Linux; the first one found is used
 */
/**
 * @typedef {object} Wheel
 * @property {string} target with the version of glibc, where the wheel is linked with glibc
 * @property {string} [compatibility] the tag of the wheel, if not that of the target
 * @property {NodeJS.Platform} [only] system that the wheel must be built on, as it is linked with that system's libraries
 */

/** @type {Platform[]} */
export const PLATFORMS = [
  {
    target: 'x86_64-unknown-linux-musl',
    package: 'linux-x64',
    wheels: [
      { target: 'x86_64-unknown-linux-gnu', compatibility: 'manylinux_2_17' },
      { target: 'x86_64-unknown-linux-musl', compatibility: 'musllinux_1_2' },
    ],
    emulators: [],
  },
  {
    target: 'aarch64-unknown-linux-musl',
    package: 'linux-arm64',
    wheels: [
      { target: 'aarch64-unknown-linux-gnu', compatibility: 'manylinux_2_17' },
      { target: 'aarch64-unknown-linux-musl', compatibility: 'musllinux_1_2' },
    ],
    emulators: ['qemu-aarch64-static', 'qemu-aarch64'],
  },
  {
    target: 'x86_64-pc-windows-gnu',
    package: 'win32-x64',
    wheels: [{ target: 'x86_64-pc-windows-gnu' }],
    emulators: ['wine64', 'wine'],
  },
  {
    target: 'aarch64-apple-darwin',
    package: 'darwin-arm64',
    wheels: [{ target: 'aarch64-apple-darwin', only: 'darwin' }],
    emulators: [],
  },
  {
    target: 'x86_64-apple-darwin',
    package: 'darwin-x64',
    wheels: [{ target: 'x86_64-apple-darwin', only: 'darwin' }],
    emulators: [],
  },
];

/** Returns all targets of the Rust compiler that a release needs, each once. */
export function targets() {
  const all = PLATFORMS.flatMap(({ target, wheels }) => [target, ...wheels.map((wheel) => wheel.target)]);
  return [...new Set(all)];
}

/**
 * Returns the name of the program of a platform.
 *
 * @param {Platform} platform
 */
export function programName({ target }) {
  return target.includes('windows') ? 'bufferlab.exe' : 'bufferlab';
}

/**
 * Returns the command before a program of a platform that runs it here, or null if it cannot run here.
 *
 * @param {Platform} platform
 * @returns {string[] | null}
 */
export function runner({ target, emulators }) {
  if (output('rustc', ['-vV'])?.includes(`host: ${native(target)}`)) return [];
  const emulator = emulators.find(isUsable);
  return emulator === undefined ? null : [emulator];
}

/**
 * Returns whether an emulator is installed and runs what Rust compiles: Wine does since version 9, which has `ProcessPrng`.
 *
 * @param {string} name
 */
function isUsable(name) {
  const printed = output(name, ['--version']);
  const [, wine] = /^wine-(\d+)/.exec(printed ?? '') ?? [];
  return printed !== null && (wine === undefined || Number(wine) >= 9);
}

/**
 * Returns the target that a machine of this system compiles for by default.
 *
 * @param {string} target
 */
function native(target) {
  return target.replace('linux-musl', 'linux-').replace('windows-gnu', 'windows-');
}
