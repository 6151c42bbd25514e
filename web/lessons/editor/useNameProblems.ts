/** Problems with the names in a lesson, which are checked with the engine of the Lab while the text rests. */
import { useEffect, useState } from 'react';
import type { Lab } from '../../lab/lab';
import { unlessGone } from '../../ui/unlessGone';
import type { LessonProblem } from '../format/lesson';
import type { Names } from '../format/names';
import { checkGoal } from '../session/judge';
import { checkNames } from './checkNames';
import { toolsOf } from './toolsOf';
import { useSettled } from './useSettled';

/** Returns the latest problems; those of an earlier text until the new one is checked. */
export function useNameProblems(lab: Lab, names: Names): readonly LessonProblem[] {
  const settled = useSettled(names);
  const [problems, setProblems] = useState<readonly LessonProblem[]>([]);
  useEffect(() => unlessGone(check(lab, settled), setProblems), [lab, settled]);
  return problems;
}

async function check(lab: Lab, names: Names): Promise<readonly LessonProblem[]> {
  if (names.scenes.length === 0 || !(await lab.ready())) return [];
  return checkNames(names, { ...toolsOf(lab), checkGoal });
}
