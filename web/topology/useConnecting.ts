/** Leading a group elsewhere in two steps, by keys or by tapping targets: first its entry, then its exit. */
import { useState } from 'react';
import type { Group, Scenario } from '../scenario/types';
import type { Connecting } from './canvas';
import { entryTargets, exitTargets, presentTarget, type PlacedTarget } from './connect';
import { connect, type Change, type Target } from './edits';
import type { Box, Placement } from './layout';
import { nameOf } from './text';

interface Stage {
  scenario: Scenario | null;
  placement: Placement | null;
  apply(change: Change | null, otherwise?: string): void;
  /** Brings a part of the picture into sight. */
  reveal(box: Box): void;
  say(sentence: string): void;
}

export interface ConnectControl {
  state: Connecting | null;
  group: Group | null;
  targets: readonly PlacedTarget[];
  set(next: Connecting | null): void;
  begin(groupId: string): void;
  /** Marks the next or the previous target. */
  turn(by: 1 | -1): void;
  choose(index: number): void;
  cancel(): void;
}

export function useConnecting({ scenario, placement, apply, reveal, say }: Stage): ConnectControl {
  const [state, set] = useState<Connecting | null>(null);
  const group = scenario?.groups.find(({ id }) => id === state?.group) ?? null;

  const targetsOf = (of: Group, step: Connecting['step'], entry: Target | null): PlacedTarget[] => {
    if (!scenario || !placement) return [];
    if (step === 'entry') return entryTargets(scenario, placement, of);
    return exitTargets(scenario, placement, of, entry);
  };
  const targets = group && state ? targetsOf(group, state.step, state.entry) : [];

  const show = (target: PlacedTarget | undefined): void => {
    if (target) reveal({ x: target.point.x - MARK, y: target.point.y - MARK, w: 2 * MARK, h: 2 * MARK });
  };

  const ask = (
    of: Group,
    step: Connecting['step'],
    entry: Target | null,
    from: readonly PlacedTarget[],
  ): void => {
    if (!scenario) return;
    const choice = presentTarget(scenario, from, of);
    show(from[choice]);
    set({ group: of.id, step, entry, choice, held: null });
    const verb = step === 'entry' ? 'enters' : 'leaves';
    say(`${nameOf(of)} ${verb} ${listed(from, choice)}. Arrows choose, Enter connects, Escape cancels.`);
  };

  const finish = (of: Group, chosen: readonly (Target | null)[]): void => {
    set(null);
    const path = chosen.filter((target) => target !== null);
    if (scenario) apply(connect(scenario, of.id, path), `${nameOf(of)} stays where it was.`);
  };

  return {
    state,
    group,
    targets,
    set,
    begin: (groupId) => {
      const of = scenario?.groups.find(({ id }) => id === groupId);
      if (!of) return;
      const entries = targetsOf(of, 'entry', null);
      if (entries.length > 1) ask(of, 'entry', null, entries);
      else say(`There is only one way for ${nameOf(of)}. Add an edge router or a bottleneck first.`);
    },
    turn: (by) => {
      if (!state || !group || targets.length === 0) return;
      const choice = (state.choice + by + targets.length) % targets.length;
      set({ ...state, choice, held: null });
      show(targets[choice]);
      say(listed(targets, choice));
    },
    choose: (index) => {
      const chosen = targets[index];
      if (!state || !group || !chosen) return;
      if (state.step === 'exit') return finish(group, [state.entry, chosen.target]);
      const exits = targetsOf(group, 'exit', chosen.target);
      if (exits.length > 1) ask(group, 'exit', chosen.target, exits);
      else finish(group, [chosen.target]);
    },
    cancel: () => {
      if (!state) return;
      set(null);
      say('Cancelled.');
    },
  };
}

/** Half the size of a target's mark. */
const MARK = 20;

/** `at bottleneck r0, 1 of 3`. */
function listed(targets: readonly PlacedTarget[], index: number): string {
  return `${targets[index]?.label ?? ''}, ${index + 1} of ${targets.length}`;
}
