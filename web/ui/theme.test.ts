/** Colors of the data, with full and with reduced color vision; the latter is that of one person in twenty. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8');

/** Returns the colors of a scheme: the first or the second of each `light-dark()`. */
function colorsOf(scheme: 0 | 1): Record<string, string> {
  const pairs = css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g);
  const colors = Object.fromEntries([...pairs].map(([, name, ...both]) => [name!, both[scheme]!]));
  const others = [...css.matchAll(/--([\w-]+): var\(--([\w-]+)\);/g)];
  return { ...colors, ...Object.fromEntries(others.map(([, name, of]) => [name!, colors[of!]!])) };
}

const THEMES = { light: colorsOf(0), dark: colorsOf(1) };

/** All that groups and flows are drawn in; the tokens `flow-1` and `flow-6` are the first two. */
const DATA = ['tcp', 'udp', 'flow-2', 'flow-3', 'flow-4', 'flow-5'] as const;

type Triple = [number, number, number];

/** What is left of linear RGB: Machado, Oliveira and Fernandes 2009, severity 1. */
const VISIONS: Record<string, Triple[]> = {
  'all colors': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

describe.each(Object.entries(THEMES))('the data colors, %s,', (_, colors) => {
  it.each(Object.entries(VISIONS))('are distinguishable with %s', (_, vision) => {
    const seen = DATA.map((name) => labOf(vision, colors[name]!));
    const apart = seen.flatMap((one, i) => seen.slice(0, i).map((other) => Math.hypot(...minus(one, other))));
    // A just noticeable difference is about 0.02. The published set keeps 0.076; dark had 0.025.
    expect(Math.min(...apart)).toBeGreaterThan(0.075);
  });

  it('include the colors of flows', () => {
    expect([colors['flow-1'], colors['flow-6']]).toEqual([colors.tcp, colors.udp]);
    expect(colors['flow-3']).toBe(colors.ack);
  });
});

function linear(hex: string): Triple {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

const times = (rows: Triple[], [a, b, c]: Triple): Triple =>
  rows.map(([x, y, z]) => x * a + y * b + z * c) as Triple;
const minus = ([a, b, c]: Triple, [x, y, z]: Triple): Triple => [a - x, b - y, c - z];

/** Oklab (Ottosson 2020), in which equal distances look about equally large. */
function labOf(vision: Triple[], hex: string): Triple {
  const seen = times(vision, linear(hex)).map((value) => Math.min(1, Math.max(0, value))) as Triple;
  return times(LAB, times(LMS, seen).map(Math.cbrt) as Triple);
}

const LMS: Triple[] = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const LAB: Triple[] = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];
