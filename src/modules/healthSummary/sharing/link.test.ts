import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBundle } from './bundle.ts';
import { linkText, readLink, seal, unseal } from './link.ts';
import { pdfIn, pdfResource } from './pdfFile.ts';

const url = `https://portal.example/api/shl/${'a'.repeat(43)}`;

test('a sealed file is read with its own key, and with no other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 2000 }), async (words) => {
      const file = new TextEncoder().encode(words);
      const [one, other] = [await seal(file), await seal(file)];
      expect(await unseal(one.content, one.key)).toBe(new TextDecoder().decode(file));
      expect(one.content).not.toBe(other.content);
      await expect(unseal(one.content, other.key)).rejects.toThrow();
    }),
    { numRuns: 30 },
  );
});

test('a PDF comes back byte by byte, with the key of the file beside it, and anything else is none', async () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, at) => (at * 7) % 256);
  const { key } = await seal(new Uint8Array());
  const sealed = await seal(pdfResource(bytes, 'Health summary', 'en'), key);
  expect(sealed.key).toBe(key);
  expect(pdfIn(await unseal(sealed.content, key))).toEqual(bytes);
  const of = (attachment: object) => JSON.stringify({ resourceType: 'DocumentReference', content: [{ attachment }] });
  for (const other of [
    '',
    'null',
    '{}',
    of({}),
    of({ contentType: 'text/html', data: 'AAAA' }),
    of({ contentType: 'application/pdf', data: '*' }),
  ])
    expect(pdfIn(other)).toBeNull();
});

test('a link says the same when it is read, with or without a reader page before it', async () => {
  const { key } = await seal(new Uint8Array());
  const payload = { url, key, exp: 1_800_000_000, flag: 'P' };
  const text = linkText('https://portal.example/shared-summary', payload);
  for (const one of [text, text.split('#')[1] ?? '', `#${text.split('#')[1] ?? ''}`, ` ${text} `])
    expect(readLink(one)).toEqual(payload);
});

test('what is no whole link is none', async () => {
  const { key } = await seal(new Uint8Array());
  const text = linkText('https://portal.example/shared-summary', { url, key, flag: '' });
  for (const one of ['', '#', 'shlink:/', text.slice(0, -20), 'https://portal.example/', '#shlink:/e30'])
    expect(readLink(one)).toBeNull();
});

test('a summary is read as its words by section, and anything else is no summary', () => {
  const div = '<div xmlns="http://www.w3.org/1999/xhtml"><p>Penicillin</p></div>';
  const bundle = {
    resourceType: 'Bundle',
    type: 'document',
    entry: [
      {
        resource: {
          resourceType: 'Composition',
          title: 'Summary',
          date: '2026-11-28T10:00:00Z',
          language: 'en',
          section: [{ title: 'Allergies', text: { status: 'generated', div } }, { title: 'Without words' }],
        },
      },
      { resource: { resourceType: 'Patient', name: [{ given: ['Ada'], family: 'Diaz' }], birthDate: '1961-05-04' } },
    ],
  };
  expect(readBundle(JSON.stringify(bundle))).toEqual({
    title: 'Summary',
    language: 'en',
    madeOn: '2026-11-28T10:00:00Z',
    name: 'Ada Diaz',
    birthDate: '1961-05-04',
    sections: [{ title: 'Allergies', html: div }],
  });
  for (const other of [
    '',
    'null',
    '{}',
    JSON.stringify({ ...bundle, type: 'collection' }),
    JSON.stringify({ ...bundle, entry: [] }),
  ])
    expect(readBundle(other)).toBeNull();
});
