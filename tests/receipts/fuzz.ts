/**
 * Fuzzes the reader of receipts; `fuzz.mjs` starts it.
 *
 * Findings are texts that throw, or that take over two seconds of processor time. They are written below
 * `target/fuzz-receipts`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { random } from '../links/random-scenario';
import { holds } from './holds';
import { mutated } from './mutate';
import { correct } from './samples';

const MOST_MS = 2000;
const MOST_KEPT = 300;
const folder = join(import.meta.dirname, '../../target/fuzz-receipts');

/** Fuzzes for some minutes, prints a summary, and returns whether there were no findings. */
export function fuzz(minutes: number, seed: number): boolean {
  const next = random(seed);
  const kept = [...correct];
  const messages = new Set<string>();
  let [texts, accepted, findings, slowest] = [0, 0, 0, 0];
  const end = Date.now() + minutes * 60_000;
  for (; Date.now() < end; texts++) {
    const text = mutated(kept[Math.floor(next() * kept.length)]!, correct, next);
    const before = process.cpuUsage();
    let problem = '';
    try {
      const read = holds(text);
      const known = messages.size;
      if (read.ok) accepted += 1;
      else messages.add(read.message.replaceAll(/“[^”]*”|\d+/g, ''));
      // Texts that lead further are changed again.
      if (messages.size > known || (read.ok && next() < 0.02))
        kept[kept.length < MOST_KEPT ? kept.length : correct.length + Math.floor(next() * 200)] = text;
    } catch (error) {
      problem = String(error);
    }
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1000;
    slowest = Math.max(slowest, ms);
    if (problem === '' && ms <= MOST_MS) continue;
    findings += 1;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${seed}-${findings}.txt`), text);
    print(`finding ${findings}: ${Math.round(ms)} ms, ${problem.slice(0, 300)}`);
  }
  print(
    `seed ${seed}: ${texts} texts, ${accepted} accepted, ${messages.size} forms of messages, ` +
      `slowest ${Math.round(slowest)} ms, ${findings} findings`,
  );
  return findings === 0;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
