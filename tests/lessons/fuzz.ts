/**
 * Fuzzes the parser of lessons; `fuzz.mjs` starts it.
 *
 * Each text is a lesson with random changes (`mutate.ts`). Texts that are accepted, or that lead to messages of a new form,
 * are changed again. Findings are texts that throw, or that take over two seconds of processor time. They are written below
 * `target/fuzz-lessons`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ParsedLesson } from '../../web/lessons/parse';
import { random } from '../links/random-scenario';
import { holds } from './holds';
import { mutated } from './mutate';
import { correct, parts } from './samples';

const MOST_MS = 2000;
const MOST_KEPT = 500;
const folder = join(import.meta.dirname, '../../target/fuzz-lessons');

/** Fuzzes for some minutes, prints a summary, and returns whether there were no findings. */
export function fuzz(minutes: number, seed: number): boolean {
  const corpus = new Corpus(random(seed));
  let [texts, findings, slowest] = [0, 0, 0];
  const end = Date.now() + minutes * 60_000;
  for (; Date.now() < end; texts++) {
    const text = corpus.draw();
    const { ms, error, parsed } = tried(text);
    slowest = Math.max(slowest, ms);
    if (error !== null || ms > MOST_MS) {
      findings += 1;
      print(`finding ${findings}: ${Math.round(ms)} ms, ${(error ?? 'slow').slice(0, 300)}`);
      write(`${seed}-${findings}.md`, text);
    }
    if (parsed) corpus.keep(text, parsed);
  }
  const { accepted, messages } = corpus;
  print(
    `seed ${seed}: ${texts} texts, ${accepted} accepted, ${messages.size} forms of messages, ` +
      `slowest ${Math.round(slowest)} ms, ${findings} findings`,
  );
  return findings === 0;
}

function tried(text: string): { ms: number; error: string | null; parsed: ParsedLesson | null } {
  const before = process.cpuUsage();
  let error: string | null = null;
  let parsed: ParsedLesson | null = null;
  try {
    parsed = holds(text);
  } catch (thrown) {
    error = String(thrown);
  }
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, error, parsed };
}

/** The texts that are changed. */
class Corpus {
  accepted = 0;
  /** Messages without their details. */
  readonly messages = new Set<string>();
  private readonly texts = [...correct];

  constructor(private readonly next: () => number) {}

  draw(): string {
    // Every second text is made from a correct one, so that some of the texts are accepted.
    const texts = this.next() < 0.5 ? correct : this.texts;
    return mutated(texts[Math.floor(this.next() * texts.length)]!, parts, this.next);
  }

  keep(text: string, parsed: ParsedLesson): void {
    const forms = formsOf(parsed);
    const known = this.messages.size;
    for (const form of forms) this.messages.add(form);
    if (forms.length === 0) this.accepted += 1;
    if (this.messages.size === known && !(forms.length === 0 && this.next() < 0.05)) return;
    if (this.texts.length < MOST_KEPT) this.texts.push(text);
    else this.texts[correct.length + Math.floor(this.next() * (MOST_KEPT - correct.length))] = text;
  }
}

function formsOf(parsed: ParsedLesson): string[] {
  return parsed.ok ? [] : parsed.problems.map(({ message }) => message.replaceAll(/“[^”]*”|\d+/g, ''));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function write(name: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
}
