/**
 * Places of experiments in the text of a lesson: the field `link`, `preset` or `scenario` of each scene.
 *
 * The text is read line by line, so that the places are known also while other parts of the lesson have problems.
 */
import type { Origin } from '../format/lesson';
import { Problems } from '../format/problems';
import { jsonOf, readYaml } from '../format/yamlText';
import { isRecord } from '../../scenario/path';
import type { JsonObject } from '../../url/json';

/** Place of an experiment in a text. */
export interface ExperimentPlace {
  /** Start of the field: of the word `link`. */
  from: number;
  /** Start of the value; a link is folded from here. */
  value: number;
  /** End of the field. */
  to: number;
  origin: Origin;
}

/** Field of a scene with a link or the name of a preset, in quotes or without them, and a comment. */
const FIELD =
  /^([ \t]*)(link|preset):[ \t]+(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'{[|>][^\s]*))[ \t]*(?:[ \t]#.*)?$/;

const DOCUMENT = /^([ \t]*)scenario:(?=[ \t]|$)/;

/** Returns the experiments of the scenes in a text, in order. */
export function experimentsIn(text: string): ExperimentPlace[] {
  const places: ExperimentPlace[] = [];
  let inScene = false;
  let fence = '';
  let document: { from: number; to: number; indent: number } | null = null;
  const closeDocument = (): void => {
    const place = document && placeOfDocument(text, document);
    if (place) places.push(place);
    document = null;
  };
  let start = 0;
  for (const line of text.split('\n')) {
    const from = start;
    start += line.length + 1;
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence !== '') {
      const ends = mark !== '' && mark.startsWith(fence) && line.trim() === mark;
      if (ends) {
        fence = '';
        closeDocument();
        continue;
      }
      if (!inScene) continue;
      const indent = /^[ \t]*/.exec(line)![0].length;
      if (document !== null && (line.trim() === '' || indent > document.indent)) {
        if (line.trim() !== '') document.to = from + line.length;
        continue;
      }
      closeDocument();
      const begun = DOCUMENT.exec(line);
      if (begun) document = { from: from + begun[1]!.length, to: from + line.length, indent };
      else {
        const place = placeIn(line, from);
        if (place) places.push(place);
      }
    } else if (mark !== '') fence = mark;
    else if (/^ {0,3}:{3,}/.test(line)) inScene = /^ {0,3}:{3,}scene(?![\w-])/.test(line);
  }
  closeDocument();
  return places;
}

function placeIn(line: string, start: number): ExperimentPlace | null {
  const field = FIELD.exec(line);
  if (field === null) return null;
  const [, indent = '', name, double, single, plain] = field;
  const written = double ?? single ?? plain ?? '';
  const origin = name === 'preset' ? presetOf(written) : linkOf(written);
  if (origin === null) return null;
  const after = line.indexOf(written, indent.length + name!.length + 1);
  const quote = plain === undefined ? 1 : 0;
  return {
    from: start + indent.length,
    value: start + after - quote,
    to: start + after + written.length + quote,
    origin,
  };
}

const presetOf = (id: string): Origin | null => (id === '' ? null : { kind: 'preset', id });

function linkOf(written: string): Origin | null {
  const fragment = /#(\d+\.\S+)$/.exec(written)?.[1];
  return fragment === undefined ? null : { kind: 'link', fragment };
}

function placeOfDocument(text: string, { from, to }: { from: number; to: number }): ExperimentPlace | null {
  const column = from - (text.lastIndexOf('\n', from - 1) + 1);
  const item = readYaml(' '.repeat(column) + text.slice(from, to), 1, new Problems());
  const read = item && (jsonOf(item) as JsonObject);
  const scenario = isRecord(read) ? read.scenario : null;
  if (!isRecord(scenario)) return null;
  return {
    from,
    value: from + 'scenario:'.length,
    to,
    origin: { kind: 'document', scenario: scenario },
  };
}

/** Returns the field that names an experiment by its link. */
export function fieldOfLink(fragment: string): string {
  return `link: "#${fragment.replace(/^#/, '')}"`;
}
