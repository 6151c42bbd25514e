/** Names of the papers and of their figures. */
import FILE from '../../engine/papers/papers.json';
import { LIBRARY } from './strings';

/** A paper, as `engine/papers/papers.json` lists it. */
export interface Paper {
  /** Short name, as in the files of its figures. */
  id: string;
  /** Citation, such as `Vishwanath et al. 2011`. */
  cited: string;
  title: string;
  /** Figures that are not reproduced yet, with the reason. */
  not_yet?: Readonly<Record<string, string>>;
}

/** The papers, in the order of the gallery. */
export const PAPERS: readonly Paper[] = FILE;

/** Returns the paper with this short name; an unknown paper gets its short name as citation. */
export function paperOf(id: string): Paper {
  return PAPERS.find((paper) => paper.id === id) ?? { id, cited: id, title: '' };
}

/** Returns the paper of a figure's id; null if no paper has this prefix. */
export function paperOfId(id: string): Paper | null {
  return PAPERS.find((paper) => id.startsWith(prefixOf(paper))) ?? null;
}

/** Returns the name of a figure in its paper: `Figure 2.3` for `ganjali-f2-3`. */
export function headingText(id: string): string {
  const paper = paperOfId(id);
  const short = paper === null ? id : id.slice(prefixOf(paper).length);
  const [, kind, number] = /^(f|t|th|e)(\d+[a-z]?(?:-\d+)?)$/.exec(short) ?? [];
  const word = kind === undefined ? undefined : LIBRARY.kinds[kind];
  if (word !== undefined && number !== undefined) return `${word} ${number.replace('-', '.')}`;
  return LIBRARY.others[short] ?? short;
}

/** Returns the beginning of the ids of a paper's figures: `cai-` for `cai-2010`. */
function prefixOf({ id }: Paper): string {
  return id.replace(/\d+$/, '');
}
