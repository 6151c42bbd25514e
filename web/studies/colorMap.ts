/**
 * Cividis: a color scale of evenly growing lightness that looks the same to people with color blindness.
 * Source: Nuñez, Anderton and Renslow, PLoS ONE 13(7), 2018; ten of its steps with linear interpolation.
 */
const STEPS = [
  [0, 34, 78],
  [18, 53, 112],
  [59, 73, 108],
  [87, 93, 109],
  [112, 113, 115],
  [138, 134, 120],
  [165, 156, 116],
  [195, 179, 105],
  [225, 204, 85],
  [254, 232, 56],
] as const;

/** Returns the color of a share from 0 to 1. */
export function colorAt(share: number): string {
  const at = Math.min(1, Math.max(0, share)) * (STEPS.length - 1);
  const i = Math.min(STEPS.length - 2, Math.floor(at));
  const mixed = [0, 1, 2].map((part) => {
    const [from, to] = [STEPS[i]![part]!, STEPS[i + 1]![part]!];
    return Math.round(from + (to - from) * (at - i));
  });
  return `rgb(${mixed.join(' ')})`;
}

/** Returns black or white, whichever has more contrast with the color of the share. */
export function textColorOn(share: number): string {
  return share > 0.5 ? '#000000' : '#ffffff';
}
