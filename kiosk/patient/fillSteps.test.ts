import { describe, expect, it } from 'vitest';
import { firstStep, type FillStep, stepAfter, stepBefore } from './fillSteps.ts';

const walk = { screens: 3, hasIntro: true };

describe('the way through a questionnaire', () => {
  it('goes from the instructions over every question to the last look, and back the same way', () => {
    const there: FillStep[] = [{ kind: 'intro' }];
    for (let place = stepAfter({ kind: 'intro' }, walk); place; place = stepAfter(place, walk)) there.push(place);
    expect(there.map((place) => (place.kind === 'question' ? place.index : place.kind))).toEqual([
      'intro',
      0,
      1,
      2,
      'check',
    ]);
    const back: FillStep[] = [{ kind: 'check' }];
    for (let place = stepBefore({ kind: 'check' }, walk); place; place = stepBefore(place, walk)) back.push(place);
    expect(back).toEqual(there.toReversed());
  });

  it('passes by what there is nothing to say on, there and back', () => {
    const some = { ...walk, isPassed: (index: number) => index !== 1 };
    expect(stepAfter({ kind: 'intro' }, some)).toEqual({ kind: 'question', index: 1 });
    expect(stepAfter({ kind: 'question', index: 1 }, some)).toEqual({ kind: 'check' });
    expect(stepBefore({ kind: 'check' }, some)).toEqual({ kind: 'question', index: 1 });
    expect(stepBefore({ kind: 'question', index: 1 }, some)).toEqual({ kind: 'intro' });
  });

  it('begins with the first question when there is nothing to say before', () => {
    expect(firstStep({ ...walk, hasIntro: false }, () => true, false)).toEqual({ kind: 'question', index: 0 });
    expect(stepBefore({ kind: 'question', index: 0 }, { ...walk, hasIntro: false })).toBeNull();
  });

  it('goes on where an earlier visit stopped', () => {
    expect(firstStep(walk, (index) => index >= 2, true)).toEqual({ kind: 'question', index: 2 });
    expect(firstStep(walk, () => false, true)).toEqual({ kind: 'check' });
  });

  it('bears a questionnaire without a single question', () => {
    expect(firstStep({ screens: 0, hasIntro: false }, () => true, false)).toEqual({ kind: 'check' });
    expect(stepBefore({ kind: 'check' }, { screens: 0, hasIntro: false })).toBeNull();
  });
});
