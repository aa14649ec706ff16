import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { clinicalDocument, nonXmlBody, section, sectionsBody } from '../../../../tests/server/ccdaDocuments.ts';
import { DocumentRefused, type DocumentBody, type DocumentTree } from '../tree.ts';
import { readDocument, readHeader } from './readDocument.ts';

const samples =
  process.env['CCDA_SAMPLES'] ?? fileURLToPath(new URL('../../../../../shared/data/ccda', import.meta.url));
const files = (() => {
  try {
    return readdirSync(samples, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(?:xml|cda|ccda)$/i.test(name),
    );
  } catch {
    return [];
  }
})();
const treeOf = (text: string): DocumentTree => readDocument(Buffer.from(text)).tree;
const bodyOf = (attributes: string, content: string): DocumentBody =>
  treeOf(clinicalDocument({ body: nonXmlBody(attributes, content) })).body;
const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64');

describe.skipIf(files.length === 0)(`documents of ${samples} (CCDA_SAMPLES is another folder)`, () => {
  it('each is read or refused with its place, and its header alone is the same', () => {
    const outcomes = files.map((name) => {
      const bytes = readFileSync(join(samples, name));
      try {
        const { tree } = readDocument(bytes);
        expect(readHeader(bytes), name).toEqual(tree.header);
        return { name, body: tree.body.kind, type: tree.header.typeCode };
      } catch (error) {
        if (!(error instanceof DocumentRefused)) throw error;
        return { name, body: `refused: ${error.message}`, type: null };
      }
    });
    if (process.env['CCDA_SAMPLES'] === undefined)
      expect(outcomes.filter(({ body }) => body.startsWith('refused'))).toEqual([]);
    else process.stdout.write(outcomes.map(({ name, body, type }) => `${body}\t${type ?? ''}\t${name}\n`).join(''));
  });

  const sample = (name: string) => readDocument(readFileSync(join(samples, name))).tree;
  it.skipIf(!files.includes('CCD.xml'))('CCD.xml: what its header says', () => {
    const { header, body } = sample('CCD.xml');
    expect(header).toMatchObject({
      id: 'be84a8e4-a22e-4210-a4a6-b3c48273e84c^EHRVersion2.0',
      setKey: '2.16.840.1.113883.19.5.99999.19^sTT988',
      versionNumber: 1,
      title: 'Summary of Patient Chart',
      typeCode: '34133-9',
      typeName: 'Summary of episode note',
      date: '2014-10-15T10:30:26-05:00',
      periodStart: '2014-10-01',
      periodEnd: '2014-10-15T10:30:26-05:00',
      patient: { name: 'Isabella Jones', birthDate: '1950-12-19', gender: 'Female', language: 'ita' },
      visit: null,
    });
    expect(header.patient.ids[0]).toEqual({ root: '1.3.6.1.4.1.16517.1', extension: '98765432' });
    expect(header.custodian?.organization).toBe('Good Health HIE');
    expect(header.careTeam.map(({ name, role }) => [name, role])).toEqual([
      ['Patricia Primary M.D.', 'primary care physician'],
    ]);
    expect(header.participants.map(({ name, role }) => `${name ?? ''}, ${role ?? ''}`)).toEqual([
      'Boris Jones, Power of Attorney',
      'Ellen Enter, Data enterer',
      'William Beaker, Informant',
      'Boris Jones, SPOUSE',
      'Sara Specialize M.D., Information recipient',
      'Patricia Primary M.D., Legal authenticator',
      'Patricia Primary M.D., Authenticator',
      'Boris Jones, Next of kin',
      'Boris Jones, Emergency contact',
    ]);
    expect(body.kind === 'sections' && body.sections.length).toBe(7);
  });
  it.skipIf(!files.includes('Care_Plan.xml'))('Care_Plan.xml: what it replaces, and its visit', () => {
    const { header } = sample('Care_Plan.xml');
    expect(header.replaces).toEqual(['223769be-f6ee-4b04-a0ce-b56ae998c880']);
    expect(header.visit).toEqual({
      date: '2013-06-15',
      end: null,
      visitType: 'Inpatient',
      provider: null,
      place: null,
    });
  });
});

it('sections in sections, without title, text or code, and those that say that there is nothing', () => {
  const { body } = treeOf(
    clinicalDocument({
      body: sectionsBody(
        section(
          '48765-2',
          'Allergies',
          'x',
          `<entry/><entry/><component><section><title>Inner</title></section></component>`,
        ),
        '<component><section nullFlavor="NI"><code code="29762-2" codeSystem="2.16.840.1.113883.6.1"/><text/></section></component>',
        '<component/>',
        '<component><section><code code="X" codeSystem="1.2"><translation code="8716-3" codeSystem="2.16.840.1.113883.6.1"/></code></section></component>',
      ),
    }),
  );
  const inner = { code: null, title: 'Inner', text: null, entries: 0, nullFlavor: null, sections: [] };
  expect(
    body.kind === 'sections' ? body.sections.map(({ text, ...rest }) => ({ ...rest, hasText: text !== null })) : [],
  ).toEqual([
    { code: '48765-2', title: 'Allergies', hasText: true, entries: 2, nullFlavor: null, sections: [inner] },
    { code: '29762-2', title: null, hasText: true, entries: 0, nullFlavor: 'NI', sections: [] },
    { code: '8716-3', title: null, hasText: false, entries: 0, nullFlavor: null, sections: [] },
  ]);
});

