import { expect, it } from 'vitest';
import { readDocument } from './readDocument.ts';
import { hostileDocuments } from '../../../../tests/server/hostileDocuments/hostile.ts';
import { readXml } from '../xml/readXml.ts';
import { clinicalDocument, section, sectionsBody } from '../../../../tests/server/ccdaDocuments.ts';
import { onProcessor } from '../../../../tests/support/processorTime.ts';
import { DocumentRefused, type DocumentTree } from '../tree.ts';

/** The properties of all objects, to which a file that reaches `__proto__` would add. */
const ownOfEveryObject = Reflect.ownKeys(Object.prototype);

const large = clinicalDocument({
  body: sectionsBody(section('48765-2', 'Large', `<paragraph>${'<br/>'.repeat(100_000)}</paragraph>`, '')),
});
/** The largest of these take a few times as long as an ordinary large document; quadratic time would take minutes. */
const bound = 15 * onProcessor(() => readDocument(Buffer.from(large))).ms;

function outcome(bytes: Buffer): DocumentTree | string {
  try {
    return readDocument(bytes).tree;
  } catch (error) {
    if (error instanceof DocumentRefused) return error.message;
    throw error;
  }
}

it('there are at least sixty', () => {
  expect(new Set(hostileDocuments.map(([name]) => name)).size).toBeGreaterThanOrEqual(60);
});

it.each(hostileDocuments)('%s', (name, bytes, refused) => {
  const document = bytes();
  const { result, ms } = onProcessor(() => outcome(document));
  expect(ms).toBeLessThan(bound);
  if (refused !== null) {
    expect(result).toMatch(refused);
    expect(result).not.toMatch(/steal|evil|passwd/);
    return;
  }
  if (typeof result === 'string') throw new Error(result);
  const { header, body } = result;
  expect(Reflect.ownKeys(Object.prototype)).toEqual(ownOfEveryObject);
  expect(header.patient.name).toBe('Wren Alder');
  // A body without sections is text without the markup of HTML, or bytes of a known kind.
  if (body.kind === 'text' && /html/i.test(name)) expect(body.text).not.toMatch(/<script|onload|<img/);
  if (body.kind === 'pdf') expect(Buffer.from(body.base64, 'base64').toString('latin1')).toMatch(/^%PDF-/);
});

it('200 MB are not read: the reading ends at its bound', () => {
  let given = 0;
  function* flood(): Generator<Uint8Array> {
    yield Buffer.from('<ClinicalDocument xmlns="urn:hl7-org:v3">');
    const blanks = Buffer.alloc(1_000_000, 0x20);
    while (given < 200) {
      given += 1;
      yield blanks;
    }
  }
  const before = process.memoryUsage().rss;
  expect(() => readXml(flood(), { bytes: 5_000_000 })).toThrow(/larger than 5 MB/);
  expect(given).toBeLessThan(7);
  expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
});
