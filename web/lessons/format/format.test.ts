import { describe, expect, it } from 'vitest';
import { formatExamples as examples } from '../../../tests/lessons/samples';
import { parseCourse } from './course';
import { parseLesson } from './parse';
import { FRONT, problemsOf, SCENE } from '../testing';

describe('the examples of FORMAT.md', () => {
  it.each(examples('lesson'))('are correct lessons: %#', (text) => {
    expect(problemsOf(text)).toEqual([]);
  });

  it.each(examples('block'))('are correct blocks below a scene: %#', (text) => {
    expect(problemsOf(`${FRONT}\n## Step\n\n${SCENE}\n${text}`)).toEqual([]);
  });

  it.each(examples('course'))('are correct courses: %#', (text) => {
    expect(parseCourse(text)).toMatchObject({ ok: true });
  });

  it('show every block', () => {
    const kinds = examples('block').flatMap((text) => {
      const parsed = parseLesson(`${FRONT}\n## Step\n\n${SCENE}\n${text}`);
      return parsed.ok ? parsed.lesson.steps[0]!.blocks.map(({ kind }) => kind) : [];
    });
    expect([...new Set(kinds)].sort().join()).toBe('check,data,explain,predict,reveal,run,scene,task,text');
  });
});
