import { getNotificationSettings, getSystemReminderSettings, listPasskeys, PatientReminderSettings } from '@portal/api';
import * as v from 'valibot';
import { keepsPasskeys } from '../../../browser/passkeys.ts';
import { requestInstall, noteOffered } from '../../../browser/install.ts';
import { declineKeeping } from '../../../data/keptRecords/keeping.ts';
import { currentProfile } from '../../../data/profile.ts';
import { queryFor } from '../../../data/query/query.ts';
import type { SetUpRules } from '../../../layout/module.ts';
import { isUnconfirmed, sendConfirmation } from '../../../layout/session/completeSignIn.ts';
import { addPasskeyHere } from '../addPasskeyHere.ts';
import { offeredKinds } from '../notices.ts';
import { showMessage } from '../../../words/index.ts';

/** Confirming the email address; not while the message bar asks for it. */
export const emailStep: SetUpRules = {
  item: (_, { t, profile, standing }) =>
    !isUnconfirmed(profile) || standing === 'confirmEmailRequired'
      ? null
      : {
          title: t('account.setUpEmail'),
          line: t('account.setUpEmailLine', { email: profile.email ?? '' }),
          action: {
            kind: 'press',
            label: t('account.setUpEmailSend'),
            press: () => sendConfirmation(profile),
            offlineReason: null,
          },
        },
};

/** Choosing how to be notified, until the patient has: the account's default is no choice. */
export const noticesStep: SetUpRules = {
  queries: (patientId) => [
    queryFor(getNotificationSettings, { params: { patientId }, query: {} }),
    queryFor(getSystemReminderSettings, {}),
  ],
  item: ([saved, system], { t, has }) => {
    const chosen = v.safeParse(PatientReminderSettings, saved);
    const offered = v.safeParse(getSystemReminderSettings.answer, system);
    if (
      (chosen.success && !chosen.output.isDefault) ||
      !offered.success ||
      offeredKinds(offered.output, has).length === 0
    )
      return null;
    return {
      title: t('account.setUpNotices'),
      line: t('account.setUpNoticesLine'),
      action: {
        kind: 'page',
        label: t('account.setUpChoose'),
        path: '/notification-settings',
        search: {},
        needsConnection: true,
      },
    };
  },
};

const noStep: SetUpRules = { item: () => null };

/** Says why there is no new passkey; where there is one, the step goes. */
export function tellPasskeyOutcome(outcome: Awaited<ReturnType<typeof addPasskeyHere>>): void {
  if (outcome === 'exists') showMessage('passkeyExists');
  if (outcome === 'failed') showMessage('passkeyFailed');
}

/** Offers a passkey where this device can keep one, until the account has one. */
export async function passkeyStep(): Promise<SetUpRules> {
  const userId = currentProfile()?.userId;
  if (userId === undefined || !(await keepsPasskeys())) return noStep;
  return {
    queries: () => [queryFor(listPasskeys, { params: { userId } })],
    item: ([standing], { t }) => {
      const passkeys = v.safeParse(listPasskeys.answer, standing);
      if (!passkeys.success || passkeys.output.length > 0) return null;
      return {
        title: t('account.setUpPasskey'),
        line: t('account.setUpPasskeyLine'),
        action: {
          kind: 'press',
          label: t('account.setUpPasskeyStart'),
          press: () => addPasskeyHere(userId).then(tellPasskeyOutcome),
          offlineReason: null,
        },
      };
    },
  };
}

export const installStep: SetUpRules = {
  item: (_, { t, canInstall }) =>
    canInstall
      ? {
          title: t('layout.installApp'),
          line: t('layout.installOpens'),
          action: {
            kind: 'press',
            label: t('layout.installConfirm'),
            press: () => Promise.resolve(requestInstall()),
            offlineReason: null,
          },
          declineHere: noteOffered,
        }
      : null,
};

/** Offers the offline copy on this device, until a person was asked about it here. */
export const keepStep: SetUpRules = {
  item: (_, { t, keeping }) =>
    keeping.kind === 'off' && !keeping.wasAsked
      ? {
          title: t('account.setUpKeep'),
          line: t('account.setUpKeepLine'),
          action: {
            kind: 'page',
            label: t('account.setUpChoose'),
            path: '/account-settings',
            search: {},
            part: 'records',
            needsConnection: true,
          },
          declineHere: () => void declineKeeping(),
        }
      : null,
};
