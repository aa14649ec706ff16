import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { PDFDocument, PDFFont } from 'pdf-lib';
import type { SubsetStream } from 'pdf-lib/cjs/types/fontkit';

const packages = createRequire(import.meta.url);

const fontFiles = {
  plain: '@expo-google-fonts/atkinson-hyperlegible-next/400Regular/AtkinsonHyperlegibleNext_400Regular.ttf',
  strong: '@expo-google-fonts/atkinson-hyperlegible-next/700Bold/AtkinsonHyperlegibleNext_700Bold.ttf',
  otherPlain: '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  otherStrong: '@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf',
} as const;

/** Adapts a subset to the stream of fontkit 1, which pdf-lib expects. fontkit 1 itself loses glyphs of Noto Sans. */
const streamOf = (encode: () => Uint8Array): SubsetStream => ({
  on(event, callback) {
    if (event === 'data') callback(encode());
    if (event === 'end') callback(new Uint8Array());
    return this;
  },
});

/** Embeds the drawn glyphs of a font. fontkit takes 0.3 s to load, so the server starts without it. */
export async function embedFont(document: PDFDocument, name: keyof typeof fontFiles): Promise<PDFFont> {
  const [{ create }, bytes] = await Promise.all([import('fontkit'), readFile(packages.resolve(fontFiles[name]))]);
  document.registerFontkit({
    create(data) {
      const font = create(data);
      const createSubset = font.createSubset.bind(font);
      return Object.assign(font, {
        createSubset: () => {
          const subset = createSubset();
          return Object.assign(subset, { encodeStream: () => streamOf(() => subset.encode()) });
        },
      });
    },
  });
  // Without ligatures every letter looks the same wherever it stands.
  return document.embedFont(bytes, { subset: true, features: { liga: false } });
}
