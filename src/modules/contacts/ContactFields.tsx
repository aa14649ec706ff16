import { type Contact, ContactDetails } from '@portal/api';
import type { ReactNode } from 'react';
import { CheckboxField, SelectField, TextField } from '../../ui/Field.tsx';
import { countryOptions, stateOptions } from '../../ui/form/addressOptions.ts';
import { ConfirmedCheckbox } from '../../ui/form/ConfirmedCheckbox.tsx';
import { isOptional, longestOf } from '../../ui/form/rules.ts';
import type { Form } from '../../ui/form/useForm.ts';
import { countryName, type MessageKey, useWords } from '../../words/index.ts';
import { isPrimaryFixed } from './access.ts';
import {
  type Address,
  type BoxName,
  type Changes,
  type ChoiceName,
  type ContactValues,
  type PhoneName,
  type TextName,
  hasAddress,
  messageBoxes,
  tidied,
  withCountry,
  withPatientAddress,
} from './contactForm.ts';
import { boxes, group, pair } from './contacts.css.ts';
import type { Lookups } from './lookups.ts';
import { communicationOptions, languageOptions } from './options.ts';

interface ContactFieldsProps {
  readonly form: Form<ContactValues>;
  readonly contact: Contact | null;
  readonly lookups: Lookups;
  readonly patient: Address;
}

/** Every field of a contact. Autofill is off, because the browser knows the patient and not the contact. */
export function ContactFields({ form, contact, lookups, patient }: ContactFieldsProps): ReactNode {
  const { t, locale } = useWords();
  const { values } = form;
  const apply = (changes: Changes) => {
    for (const name of Object.keys(changes)) if (isField(values, name)) setOne(form, name, changes);
  };
  const isPatients = values.usePatientAddress;
  const states = stateOptions(lookups.states, lookups.countries, values.country, values.state);
  const bind = (name: TextName | ChoiceName | PhoneName, label: MessageKey) => ({
    label: t(label),
    required: !isOptional(ContactDetails.entries[name]),
    ...form.field(name),
  });
  const text = (name: TextName, label: MessageKey) => ({ ...bind(name, label), autoComplete: 'off' });
  const address = (name: TextName, label: MessageKey) => ({ ...text(name, label), disabled: isPatients });
  const box = (name: BoxName) => ({
    name,
    checked: values[name],
    onChange: (ticked: boolean) => form.set(name, ticked),
  });
  const phone = (name: PhoneName, label: MessageKey, boxLabel: MessageKey) => (
    <div className={boxes}>
      <TextField
        {...bind(name, label)}
        type="tel"
        autoComplete="off"
        onBlur={() => {
          form.touch(name);
          const tidy = tidied(values, name, patient);
          if (tidy !== values[name]) form.set(name, tidy);
        }}
      />
      <CheckboxField label={t(boxLabel)} {...box(messageBoxes[name])} />
    </div>
  );
  return (
    <>
      <section className={group} aria-labelledby="contact-who">
        <h2 id="contact-who">{t('contacts.who')}</h2>
        <div className={pair}>
          <TextField {...text('contactFirstName', 'form.firstName')} />
          <TextField {...text('contactLastName', 'form.lastName')} />
        </div>
        <div className={pair}>
          <TextField {...text('suffix', 'contacts.suffix')} hint={t('contacts.suffixHint')} />
          <SelectField
            {...bind('relationshipId', 'contacts.relationship')}
            placeholder={t('form.choose')}
            options={lookups.relationships.map(({ relationshipId, relationshipDisplay }) => ({
              value: String(relationshipId),
              label: relationshipDisplay,
            }))}
          />
        </div>
        <div className={boxes}>
          <ConfirmedCheckbox
            label={t('records.primaryContact')}
            {...box('isPrimaryContact')}
            disabled={isPrimaryFixed(contact)}
            hint={isPrimaryFixed(contact) ? t('contacts.primaryFixed') : undefined}
            question={{
              title: t('contacts.primaryAsk'),
              message: t('contacts.primaryAskText'),
              confirmLabel: t('contacts.primaryYes'),
              dismissLabel: t('contacts.keepAsItIs'),
            }}
          />
          <CheckboxField label={t('contacts.nextOfKin')} {...box('isNextOfKin')} />
          <CheckboxField label={t('contacts.transport')} {...box('providesTransport')} />
        </div>
      </section>
      <section className={group} aria-labelledby="contact-reach">
        <h2 id="contact-reach">{t('contacts.reach')}</h2>
        {phone('homePhone', 'contacts.homePhone', 'contacts.okHome')}
        {phone('mobilePhone', 'contacts.mobilePhone', 'contacts.okMobile')}
        {phone('workPhone', 'contacts.workPhone', 'contacts.okWork')}
        <TextField
          {...text('contactEmail', 'core.email')}
          hint={t('contacts.emailHint')}
          type="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className={pair}>
          <SelectField
            {...bind('preferredCommunicationId', 'contacts.preferred')}
            placeholder={t('contacts.noPreference')}
            options={communicationOptions(lookups.communications)}
          />
          <SelectField
            {...bind('communicationLanguageId', 'core.language')}
            placeholder={t('form.choose')}
            options={languageOptions(lookups.languages)}
          />
        </div>
      </section>
      <section className={group} aria-labelledby="contact-address">
        <h2 id="contact-address">{t('core.address')}</h2>
        <CheckboxField
          label={t('contacts.usePatientAddress')}
          {...box('usePatientAddress')}
          disabled={!isPatients && !hasAddress(patient)}
          hint={hasAddress(patient) ? undefined : t('contacts.noAddressOnFile')}
          onChange={(ticked) => apply(withPatientAddress(values, ticked, patient))}
        />
        <SelectField
          {...bind('country', 'form.country')}
          placeholder={t('form.choose')}
          options={countryOptions(lookups.countries, patient.country, (code) => countryName(code, locale))}
          disabled={isPatients}
          onChange={(country) => apply(withCountry(values, country, patient))}
        />
        <TextField {...address('address1', 'contacts.address1')} />
        <TextField {...address('address2', 'contacts.address2')} />
        <div className={pair}>
          <TextField {...address('city', 'form.city')} />
          {states.length > 0 ? (
            <SelectField
              {...bind('state', 'form.state')}
              placeholder={t('form.choose')}
              options={states}
              disabled={isPatients}
            />
          ) : (
            <TextField {...address('state', 'form.state')} />
          )}
        </div>
        <TextField {...address('zipCode', 'contacts.zipCode')} maxLength={longestOf(ContactDetails.entries.zipCode)} />
      </section>
    </>
  );
}

const isField = (values: ContactValues, name: string): name is keyof ContactValues => name in values;

function setOne<N extends keyof ContactValues>(
  form: Form<ContactValues>,
  name: N,
  changes: { readonly [Name in N]?: ContactValues[Name] },
): void {
  const next = changes[name];
  if (next !== undefined) form.set(name, next);
}
