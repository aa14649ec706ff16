/** Characters beyond Latin-1 that our forms use, as Windows-1252 has them. */
const windows1252: Readonly<Record<string, number>> = { '’': 0x92, '“': 0x93, '”': 0x94, '–': 0x96, '€': 0x80, 'œ': 0x9c };

function literal(text: string): string {
  const bytes = Array.from(text, (char) => {
    const code = windows1252[char] ?? char.codePointAt(0) ?? 0;
    if (code > 255) throw new Error(`"${char}" cannot stand in a form of the demo.`);
    return code < 32 || code > 126 || char === '(' || char === ')' || char === '\\' ? `\\${code.toString(8).padStart(3, '0')}` : char;
  });
  return `(${bytes.join('')})`;
}

export interface FormText {
  readonly title: string;
  readonly facility: string;
  /** Each with a line to write on. */
  readonly fields: readonly string[];
  readonly language: string;
}

/** A form to print and fill in by hand: one page of A4 as a PDF of about 1.5 KB, in a font that every reader has. */
export function pdfForm({ title, facility, fields, language }: FormText): Buffer {
  const words = (font: 'F1' | 'F2', size: number, x: number, y: number, text: string) => `BT /${font} ${size} Tf ${x} ${y} Td ${literal(text)} Tj ET`;
  const page = [
    words('F1', 10, 56, 790, facility),
    words('F2', 20, 56, 752, title),
    ...fields.flatMap((field, index) => {
      const y = 700 - index * 62;
      return [words('F1', 11, 56, y, field), `0.6 w 56 ${y - 28} m 539 ${y - 28} l S`];
    }),
  ].join('\n');
  const font = (name: string) => `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`;
  const objects = [
    `<</Type/Catalog/Pages 2 0 R/Lang(${language})/ViewerPreferences<</DisplayDocTitle true>>>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>/Contents 4 0 R>>',
    `<</Length ${page.length}>>stream\n${page}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<</Title${literal(title)}>>`,
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const xref = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')}`;
  text += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R/Info 7 0 R>>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
