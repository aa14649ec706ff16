/** A picture in shades of grey, 0 to 255, line by line. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly shades: Float32Array;
}

/** Why the text on a card could not be read from a picture; `good` if nothing speaks against it. */
export type PictureVerdict = 'tooSmall' | 'tooDark' | 'blurred' | 'good';

/** The width at which sharpness is measured: the measure depends on it, and a blur that is gone at this width does not matter. */
export const measuredWidth = 640;

/** Across a card, the smallest print needs this many pixels. */
const leastWidth = 600;
const leastBrightness = 55;
/** Between photos of small print that can be read (150 and more, also in poor light) and those that cannot (below 60). */
const leastSharpness = 70;

export function greyOf(rgba: Uint8ClampedArray, width: number, height: number): GreyPicture {
  const shades = new Float32Array(width * height);
  for (let at = 0; at < shades.length; at += 1) {
    const from = at * 4;
    shades[at] = 0.299 * (rgba[from] ?? 0) + 0.587 * (rgba[from + 1] ?? 0) + 0.114 * (rgba[from + 2] ?? 0);
  }
  return { width, height, shades };
}

export const brightness = ({ shades }: GreyPicture): number =>
  shades.reduce((sum, shade) => sum + shade, 0) / Math.max(1, shades.length);

/** The variance of the Laplacian: high where edges are hard, near zero where a picture is out of focus or was moved. */
export function sharpness({ width, height, shades }: GreyPicture): number {
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const around =
        (shades[at - 1] ?? 0) + (shades[at + 1] ?? 0) + (shades[at - width] ?? 0) + (shades[at + width] ?? 0);
      const edge = around - 4 * (shades[at] ?? 0);
      sum += edge;
      squares += edge * edge;
      count += 1;
    }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}

/** What is wrong with a picture, the first thing to mend first; `fullWidth` is its width before it was made smaller to be measured. */
export function verdictOn(picture: GreyPicture, fullWidth: number): PictureVerdict {
  if (fullWidth < leastWidth) return 'tooSmall';
  if (brightness(picture) < leastBrightness) return 'tooDark';
  return sharpness(picture) < leastSharpness ? 'blurred' : 'good';
}
