import type { ValueSet } from '@portal/api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutAccents } from '../../../../../ui/withoutAccents.ts';
import { indexOf } from './lookupIndex.ts';

const set: ValueSet = {
  parts: [
    {
      system: 'urn:icd',
      codes: ['E11', 'E11.9', 'E10.9', 'J45', 'G43', 'M54.5'],
      displays: [
        'Type 2 diabetes mellitus',
        'Type 2 diabetes mellitus without complications',
        'Type 1 diabetes mellitus without complications',
        'Asthma',
        'Ménière-like migraine',
        'Low back pain',
      ],
      translations: {
        es: ['Diabetes mellitus tipo 2', '', '', 'Asma', 'Migraña', 'Lumbalgia'],
        'zh-CN': ['', '', '', '哮喘', '偏头痛', '下腰痛'],
      },
    },
    { system: null, codes: ['other'], displays: ['Something else'] },
  ],
};
const codes = async (typed: string, language = 'en', most = 10) => {
  const found = (await indexOf(set, language)).search(typed, most);
  return { codes: found.concepts.map(({ code }) => code), total: found.total };
};

describe('a search in a value set', () => {
  it('finds by the beginnings of words in any order, without accents and capitals', async () => {
    expect((await codes('diab 2')).codes).toEqual(['E11', 'E11.9']);
    expect((await codes('MENIERE')).codes).toEqual(['G43']);
    expect((await codes('abetes')).codes).toEqual([]);
    expect((await codes('pain low')).codes).toEqual(['M54.5']);
  });
  it('finds by codes, with or without their points, and those come first', async () => {
    expect((await codes('e11.9')).codes[0]).toBe('E11.9');
    expect((await codes('E119')).codes).toEqual(['E11.9']);
    expect((await codes('e11')).codes).toEqual(['E11', 'E11.9']);
  });
  it("reads in the reader's language, finds in the set's own too, and keeps what the set says", async () => {
    const index = await indexOf(set, 'es-MX');
    expect(index.search('asma', 5).concepts).toEqual([
      { system: 'urn:icd', code: 'J45', display: 'Asthma', words: 'Asma', isTranslated: true },
    ]);
    expect(index.search('asthma', 5).concepts.map(({ words }) => words)).toEqual(['Asma']);
    expect(index.find('urn:icd', 'E11.9')).toMatchObject({
      words: 'Type 2 diabetes mellitus without complications',
      isTranslated: false,
    });
    expect(index.find(null, 'other')?.display).toBe('Something else');
    expect(index.find('urn:icd', 'other')).toBeNull();
  });
  it('finds inside words of a script without spaces', async () => {
    expect((await codes('头痛', 'zh')).codes).toEqual(['G43']);
    expect((await codes('腰', 'zh')).codes).toEqual(['M54.5']);
  });
  it('counts all and gives a few', async () => {
    expect(await codes('diabetes', 'en', 1)).toEqual({ codes: ['E11'], total: 3 });
  });
  it('takes one letter alone for a whole word', async () => {
    expect((await codes('2')).codes).toEqual(['E11', 'E11.9']);
    expect((await codes('d')).total).toBe(0);
  });
  it('finds nothing for nothing', async () => {
    expect(await codes(' - ')).toEqual({ codes: [], total: 0 });
  });
  it('finds exactly what has a word that begins so for each word typed', async () => {
    const word = fc.stringMatching(/^[a-cé]{1,3}$/);
    const text = fc
      .array(word, { minLength: 1, maxLength: 4 })
      .map((words) => words.join(' '))
      .filter((words) => words.length > 1);
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 30 }), text, async (displays, typed) => {
        const index = await indexOf(
          { parts: [{ system: null, codes: displays.map((_, at) => `#${String(at)}`), displays }] },
          'en',
        );
        const wanted = withoutAccents(typed).split(' ');
        const holds = (display: string) => {
          const words = withoutAccents(display).split(' ');
          return wanted.every((one) => words.some((each) => each.startsWith(one)));
        };
        const found = index.search(typed, 100);
        expect(found.total).toBe(displays.filter(holds).length);
        expect(found.concepts.map(({ display }) => display).sort()).toEqual(displays.filter(holds).sort());
        expect(index.search(typed, 2).concepts).toEqual(found.concepts.slice(0, 2));
      }),
    );
  });
});
