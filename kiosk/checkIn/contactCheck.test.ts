import type { RecordedContactDetails } from '@portal/api';
import { describe, expect, it } from 'vitest';
import type { ContactTexts } from '../../src/ui/form/contactDetails.ts';
import {
  changedDetails,
  changeToSend,
  type ContactCheck,
  hasUnsentChanges,
  newContactCheck,
  problemsOf,
} from './contactCheck.ts';
import { type DetailKind, detailKinds } from './contactSteps.ts';

const recorded: RecordedContactDetails = {
  address1: '12 Willow Road',
  address2: null,
  city: 'Puddleford',
  zipCode: '10042',
  state: 'New York',
  country: 'US',
  homePhone: '202.555.0111 ext. 4',
  mobilePhone: '(202) 555-0110',
  emailAddress: 'juniper@example.org',
};
const begun = (asked: Partial<RecordedContactDetails> = {}): ContactCheck => newContactCheck({ recorded, asked });
const typed = (texts: Partial<ContactTexts>, chosen: readonly DetailKind[] = detailKinds): ContactCheck => {
  const check = begun();
  return { ...check, chosen, texts: { ...check.texts, ...texts } };
};

describe('what is sent', () => {
  it('is nothing where nothing was typed, even of a record that breaks the rules of a form', () => {
    const check = { ...begun(), chosen: detailKinds };
    expect(changeToSend(check)).toBeNull();
    expect(hasUnsentChanges(check)).toBe(false);
    for (const kind of detailKinds) expect(problemsOf(check, kind).size).toBe(0);
  });

  it('is what differs, normalized, with an emptied field as none', () => {
    expect(changeToSend(typed({ mobilePhone: '202 555 0188', emailAddress: ' ', city: ' Saltmere ' }))).toEqual({
      mobilePhone: '+12025550188',
      emailAddress: null,
      city: 'Saltmere',
    });
  });

  it('is no number that is only written in another way', () => {
    expect(changeToSend(typed({ mobilePhone: '202-555-0110' }))).toBeNull();
  });

  it('leaves out what is not said to have changed any more', () => {
    expect(changedDetails(typed({ mobilePhone: '202 555 0188', city: 'Saltmere' }, ['mobilePhone']))).toEqual({
      mobilePhone: '+12025550188',
    });
  });

  it('begins from what was asked before, so that taking it back is a change', () => {
    const check = { ...begun({ city: 'Saltmere' }), chosen: ['address'] as const };
    expect(check.texts.city).toBe('Saltmere');
    expect(changeToSend({ ...check, texts: { ...check.texts, city: 'Puddleford' } })).toEqual({ city: 'Puddleford' });
  });
});

describe('what cannot be', () => {
  it('is told of the field that was typed', () => {
    const check = typed({ homePhone: 'my daughter', emailAddress: 'juniper', address1: 'x'.repeat(201) });
    expect([...problemsOf(check, 'homePhone')]).toEqual([['homePhone', { text: 'kiosk.phoneWrong' }]]);
    expect([...problemsOf(check, 'email')]).toEqual([['emailAddress', { text: 'form.email' }]]);
    expect([...problemsOf(check, 'address')]).toEqual([
      ['address1', { text: 'form.maxLength', values: { limit: 200 } }],
    ]);
    // The invalid number can still be lost, so the warning must mention it.
    expect(hasUnsentChanges(check)).toBe(true);
  });
});
