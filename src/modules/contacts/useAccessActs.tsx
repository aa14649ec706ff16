import {
  type Contact,
  type PatientId,
  checkInvitation,
  removeContact,
  resetContactPassword,
  saveContact,
  setContactAccess,
  unlockContact,
  withdrawInvitation,
} from '@portal/api';
import { type ReactNode, type RefObject, useState } from 'react';
import { failureOf, messageFor, refusalOf } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { invalidateAfter } from '../../data/query/query.ts';
import { clearMessage, formatPersonName, type MessageBarCodeName, useWords } from '../../words/index.ts';
import type { AccessAct } from './AccessPanel.tsx';
import type { Invitee } from './invitee.ts';
import { adopt, sayAbove } from './saving.ts';
import { LazyConfirmDialog } from '../../ui/LazyConfirmDialog.tsx';

export const nameOf = ({ contactFirstName, contactLastName }: Contact, locale: string): string =>
  formatPersonName(locale, { firstName: contactFirstName, lastName: contactLastName }).trim();

/** The outcomes of an access action outside the form. */
export interface AccessOutcomes {
  /** Continues to rights and consent; nothing has been sent. */
  readonly onInvite: (contact: Contact, invitee: Invitee) => void;
  /** No invitation is possible; the contact itself is saved. */
  readonly onNotInvited: (contact: Contact, code: MessageBarCodeName) => void;
  readonly onRemoved: () => void;
}

interface Question {
  readonly act: 'enable' | 'disable' | 'resend' | 'withdraw' | 'remove';
  readonly contact: Contact;
}

/** The message of a failed call; temporary failures have their own text, and the end of a session has none. */
function codeOf(error: unknown, general: MessageBarCodeName): MessageBarCodeName | null {
  const failure = failureOf(error);
  if (failure === null) throw error;
  if (failure.kind === 'sessionEnded') return null;
  const shared = messageFor(failure)?.code ?? general;
  return shared === 'unspecified' ? general : shared;
}

function sayFailure(error: unknown, general: MessageBarCodeName): void {
  const code = codeOf(error, general);
  if (code !== null) sayAbove(code);
  // What is shown may be outdated: somebody else may have changed it.
  void invalidateAfter(saveContact);
}

/** Changes a contact's access by its buttons, after a question where needed (specification 2, section 4). */
export function useAccessActs(
  patientId: PatientId,
  panel: RefObject<HTMLElement | null>,
  { onInvite, onNotInvited, onRemoved }: AccessOutcomes,
): {
  readonly busy: AccessAct | null;
  readonly begin: (act: AccessAct, about: Contact) => void;
  readonly dialog: ReactNode;
} {
  const { t, locale } = useWords();
  const [question, setQuestion] = useState<Question | null>(null);
  const [busy, setBusy] = useState<AccessAct | null>(null);

  const begin = (act: AccessAct, about: Contact) => {
    switch (act) {
      case 'enable':
      case 'disable':
      case 'withdraw':
      case 'remove':
        return setQuestion({ act, contact: about });
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
  const unlock = async ({ contactId }: Contact) => {
    try {
      await send(unlockContact, { params: { patientId, contactId } });
      await invalidateAfter(unlockContact);
      sayAbove('contactUnlockAccount');
      panel.current?.focus({ preventScroll: true });
    } catch (error) {
      sayFailure(error, 'failedContactUnlockAccount');
    }
  };
  const resetPassword = async ({ contactId, userInfo }: Contact) => {
    if (userInfo?.isEmailConfirmed === false) return sayAbove('resetContactPasswordEmailNotConfirmed');
    sayAbove('contactPasswordResetProgress');
    try {
      await send(resetContactPassword, { params: { patientId, contactId } });
      sayAbove('contactPasswordReset');
    } catch (error) {
      const refusal = refusalOf(resetContactPassword, failureOf(error));
      clearMessage();
      if (refusal === 'email_not_confirmed') sayAbove('resetContactPasswordEmailNotConfirmed');
      else sayFailure(error, 'contactPasswordResetFailed');
    }
  };
  const changeAccess = async ({ contactId }: Contact, act: 'enable' | 'disable') => {
    try {
      const changed = await send(setContactAccess, {
        params: { patientId, contactId },
        query: { authorized: act === 'enable' ? 'true' : 'false' },
      });
      adopt(patientId, changed);
      sayAbove(act === 'enable' ? 'contactAccessEnabled' : 'contactAccessDisabled');
      // Its button is gone with the old state.
      panel.current?.focus({ preventScroll: true });
    } catch (error) {
      sayFailure(error, 'failedChangeContactAccess');
    }
  };
  const startInvitation = async (about: Contact) => {
    if (about.contactEmail === null) return onNotInvited(about, 'contactEmailRequiredForInvite');
    try {
      if (await send(checkInvitation, { params: { contactId: about.contactId } }))
        setQuestion({ act: 'resend', contact: about });
      else goOn(about);
    } catch (error) {
      sayFailure(error, 'unspecified');
    }
  };
  const goOn = (about: Contact) =>
    onInvite(about, {
      contactId: about.contactId,
      name: nameOf(about, locale),
      email: about.contactEmail ?? '',
      end: about,
    });
  const withdraw = async ({ contactId }: Contact) => {
    try {
      await send(withdrawInvitation, { params: { contactId } });
      await invalidateAfter(withdrawInvitation);
      sayAbove('contactInvitationWithdrawn');
      // Its button is gone with the old state.
      panel.current?.focus({ preventScroll: true });
    } catch (error) {
      sayFailure(error, 'failedChangeContactAccess');
    }
  };
  const remove = async ({ contactId }: Contact) => {
    try {
      await send(removeContact, { params: { patientId, contactId } });
      await invalidateAfter(removeContact);
      onRemoved();
    } catch (error) {
      sayFailure(error, 'failedChangeContactAccess');
    }
  };
  const confirmed = ({ act, contact: about }: Question) => {
    setQuestion(null);
    switch (act) {
      case 'resend':
        return goOn(about);
      case 'withdraw':
        return void run(act, () => withdraw(about));
      case 'remove':
        return void run(act, () => remove(about));
      case 'enable':
      case 'disable':
        return void run(act, () => changeAccess(about, act));
    }
  };

  const name = question === null ? '' : nameOf(question.contact, locale);
  const dialog = question ? (
    <LazyConfirmDialog
      danger={question.act === 'disable' || question.act === 'remove'}
      title={t(`contacts.${question.act}Ask`, { name })}
      message={t(`contacts.${question.act}AskText`)}
      confirmLabel={t(question.act === 'resend' ? 'contacts.resendYes' : `contacts.${question.act}`)}
      dismissLabel={t('contacts.keepAsItIs')}
      onConfirm={() => confirmed(question)}
      onDismiss={() => setQuestion(null)}
    />
  ) : null;
  return { busy, begin, dialog };
}
