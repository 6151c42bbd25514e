/** A still copy of the drawing of the network, for paper. */

/** Frames of the display until the drawing has its size and its painters have painted. */
const SETTLING = 3;

/** Returns a copy of the drawing in an element, without its controls; null if there is none. */
export async function copyOfNetwork(stage: {
  readonly current: HTMLElement | null;
}): Promise<SVGSVGElement | null> {
  for (let i = 0; i < SETTLING; i += 1) await new Promise(requestAnimationFrame);
  const svg = stage.current?.querySelector<SVGSVGElement>('.topo-canvas');
  if (!svg) return null;
  const { clientWidth, clientHeight } = svg;
  const copy = svg.cloneNode(true) as SVGSVGElement;
  for (const element of [copy, ...copy.querySelectorAll('*')])
    for (const name of STATEFUL) element.removeAttribute(name);
  copy.setAttribute('viewBox', `0 0 ${clientWidth} ${clientHeight}`);
  copy.setAttribute('aria-hidden', 'true');
  return copy;
}

const STATEFUL = [
  'id',
  'role',
  'tabindex',
  'aria-label',
  'aria-describedby',
  'aria-pressed',
  'aria-valuenow',
];
