import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { PDFDocument, PDFFont } from 'pdf-lib';
import type { SubsetStream } from 'pdf-lib/cjs/types/fontkit';

const packages = createRequire(import.meta.url);

/** Adapts a subset to the stream of fontkit 1, which pdf-lib expects. fontkit 1 itself loses glyphs of this font. */
const streamOf = (encode: () => Uint8Array): SubsetStream => ({
  on(event, callback) {
    if (event === 'data') callback(encode());
    if (event === 'end') callback(new Uint8Array());
    return this;
  },
});

/** Embeds only the drawn glyphs of Noto Sans SC's 10 MB, loaded when used: most pages do not need it and fontkit takes 0.3 s to load. */
export async function embedNotoSans(document: PDFDocument): Promise<PDFFont> {
  const file = packages.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf');
  const [{ create }, bytes] = await Promise.all([import('fontkit'), readFile(file)]);
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
  return document.embedFont(bytes, { subset: true });
}
