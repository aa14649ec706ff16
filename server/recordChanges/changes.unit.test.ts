import { emptyHealthEntry, type HealthEntry } from '@portal/api';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FoldedEntry } from '../healthSummary/lists/fold.ts';
import type { ShownBefore } from '../record/changes.ts';
import { entryChanges, type KnownEntry } from './entries.ts';
import { changedValues } from './results.ts';
import { type ChangeRow, type Touched, touchedOf } from './touched.ts';

const shownAs = (content: string): ShownBefore => ({
  contentHash: content,
  key: 'Observation/1',
  members: [],
  kind: 'result',
  name: content,
  labResultId: null,
  effective: null,
  effectivePrecision: null,
  institution: null,
  values: [],
  entries: [],
});
/** A version of a resource; null: it is not shown. */
const content = fc.constantFrom('a', 'b', 'c', null);

describe('the history of a resource', () => {
  test('each reader is told of the difference to what was shown at their last look, once', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ to: content, looks: fc.boolean() }), { maxLength: 12 }), (history) => {
        const rows: ChangeRow[] = [];
        let now: string | null = null;
        let known: string | null = null;
        let lookedTo = 0;
        for (const { to, looks } of history) {
          if (to !== now)
            rows.push({
              resourceId: 1,
              toldOrder: rows.length + 1,
              changedAt: '2026-03-01T00:00:00.000Z',
              shownBefore: now === null ? null : shownAs(now),
              source: 's',
              systemName: 'System',
              status: null,
              contentHash: '',
              isPresent: false,
            });
          now = to;
          const current = rows.map((row) => ({ ...row, contentHash: now ?? '', isPresent: now !== null }));
          const told = touchedOf(current, { lookedTo }).filter(({ isSeen }) => !isSeen);
          expect(told.map(({ before, isPresent }) => [before?.contentHash ?? null, isPresent])).toEqual(
            known === now ? [] : [[known, now !== null]],
          );
          if (!looks) continue;
          lookedTo = rows.at(-1)?.toldOrder ?? lookedTo;
          known = now;
          expect(touchedOf(current, { lookedTo }).filter(({ isSeen }) => !isSeen)).toEqual([]);
        }
      }),
    );
  });
});

test('only values that are another now are told, as they were', () => {
  const value = (name: string, text: string | null, unit: string | null = 'g/dL') =>
    ({ name, kind: 'quantity', comparator: null, value: text, unit }) as const;
  const before = [value('Hemoglobin', '7.0'), value('Glucose', '5.1', 'mmol/L'), value('Iron', null)];
  expect(
    changedValues(before, [value('Hemoglobin', '7'), value('Glucose', '5.1', 'mmol/L'), value('Iron', '3')]),
  ).toEqual([{ name: 'Hemoglobin', value: '7.0 g/dL' }]);
  expect(changedValues(before, [value('Glucose', '5.1', 'mmol/L'), value('Hemoglobin', '7.0')])).toEqual([]);
});

const pill = (name: string, dose: string): HealthEntry => ({
  ...emptyHealthEntry,
  name,
  codes: [{ system: 'urn:pills', code: name, display: null }],
  start: null,
  facts: [{ name: 'dose', value: dose }],
});
/** A document with entries: its number is that of its resource. */
const document = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2', '3'));
const clinic = fc.constantFrom('one', 'two');

test('in lists, what was known is not new, what is told was never guessed, and no entry is told twice', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ entries: document, source: clinic, isNew: fc.boolean(), wasTaken: fc.boolean() }), {
        maxLength: 6,
      }),
      (documents) => {
        const touched = new Map<number, Touched>();
        const known: KnownEntry[] = [];
        const folded: FoldedEntry[] = [];
        for (const [at, { entries, source, isNew, wasTaken }] of documents.entries()) {
          const resourceId = at + 1;
          const all = Object.entries(entries).map(([name, dose]) => pill(name, dose));
          const isTouched = isNew || wasTaken;
          if (!isNew) for (const entry of all) known.push({ resourceId, source, listKey: 'medications', entry });
          if (isTouched)
            touched.set(resourceId, {
              resourceId,
              before: isNew ? null : { ...shownAs('x'), kind: 'document' },
              isPresent: !wasTaken,
              isSeen: false,
              changedAt: '',
              source,
              systemName: 'System',
              status: null,
            });
          if (wasTaken) continue;
          for (const entry of all) {
            const told = {
              id: folded.length + 1,
              listKey: 'medications',
              entry,
              resourceId,
              clinic: source,
              sourceAt: null,
            } as const;
            const same = folded.findIndex((one) => JSON.stringify(one.entry) === JSON.stringify(entry));
            const teller = { ...told, source: { name: source, date: null, document: null } };
            const before = folded[same];
            if (before === undefined) folded.push({ listKey: 'medications', entry, all: [teller] });
            else folded[same] = { ...before, all: [...before.all, teller] };
          }
        }
        const changes = entryChanges({ folded, known, touched });
        const keyOf = (entry: HealthEntry) => JSON.stringify(entry);
        const knownKeys = new Set(known.map(({ entry }) => keyOf(entry)));
        const shown = changes.flatMap((one) => (one.kind === 'gone' ? [] : [one.folded.entry]));
        expect(new Set(shown.map(keyOf)).size).toBe(shown.length);
        for (const entry of shown) expect(knownKeys).not.toContain(keyOf(entry));
        // Everything that is shown and was not known is told.
        for (const { entry } of folded) if (!knownKeys.has(keyOf(entry))) expect(shown).toContain(entry);
        const nowKeys = new Set(folded.map(({ entry }) => keyOf(entry)));
        const before = changes.flatMap((one) =>
          one.kind === 'new' ? [] : [{ by: one.touched.source, entry: one.before }],
        );
        expect(new Set(before.map(({ by, entry }) => `${by} ${keyOf(entry)}`)).size).toBe(before.length);
        for (const { entry } of before) {
          expect(knownKeys).toContain(keyOf(entry));
          expect(nowKeys).not.toContain(keyOf(entry));
        }
        for (const one of changes) if (one.kind === 'changed') expect(one.before.codes).toEqual(one.folded.entry.codes);
      },
    ),
  );
});
