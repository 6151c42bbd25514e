/**
 * Fuzzes a reader of texts; `fuzz.mjs` starts it.
 *
 * Each text is a correct one with random changes. Texts that are accepted, or that lead to messages of a new form, are changed
 * again. Findings are texts that throw, or that take over two seconds of processor time. They are written below
 * `target/fuzz-NAME`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { random } from './links/random-scenario';

/** A reader of texts with its inputs. */
export interface FuzzTarget {
  name: string;
  /** Texts that are accepted. */
  correct: readonly string[];
  /** Returns a text with random changes. */
  mutated(text: string, next: () => number): string;
  /** Reads a text and returns the messages of its problems; none if it is accepted. Throws what is a finding. */
  messagesOf(text: string): readonly string[];
}

const MOST_MS = 2000;
const MOST_KEPT = 500;

/** Fuzzes for some minutes, prints a summary, and returns whether there were no findings. */
export function fuzz(target: FuzzTarget, minutes: number, seed: number): boolean {
  const corpus = new Corpus(target.correct, random(seed));
  let [texts, findings, slowest] = [0, 0, 0];
  const end = Date.now() + minutes * 60_000;
  for (; Date.now() < end; texts++) {
    const text = target.mutated(corpus.draw(), corpus.next);
    const { ms, error, messages } = tried(target, text);
    slowest = Math.max(slowest, ms);
    if (error !== null || ms > MOST_MS) {
      findings += 1;
      print(`finding ${findings}: ${Math.round(ms)} ms, ${(error ?? 'slow').slice(0, 300)}`);
      write(target.name, `${seed}-${findings}.txt`, text);
    }
    if (messages) corpus.keep(text, messages);
  }
  const { accepted, forms } = corpus;
  print(
    `seed ${seed}: ${texts} texts, ${accepted} accepted, ${forms.size} forms of messages, ` +
      `slowest ${Math.round(slowest)} ms, ${findings} findings`,
  );
  return findings === 0;
}

function tried(target: FuzzTarget, text: string) {
  const before = process.cpuUsage();
  let error: string | null = null;
  let messages: readonly string[] | null = null;
  try {
    messages = target.messagesOf(text);
  } catch (thrown) {
    error = String(thrown);
  }
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, error, messages };
}

/** The texts that are changed. */
class Corpus {
  accepted = 0;
  /** Messages without their details. */
  readonly forms = new Set<string>();
  private readonly texts: string[];

  constructor(
    private readonly correct: readonly string[],
    readonly next: () => number,
  ) {
    this.texts = [...correct];
  }

  /** Draws a text; every second one is correct, so that some of the changed texts are accepted. */
  draw(): string {
    const texts = this.next() < 0.5 ? this.correct : this.texts;
    return texts[Math.floor(this.next() * texts.length)]!;
  }

  /** Keeps a text whose messages have a new form, and some of the accepted ones. */
  keep(text: string, messages: readonly string[]): void {
    const known = this.forms.size;
    for (const message of messages) this.forms.add(message.replaceAll(/“[^”]*”|\d+/g, ''));
    if (messages.length === 0) this.accepted += 1;
    if (this.forms.size === known && !(messages.length === 0 && this.next() < 0.05)) return;
    if (this.texts.length < MOST_KEPT) this.texts.push(text);
    else this.texts[this.correct.length + Math.floor(this.next() * (MOST_KEPT - this.correct.length))] = text;
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function write(target: string, name: string, text: string): void {
  const folder = join(import.meta.dirname, `../target/fuzz-${target}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
}
