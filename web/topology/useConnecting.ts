/** Connects a group to another path in two steps, by keys or by tapping targets: first where it joins, then where it leaves. */
import { useState } from 'react';
import type { Group, Scenario } from '../scenario/types';
import type { Connecting } from './canvas';
import { entryTargets, exitTargets, presentTarget, type PlacedTarget } from './connect';
import { connect, type Change, type Target } from './edits';
import type { Box, Placement } from './layout';
import { CONNECT } from './strings';
import { nameOf } from './text';

interface Stage {
  scenario: Scenario | null;
  placement: Placement | null;
  apply(change: Change | null, otherwise?: string): void;
  /** Scrolls a part of the drawing into view. */
  reveal(box: Box): void;
  announce(sentence: string): void;
}

/** State of the connection, and its commands. */
export interface ConnectControl {
  state: Connecting | null;
  group: Group | null;
  targets: readonly PlacedTarget[];
  set(next: Connecting | null): void;
  begin(groupId: string): void;
  /** Marks the next or the previous target. */
  step(by: 1 | -1): void;
  choose(index: number): void;
  cancel(): void;
}

/** Returns the state of the connection in progress, and its commands. */
export function useConnecting({ scenario, placement, apply, reveal, announce }: Stage): ConnectControl {
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
    announce((step === 'entry' ? CONNECT.joins : CONNECT.leaves)(nameOf(of), choiceText(from, choice)));
  };

  const finish = (of: Group, chosen: readonly (Target | null)[]): void => {
    set(null);
    const path = chosen.filter((target) => target !== null);
    if (scenario) apply(connect(scenario, of.id, path), CONNECT.unchanged(nameOf(of)));
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
      else announce(CONNECT.onlyOne(nameOf(of)));
    },
    step: (by) => {
      if (!state || !group || targets.length === 0) return;
      const choice = (state.choice + by + targets.length) % targets.length;
      set({ ...state, choice, held: null });
      show(targets[choice]);
      announce(choiceText(targets, choice));
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
      announce(CONNECT.canceled);
    },
  };
}

/** Half the size of a target's mark. */
const MARK = 20;

/** Describes a target and its position: `at bottleneck r0, 1 of 3`. */
function choiceText(targets: readonly PlacedTarget[], index: number): string {
  return CONNECT.choice(targets[index]?.label ?? '', index + 1, targets.length);
}
