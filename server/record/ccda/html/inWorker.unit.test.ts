import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { DocumentTree } from '../tree.ts';
import { largeTreeBytes, renderStored, sectionWordsStored, singleFileStored } from './inWorker.ts';
import { renderDocument } from './render.ts';
import { sectionWords } from './sectionWords.ts';
import { singleFile } from './singleFile.ts';
import { lengthOfStored } from './storedTree.ts';

const party = { name: null, organization: null, role: null, address: null, telecoms: [] };
/** A document with one section of so many rows. */
const treeOf = (rows: number): DocumentTree => ({
  header: {
    id: '1.2.3^4',
    setKey: null,
    versionNumber: null,
    replaces: [],
    title: 'Summary',
    typeCode: null,
    typeName: null,
    language: 'en',
    date: '2026-11-12',
    periodStart: null,
    periodEnd: null,
    patient: { ids: [], name: null, birthDate: null, gender: null, address: null, telecoms: [], language: null },
    authors: [party],
    custodian: null,
    careTeam: [],
    participants: [],
    visit: null,
  },
  body: {
    kind: 'sections',
    sections: [
      {
        code: '30954-2',
        title: 'Results',
        nullFlavor: null,
        entries: rows,
        sections: [],
        text: [
          {
            t: 'table',
            c: [
              { t: 'thead', c: [{ t: 'tr', c: ['Test', 'Value'].map((word) => ({ t: 'th' as const, c: [word] })) }] },
              {
                t: 'tbody',
                c: Array.from({ length: rows }, (_, at) => ({
                  t: 'tr' as const,
                  c: [
                    { t: 'td' as const, c: [`Hemoglobin ${at}`] },
                    { t: 'td' as const, c: ['11.2 < 12 g/dL'] },
                  ],
                })),
              },
            ],
          },
        ],
      },
    ],
  },
});
const stored = (tree: DocumentTree) => gzipSync(JSON.stringify(tree));

describe('a stored tree', () => {
  const small = treeOf(3);
  const big = treeOf(4000);
  test('is rendered alike beside the event loop, which a large one is, and on it', { timeout: 30_000 }, async () => {
    expect(lengthOfStored(stored(small))).toBe(JSON.stringify(small).length);
    expect(lengthOfStored(stored(big))).toBeGreaterThan(largeTreeBytes);
    for (const tree of [small, big]) {
      expect(await renderStored(stored(tree), 'es')).toEqual(renderDocument(tree, 'es'));
      expect(await singleFileStored(stored(tree), 'es')).toEqual({ file: singleFile(tree, 'es') });
      const words = await sectionWordsStored(stored(tree), [[0], [1], [0, 0]], 'es');
      expect(words).toEqual(sectionWords(stored(tree), [[0], [1], [0, 0]], 'es'));
      expect(words).toEqual({ language: 'en', html: [expect.stringContaining('Hemoglobin 2'), null, null] });
    }
  });

  test('that is no document gives nothing, and ends nobody else', async () => {
    const broken = gzipSync(JSON.stringify({ header: 'x'.repeat(largeTreeBytes) }));
    expect(await renderStored(broken, 'en')).toBeNull();
    expect(await sectionWordsStored(broken, [[0]], 'en')).toBeNull();
  });
});
