import {
  askContactChange,
  getCountries,
  getStates,
  OwnContactDetails,
  type OwnContactDetail,
  ownContactDetails,
  type PatientId,
  type RecordedContactDetails,
} from '@portal/api';
import { type ReactNode, useState } from 'react';
import * as v from 'valibot';
import { useConnection } from '../../data/connection.ts';
import { failureOf, someMessageFor } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { keysByBody } from '../../data/idempotencyKey.ts';
import { useCall } from '../../data/query/query.ts';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { SelectField, TextField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { countryOptions, stateOptions } from '../../ui/form/addressOptions.ts';
import {
  changedContactDetails,
  contactDetailRule,
  type ContactTexts,
  contactTexts,
} from '../../ui/form/contactDetails.ts';
import { movedPhone, tidyPhone } from '../../ui/form/phones.ts';
import type { Rule } from '../../ui/form/rules.ts';
import { type RefusedSubmit, useForm } from '../../ui/form/useForm.ts';
import { countryName, type MessageKey, useWords } from '../../words/index.ts';
import { pair } from './ContactCheck.css.ts';

interface ContactFormProps {
  readonly patientId: PatientId;
  readonly known: RecordedContactDetails;
  readonly onSent: () => void;
  /** Sent without a change. */
  readonly onUnchanged: () => void;
  readonly onCancel: () => void;
}

/** What has changed about address, telephones and email. The record changes when the front desk accepts it. */
export function ContactForm({ patientId, known, onSent, onUnchanged, onCancel }: ContactFormProps): ReactNode {
  const { t, locale } = useWords();
  const isOffline = useConnection() === 'offline';
  const countries = useCall(getCountries, {}).data ?? [];
  const allStates = useCall(getStates, {}).data ?? [];
  const initial = contactTexts(known);
  const [keyOf] = useState(keysByBody);
  const ruleOf = (name: OwnContactDetail): Rule<string, ContactTexts>[] => [
    // An invalid value that the record has itself is no error of the patient.
    (typed, all) => (typed === initial[name] ? null : contactDetailRule(name, 'appointments.phoneWrong')(typed, all)),
  ];
  const form = useForm<ContactTexts>({
    initial,
    rules: Object.fromEntries(ownContactDetails.map((name) => [name, ruleOf(name)])),
    onSubmit: async (texts): Promise<RefusedSubmit<ContactTexts> | null> => {
      const changed = changedContactDetails(known, texts);
      if (Object.keys(changed).length === 0) {
        onUnchanged();
        return null;
      }
      const body = v.parse(v.partial(OwnContactDetails), changed);
      try {
        await send(askContactChange, {
          params: { patientId },
          headers: { 'idempotency-key': keyOf(body) },
          body,
        });
      } catch (error) {
        return { message: someMessageFor(failureOf(error)) };
      }
      onSent();
      return null;
    },
  });
  const { values } = form;
  const text = (name: OwnContactDetail, label: MessageKey, autoComplete: string) => ({
    ...form.field(name),
    label: t(label),
    autoComplete,
  });
  const phone = (name: 'homePhone' | 'mobilePhone', label: MessageKey) => (
    <TextField
      {...text(name, label, 'tel')}
      type="tel"
      onBlur={() => {
        form.touch(name);
        const tidy = tidyPhone(values[name], values.country);
        if (tidy !== values[name]) form.set(name, tidy);
      }}
    />
  );
  const states = stateOptions(allStates, countries, values.country, values.state);
  const move = (country: string): void => {
    form.set('country', country);
    form.set('state', '');
    for (const name of ['homePhone', 'mobilePhone'] as const)
      form.set(name, movedPhone(values[name], values.country, country));
  };
  return (
    <Form {...form.props}>
      <p>{t('appointments.detailsChangeText')}</p>
      <TextField {...text('address1', 'appointments.address1', 'address-line1')} />
      <TextField {...text('address2', 'appointments.address2', 'address-line2')} />
      <div className={pair}>
        <TextField {...text('city', 'form.city', 'address-level2')} />
        <TextField {...text('zipCode', 'appointments.zipCode', 'postal-code')} />
      </div>
      <div className={pair}>
        {states.length > 0 ? (
          <SelectField
            {...form.field('state')}
            label={t('form.state')}
            placeholder={t('form.choose')}
            options={states}
          />
        ) : (
          <TextField {...text('state', 'form.state', 'address-level1')} />
        )}
        {countries.length > 0 ? (
          <SelectField
            {...form.field('country')}
            label={t('form.country')}
            placeholder={t('form.choose')}
            options={countryOptions(countries, known.country, (code) => countryName(code, locale))}
            onChange={move}
          />
        ) : null}
      </div>
      {phone('homePhone', 'appointments.detailHomePhone')}
      {phone('mobilePhone', 'appointments.detailMobilePhone')}
      <TextField
        {...text('emailAddress', 'core.email', 'email')}
        type="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <ButtonRow>
        <Button
          type="submit"
          variant="secondary"
          busy={form.isBusy}
          disabledReason={isOffline ? t('records.needsConnection') : null}
        >
          {t('appointments.detailsSend')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('appointments.detailsBack')}
        </Button>
      </ButtonRow>
    </Form>
  );
}
