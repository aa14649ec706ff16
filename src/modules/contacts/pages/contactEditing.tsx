import { type Contact, ContactId, type PatientId, readAs } from '@portal/api';
import { useRouter } from '@tanstack/react-router';
import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import type { ReactNode } from 'react';
import { useCapability, useProfile, useRepresented } from '../../../data/profile.ts';
import type { ContactEditorProps } from '../ContactEditor.tsx';
import { type MessageBarCodeName, showMessage } from '../../../words/index.ts';
import type { Invitee } from '../invitee.ts';
import { storeInvitee } from './contactInvite.ts';
import { PatientInBar } from '../../../layout/signedIn/WorkPatient.tsx';
import { useSearchTexts } from '../../../layout/routing/useSearchTexts.ts';
import { LeaveQuestion } from '../../../layout/LeaveQuestion.tsx';

/** The address of `/edit-contact`. Account settings add `from`, so that a saved contact stays open. */
export const contactSearch = (contactId: ContactId) => ({ contactId: String(contactId) });
export const contactOf = (search: Readonly<Record<string, string>>): ContactId | null =>
  readAs(ContactId, Number(search['contactId']));

/** Only the patient decides who else sees the record: a representative has none of these pages. */
export function useOwnPatient(): PatientId | null {
  const own = useProfile()?.ids.find(({ idType }) => idType === 'Patient');
  const isActing = useRepresented() !== null;
  return isActing ? null : (own?.value ?? null);
}

const noFreePage = () => false;
const renderLeaving = (isDirty: boolean): ReactNode => (isDirty ? <LeaveQuestion isFree={noFreePage} /> : null);

/** The links of the pages of a contact. `isNew`: the contact is being added, and has no address of its own yet. */
export function useContactWays(
  patientId: PatientId,
  isNew: boolean,
): Omit<ContactEditorProps, 'contact' | 'lookups' | 'facilityLanguageId'> {
  const navigate = useNavigate();
  const router = useRouter();
  const { from } = useSearchTexts();
  const canInvite = useCapability('Dashboard.InviteContact');
  const canChange = useCapability('Dashboard.AddContact');
  const toContact = async ({ contactId }: Contact) => {
    if (isNew)
      await navigate({ to: '/edit-contact', search: contactSearch(contactId), replace: true, ignoreBlocker: true });
  };
  const leave = async (code: MessageBarCodeName) => {
    await navigate({ to: '/', search: {}, replace: true, ignoreBlocker: true });
    showMessage(code);
  };
  return {
    patientId,
    person: <PatientInBar />,
    canInvite,
    canChange,
    staysAfterSave: !isNew && from === 'accountSettings',
    onSaved: () => void leave(isNew ? 'contactAddedSuccess' : 'contactEditSuccess'),
    onInvite: (contact: Contact, invitee: Invitee) => {
      storeInvitee(invitee);
      // Cancel there leads back to the contact, and not to an empty form.
      void toContact(contact).then(() => navigate({ to: '/invite-auth-statement', search: {}, ignoreBlocker: true }));
    },
    onRemoved: () => void leave('contactRemoved'),
    onNotInvited: (contact: Contact, code: MessageBarCodeName) =>
      void toContact(contact).then(() => {
        showMessage(code);
        window.scrollTo(0, 0);
      }),
    onCancel: () => {
      if (router.history.canGoBack()) router.history.back();
      else void navigate({ to: '/', search: {} });
    },
    renderLeaving,
  };
}
