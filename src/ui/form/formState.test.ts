import { EmailAddress } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  type FormRules,
  isDirty,
  problemsOnSubmit,
  shownProblem,
  startForm,
  withTouch,
  withTry,
  withValue,
} from './formState.ts';
import { matchField, required, schemaRule } from './rules.ts';

interface Values {
  readonly name: string;
  readonly mail: string;
  readonly again: string;
  readonly agreed: boolean;
}
const empty: Values = { name: '', mail: '', again: '', agreed: false };
const taken = { text: 'form.oneOf' } as const;
const form: FormRules<Values> = {
  rules: {
    name: [schemaRule(v.pipe(v.string(), v.minLength(3)))],
    mail: [required()],
    again: [matchField('mail')],
    agreed: [required()],
  },
  rulesOnSubmit: { mail: [schemaRule(EmailAddress)] },
};
const shown = (state: ReturnType<typeof startForm<Values>>, name: keyof Values) =>
  shownProblem(form, state, name)?.text ?? null;

describe('errors show', () => {
  test('not before a field was touched', () => expect(shown(startForm(empty), 'name')).toBeNull());
  test('not while a text is typed for the first time', () =>
    expect(shown(withValue(startForm(empty), 'name', 'a'), 'name')).toBeNull());
  test('when the field was left, the first one only, and for no other field', () => {
    const state = withTouch(startForm(empty), 'name');
    expect([shown(state, 'name'), shown(state, 'mail')]).toEqual(['core.required', null]);
    expect(shown(withValue(state, 'name', 'ab'), 'name')).toBe('form.minLength');
    expect(shown(withValue(state, 'name', 'abc'), 'name')).toBeNull();
  });
  test('at once for a box that was unticked', () =>
    expect(shown(withValue(withValue(startForm(empty), 'agreed', true), 'agreed', false), 'agreed')).toBe(
      'core.required',
    ));
  test('for every field after a failed submit', () => {
    const state = withTry(startForm(empty), empty, problemsOnSubmit(form, empty));
    expect([shown(state, 'name'), shown(state, 'mail'), shown(state, 'agreed')]).toEqual([
      'core.required',
      'core.required',
      'core.required',
    ]);
  });
  test('only after a failed submit where the form says so', () => {
    const later = { ...form, errorsFrom: 'submit' as const };
    const touched = withTouch(startForm(empty), 'name');
    expect(shownProblem(later, touched, 'name')).toBeNull();
    expect(shownProblem(later, withTry(touched, empty, new Map()), 'name')?.text).toBe('core.required');
  });
});

describe('a rule that is looked at on submit only', () => {
  const values = { ...empty, mail: 'no address', again: 'no address' };
  const typed = withTouch(withValue(startForm(empty), 'mail', values.mail), 'mail');
  test('says nothing when the field is left', () => expect(shown(typed, 'mail')).toBeNull());
  test('speaks on submit, until the field changes, and not again before the next submit', () => {
    const state = withTry(startForm(values), values, problemsOnSubmit(form, values));
    expect(shown(state, 'mail')).toBe('form.email');
    expect(shown(withTouch(withValue(state, 'mail', 'still none'), 'mail'), 'mail')).toBeNull();
  });
});

describe('what is found later', () => {
  test('shows, and goes when the field changes', () => {
    const values = { ...empty, name: 'taken' };
    const state = withTry(startForm(values), values, new Map([['name' as const, taken]]));
    expect(shown(state, 'name')).toBe('form.oneOf');
    expect(shown(withValue(state, 'name', 'free'), 'name')).toBeNull();
  });
  test('is not spoken of when the value is another by then', () => {
    const values = { ...empty, name: 'taken' };
    expect(
      shown(withTry(withValue(startForm(values), 'name', 'free'), values, new Map([['name' as const, taken]])), 'name'),
    ).toBeNull();
  });
});

const someValues = fc.record({
  name: fc.string({ maxLength: 5 }),
  mail: fc.oneof(fc.emailAddress(), fc.string({ maxLength: 5 })),
  again: fc.string({ maxLength: 5 }),
  agreed: fc.boolean(),
});

test('a form is sent exactly when no field has a problem, and after a failed submit each of these shows', () => {
  fc.assert(
    fc.property(someValues, (values) => {
      const problems = problemsOnSubmit(form, values);
      const state = withTry(startForm(values), values, problems);
      for (const name of ['name', 'mail', 'again', 'agreed'] as const)
        expect(shownProblem(form, state, name), name).toEqual(problems.get(name) ?? null);
    }),
  );
});

test('a form is changed when a value is another than at the start, and no longer when it is put back', () => {
  fc.assert(
    fc.property(someValues, fc.string(), (values, name) => {
      const start = startForm(values);
      expect(isDirty(start)).toBe(false);
      const changed = withValue(start, 'name', name);
      expect(isDirty(changed)).toBe(name !== values.name);
      expect(isDirty(withValue(changed, 'name', values.name))).toBe(false);
    }),
  );
});

test('parts of a date are compared by what they say', () => {
  const start = startForm({ date: { day: '1', month: '2' } });
  expect(isDirty(withValue(start, 'date', { day: '1', month: '2' }))).toBe(false);
  expect(isDirty(withValue(start, 'date', { day: '1', month: '3' }))).toBe(true);
});
