interface CodeDetector {
  detect(source: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]>;
}
declare global {
  /** Not in every browser, and not in the compiler's library. */
  // oxlint-disable-next-line no-var -- only `var` declares a global
  var BarcodeDetector: (new (options: { formats: 'qr_code'[] }) => CodeDetector) | undefined;
}

/** Longer edges than this take time and help no reader, in pixels. */
const largestEdge = 2000;
/** For how long a picture is looked at, in milliseconds; a camera shows the next one. */
const longestLook = 3000;

/** Reads square codes: with the browser where it can, else with a library that is loaded now. */
export async function codeDetector(): Promise<CodeDetector> {
  const Detector = globalThis.BarcodeDetector ?? (await import('qr/decode.js')).BarcodeDetector;
  return new Detector({ formats: ['qr_code'] });
}

/** The text of the square code in a picture; null: there is none that can be read. */
export async function codeInPicture(file: Blob): Promise<string | null> {
  try {
    const picture = await createImageBitmap(file);
    const Native = globalThis.BarcodeDetector;
    const found = Native === undefined ? [] : await new Native({ formats: ['qr_code'] }).detect(picture);
    return found[0]?.rawValue ?? (await lookClosely(picture));
  } catch {
    return null;
  }
}

async function lookClosely(picture: ImageBitmap): Promise<string> {
  const { decodeQR } = await import('qr/decode.js');
  const scale = Math.min(1, largestEdge / Math.max(picture.width, picture.height));
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.drawImage(picture, 0, 0, width, height);
  return decodeQR(context.getImageData(0, 0, width, height), { effort: Infinity, timeLimit: longestLook });
}
