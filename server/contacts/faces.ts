import {
  type PDFDocument,
  type PDFFont,
  PDFHexString,
  type PDFPage,
  type PDFRef,
  PDFString,
  type RGB,
  beginText,
  endText,
  popGraphicsState,
  pushGraphicsState,
  setFillingRgbColor,
  setFontAndSize,
  setTextMatrix,
  showText,
} from 'pdf-lib';
import { hanzi } from './hanzi.ts';

/** A way to write on a page. */
export interface Face {
  /** Points that a line takes at a size. */
  widthOf(text: string, size: number): number;
  draw(text: string, place: Place): void;
}
interface Place {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly colour: RGB;
}

/** Signs as wide as they are high. */
const isWide = (char: string): boolean => /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/.test(char);
const ownSigns = Object.keys(hanzi);
const codeOfSign: ReadonlyMap<string, number> = new Map(ownSigns.map((sign, index) => [sign, index + 1]));
const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0').toUpperCase();

/** Marks and letters that the standard fonts lack, and others that say the same. */
const likenesses: Readonly<Record<string, string>> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', ı: 'i', '\u202f': ' ', '\u00a0': ' ', '\u2010': '-', '\u2011': '-', '\u2212': '-' };

/** Our own Chinese signs as a font inside the document: it shows and prints the same everywhere, and can be searched and read aloud. */
function embedOwnSigns(document: PDFDocument): PDFRef {
  const { context } = document;
  const procedures = Object.fromEntries(
    ownSigns.map((sign, index) => [`g${String(index + 1)}`, context.register(context.flateStream(`1000 0 0 -200 1000 950 d1\n${hanzi[sign] ?? ''}\nf`))]),
  );
  const pairs = ownSigns.map((sign, index) => `<${hex(index + 1, 2)}> <${hex(sign.charCodeAt(0), 4)}>`);
  const unicode = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Signs def /CMapType 2 def
1 begincodespacerange <00> <FF> endcodespacerange
${String(pairs.length)} beginbfchar\n${pairs.join('\n')}\nendbfchar
endcmap CMapName currentdict /CMap defineresource pop end end`;
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type3',
      FontBBox: [0, -200, 1000, 950],
      FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
      FirstChar: 1,
      LastChar: ownSigns.length,
      Widths: ownSigns.map(() => 1000),
      Encoding: { Type: 'Encoding', Differences: [1, ...Object.keys(procedures)] },
      CharProcs: procedures,
      Resources: {},
      ToUnicode: context.register(context.flateStream(unicode)),
    }),
  );
}

/** Any other Chinese sign (of a portal's name) in the font that the reader's device has for it. */
function nameDeviceFont(document: PDFDocument): PDFRef {
  const { context } = document;
  const descriptor = context.register(
    context.obj({ Type: 'FontDescriptor', FontName: 'STSong-Light', Flags: 4, FontBBox: [-25, -254, 1000, 880], ItalicAngle: 0, Ascent: 880, Descent: -120, CapHeight: 880, StemV: 93 }),
  );
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType0',
      BaseFont: 'STSong-Light',
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('GB1'), Supplement: 5 },
      DW: 1000,
      FontDescriptor: descriptor,
    }),
  );
  return context.register(context.obj({ Type: 'Font', Subtype: 'Type0', BaseFont: 'STSong-Light', Encoding: 'UniGB-UTF16-H', DescendantFonts: [descendant] }));
}

interface Run {
  readonly kind: 'standard' | 'own' | 'device';
  readonly text: string;
}

/** What writes in one of the standard fonts, and Chinese signs among them. What no font can say loses its accent, or is left out. */
export function facesOn(document: PDFDocument, page: PDFPage): (font: PDFFont) => Face {
  let own: PDFRef | null = null;
  let device: PDFRef | null = null;
  const refOf = (kind: 'own' | 'device'): PDFRef => (kind === 'own' ? (own ??= embedOwnSigns(document)) : (device ??= nameDeviceFont(document)));

  return (font) => {
    const known = new Set(font.getCharacterSet());
    const can = (char: string): boolean => known.has(char.codePointAt(0) ?? 0);
    const runsOf = (text: string): Run[] => {
      const runs: Run[] = [];
      for (const char of text.normalize('NFC')) {
        const like = likenesses[char] ?? char;
        const bare = like.normalize('NFKD').replace(/\p{M}/gu, '');
        const kind = codeOfSign.has(char) ? 'own' : isWide(char) && !can(bare) ? 'device' : 'standard';
        const written = kind !== 'standard' || can(like) ? like : Array.from(bare).every(can) ? bare : '';
        const last = runs.at(-1);
        if (last?.kind === kind) runs[runs.length - 1] = { kind, text: last.text + written };
        else runs.push({ kind, text: written });
      }
      return runs;
    };
    const widthOfRun = ({ kind, text }: Run, size: number): number => (kind === 'standard' ? font.widthOfTextAtSize(text, size) : Array.from(text).length * size);

    return {
      widthOf: (text, size) => runsOf(text).reduce((sum, run) => sum + widthOfRun(run, size), 0),
      draw(text, { x: start, y, size, colour }) {
        let x = start;
        for (const run of runsOf(text)) {
          if (run.kind === 'standard') page.drawText(run.text, { x, y, size, font, color: colour });
          else {
            const codes = run.kind === 'own' ? Array.from(run.text, (sign) => hex(codeOfSign.get(sign) ?? 0, 2)) : Array.from({ length: run.text.length }, (_, index) => hex(run.text.charCodeAt(index), 4));
            const name = page.node.newFontDictionary(run.kind === 'own' ? 'Signs' : 'Device', refOf(run.kind));
            page.pushOperators(
              pushGraphicsState(),
              setFillingRgbColor(colour.red, colour.green, colour.blue),
              beginText(),
              setFontAndSize(name, size),
              setTextMatrix(1, 0, 0, 1, x, y),
              showText(PDFHexString.of(codes.join(''))),
              endText(),
              popGraphicsState(),
            );
          }
          x += widthOfRun(run, size);
        }
      },
    };
  };
}