it('names are said in their order, whatever order they are written in', () => {
  const name = (xml: string) =>
    treeOf(clinicalDocument().replace(/<name use="L">.*?<\/name>/, xml)).header.patient.name;
  expect(name('<name><family>Alder</family><given>Wren</given><given>Q.</given><prefix>Dr.</prefix></name>')).toBe(
    'Dr. Wren Q. Alder',
  );
  expect(name('<name><given>Wren</given><given qualifier="CL">Wrennie</given><family>Alder</family></name>')).toBe(
    'Wren Alder',
  );
  expect(name('<name use="P"><given>Pen</given></name><name use="L"><given>Wren</given></name>')).toBe('Wren');
  expect(name('<name>Wren  Alder\n</name>')).toBe('Wren Alder');
  expect(name('<name>Alder, <given>Wren</given></name>')).toBe('Alder, Wren');
  expect(name('<name nullFlavor="UNK"/>')).toBeNull();
});

it('without a title it has the name of its type; what else is missing is null', () => {
  const bare = '<ClinicalDocument xmlns="urn:hl7-org:v3"><id root="1.2"/><code code="18842-5"/></ClinicalDocument>';
  expect(treeOf(bare)).toMatchObject({
    header: {
      id: '1.2',
      title: 'Discharge Summary',
      date: null,
      language: null,
      custodian: null,
      visit: null,
      patient: { ids: [], name: null },
    },
    body: { kind: 'sections', sections: [] },
  });
});

it('a document under a prefix, without a namespace, or in an envelope is the document', () => {
  const { tree } = readDocument(Buffer.from(clinicalDocument()));
  const prefixed = clinicalDocument()
    .replaceAll(/<(\/?)(?=[A-Za-z])/g, '<$1v3:')
    .replace('xmlns=', 'xmlns:v3=');
  expect(treeOf(prefixed)).toEqual(tree);
  expect(treeOf(clinicalDocument().replace(' xmlns="urn:hl7-org:v3"', ''))).toEqual(tree);
  const inner = clinicalDocument().replace(/^<\?xml[^>]*>/, '');
  expect(treeOf(`<xdr:Request xmlns:xdr="urn:x"><Document>${inner}</Document></xdr:Request>`)).toEqual(tree);
});

describe('a body that is no sections', () => {
  const png = Buffer.from('89504e470d0a1a0a00', 'hex');
  it.each([
    ['text', 'mediaType="text/plain"', 'a\n &lt;b&gt;', { kind: 'text', text: 'a\n <b>' }],
    ['text as base64', 'representation="B64"', base64('café'), { kind: 'text', text: 'café' }],
    [
      'a PDF by its bytes',
      'mediaType="text/plain" representation="B64"',
      base64('%PDF-1.4'),
      { kind: 'pdf', base64: base64('%PDF-1.4') },
    ],
    [
      'a PDF without a word of base64',
      'mediaType="application/pdf"',
      base64('%PDF-1.4x'),
      { kind: 'pdf', base64: base64('%PDF-1.4x') },
    ],
    [
      'a picture',
      'mediaType="image/jpeg" representation="B64"',
      base64(png),
      { kind: 'picture', mediaType: 'image/png', base64: base64(png) },
    ],
    [
      'a packed text',
      'mediaType="text/plain" representation="B64" compression="DF"',
      base64(deflateRawSync('packed')),
      { kind: 'text', text: 'packed' },
    ],
    ['rich text', 'mediaType="text/rtf"', '{\\rtf1 x}', { kind: 'elsewhere', reference: null, mediaType: 'text/rtf' }],
    [
      'a Word file',
      'mediaType="application/pdf" representation="B64"',
      base64(Buffer.from('d0cf11e0a1b11ae1', 'hex')),
      { kind: 'elsewhere', reference: null, mediaType: 'application/msword' },
    ],
    [
      'a file elsewhere',
      'mediaType="application/pdf"',
      '<reference value="x.pdf"/>',
      { kind: 'elsewhere', reference: 'x.pdf', mediaType: 'application/pdf' },
    ],
    [
      'HTML',
      'mediaType="text/html"',
      '&lt;p&gt;a&lt;/p&gt;&lt;blockquote type="cite"&gt;b&lt;/blockquote&gt;',
      { kind: 'text', text: 'a\n\nb' },
    ],
  ] as const)('%s', (_, attributes, content, body) => {
    expect(bodyOf(attributes, content)).toEqual(body);
  });
});
