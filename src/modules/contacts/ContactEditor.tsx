import { type Contact, listContactActivity, type PatientId, removeContact, saveContact } from '@portal/api';
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { failureOf, messageFor, refusalOf } from '../../data/errors.ts';
import { isOffered } from '../../data/version.ts';
import { noteOpenWork } from '../../browser/openWork.ts';
import { markTitleFailed } from '../../browser/title.ts';
import { facilityToday } from '../../records/facilityToday.ts';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { clearMessage, useWords } from '../../words/index.ts';
import { accessState } from './access.ts';
import { AccessEnd } from './AccessEnd.tsx';
import { type AccessAct, AccessPanel } from './AccessPanel.tsx';
import { Activity } from './Activity.tsx';
import { ContactFields } from './ContactFields.tsx';
import { type ContactValues, contactRules, detailsOf, newContact, valuesOf } from './contactForm.ts';
import type { Lookups } from './lookups.ts';
import { RightsTable } from './RightsTable.tsx';
import { adopt, sayAbove, useSaving } from './saving.ts';
import { type AccessOutcomes, nameOf, useAccessActs } from './useAccessActs.tsx';
import { WorkFrame } from './WorkFrame.tsx';

const SaveFirst = lazy(async () => ({ default: (await import('./SaveFirst.tsx')).SaveFirst }));

export interface ContactEditorProps extends AccessOutcomes {
  readonly patientId: PatientId;
  /** Names the patient whose record it is, with the button for another record. */
  readonly person: ReactNode;
  /** Null: a new contact. */
  readonly contact: Contact | null;
  readonly lookups: Lookups;
  readonly facilityLanguageId: number | null;
  readonly canInvite: boolean;
  /** If false, the facility keeps the contacts, and the patient changes only their access. */
  readonly canChange: boolean;
  /** True when the page stays open after a save. */
  readonly staysAfterSave: boolean;
  readonly onSaved: (saved: Contact) => void;
  readonly onCancel: () => void;
  /** The question before the page is left. */
  readonly renderLeaving: (isDirty: boolean) => ReactNode;
}

const formId = 'contact-form';

/** Adds or changes a contact and its access to the record (specification 2, sections 2 to 5). */
export function ContactEditor(props: ContactEditorProps): ReactNode {
  const { patientId, lookups, canInvite, canChange, staysAfterSave, onSaved, onCancel, renderLeaving } = props;
  const { t, locale } = useWords();
  const isOffline = useConnection() === 'offline';
  const patient = lookups.patientAddress;
  // A new contact that was saved before an invitation is not added twice.
  const [added, setAdded] = useState<Contact | null>(null);
  const contact = props.contact ?? added;
  /** What waits for the answer whether to save first. */
  const [saveFirst, setSaveFirst] = useState<AccessAct | null>(null);
  /** How often a question, and not the form's own button, asked to save. */
  const [saves, setSaves] = useState(0);
  /** What continues once the form is saved. */
  const afterSave = useRef<AccessAct | null>(null);
  const panel = useRef<HTMLElement>(null);
  const save = useSaving(patientId);
  const { busy, begin, dialog } = useAccessActs(patientId, panel, props);

  const form = useForm<ContactValues>({
    initial: contact === null ? newContact(props.facilityLanguageId, lookups.languages) : valuesOf(contact, patient),
    ...contactRules(patient),
    onFailed: (failed) => {
      if (failed) afterSave.current = null;
      markTitleFailed(failed);
    },
    onSubmit: async (values) => {
      const next = afterSave.current;
      try {
        const saved = await save(contact, detailsOf(values, patient));
        afterSave.current = null;
        adopt(patientId, saved);
        if (contact === null) setAdded(saved);
        form.reset(valuesOf(saved, patient));
        if (next !== null) begin(next, saved);
        else if (staysAfterSave) sayAbove('contactEditSuccess');
        else onSaved(saved);
        return null;
      } catch (error) {
        const failure = failureOf(error);
        if (failure === null) throw error;
        const refusal = refusalOf(saveContact, failure);
        if (refusal === 'relationship_unknown') return { fields: { relationshipId: { text: 'form.oneOf' } } };
        if (refusal === 'language_unknown') return { fields: { communicationLanguageId: { text: 'form.oneOf' } } };
        const message = messageFor(failure);
        return message === null ? {} : { message };
      }
    },
  });

  const { isDirty } = form;
  useEffect(
    () => (isDirty ? noteOpenWork({ flush: async () => undefined, isSafe: () => false }) : undefined),
    [isDirty],
  );

  const submit = useEffectEvent(() => form.props.ref.current?.requestSubmit());
  useEffect(() => {
    if (saves === 0) return;
    // After the question has closed and returned the focus: the invalid field gets it after that.
    const timer = setTimeout(() => submit());
    return () => clearTimeout(timer);
  }, [saves]);

  const press = (act: AccessAct) => {
    clearMessage();
    if (isDirty || contact === null) setSaveFirst(act);
    else begin(act, contact);
  };

  const state = accessState(contact, canInvite, facilityToday());
  const mayAct = state.kind === 'enabled' || state.kind === 'invited';
  const name = contact === null ? '' : nameOf(contact, locale);
  const access = <AccessPanel ref={panel} state={state} contact={contact} name={name} busy={busy} onAct={press} />;

  return (
    <WorkFrame
      title={t(props.contact === null ? 'contacts.addTitle' : 'contacts.editTitle')}
      person={props.person}
      onLeave={onCancel}
      actions={
        canChange ? (
          <>
            <Button type="submit" form={formId} busy={form.isBusy} disabled={isOffline}>
              {t('form.save')}
            </Button>
            <Button variant="secondary" onClick={onCancel}>
              {t('core.cancel')}
            </Button>
          </>
        ) : (
          <Button onClick={onCancel}>{t('form.done')}</Button>
        )
      }
    >
      {contact === null ? null : access}
      {contact !== null && (mayAct || state.kind === 'ended') ? (
        <AccessEnd patientId={patientId} contact={contact} name={name} />
      ) : null}
      {contact !== null && mayAct ? (
        <RightsTable patientId={patientId} contact={contact} name={name} isPending={state.kind === 'invited'} />
      ) : null}
      {contact === null || contact.authorizedRepresentativeUserId === null || !isOffered(listContactActivity) ? null : (
        <Activity patientId={patientId} contactId={contact.contactId} name={name} />
      )}
      {canChange ? (
        <Form id={formId} {...form.props}>
          <ContactFields form={form} contact={contact} lookups={lookups} patient={patient} />
        </Form>
      ) : null}
      {contact === null ? access : null}
      {contact !== null && canChange && isOffered(removeContact) ? (
        <ButtonRow>
          <Button
            variant="dangerQuiet"
            busy={busy === 'remove'}
            disabled={isOffline || (busy !== null && busy !== 'remove')}
            onClick={() => begin('remove', contact)}
          >
            {t('contacts.remove')}
          </Button>
        </ButtonRow>
      ) : null}
      {renderLeaving(isDirty)}
      <Suspense>
        {saveFirst === null ? null : (
          <SaveFirst
            isNew={contact === null}
            onSave={() => {
              setSaveFirst(null);
              afterSave.current = saveFirst;
              setSaves(saves + 1);
            }}
            onGoOn={() => {
              setSaveFirst(null);
              if (contact !== null) begin(saveFirst, contact);
            }}
            onStay={() => setSaveFirst(null)}
          />
        )}
      </Suspense>
      {dialog}
    </WorkFrame>
  );
}
