import { type AnswerOf, type Contact, type ContactDetails, type IdempotencyKey, type PatientId, checkInvitation, inviteContact, listContacts, resetContactPassword, saveContact, setContactAccess, unlockContact } from '@portal/api';
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { failureOf, messageFor } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { newIdempotencyKey } from '../../data/idempotencyKey.ts';
import { keyOf, makeStale, queryClient } from '../../data/query.ts';
import { noteOpenWork } from '../../shell/openWork.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField, SelectField, TextField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { ConfirmedCheckbox } from '../../ui/form/ConfirmedCheckbox.tsx';
import { type Form as OpenForm, useForm } from '../../ui/form/useForm.ts';
import { countryName } from '../../words/countryName.ts';
import { clearMessage, formatPersonName, type MessageBarCodeName, showMessage, useWords } from '../../words/index.ts';
import { type AccessAct, AccessPanel } from './AccessPanel.tsx';
import {
  type Address, type Changes, type ContactValues, type PhoneName,
  accessState, communicationOptions, contactRules, countryOptions, detailsOf, isPrimaryFixed, languageOptions, messageBoxes, newContact, stateOptions, tidied, valuesOf, withContact, withCountry, withPatientAddress, zipCodeLimit,
} from './contact.ts';
import { boxes, group, pair } from './contacts.css.ts';
import type { Lookups } from './lookups.ts';
import { RightsTable } from './RightsTable.tsx';
import { WorkFrame } from './WorkFrame.tsx';

const ConfirmDialog = lazy(async () => ({ default: (await import('../../ui/Dialog.tsx')).ConfirmDialog }));
const SaveFirst = lazy(async () => ({ default: (await import('./SaveFirst.tsx')).SaveFirst }));

export type Invitation = AnswerOf<typeof inviteContact>;

export interface ContactEditorProps {
  readonly patientId: PatientId;
  /** Null: it is being added. */
  readonly contact: Contact | null;
  readonly lookups: Lookups;
  readonly facilityLanguageId: number | null;
  readonly canInvite: boolean;
  /** A save leaves the person where they are. */
  readonly staysAfterSave: boolean;
  readonly onSaved: (saved: Contact) => void;
  readonly onInvited: (contact: Contact, invitation: Invitation) => void;
  /** No invitation came of it; the contact itself is saved. */
  readonly onNotInvited: (contact: Contact, code: MessageBarCodeName) => void;
  readonly onCancel: () => void;
  readonly onFailed: (failed: boolean) => void;
  /** What asks before the page is left. */
  readonly renderLeaving: (isDirty: boolean) => ReactNode;
}

/** A question that stands open. */
type Asking = { readonly kind: 'saveFirst'; readonly act: AccessAct } | { readonly kind: 'confirm'; readonly act: 'enable' | 'disable' | 'resend'; readonly contact: Contact };

const formId = 'contact-form';

/** What the list knows of a contact that was just changed, before it is asked again. */
function adopt(patientId: PatientId, contact: Contact): void {
  queryClient.setQueryData<readonly Contact[]>(keyOf(listContacts, { params: { patientId } }), (list) => (list === undefined ? list : withContact(list, contact)));
  void makeStale(saveContact.makesStale);
}

/** Gives an answer on, and keeps what was sent where none came: what was asked for is perhaps done. A server's own fault can have come after it. */
async function keepIfUnanswered<T, S>(kept: RefObject<S | null>, sent: S, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const failure = failureOf(error);
    if (failure !== null && (failure.kind !== 'refused' || failure.status >= 500)) kept.current ??= sent;
    throw error;
  }
}

