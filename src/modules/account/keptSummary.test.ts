import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KeptEntry } from '../../data/keptRecords/ledger.ts';
import { recordPlace } from '../../data/keptRecords/recordPlace.ts';
import { summaryOfKept } from './keptSummary.ts';

const entry = (part: Partial<KeptEntry>): KeptEntry => ({
  place: 'a',
  call: 'getLabResult',
  patientId: 1,
  kind: 'answer',
  bytes: 10,
  at: 1_000,
  day: null,
  missing: null,
  ...part,
});
const results = { title: 'account.title', counts: [{ name: 'getLabResult' }] } as const;
const notes = {
  title: 'medicalNotes.title',
  counts: [
    { name: 'getMedicalNoteText', record: 'noteId' },
    { name: 'getMedicalNotePage', record: 'noteId' },
  ],
} as const;
const whole = { title: 'account.notifications', counts: [] } as const;
const day = 24 * 60 * 60 * 1000;

test('records are counted by their calls, with the newest day', () => {
  const entries = [
    entry({ day: '2026-11-13', at: 5_000 }),
    entry({ day: '2026-10-01', place: 'b' }),
    entry({ call: 'listLabResults' }),
    entry({ call: 'getThread', day: '2026-11-20' }),
  ];
  expect(summaryOfKept(entries, [results, whole], 1, 0)).toEqual({
    rows: [
      { title: 'account.title', count: 2, newest: '2026-11-13' },
      { title: 'account.notifications', count: null, newest: null },
    ],
    files: null,
    bytes: 40,
    copiedAt: 5_000,
    deletedAt: 30 * day,
  });
});

test('a note of several pages, of words or as a file, is one record', () => {
  const page = (call: 'getMedicalNoteText' | 'getMedicalNotePage', noteId: number, pageNumber: number) =>
    entry({ call, place: recordPlace({ name: call }, { params: { patientId: 1, noteId, pageNumber } }, 1) });
  const entries = [
    page('getMedicalNoteText', 4, 1),
    page('getMedicalNoteText', 4, 2),
    page('getMedicalNotePage', 4, 1),
    page('getMedicalNotePage', 5, 1),
  ];
  expect(summaryOfKept(entries, [notes], 1, 0).rows).toEqual([{ title: 'medicalNotes.title', count: 2, newest: null }]);
});

test('files are counted with those that had no room', () => {
  const entries = [
    entry({ kind: 'file', call: 'getFile' }),
    entry({ kind: 'file', call: 'getFile', missing: 'noRoom', bytes: 0 }),
    entry({ kind: 'file', call: 'getFile', missing: 'tooLarge', bytes: 0 }),
  ];
  expect(summaryOfKept(entries, [], 1, 0).files).toEqual({ kept: 1, all: 3 });
});

test('an empty ledger has neither rows nor an age', () =>
  expect(summaryOfKept([], [results, whole], 1, 0)).toMatchObject({ rows: [], files: null, bytes: 0, copiedAt: null }));

test('rows are of the open record and of no patient, the space is of all', () =>
  fc.assert(
    fc.property(
      fc.array(fc.record({ patientId: fc.constantFrom(1, 2, null), bytes: fc.nat(1_000) }), { maxLength: 30 }),
      (parts) => {
        const { rows, bytes } = summaryOfKept(
          parts.map((part, at) => entry({ ...part, place: String(at) })),
          [results],
          1,
          0,
        );
        expect(rows[0]?.count ?? 0).toBe(parts.filter(({ patientId }) => patientId !== 2).length);
        expect(bytes).toBe(parts.reduce((sum, one) => sum + one.bytes, 0));
      },
    ),
  ));
