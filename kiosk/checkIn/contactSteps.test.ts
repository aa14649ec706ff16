import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ContactStep, contactStepAfter, contactStepBefore, detailKinds, contactStepKey } from './contactSteps.ts';

const walked = (chosen: readonly (typeof detailKinds)[number][]): string[] => {
  const keys: string[] = [];
  for (let place: ContactStep | null = { kind: 'look' }; place; place = contactStepAfter(place, chosen))
    keys.push(contactStepKey(place));
  return keys;
};

it('asks for what was chosen, in the order of the screens, and nothing else', () => {
  expect(walked(['email', 'homePhone'])).toEqual(['look', 'what', 'ask homePhone', 'ask email', 'check']);
  expect(walked([])).toEqual(['look', 'what', 'check']);
});

it('leads back the way it came, whatever was chosen', () => {
  fc.assert(
    fc.property(fc.subarray([...detailKinds]), (chosen) => {
      const back: string[] = [];
      for (let place: ContactStep | null = { kind: 'check' }; place; place = contactStepBefore(place, chosen))
        back.push(contactStepKey(place));
      expect(back.reverse()).toEqual(walked(chosen));
    }),
  );
});
