import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { type Json, PatchFault, applyOperation, isSameJson } from './jsonPatch.ts';

/** All operations in order. */
function applyPatch(document: Json, patch: Json): Json {
  if (!Array.isArray(patch)) throw new PatchFault('malformed');
  return patch.reduce<Json>(applyOperation, document);
}

const Anything = v.custom<Json>((value) => value !== undefined);
const Cases = v.array(
  v.object({
    comment: v.optional(v.string()),
    doc: v.optional(Anything),
    patch: v.optional(Anything),
    expected: v.optional(Anything),
    error: v.optional(v.string()),
  }),
);
const casesOf = (name: string) =>
  v.parse(
    Cases,
    JSON.parse(readFileSync(new URL(`../../tests/server/jsonPatch/${name}.json`, import.meta.url), 'utf8')),
  );

/** The same member twice: which one counts is up to the JSON parser, and ours takes the last. */
const beyondJson = /has two 'op' members/;

describe.each(['tests', 'spec_tests'])('the public list %s', (name) => {
  const cases = casesOf(name).flatMap(({ doc, patch, ...more }, index) =>
    doc === undefined || patch === undefined || beyondJson.test(more.error ?? '')
      ? []
      : [{ title: `${String(index)} ${more.comment ?? more.error ?? JSON.stringify(patch)}`, doc, patch, ...more }],
  );

  test('was read', () => {
    expect(cases.length).toBeGreaterThan(name === 'tests' ? 70 : 15);
  });

  test.each(cases)('$title', ({ doc, patch, expected, error }) => {
    const before = JSON.stringify(doc);
    if (error === undefined) {
      const after = applyPatch(doc, patch);
      if (expected !== undefined) expect(isSameJson(after, expected), JSON.stringify(after)).toBe(true);
    } else expect(() => applyPatch(doc, patch)).toThrow(PatchFault);
    expect(JSON.stringify(doc)).toBe(before);
  });
});

test('whatever is sent as a patch is applied or refused, and changes nothing that it was given', () => {
  const pointer = fc.oneof(
    fc
      .array(fc.constantFrom('a', 'b', '0', '1', '-', '01', '~0', '~1', '__proto__', 'constructor', ''), {
        maxLength: 3,
      })
      .map((parts) => parts.map((part) => `/${part}`).join('')),
    fc.string(),
  );
  const operation = fc.record(
    {
      op: fc.oneof(fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test'), fc.string()),
      path: pointer,
      from: pointer,
      value: fc.jsonValue({ maxDepth: 2 }),
    },
    { requiredKeys: [] },
  );
  const document = { a: { b: [1, { a: null }], '~': 'x' }, '': 0, 0: [] };
  const before = JSON.stringify(document);
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 6 }), (operations) => {
      try {
        applyPatch(document, v.parse(Anything, JSON.parse(JSON.stringify(operations))));
      } catch (error) {
        if (!(error instanceof PatchFault)) throw error;
      }
      expect(JSON.stringify(document)).toBe(before);
      expect(Object.hasOwn(Object.prototype, 'a')).toBe(false);
    }),
    { numRuns: 2000 },
  );
});
