import { EmailAddress, passwordStates, phoneShown } from '@portal/api';
import { type ReactNode, useState } from 'react';
import * as v from 'valibot';
import { useWords } from '../../src/words/index.ts';
import { Button, ButtonRow } from '../../src/ui/Button.tsx';
import { DateField } from '../../src/ui/DateField.tsx';
import { CheckboxField, SelectField, TextField } from '../../src/ui/Field.tsx';
import { Form, FormStack } from '../../src/ui/Form.tsx';
import { CancelQuestion } from '../../src/ui/form/CancelQuestion.tsx';
import { ConfirmedCheckbox } from '../../src/ui/form/ConfirmedCheckbox.tsx';
import { NewPasswordFields, newPasswordRules, noNewPassword } from '../../src/ui/form/NewPasswordFields.tsx';
import { dateProblem, dateRules, matchField, required, schemaRule } from '../../src/ui/form/rules.ts';
import { Steps } from '../../src/ui/Steps.tsx';
import { type FormOptions, useForm } from '../../src/ui/form/useForm.ts';
import { MessageBar } from '../../src/ui/MessageBar.tsx';
import { Page, PageHead, Section } from '../../src/ui/Page.tsx';
import type { ViewProps } from './views.ts';
import { columns } from './gallery.css.ts';

const initial = {
  required: '',
  minLength: '',
  maxLength: '',
  email: '',
  min: '',
  max: '',
  pattern: '',
  equalTo: '',
  oneOf: '',
  url: '',
  digits: '',
  matchField: '',
  onSubmit: '',
  box: false,
  day: '',
  month: '',
  year: '',
  number: '',
};
type Values = typeof initial;

const optional = (schema: v.GenericSchema<string, unknown>) => [schemaRule(v.nullable(schema))];
const decimal = v.pipe(v.string(), v.decimal(), v.toNumber());
const rules: FormOptions<Values>['rules'] = {
  required: [required()],
  minLength: optional(v.pipe(v.string(), v.minLength(5))),
  maxLength: optional(v.pipe(v.string(), v.maxLength(5))),
  email: optional(EmailAddress),
  min: optional(v.pipe(decimal, v.minValue(10))),
  max: optional(v.pipe(decimal, v.maxValue(10))),
  pattern: optional(v.pipe(v.string(), v.regex(/^[A-Z]+$/))),
  equalTo: [schemaRule(v.literal('yes'))],
  oneOf: optional(v.picklist(['red', 'blue'])),
  url: optional(v.pipe(v.string(), v.url())),
  digits: optional(v.pipe(v.string(), v.digits())),
  matchField: [matchField('required')],
  box: [required()],
  ...dateRules,
};
const texts = [
  'required',
  'minLength',
  'maxLength',
  'email',
  'min',
  'max',
  'pattern',
  'equalTo',
  'url',
  'digits',
  'matchField',
  'onSubmit',
] as const satisfies readonly (keyof Values)[];
const hints: { readonly [N in keyof Values]?: string } = {
  minLength: 'At least 5',
  maxLength: 'At most 5',
  min: 'From 10',
  max: 'To 10',
  pattern: 'Capitals',
  equalTo: 'The word yes',
  matchField: 'The same as the first',
  onSubmit: 'An email, looked at on submit only',
};
const statesOf = (password: string) =>
  passwordStates({ minimumLength: 8, numOfCapitalLetters: 1, numOfNumbers: 1, numOfSpecialCharacters: 1 }, password);
const later = (milliseconds: number) =>
  new Promise<void>((done) => {
    setTimeout(done, milliseconds);
  });

function Rules({ errorsFrom }: { errorsFrom: 'touch' | 'submit' }): ReactNode {
  const { t } = useWords();
  const form = useForm<Values>({
    initial,
    errorsFrom,
    rules,
    rulesOnSubmit: { onSubmit: optional(EmailAddress) },
    onSubmit: async (values) => {
      await later(1500);
      return values.required === 'refused'
        ? { fields: { required: { text: 'form.notSame' } } }
        : { message: { code: 'signupFailed' } };
    },
  });
  const { value: box, ...boxField } = form.field('box');
  const date = dateProblem({
    day: form.problem('day'),
    month: form.problem('month'),
    year: form.problem('year'),
  });
  return (
    <Form {...form.props}>
      {texts.map((name) => (
        <TextField key={name} label={name} hint={hints[name]} required={name === 'required'} {...form.field(name)} />
      ))}
      <SelectField
        label="oneOf"
        placeholder=""
        options={['red', 'blue', 'green'].map((value) => ({ value, label: value }))}
        {...form.field('oneOf')}
      />
      <DateField
        look="form"
        legend="Date"
        value={form.values}
        onChange={(next) => {
          for (const part of ['day', 'month', 'year'] as const) form.set(part, next[part]);
        }}
        onBlur={form.touch}
        error={date === null ? undefined : t(date.text)}
        wrongParts={date?.fields}
      />
      <CheckboxField label="required, for a box" checked={box} {...boxField} />
      <p>{form.isDirty ? 'Changed' : 'As at the start'}</p>
      <ButtonRow>
        <Button type="submit" busy={form.isBusy}>
          Send
        </Button>
        <Button variant="secondary" onClick={() => form.reset()}>
          Begin again
        </Button>
      </ButtonRow>
    </Form>
  );
}

function Inputs(): ReactNode {
  const [ticked, setTicked] = useState(false);
  const [asking, setAsking] = useState(false);
  const password = useForm({
    initial: noNewPassword,
    rules: newPasswordRules(v.string(), statesOf),
    onSubmit: () => Promise.resolve(null),
  });
  return (
    <FormStack>
      <ConfirmedCheckbox
        label="A box that asks before it is ticked"
        checked={ticked}
        onChange={setTicked}
        question={{
          title: 'Tick it?',
          message: 'Only confirming ticks it.',
          confirmLabel: 'Tick',
          dismissLabel: 'Leave it',
        }}
      />
      <ul>
        {['5551234', '555.123.4567', '+1 555 123 4567', '(555)1234567', '555-1234'].map((phone) => (
          <li key={phone}>{phoneShown(phone)}</li>
        ))}
      </ul>
      <Steps label="Steps" names={['Verify identity', 'Email address', 'Create account']} current={1} />
      <Button variant="secondary" onClick={() => setAsking(true)}>
        The question before leaving
      </Button>
      {asking ? <CancelQuestion onConfirm={() => setAsking(false)} onDismiss={() => setAsking(false)} /> : null}
      <NewPasswordFields statesOf={statesOf} field={password.field} />
    </FormStack>
  );
}

/** Every rule and state of the shared forms. */
export function FormsView({ change, viewNames }: ViewProps): ReactNode {
  return (
    <Page>
      <PageHead title="Forms" lead="Every rule and state. Development only." />
      <MessageBar />
      <ButtonRow>
        {viewNames.map((name) => (
          <Button key={name} variant="quiet" size="small" onClick={() => change('view', name)}>
            {name}
          </Button>
        ))}
      </ButtonRow>
      <div className={columns}>
        <Section id="touch" title="Errors after a touch">
          <Rules errorsFrom="touch" />
        </Section>
        <Section id="submit" title="Errors after a submit">
          <Rules errorsFrom="submit" />
        </Section>
        <Section id="inputs" title="Inputs">
          <Inputs />
        </Section>
      </div>
    </Page>
  );
}
