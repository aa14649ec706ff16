import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arranged, movedOrder, readArrangement, sectionKey, writeArrangement } from './arrange.ts';

const section = (code: string | null, title = code ?? '') => ({ code, title });
const [allergies, medications, problems, results] = ['48765-2', '10160-0', '11450-4', '30954-2'].map((code) =>
  section(code),
);
if (!allergies || !medications || !problems || !results) throw new Error('There are four sections.');
const document = [allergies, medications, problems, results];
const codes = (sections: readonly { code: string | null }[]) => sections.map(({ code }) => code);

const sections = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 6 });

test('without an arrangement a document keeps its order', () => {
  expect(arranged(document, [])).toEqual(document);
});

test('an arrangement loses and doubles no section, whatever documents it was made for', () => {
  fc.assert(
    fc.property(sections, sections, (has, order) => {
      const all = has.map((code) => section(code));
      const shown = arranged(all, order);
      expect(new Set(shown)).toEqual(new Set(all));
      expect(shown).toHaveLength(all.length);
    }),
  );
});

test('what it names comes in its order', () => {
  fc.assert(
    fc.property(sections, sections, (has, order) => {
      const shown = codes(
        arranged(
          has.map((code) => section(code)),
          order,
        ),
      ).filter((code) => order.includes(code ?? ''));
      expect(shown).toEqual(order.filter((code) => has.includes(code)));
    }),
  );
});

test('a section that it does not name follows the one that it follows in the document', () => {
  expect(codes(arranged(document, ['30954-2', '48765-2']))).toEqual(['30954-2', '48765-2', '10160-0', '11450-4']);
});

test('sections of one code stay together, in the order of the document', () => {
  const twice = [section('48765-2', 'First'), results, section('48765-2', 'Second')];
  expect(arranged(twice, ['30954-2', '48765-2']).map(({ title }) => title)).toEqual(['30954-2', 'First', 'Second']);
});

test('moving a section by one keeps what only other documents have', () => {
  const order = movedOrder([allergies, medications], ['48765-2', '30954-2', '10160-0'], 0, 1);
  expect(order).toEqual(['10160-0', '48765-2', '30954-2']);
  expect(movedOrder([allergies], [], 0, 1)).toBeNull();
  expect(movedOrder([allergies], [], 0, -1)).toBeNull();
});

test('it is saved and read again, and what is none is read as none', () => {
  fc.assert(
    fc.property(sections, (order) => {
      expect(readArrangement(writeArrangement(order))).toEqual(order);
    }),
  );
  for (const saved of [undefined, '', 'a,b', '{}', '[1]', '[""]']) expect(readArrangement(saved)).toEqual([]);
  expect(writeArrangement(Array.from({ length: 60 }, (_, at) => `${at}`.padEnd(60, 'x'))).length).toBeLessThanOrEqual(
    2000,
  );
});

test('a section without a code is known by its title', () => {
  expect(sectionKey(section(null, 'Notes of the ward'))).toBe('Notes of the ward');
});
