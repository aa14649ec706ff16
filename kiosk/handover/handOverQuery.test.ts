import { describe, expect, it } from 'vitest';
import { handOverOf } from './visitor.ts';

describe('the hand-over in the address', () => {
  it('is read as it was written, leading zeros and all', () => {
    expect(handOverOf('?ptId=12&data=0012')).toEqual({ patientId: 12, data: '0012' });
    expect(handOverOf('?ptId=12&data=%7B%22a%22%3A1%7D')).toEqual({ patientId: 12, data: '{"a":1}' });
  });

  it('is nothing when a part is missing, empty or not a patient', () => {
    for (const search of [
      '',
      '?ptId=12',
      '?data=x',
      '?ptId=12&data=',
      '?ptId=0&data=x',
      '?ptId=1e3&data=x',
      '?ptId=-4&data=x',
    ]) {
      expect(handOverOf(search)).toBeNull();
    }
  });
});
