import { type CallShape, calls } from '@portal/api';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { answersAt } from './answers.ts';

const ofDocument = Object.values(calls).filter(
  (call: CallShape): boolean => call.isOurs !== true && call.answer !== null,
);
const answers = new Map<string, unknown>(Object.entries(answersAt(Date.parse('2026-11-20T15:30:00Z'))));
/** What the document says nothing of: an answer, or the form of a file. */
const unsaid = ['patchThread', 'replyToThread'];

describe('a server that answers what the documents say, and nothing else', () => {
  const said = ofDocument.filter(({ name, answerType }) => answerType !== 'file' && !unsaid.includes(name));

  test.each(said.map((call) => [call.name, call] as const))('is understood at %s', (name, call: CallShape) => {
    expect(answers.has(name), 'an answer of the document').toBe(true);
    expect(v.safeParse(call.answer ?? v.null(), answers.get(name)).issues).toBeUndefined();
  });

  test('is asked for nothing of ours here', () => {
    expect([...answers.keys()].toSorted()).toEqual(said.map(({ name }) => name).toSorted());
  });

  test.each(unsaid)('may say nothing at %s', (name) => {
    const call = ofDocument.find((one) => one.name === name);
    expect(v.is(call?.answer ?? v.never(), null)).toBe(true);
  });
});
