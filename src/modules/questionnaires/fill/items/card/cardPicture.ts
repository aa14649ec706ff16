import { greyOf, measuredWidth, type PictureVerdict, verdictOn } from './pictureQuality.ts';

/** Width by height of a bank or insurance card (ISO/IEC 7810 ID-1). */
const cardShape = 85.6 / 53.98;
/** The longest side of what is sent: small print can be read at it, and the photo stays small. */
const longestSide = 1600;
/** The most bytes of a photo of a card, so that it goes up over a weak mobile network as well. */
const mostCardBytes = 700_000;

/** The part of a picture that counts. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A photo that is not sent yet. */
export interface TakenPhoto {
  readonly canvas: HTMLCanvasElement;
  readonly verdict: PictureVerdict;
}

/** The middle of a camera's picture in the shape of a card: exactly what the frame shows. */
export function areaInFrame(width: number, height: number): Area {
  const across = Math.min(width, height * cardShape);
  const down = across / cardShape;
  return { x: (width - across) / 2, y: (height - down) / 2, width: across, height: down };
}

/** That part on a canvas of its own, made smaller by `scale`. A canvas has pixels only, nothing of place or camera. */
function drawn(source: CanvasImageSource, { x, y, width, height }: Area, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas
    .getContext('2d', { willReadFrequently: true })
    ?.drawImage(source, x, y, width, height, 0, 0, canvas.width, canvas.height);
  return canvas;
}

export function checkPicture(source: CanvasImageSource, area: Area): PictureVerdict {
  const small = drawn(source, area, Math.min(1, measuredWidth / area.width));
  const pixels = small.getContext('2d')?.getImageData(0, 0, small.width, small.height);
  const verdict = pixels === undefined ? 'good' : verdictOn(greyOf(pixels.data, small.width, small.height), area.width);
  clearCanvas(small);
  return verdict;
}

export const keptPicture = (source: CanvasImageSource, area: Area): HTMLCanvasElement =>
  drawn(source, area, Math.min(1, longestSide / Math.max(area.width, area.height)));

/** Frees the pixels at once: on a tablet in a waiting room nothing of a card stays behind. */
export function clearCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}

const jpegOf = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((settle) => canvas.toBlob(settle, 'image/jpeg', quality));

/** The picture as a JPEG within the budget of bytes; null if the browser cannot make one that is small enough. */
export async function jpegFile(canvas: HTMLCanvasElement, mostBytes: number): Promise<File | null> {
  const most = Math.min(mostBytes, mostCardBytes);
  for (const scale of [1, 0.7, 0.5]) {
    const whole = { x: 0, y: 0, width: canvas.width, height: canvas.height };
    const smaller = scale === 1 ? canvas : drawn(canvas, whole, scale);
    for (const quality of [0.88, 0.75, 0.6]) {
      const blob = await jpegOf(smaller, quality);
      if (blob !== null && blob.size <= most) return new File([blob], 'card.jpg', { type: 'image/jpeg' });
    }
  }
  return null;
}
