/** Width of a number and the space between two, in pixels at the default text size. */
export interface ScaleSize {
  readonly target: number;
  readonly gap: number;
}
export const scaleSize: ScaleSize = { target: 44, gap: 6 };
export const kioskScaleSize: ScaleSize = { target: 64, gap: 8 };
/** Scales of more steps are sliders. */
export const mostScaleSteps = 11;

const fitting = (width: number, { target, gap }: ScaleSize): number =>
  Math.max(1, Math.floor((width + gap) / (target + gap)));

/** The number of columns: as few lines as possible, of lengths as equal as possible. */
export const scaleColumns = (count: number, width: number, size: ScaleSize): number =>
  Math.ceil(count / Math.ceil(count / fitting(width, size)));

/** The columns of the last number, so that its label is never under another one. */
export const lastSpan = (count: number, columns: number): number => columns * Math.ceil(count / columns) - count + 1;

interface ScaleLines {
  /** From this width of its container on. */
  readonly from: number;
  readonly columns: number;
}

/** Every way in which a scale breaks into lines, narrowest first. */
export function scaleLines(count: number, size: ScaleSize): readonly ScaleLines[] {
  const all: ScaleLines[] = [];
  for (let most = 1; most <= count; most += 1) {
    const from = most * (size.target + size.gap) - size.gap;
    const columns = scaleColumns(count, from, size);
    if (columns !== all.at(-1)?.columns) all.push({ from: most === 1 ? 0 : from, columns });
  }
  return all;
}
