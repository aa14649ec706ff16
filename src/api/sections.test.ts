import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Section, type SectionRight, hasRight, sectionRights, withRight } from './sections.ts';

test('rights: who answers reads, who does not read does nothing there, and other sections are left alone', () => {
  const all = Section.options.flatMap((section) =>
    sectionRights[section].map((right): SectionRight => ({ section, right })),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...all), fc.boolean()), { maxLength: 30 }), (presses) => {
      let given: readonly SectionRight[] = [];
      for (const [one, isGiven] of presses) {
        const before = given;
        given = withRight(given, one, isGiven);
        expect(hasRight(given, one)).toBe(isGiven);
        for (const { section } of given) expect(hasRight(given, { section, right: 'read' })).toBe(true);
        expect(given.filter(({ section }) => section !== one.section)).toEqual(
          before.filter(({ section }) => section !== one.section),
        );
        expect(new Set(given.map(({ section, right }) => `${section}:${right}`)).size).toBe(given.length);
      }
    }),
  );
});
