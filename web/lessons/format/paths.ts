/** Texts that name parts of a lesson or of its scenario. */

/** Whether a text has the form of a path of a scenario or a summary: names, joined by points. */
export function isPath(text: string): boolean {
  return text.length <= 200 && /^[A-Za-z_][\w-]*(?:\.[\w-]+)*$/.test(text);
}

/** Whether a text has the form of an id of a block or a lesson. */
export function isId(text: string): boolean {
  // `constructor` is a property of every object, also of those that keep answers by id.
  return text.length <= 60 && /^[a-z0-9][a-z0-9_-]*$/.test(text) && !(text in {});
}

/** Returns the id of a lesson whose file a link names (`buffer.md`); null for other links. */
export function lessonOf(url: string): string | null {
  const id = /^([^.#/]+)\.md$/.exec(url)?.[1];
  return id !== undefined && isId(id) ? id : null;
}
