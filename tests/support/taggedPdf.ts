import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFRawStream,
  type PDFObject,
  PDFString,
  decodePDFRawStream,
} from 'pdf-lib';

/** A part of a document as a screen reader is told of it. */
export interface ReadPart {
  readonly role: string;
  /** Its own text, without that of its kids. */
  readonly text: string;
  readonly kids: readonly ReadPart[];
  readonly hasAlt: boolean;
  readonly scope: string | null;
}
export interface TaggedPdf {
  /** All parts in the order in which they are read, the outer before the inner. */
  readonly parts: readonly ReadPart[];
  /** The text of all pages, with what is there for the eye alone. */
  readonly drawn: string;
  /** What PDF/UA-1 forbids and a machine can see; empty for a document that everybody can read. */
  readonly findings: readonly string[];
}

const name = (text: string) => PDFName.of(text);
const nameOf = (object: PDFObject | undefined) => (object instanceof PDFName ? object.decodeText() : null);
const dictIn = (dict: PDFDict, key: string): PDFDict | undefined => {
  const found = dict.lookup(name(key));
  return found instanceof PDFDict ? found : undefined;
};
const listIn = (context: PDFContext, object: PDFObject | undefined): PDFObject[] => {
  const found = context.lookup(object);
  return found instanceof PDFArray ? found.asArray() : found === undefined ? [] : [found];
};
const decoded = (object: PDFObject | undefined): string =>
  object instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(object).decode()).toString('latin1') : '';

/** What each code of a font means, by the map that it carries for readers. */
function lettersOf(font: PDFDict): ReadonlyMap<string, string> {
  const pairs = decoded(font.lookup(name('ToUnicode'))).matchAll(/^<([0-9a-f]{4})> <((?:[0-9a-f]{4})+)>$/gim);
  return new Map(
    Array.from(pairs, ([, code = '', letters = '']) => [
      code.toLowerCase(),
      Buffer.from(letters, 'hex').swap16().toString('utf16le'),
    ]),
  );
}

const isEmbedded = (context: PDFContext, font: PDFDict): boolean =>
  listIn(context, font.get(name('DescendantFonts'))).some((each) => {
    const one = context.lookup(each);
    const descriptor = one instanceof PDFDict ? dictIn(one, 'FontDescriptor') : undefined;
    return descriptor?.has(name('FontFile2')) === true && one instanceof PDFDict && one.has(name('CIDToGIDMap'));
  });

const tokens = /\/[^\s<>[\]()/]+|<<|>>|<[0-9a-f\s]*>|\((?:\\.|[^\\)])*\)|[[\]]|[^\s<>[\]()/]+/gi;
const painting = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'Do', 'sh']);