/** Adds or changes a contact, with the access that it has to the record (specification 2, sections 2 to 5). */
export function ContactEditor(props: ContactEditorProps): ReactNode {
  const { patientId, lookups, canInvite, staysAfterSave, onSaved, onInvited, onNotInvited, onCancel, onFailed, renderLeaving } = props;
  const { t, locale } = useWords();
  const isOffline = useConnection() === 'offline';
  const patient = lookups.patientAddress;
  // A new contact that was saved on the way to an invitation is not added twice.
  const [added, setAdded] = useState<Contact | null>(null);
  const contact = props.contact ?? added;
  const [asking, setAsking] = useState<Asking | null>(null);
  const [busy, setBusy] = useState<AccessAct | null>(null);
  /** How often the form was to be saved by a question, and not by its own button. */
  const [saves, setSaves] = useState(0);
  /** What goes on once the form is saved. */
  const afterSave = useRef<AccessAct | null>(null);
  // A contact is added once however often its request is sent, and nobody is invited twice by an answer that was lost.
  const [addKey] = useState(newIdempotencyKey);
  /** What a request carried that perhaps added the contact. */
  const perhapsAdded = useRef<string | null>(null);
  /** The key of an invitation that perhaps was made. */
  const perhapsInvited = useRef<IdempotencyKey | null>(null);
  const panel = useRef<HTMLElement>(null);

  const form = useForm<ContactValues>({
    initial: contact === null ? newContact(props.facilityLanguageId, lookups.languages) : valuesOf(contact, patient),
    ...contactRules(patient),
    onFailed: (failed) => {
      if (failed) afterSave.current = null;
      onFailed(failed);
    },
    onSubmit: async (values) => {
      const next = afterSave.current;
      try {
        const details = detailsOf(values, patient);
        const saved = contact === null ? await add(details) : await change(contact, details);
        afterSave.current = null;
        adopt(patientId, saved);
        if (contact === null) setAdded(saved);
        form.reset(valuesOf(saved, patient));
        if (next !== null) begin(next, saved);
        else if (staysAfterSave) say('contactEditSuccess');
        else onSaved(saved);
        return null;
      } catch (error) {
        const failure = failureOf(error);
        if (failure === null) throw error;
        if (failure.kind === 'refused' && failure.body.error === 'relationship_unknown') return { fields: { relationshipId: { text: 'form.oneOf' } } };
        if (failure.kind === 'refused' && failure.body.error === 'language_unknown') return { fields: { communicationLanguageId: { text: 'form.oneOf' } } };
        const message = messageFor(saveContact, failure);
        return message === null ? {} : { message };
      }
    },
  });

  const change = ({ contactId }: Contact, details: ContactDetails) => send(saveContact, { params: { patientId }, body: { ...details, contactId } });
  const add = async (details: ContactDetails) => {
    const typed = JSON.stringify(details);
    const saved = await keepIfUnanswered(perhapsAdded, typed, send(saveContact, { params: { patientId }, headers: { 'idempotency-key': addKey }, body: details }));
    // Where an earlier request added it, other things may have been typed since.
    return perhapsAdded.current === null || perhapsAdded.current === typed ? saved : change(saved, details);
  };

  const { isDirty } = form;
  useEffect(() => (isDirty ? noteOpenWork({ flush: async () => undefined, isSafe: () => false }) : undefined), [isDirty]);

  const submit = useEffectEvent(() => form.props.ref.current?.requestSubmit());
  useEffect(() => {
    if (saves === 0) return;
    // Once the question has closed and given the focus back: a field at fault gets it after that.
    const timer = setTimeout(() => submit());
    return () => clearTimeout(timer);
  }, [saves]);

  /** The message stands above the form, which is longer than the window. */
  const say = (code: MessageBarCodeName) => {
    showMessage(code);
    window.scrollTo(0, 0);
  };
  const press = (act: AccessAct) => {
    clearMessage();
    if (isDirty || contact === null) setAsking({ kind: 'saveFirst', act });
    else begin(act, contact);
  };
  const begin = (act: AccessAct, about: Contact) => {
    switch (act) {
      case 'enable':
      case 'disable':
        return setAsking({ kind: 'confirm', act, contact: about });
      case 'unlock':
        return void run('unlock', () => unlock(about));
      case 'resetPassword':
        return void run('resetPassword', () => resetPassword(about));
      case 'invite':
        return void run('invite', () => startInvitation(about));
    }
  };
  const run = async (act: AccessAct, work: () => Promise<void>) => {
    setBusy(act);
    try {
      await work();
    } finally {
      setBusy(null);
    }
  };
  /** What is said of a call that failed; what passes has its own words, and the end of a session none. */
  const codeOf = (error: unknown, general: MessageBarCodeName): MessageBarCodeName | null => {
    const failure = failureOf(error);
    if (failure === null) throw error;
    if (failure.kind === 'sessionEnded') return null;
    const shared = messageFor(inviteContact, failure)?.code ?? general;
    return shared === 'unspecified' ? general : shared;
  };
  const sayFailure = (error: unknown, general: MessageBarCodeName) => {
    const code = codeOf(error, general);
    if (code !== null) say(code);
    // What is shown may be old: somebody else may have changed it.
    void makeStale(saveContact.makesStale);
  };

  const unlock = async ({ contactId }: Contact) => {
    try {
      await send(unlockContact, { params: { patientId, contactId } });
      await makeStale(unlockContact.makesStale);
      say('contactUnlockAccount');
      panel.current?.focus({ preventScroll: true });
    } catch (error) {
      sayFailure(error, 'failedContactUnlockAccount');
    }
  };
  const resetPassword = async ({ contactId, userInfo }: Contact) => {
    if (userInfo?.isEmailConfirmed === false) return say('resetContactPasswordEmailNotConfirmed');
    say('contactPasswordResetProgress');
    try {
      await send(resetContactPassword, { params: { patientId, contactId } });
      say('contactPasswordReset');
    } catch (error) {
      const failure = failureOf(error);
      clearMessage();
      if (failure?.kind === 'refused' && failure.body.error === 'email_not_confirmed') say('resetContactPasswordEmailNotConfirmed');
      else sayFailure(error, 'contactPasswordResetFailed');
    }
  };
  const changeAccess = async ({ contactId }: Contact, act: 'enable' | 'disable') => {
    try {
      const changed = await send(setContactAccess, { params: { patientId, contactId }, query: { authorized: act === 'enable' ? 'true' : 'false' } });
      adopt(patientId, changed);
      say(act === 'enable' ? 'contactAccessEnabled' : 'contactAccessDisabled');
      // Its button is gone with the old state.
      panel.current?.focus({ preventScroll: true });
    } catch (error) {
      sayFailure(error, 'failedChangeContactAccess');
    }
  };
  const startInvitation = async (about: Contact) => {
    if (about.contactEmail === null) return onNotInvited(about, 'contactEmailRequiredForInvite');
    try {
      // Perhaps it is this one that exists: nobody is to be asked whether to send it again.
      if (perhapsInvited.current !== null) return await invite(about);
      const exists = await send(checkInvitation, { params: { contactId: about.contactId } });
      if (exists) setAsking({ kind: 'confirm', act: 'resend', contact: about });
      else await invite(about);
    } catch (error) {
      notInvited(about, error);
    }
  };
  const invite = async (about: Contact) => {
    try {
      const key = perhapsInvited.current ?? newIdempotencyKey();
      const invitation = await keepIfUnanswered(perhapsInvited, key, send(inviteContact, { params: { contactId: about.contactId }, headers: { 'idempotency-key': key } }));
      perhapsInvited.current = null;
      void makeStale(inviteContact.makesStale);
      onInvited(about, invitation);
    } catch (error) {
      notInvited(about, error);
    }
  };
  const notInvited = (about: Contact, error: unknown) => {
    const failure = failureOf(error);
    const refusal = failure?.kind === 'refused' ? failure.body.error : null;
    // Then the server has ended it.
    if (refusal === 'failed_sending_email') perhapsInvited.current = null;
    const code = refusal === 'email_required' ? 'contactEmailRequiredForInvite' : codeOf(error, refusal === 'failed_sending_email' ? 'failedSendingEmail' : 'unspecified');
    void makeStale(inviteContact.makesStale);
    if (code !== null) onNotInvited(about, code);
  };
  const confirmed = (question: Extract<Asking, { kind: 'confirm' }>) => {
    setAsking(null);
    const { act, contact: about } = question;
    if (act === 'resend') void run('invite', () => invite(about));
    else void run(act, () => changeAccess(about, act));
  };

  const state = accessState(contact, canInvite);
  const name = formatPersonName(locale, { firstName: contact?.contactFirstName ?? '', lastName: contact?.contactLastName ?? '' }).trim();
  const access = <AccessPanel ref={panel} state={state} contact={contact} name={name} busy={busy} onAct={press} />;

  return (
    <WorkFrame
      title={t(props.contact === null ? 'contacts.addTitle' : 'contacts.editTitle')}
      onLeave={onCancel}
      actions={
        <>
          <Button type="submit" form={formId} busy={form.isBusy} disabled={isOffline}>
            {t('contacts.save')}
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            {t('contacts.cancel')}
          </Button>
        </>
      }
    >
      {contact === null ? null : access}
      {contact !== null && (state.kind === 'enabled' || state.kind === 'invited') ? <RightsTable patientId={patientId} contactId={contact.contactId} name={name} isPending={state.kind === 'invited'} /> : null}
      <Form id={formId} {...form.props}>
        <Fields form={form} contact={contact} lookups={lookups} patient={patient} />
      </Form>
      {contact === null ? access : null}
      {renderLeaving(isDirty)}
      <Suspense>
        {asking?.kind === 'saveFirst' ? (
          <SaveFirst
            isNew={contact === null}
            onSave={() => {
              setAsking(null);
              afterSave.current = asking.act;
              setSaves(saves + 1);
            }}
            onGoOn={() => {
              setAsking(null);
              if (contact !== null) begin(asking.act, contact);
            }}
            onStay={() => setAsking(null)}
          />
        ) : null}
        {asking?.kind === 'confirm' ? (
          <ConfirmDialog
            open
            danger={asking.act === 'disable'}
            title={t(`contacts.${asking.act}Ask`, { name })}
            message={t(`contacts.${asking.act}AskText`)}
            confirmLabel={t(asking.act === 'resend' ? 'contacts.resendYes' : `contacts.${asking.act}`)}
            dismissLabel={t('contacts.keepAsItIs')}
            onConfirm={() => confirmed(asking)}
            onDismiss={() => setAsking(null)}
          />
        ) : null}
      </Suspense>
    </WorkFrame>
  );
}

