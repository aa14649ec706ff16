import { CareProviderId, IdempotencyKey } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { DraftFile } from '../../data/messages/types.ts';
import { fileKind } from './files.ts';
import { filledIn, placeholder } from './filledIn.tsx';
import { piecesOf } from './marks.ts';
import { daysInWords, dayStretches } from './workingDays.ts';
import { beginningOf, partsWith, problemsOf, titleOf } from './writingRules.ts';

const to = v.parse(CareProviderId, 3);
const refused: DraftFile = {
  key: v.parse(IdempotencyKey, '00000000-0000-4000-8000-000000000000'),
  fileName: 'scan.pdf.exe',
  bytes: 10,
  fileType: null,
  state: { kind: 'refused', code: 'file_type' },
};
const whole = { careProviderId: to, subject: 'Tingling', content: 'Since last week', files: [] };

describe('a new message needs', () => {
  test('a reader, a subject and words', () => {
    expect(partsWith(problemsOf({ careProviderId: null, subject: '  ', content: '\n', files: [] }, 'new'))).toEqual([
      'to',
      'subject',
      'content',
    ]);
    expect(problemsOf(whole, 'new')).toEqual({});
  });
  test('at most 100 characters of subject and 2,000 of words', () => {
    const just = { ...whole, subject: 'a'.repeat(100), content: 'b'.repeat(2000) };
    expect(problemsOf(just, 'new')).toEqual({});
    expect(partsWith(problemsOf({ ...just, subject: 'a'.repeat(101), content: 'b'.repeat(2001) }, 'new'))).toEqual([
      'subject',
      'content',
    ]);
  });
  test('and too long is not missing', () => {
    const none = problemsOf({ careProviderId: null, subject: '', content: 'a', files: [] }, 'new');
    expect(titleOf([none.to, none.subject])).toBe('secureMessages.missing');
    const long = problemsOf({ ...whole, subject: 'a'.repeat(101), content: '' }, 'new');
    expect(titleOf([long.subject, long.content])).toBe('secureMessages.toChange');
  });
  test('no file that was refused', () => {
    expect(partsWith(problemsOf({ ...whole, files: [refused] }, 'new'))).toEqual(['files']);
  });
});

test('a message about something begins with its subject, unless one is begun', () => {
  const topic = { subject: 'Blood count, 12 May', person: null };
  const beginning = { subject: topic.subject, content: '' };
  const blank = { subject: '', content: '', files: [] };
  expect(beginningOf(topic, blank)).toEqual(beginning);
  // What somebody typed stays, even a subject alone.
  expect(beginningOf(topic, { ...blank, subject: 'My own words' })).toBeNull();
  expect(beginningOf(topic, whole)).toBeNull();
  expect(beginningOf(topic, { ...blank, files: [refused] })).toBeNull();
});

test('a reply needs words alone', () => {
  expect(problemsOf({ ...whole, careProviderId: null, subject: '' }, 'reply')).toEqual({});
  expect(problemsOf({ ...whole, content: ' ' }, 'reply')).toEqual({ content: { text: 'core.required' } });
});

describe('marks', () => {
  test('show in the words around them', () => {
    expect(piecesOf('keep the iron tablets', [[9, 13]])).toEqual([
      { text: 'keep the ', isMarked: false },
      { text: 'iron', isMarked: true },
      { text: ' tablets', isMarked: false },
    ]);
  });
  test('lose and double no character, whatever they are', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.tuple(fc.nat(30), fc.nat(30))), (text, marks) => {
        const pieces = piecesOf(text, marks);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        expect(pieces.every((piece) => piece.text !== '')).toBe(true);
      }),
    );
  });
});

describe('working days', () => {
  const fromTo = (from: string, to_: string) => `${from} to ${to_}`;
  test.each([
    [[1, 2, 3, 4, 5], 'Monday to Friday'],
    [[1, 2, 4], 'Monday, Tuesday, and Thursday'],
    [[5, 1, 3, 2, 7], 'Monday to Wednesday, Friday, and Sunday'],
  ])('%j', (days, text) => {
    expect(daysInWords('en-US', days, fromTo)).toBe(text);
  });
  test('in stretches, each day once', () => {
    expect(dayStretches([2, 1, 2, 4])).toEqual([
      [1, 2],
      [4, 4],
    ]);
  });
});

test('a file is called by what it is', () => {
  expect([fileKind('jpg'), fileKind('png'), fileKind('pdf'), fileKind('txt'), fileKind(null)]).toEqual([
    'picture',
    'picture',
    'pdf',
    'txt',
    'other',
  ]);
});

test('a link stands where the language puts it', () => {
  expect(JSON.stringify(filledIn(`Call ${placeholder}, day or night.`, 'X'))).toContain(
    '["Call ","X",", day or night."]',
  );
});
