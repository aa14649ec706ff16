/** Characters beyond Latin-1 that letters use, with their code in Windows-1252. */
const windows1252: Readonly<Record<string, number>> = {
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '–': 0x96,
  '€': 0x80,
  œ: 0x9c,
};

function literal(text: string): string {
  const bytes = Array.from(text, (char) => {
    const code = windows1252[char] ?? char.codePointAt(0) ?? 0;
    if (code > 255) throw new Error(`"${char}" cannot stand in a letter.`);
    return code < 32 || code > 126 || char === '(' || char === ')' || char === '\\'
      ? `\\${code.toString(8).padStart(3, '0')}`
      : char;
  });
  return `(${bytes.join('')})`;
}

const height = 842;
const words = (font: 'F1' | 'F2', size: number, x: number, y: number, text: string): string =>
  `BT /${font} ${size} Tf ${x} ${y} Td ${literal(text)} Tj ET`;

/** A PDF of A4 pages, in a font that every reader has. Each text in `pages` is the drawing of one page. */
function pdfOf(pages: readonly string[], title: string, language: string): Buffer {
  const font = (name: string) => `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`;
  const pageAt = (index: number) => 6 + index * 2;
  const objects = [
    `<</Type/Catalog/Pages 2 0 R/Lang(${language})/ViewerPreferences<</DisplayDocTitle true>>>>`,
    `<</Type/Pages/Kids[${pages.map((_, index) => `${pageAt(index)} 0 R`).join(' ')}]/Count ${pages.length}>>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<</Title${literal(title)}>>`,
    ...pages.flatMap((page, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 ${height}]/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>/Contents ${pageAt(index) + 1} 0 R>>`,
      `<</Length ${page.length}>>stream\n${page}\nendstream`,
    ]),
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const xref = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')}`;
  text += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R/Info 5 0 R>>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

export interface LetterText {
  readonly title: string;
  readonly facility: string;
  readonly language: string;
  /** The heading and the lines of each page, with the line breaks that are wanted. */
  readonly pages: readonly { readonly heading: string; readonly lines: readonly string[] }[];
}

/** A letter of several pages. */
export const pdfLetter = ({ title, facility, language, pages }: LetterText): Buffer =>
  pdfOf(
    pages.map(({ heading, lines }, index) =>
      [
        words('F1', 10, 56, 790, `${facility} - ${index + 1}/${pages.length}`),
        ...(index === 0 ? [words('F2', 20, 56, 752, title)] : []),
        words('F2', 14, 56, 712, heading),
        ...lines.map((line, place) => words('F1', 11, 56, 684 - place * 18, line)),
      ].join('\n'),
    ),
    title,
    language,
  );