/** Every field of a contact. None of them fills itself with what the browser knows of the patient. */
function Fields({ form, contact, lookups, patient }: { form: OpenForm<ContactValues>; contact: Contact | null; lookups: Lookups; patient: Address }): ReactNode {
  const { t, locale } = useWords();
  const { values } = form;
  const apply = (changes: Changes) => {
    for (const name of Object.keys(changes)) if (isField(values, name)) setOne(form, name, changes);
  };
  const isPatients = values.usePatientAddress;
  const countries = countryOptions(lookups.countries, patient.country, (code) => countryName(code, locale));
  const states = stateOptions(lookups.states, lookups.countries, values.country, values.state);
  const box = (name: 'isNextOfKin' | 'providesTransport' | 'isOkToLeaveMsgHome' | 'isOkToLeaveMsgMobile' | 'isOkToLeaveMsgWork') => ({ name, checked: values[name], onChange: (ticked: boolean) => form.set(name, ticked) });
  const phone = (name: PhoneName) => ({
    ...form.field(name),
    type: 'tel',
    autoComplete: 'off',
    onBlur: () => {
      form.touch(name);
      const tidy = tidied(values, name, patient);
      if (tidy !== values[name]) form.set(name, tidy);
    },
  });
  return (
    <>
      <section className={group} aria-labelledby="contact-who">
        <h2 id="contact-who">{t('contacts.who')}</h2>
        <div className={pair}>
          <TextField label={t('contacts.firstName')} required autoComplete="off" {...form.field('contactFirstName')} />
          <TextField label={t('contacts.lastName')} required autoComplete="off" {...form.field('contactLastName')} />
        </div>
        <div className={pair}>
          <TextField label={t('contacts.suffix')} hint={t('contacts.suffixHint')} autoComplete="off" {...form.field('suffix')} />
          <SelectField
            label={t('contacts.relationship')}
            required
            placeholder={t('contacts.choose')}
            options={lookups.relationships.map(({ relationshipId, relationshipDisplay }) => ({ value: String(relationshipId), label: relationshipDisplay }))}
            {...form.field('relationshipId')}
          />
        </div>
        <div className={boxes}>
          <ConfirmedCheckbox
            label={t('contacts.primary')}
            name="isPrimaryContact"
            checked={values.isPrimaryContact}
            onChange={(ticked) => form.set('isPrimaryContact', ticked)}
            disabled={isPrimaryFixed(contact)}
            hint={isPrimaryFixed(contact) ? t('contacts.primaryFixed') : undefined}
            question={{ title: t('contacts.primaryAsk'), message: t('contacts.primaryAskText'), confirmLabel: t('contacts.primaryYes'), dismissLabel: t('contacts.primaryNo') }}
          />
          <CheckboxField label={t('contacts.nextOfKin')} {...box('isNextOfKin')} />
          <CheckboxField label={t('contacts.transport')} {...box('providesTransport')} />
        </div>
      </section>
      <section className={group} aria-labelledby="contact-reach">
        <h2 id="contact-reach">{t('contacts.reach')}</h2>
        <div className={boxes}>
          <TextField label={t('contacts.homePhone')} {...phone('homePhone')} />
          <CheckboxField label={t('contacts.okHome')} {...box(messageBoxes.homePhone)} />
        </div>
        <div className={boxes}>
          <TextField label={t('contacts.mobilePhone')} {...phone('mobilePhone')} />
          <CheckboxField label={t('contacts.okMobile')} {...box(messageBoxes.mobilePhone)} />
        </div>
        <div className={boxes}>
          <TextField label={t('contacts.workPhone')} {...phone('workPhone')} />
          <CheckboxField label={t('contacts.okWork')} {...box(messageBoxes.workPhone)} />
        </div>
        <TextField label={t('contacts.email')} hint={t('contacts.emailHint')} type="email" autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.field('contactEmail')} />
        <div className={pair}>
          <SelectField label={t('contacts.preferred')} placeholder={t('contacts.noPreference')} options={communicationOptions(lookups.communications)} {...form.field('preferredCommunicationId')} />
          <SelectField label={t('contacts.language')} required placeholder={t('contacts.choose')} options={languageOptions(lookups.languages)} {...form.field('communicationLanguageId')} />
        </div>
      </section>
      <section className={group} aria-labelledby="contact-address">
        <h2 id="contact-address">{t('contacts.address')}</h2>
        <CheckboxField label={t('contacts.usePatientAddress')} name="usePatientAddress" checked={isPatients} onChange={(ticked) => apply(withPatientAddress(values, ticked, patient))} />
        <SelectField label={t('contacts.country')} placeholder={t('contacts.choose')} options={countries} disabled={isPatients} {...form.field('country')} onChange={(country) => apply(withCountry(values, country, patient))} />
        <TextField label={t('contacts.address1')} autoComplete="off" disabled={isPatients} {...form.field('address1')} />
        <TextField label={t('contacts.address2')} autoComplete="off" disabled={isPatients} {...form.field('address2')} />
        <div className={pair}>
          <TextField label={t('contacts.city')} autoComplete="off" disabled={isPatients} {...form.field('city')} />
          {states.length > 0 ? (
            <SelectField label={t('contacts.state')} placeholder={t('contacts.choose')} options={states} disabled={isPatients} {...form.field('state')} />
          ) : (
            <TextField label={t('contacts.state')} autoComplete="off" disabled={isPatients} {...form.field('state')} />
          )}
        </div>
        <TextField label={t('contacts.zipCode')} autoComplete="off" maxLength={zipCodeLimit} disabled={isPatients} {...form.field('zipCode')} />
      </section>
    </>
  );
}

const isField = (values: ContactValues, name: string): name is keyof ContactValues => name in values;

function setOne<N extends keyof ContactValues>(form: OpenForm<ContactValues>, name: N, changes: { readonly [Name in N]?: ContactValues[Name] }): void {
  const next = changes[name];
  if (next !== undefined) form.set(name, next);
}
