/**
 * Random documents that the engine mostly accepts, drawn from its catalog: a new kind is drawn without being
 * named here. Only the shape of the network and the sizes that decide how much happens are set by hand.
 */
import type { Catalog, Param } from '../web/types/engine';
import { random } from './links/random-scenario';

type Next = () => number;
type Fields = Record<string, unknown>;

/** Length of a run, seconds. */
export const DURATION_S = 3;

/** The document of a seed. */
export function randomDocument(catalog: Catalog, seed: number): Fields {
  const draw = new Draw(catalog, random(seed));
  return draw.document();
}

class Draw {
  constructor(
    private readonly catalog: Catalog,
    private readonly next: Next,
  ) {}

  document(): Fields {
    const bottlenecks = this.list(1 + this.below(2), 'r', () => this.link('bottleneck'));
    const groups = this.list(1 + this.below(3), 'g', () => this.group());
    return {
      version: 1,
      seed: this.below(1000),
      duration_s: DURATION_S,
      warmup_s: this.pick([0, 0.5]),
      bottlenecks,
      groups,
      edits: this.edits(),
    };
  }

  private link(section: string): Fields {
    return {
      ...this.object(section),
      rate_bps: this.spread(1e6, 2e7),
      delay_s: this.spread(1e-3, 0.05),
      queue: this.queue(),
      reverse: {},
    };
  }

  private group(): Fields {
    return {
      count: 1 + this.below(8),
      access: { rate_bps: this.spread(1e6, 1e8), delay_s: { uniform: [0.001, 0.001 + this.next() / 50] } },
      start_s: { uniform: [0, 1] },
      traffic: this.traffic(),
    };
  }

  private queue(): Fields {
    return { ...this.kind('queue'), limit_bytes: null, limit_packets: 2 + this.below(60) };
  }

  /** Sources that do not adapt send at rates that do not drown everything. */
  private traffic(): Fields {
    const traffic = this.kind('traffic');
    for (const name of ['rate_bps', 'peak_rate_bps']) {
      if (name in traffic) traffic[name] = this.spread(1e5, 3e6);
    }
    for (const name of ['speed', 'scale']) {
      if (name in traffic) traffic[name] = this.spread(0.5, 2);
    }
    return traffic;
  }

  private edits(): Fields[] {
    const times = Array.from({ length: this.below(3) }, () => this.next() * DURATION_S).sort((a, b) => a - b);
    const change = () =>
      this.pick<() => Fields>([
        () => ({ path: 'bottlenecks.r0.queue', value: this.queue() }),
        () => ({ path: 'bottlenecks.r0.rate_bps', value: this.spread(1e6, 2e7) }),
        () => ({ path: 'groups.g0.count', value: this.below(12) }),
        () => ({ path: 'groups.g0.traffic', value: this.traffic() }),
        () => ({ path: 'groups.late', value: this.group() }),
      ])();
    return times.map((at_s) => ({ at_s, set: [change()] }));
  }

  /** An entry of a registry. */
  private kind(registry: string): Fields {
    const id = this.pick(this.catalog.registries[registry]!);
    return { ...this.object(id), kind: id.slice(id.lastIndexOf('.') + 1) };
  }

  /** What must be given, and now and then something else. */
  private object(section: string): Fields {
    const params = this.catalog.sections[section]!.params;
    const given = params.filter((param) => param.default === undefined || this.next() < 0.15);
    const entries = given.map((param) => [param.name, this.value(param)] as const);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }

  private value({ kind, unit }: Param): unknown {
    switch (kind.type) {
      case 'number':
      case 'integer': {
        const most =
          unit === 'packets' ? Math.min(kind.max, 500) : unit === 's' ? Math.min(kind.max, 2) : kind.max;
        const least = kind.log && kind.min <= 0 ? Math.min(most, 1) * 1e-3 : kind.min;
        const value = kind.log ? this.spread(least, most) : least + (most - least) * this.next();
        return kind.type === 'integer' ? Math.round(value) : value;
      }
      case 'flag':
        return this.next() < 0.5;
      case 'choice':
        return this.pick(kind.options).id;
      case 'one_of':
        return this.kind(kind.registry);
      default:
        return undefined;
    }
  }

  private list(length: number, prefix: string, item: () => Fields): Fields[] {
    return Array.from({ length }, (_, i) => ({ ...item(), id: `${prefix}${i}` }));
  }

  private spread(low: number, high: number): number {
    return low * (high / low) ** this.next();
  }

  private pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  private below(n: number): number {
    return Math.floor(this.next() * n);
  }
}
