import { type CallShape, calls } from '@portal/api';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { answersAt, files } from './answers.ts';

const answers = new Map<string, unknown>(Object.entries(answersAt(Date.parse('2026-11-20T15:30:00Z'))));
/** An address without the names of its parameters. `4` is the one count that the specification writes as a number. */
const addressOf = (text: string) => text.replace(/\{\w+\}|(?<=\/count\/)4/g, '{}');
const all: readonly CallShape[] = Object.values(calls);
const callAt = (address: string): CallShape | undefined =>
  all.find(({ method, path }) => addressOf(`${method} ${path}`) === addressOf(address));

describe('a server that answers what the documents say, and nothing else', () => {
  test.each([...answers])('is understood at %s', (address, answer) => {
    const call = callAt(address);
    expect(call).toBeDefined();
    expect(v.safeParse(call?.answer ?? v.null(), answer).issues).toBeUndefined();
  });

  test('has every call that is not marked as ours or optional', () => {
    const known = [...answers.keys(), ...Object.keys(files)];
    const ofDocument = all
      .filter(({ isOurs, isOptional }) => isOurs !== true && isOptional !== true)
      .map(({ method, path }) => `${method} ${path}`);
    expect(known.map(addressOf).toSorted()).toEqual(ofDocument.map(addressOf).toSorted());
  });
});
