import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { answerWriter, lastingValue } from './answerText.ts';

const schema = v.object({ title: v.string(), items: v.array(v.object({ id: v.number(), text: v.string() })) });
const write = answerWriter('getThing', schema);

describe('the text of an answer', () => {
  test('is the same whether a field of it lasts or not, and without what the contract does not name', () => {
    const items = [{ id: 1, text: 'a “quoted” "word"', secret: 'x' }];
    const plain = write({ title: 't', items, other: 1 });
    expect(JSON.parse(plain)).toEqual({ title: 't', items: [{ id: 1, text: 'a “quoted” "word"' }] });
    const kept = lastingValue(items);
    for (const title of ['t', 'u'])
      expect(JSON.parse(write({ title, items: kept, other: 1 }))).toEqual({
        title,
        items: [{ id: 1, text: 'a “quoted” "word"' }],
      });
  });

  test('holds a lasting field alone, several of them, and none', () => {
    const only = answerWriter('one', v.object({ items: v.array(v.number()) }));
    expect(only({ items: lastingValue([1, 2]) })).toBe('{"items":[1,2]}');
    const two = answerWriter('two', v.object({ a: v.array(v.number()), b: v.array(v.number()), c: v.string() }));
    expect(JSON.parse(two({ a: lastingValue([1]), b: lastingValue([2]), c: 'c' }))).toEqual({ a: [1], b: [2], c: 'c' });
    expect(answerWriter('list', v.array(v.number()))([1])).toBe('[1]');
  });

  test('does not leave in another shape, in a lasting field as little as beside it', () => {
    const wrong = lastingValue([{ id: 1 }]);
    for (let time = 0; time < 2; time += 1)
      expect(() => write({ title: 't', items: wrong })).toThrow(
        'the answer of getThing has the wrong shape at items.0.text',
      );
    expect(() => write({ title: 1, items: lastingValue([]) })).toThrow('at title');
    expect(() => write({ items: lastingValue([]) })).toThrow('at title');
    expect(() => write(null)).toThrow('at (top)');
  });

  test('cannot be outdated: a lasting value takes no change', () => {
    const kept = lastingValue([{ id: 1, text: 'a' }]);
    expect(() => Object.assign(kept[0] ?? {}, { text: 'b' })).toThrow(TypeError);
    expect(() => kept.push({ id: 2, text: 'c' })).toThrow(TypeError);
  });
});