/** The text of each numbered content of a page, and what was drawn outside of all. */
function readPage(context: PDFContext, page: PDFPage) {
  const fonts = dictIn(page.node.Resources() ?? context.obj({}), 'Font') ?? context.obj({});
  const letters = new Map(fonts.entries().map(([key]) => [key.decodeText(), fonts.lookup(key)]));
  const findings: string[] = [];
  const marked = new Map<number, string>();
  const open: (number | 'artifact' | 'other')[] = [];
  let operands: string[] = [];
  let drawn = '';
  let known: ReadonlyMap<string, string> = new Map();
  const content = listIn(context, page.node.get(name('Contents')))
    .map((one) => decoded(context.lookup(one)))
    .join('\n');
  for (const [token] of content.matchAll(tokens)) {
    if (/^[/<>([\]\d.+-]/.test(token)) {
      operands.push(token);
      continue;
    }
    const inside = open.findLast((each) => each !== 'other');
    if (token === 'BDC' || token === 'BMC') {
      const number = operands.indexOf('/MCID');
      const begun = operands[0] === '/Artifact' ? 'artifact' : number < 0 ? 'other' : Number(operands[number + 1]);
      if (begun !== 'other' && inside !== undefined && (begun === 'artifact') !== (inside === 'artifact'))
        findings.push('what is read and what is for the eye alone are one in the other');
      open.push(begun);
    } else if (token === 'EMC') open.pop();
    else if (token === 'Tf') {
      const font = letters.get(operands[0]?.slice(1) ?? '');
      known = font instanceof PDFDict ? lettersOf(font) : new Map();
      if (!(font instanceof PDFDict) || !isEmbedded(context, font)) findings.push('a font is not embedded');
    } else if (token === 'Tj' || token === 'TJ') {
      const codes: readonly string[] = operands.join('').match(/[0-9a-f]{4}/gi) ?? [];
      const text = codes.map((code) => known.get(code.toLowerCase()) ?? '\uFFFD').join('');
      drawn += text;
      if (/[\uFFFD\0\uFEFF\uFFFE]/.test(text)) findings.push('a glyph says no letter');
      if (codes.includes('0000')) findings.push('a letter without a glyph is drawn');
      if (inside === undefined) findings.push(`"${text}" is in no part`);
      else if (inside !== 'artifact') marked.set(inside, (marked.get(inside) ?? '') + text);
    } else if (painting.has(token) && inside === undefined) findings.push(`${token} draws outside of all parts`);
    operands = [];
  }
  return { drawn, marked, findings };
}

const kidsWanted: Readonly<Record<string, readonly string[]>> = {
  Table: ['TR'],
  TR: ['TH', 'TD'],
  L: ['LI'],
  LI: ['Lbl', 'LBody'],
};
const roles = new Set(
  'Document Sect Div P H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD Figure Link Span'.split(' '),
);

function findingsOf(parts: readonly ReadPart[]): string[] {
  const headings = parts.filter(({ role }) => /^H\d$/.test(role)).map(({ role }) => Number(role[1]));
  return [
    ...(headings.filter((level) => level === 1).length === 1 ? [] : ['not exactly one H1']),
    ...headings.flatMap((level, at) =>
      level > (headings[at - 1] ?? 0) + 1 ? [`H${String(level)} follows a heading two levels above`] : [],
    ),
    ...parts.flatMap(({ role, kids, hasAlt, scope, text }) => {
      const isStrange = kids.some((kid) => kidsWanted[role]?.includes(kid.role) === false);
      const isSilent = kids.length === 0 && text.trim() === '' && role !== 'TD' && role !== 'Figure';
      const widths = role === 'Table' ? new Set(kids.map((row) => row.kids.length)) : new Set();
      const isHeadless = role === 'Table' && kids[0]?.kids.every((cell) => cell.role === 'TH') !== true;
      return [
        ...(roles.has(role) ? [] : [`${role} is no standard role`]),
        ...(isStrange ? [`${role} holds what it may not`] : []),
        ...(isSilent ? [`${role} is empty`] : []),
        ...(role === 'Figure' && !hasAlt ? ['Figure has no alternative text'] : []),
        ...(role === 'TH' && scope === null ? ['TH has no scope'] : []),
        ...(widths.size > 1 ? ['rows differ in their number of cells'] : []),
        ...(isHeadless ? ['Table has no heads of columns'] : []),
      ];
    }),
  ];
}

const isTrue = (dict: PDFDict | undefined, key: string) => dict?.lookup(name(key))?.toString() === 'true';

/** What the document may not have beside its pages, or only in a way that our documents do not need. */
function findingsOfCatalog(document: PDFDocument): string[] {
  const { context, catalog } = document;
  const form = dictIn(catalog, 'AcroForm');
  const names = dictIn(catalog, 'Names');
  const roleMap = dictIn(dictIn(catalog, 'StructTreeRoot') ?? context.obj({}), 'RoleMap');
  return [
    ...(isTrue(dictIn(catalog, 'MarkInfo'), 'Suspects') ? ['its tags are suspect'] : []),
    ...(context.trailerInfo.Encrypt === undefined ? [] : ['it is encrypted']),
    ...(form?.has(name('XFA')) === true ? ['it has a dynamic form'] : []),
    ...(names?.has(name('JavaScript')) === true ? ['it runs scripts'] : []),
    ...(names?.has(name('EmbeddedFiles')) === true ? ['it carries files'] : []),
    ...(catalog.has(name('OCProperties')) ? ['some content is optional'] : []),
    ...(roleMap?.keys().map((key) => `${key.decodeText()} is mapped to another role`) ?? []),
    ...document.getPages().flatMap(({ node }) => {
      const marks = listIn(context, node.get(name('Annots')));
      const isLost = marks.some(
        (one) => !(context.lookup(one) instanceof PDFDict && context.lookup(one, PDFDict).has(name('StructParent'))),
      );
      return [
        ...(marks.length > 0 && nameOf(node.get(name('Tabs'))) !== 'S'
          ? ['the tab order is not that of its parts']
          : []),
        ...(isLost ? ['a link or field is in no part'] : []),
      ];
    }),
  ];
}

/** Reads a PDF as a screen reader does, and says what PDF/UA-1 forbids of it. The content streams are read as pdf-lib writes them. */
export async function readTaggedPdf(bytes: Uint8Array): Promise<TaggedPdf> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const { context, catalog } = document;
  const pages = document.getPages().map((page) => ({ ref: page.ref, node: page.node, ...readPage(context, page) }));
  const findings = pages.flatMap((page) => page.findings);
  const need = (isThere: boolean, finding: string) => (isThere ? undefined : findings.push(finding));

  const language = catalog.lookup(name('Lang'));
  const isText = language instanceof PDFString || language instanceof PDFHexString;
  need(isText && /^[a-z]{2}-[A-Z]{2}$/.test(language.decodeText()), 'no language');
  need((document.getTitle() ?? '') !== '', 'no title');
  need(catalog.getViewerPreferences()?.getDisplayDocTitle() === true, 'the title is not shown');
  need(dictIn(catalog, 'MarkInfo')?.lookup(name('Marked'))?.toString() === 'true', 'not marked as tagged');
  const metadata = catalog.lookup(name('Metadata'));
  const xml = metadata instanceof PDFRawStream ? Buffer.from(metadata.getContents()).toString('utf8') : '';
  need(xml.includes('<pdfuaid:part>1</pdfuaid:part>') && /<dc:title>[^]*<rdf:li[^>]*>[^<]/.test(xml), 'no metadata');

  const root = dictIn(catalog, 'StructTreeRoot') ?? context.obj({});
  const parents = listIn(context, dictIn(root, 'ParentTree')?.get(name('Nums')));
  const parts: ReadPart[] = [];
  const last = new Map<string, number>();
  const seen = new Set<string>();
  const read = (ref: PDFObject, dict: PDFDict): ReadPart => {
    const kids: ReadPart[] = [];
    let text = '';
    const at = parts.length;
    for (const kid of listIn(context, dict.get(name('K')))) {
      const one = context.lookup(kid);
      if (!(one instanceof PDFDict)) findings.push('a part holds something else');
      else if (one.has(name('S'))) {
        need(one.get(name('P')) === ref, 'a part names another parent');
        kids.push(read(kid, one));
      } else {
        const number = one.lookup(name('MCID'), PDFNumber).asNumber();
        const page = pages.find((each) => each.ref === one.get(name('Pg')));
        const place = `${String(page?.ref)} ${String(number)}`;
        need(!seen.has(place), 'content is in two parts');
        seen.add(place);
        need(number > (last.get(String(page?.ref)) ?? -1), 'read in another order than drawn');
        last.set(String(page?.ref), number);
        const key = page?.node.lookup(name('StructParents'));
        const entry = parents.findIndex((each) => String(each) === String(key));
        need(listIn(context, parents[entry + 1])[number] === ref, 'content does not lead to its part');
        text += page?.marked.get(number) ?? '';
      }
    }
    const attributes = dictIn(dict, 'A');
    const part = {
      role: nameOf(dict.get(name('S'))) ?? '',
      text,
      kids,
      hasAlt: dict.has(name('Alt')),
      scope: nameOf(attributes?.get(name('Scope'))),
    };
    parts.splice(at, 0, part);
    return part;
  };
  const top = root.get(name('K'));
  const whole = context.lookup(top);
  if (top !== undefined && whole instanceof PDFDict) read(top, whole);
  for (const { ref, marked } of pages)
    for (const number of marked.keys())
      need(seen.has(`${String(ref)} ${String(number)}`), 'marked content is in no part');
  return {
    parts,
    drawn: pages.map(({ drawn }) => drawn).join('\n'),
    findings: [...new Set([...findings, ...findingsOfCatalog(document), ...findingsOf(parts)])],
  };
}
