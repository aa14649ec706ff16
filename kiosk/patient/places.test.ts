import { describe, expect, it } from 'vitest';
import { firstPlace, type Place, placeAfter, placeBefore } from './places.ts';

const walk = { screens: 3, hasIntro: true };

describe('the way through a questionnaire', () => {
  it('goes from the instructions over every question to the last look, and back the same way', () => {
    const there: Place[] = [{ kind: 'intro' }];
    for (let place = placeAfter({ kind: 'intro' }, walk); place; place = placeAfter(place, walk)) there.push(place);
    expect(there.map((place) => (place.kind === 'question' ? place.index : place.kind))).toEqual([
      'intro',
      0,
      1,
      2,
      'check',
    ]);
    const back: Place[] = [{ kind: 'check' }];
    for (let place = placeBefore({ kind: 'check' }, walk); place; place = placeBefore(place, walk)) back.push(place);
    expect(back).toEqual(there.toReversed());
  });

  it('passes by what there is nothing to say on, there and back', () => {
    const some = { ...walk, isPassed: (index: number) => index !== 1 };
    expect(placeAfter({ kind: 'intro' }, some)).toEqual({ kind: 'question', index: 1 });
    expect(placeAfter({ kind: 'question', index: 1 }, some)).toEqual({ kind: 'check' });
    expect(placeBefore({ kind: 'check' }, some)).toEqual({ kind: 'question', index: 1 });
    expect(placeBefore({ kind: 'question', index: 1 }, some)).toEqual({ kind: 'intro' });
  });

  it('begins with the first question when there is nothing to say before', () => {
    expect(firstPlace({ ...walk, hasIntro: false }, () => true, false)).toEqual({ kind: 'question', index: 0 });
    expect(placeBefore({ kind: 'question', index: 0 }, { ...walk, hasIntro: false })).toBeNull();
  });

  it('goes on where an earlier visit stopped', () => {
    expect(firstPlace(walk, (index) => index >= 2, true)).toEqual({ kind: 'question', index: 2 });
    expect(firstPlace(walk, () => false, true)).toEqual({ kind: 'check' });
  });

  it('bears a questionnaire without a single question', () => {
    expect(firstPlace({ screens: 0, hasIntro: false }, () => true, false)).toEqual({ kind: 'check' });
    expect(placeBefore({ kind: 'check' }, { screens: 0, hasIntro: false })).toBeNull();
  });
});
