/** Parts of the page in tests of boundaries, of which one throws while it is drawn. */
import type { ReactElement } from 'react';

/** Name of the part that throws; empty if none does. */
export const broken = { part: '' };

/** Returns a component that throws while `broken` names it. */
export const part = (name: string) => (): ReactElement => {
  if (broken.part === name) throw new TypeError(`${name} is broken`);
  return <p>{name} is drawn</p>;
};
