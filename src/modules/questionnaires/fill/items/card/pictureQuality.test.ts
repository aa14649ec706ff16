import { describe, expect, it } from 'vitest';
import { brightness, type GreyPicture, greyOf, measuredWidth, sharpness, verdictOn } from './pictureQuality.ts';

const [width, height] = [measuredWidth, 400];

/** Lines of small strokes on a light ground, as print on a card. */
function print(ground: number, ink: number): GreyPicture {
  const shades = new Float32Array(width * height).fill(ground);
  for (let y = 40; y < height - 40; y += 1)
    for (let x = 40; x < width - 40; x += 1)
      if (y % 24 < 12 && (x * 7 + Math.floor(x / 5) * 3) % 11 < 4) shades[y * width + x] = ink;
  return { width, height, shades };
}

/** Twice the mean of the pixels around each, which is close to a lens out of focus. */
const blurred = (picture: GreyPicture, radius: number): GreyPicture => averaged(averaged(picture, radius), radius);
function averaged({ shades, ...size }: GreyPicture, radius: number): GreyPicture {
  const along = (from: Float32Array, step: number): Float32Array =>
    from.map((_, at) => {
      let sum = 0;
      for (let by = -radius; by <= radius; by += 1) sum += from[at + by * step] ?? from[at] ?? 0;
      return sum / (2 * radius + 1);
    });
  return { ...size, shades: along(along(shades, 1), width) };
}

describe('the quality of a photo of a card', () => {
  it('is measured on grey', () => {
    const grey = greyOf(new Uint8ClampedArray([255, 255, 255, 255, 0, 0, 0, 255]), 2, 1);
    expect([...grey.shades].map(Math.round)).toEqual([255, 0]);
    expect(brightness(grey)).toBeCloseTo(127.5);
  });

  it('finds print sharp, and the less so the more it is blurred', () => {
    const sharp = print(220, 40);
    const values = [sharp, blurred(sharp, 1), blurred(sharp, 3), blurred(sharp, 6)].map(sharpness);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    expect(verdictOn(sharp, 1600)).toBe('good');
    expect(verdictOn(blurred(sharp, 4), 1600)).toBe('blurred');
  });

  it('finds an empty picture blurred, so that nobody sends a photo of the table', () => {
    expect(verdictOn({ width, height, shades: new Float32Array(width * height).fill(200) }, 1600)).toBe('blurred');
  });

  it('names size before light, and light before sharpness', () => {
    expect(verdictOn(print(50, 10), 500)).toBe('tooSmall');
    expect(verdictOn(print(50, 10), 1600)).toBe('tooDark');
    expect(verdictOn(blurred(print(50, 10), 6), 1600)).toBe('tooDark');
  });
});
