import {
  type PatientId,
  type SystemReminderSettings,
  getNotificationSettings,
  getSystemReminderSettings,
} from '@portal/api';
import type { ReactNode } from 'react';
import { failureOf } from '../../data/errors.ts';
import { useCall } from '../../data/query/query.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { useFailureMessage } from '../../records/useFailureMessage.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ArrowLeft, Bell, Lock } from '../../ui/icons.ts';
import { back } from '../../ui/Page.css.ts';
import { PageHead } from '../../ui/Page.tsx';
import { useWords } from '../../words/index.ts';
import type { PageLink } from './AccountSettings.tsx';
import { NoticesEditor } from './NoticesEditor.tsx';
import { offeredKinds } from './notices.ts';

export interface NotificationSettingsProps {
  readonly patientId: PatientId;
  readonly primaryEmail: string | null;
  /** Whose settings they are where they are not the reader's own. */
  readonly actingFor: string | null;
  readonly account: PageLink;
}

/** By which ways a patient wants to be told of what (specification 3, sections 2, 4 and 5). */
export function NotificationSettings({ actingFor, account, ...props }: NotificationSettingsProps): ReactNode {
  const { t } = useWords();
  const system = useCall(getSystemReminderSettings, {});
  useFailureMessage(getSystemReminderSettings.name, system.error);
  return (
    <>
      <a className={back} {...account}>
        <Icon of={ArrowLeft} size="s" />
        {t('account.back')}
      </a>
      <PageHead title={t('account.notifications')} />
      {actingFor === null ? (
        <QueryBoundary
          query={system}
          isEmpty={(settings) => offeredKinds(settings).length === 0}
          empty={
            <EmptyState icon={Bell} level={2} title={t('account.noticesNone')}>
              {t('account.noticesNoneText')}
            </EmptyState>
          }
        >
          {(settings) => <Saved {...props} system={settings} />}
        </QueryBoundary>
      ) : (
        <EmptyState icon={Lock} level={2} title={t('account.noticesNotYours', { name: actingFor })}>
          {t('account.noticesNotYoursText')}
        </EmptyState>
      )}
    </>
  );
}

/** Waits for what is saved; a 404 means that nothing is yet, and the defaults hold. */
function Saved({
  patientId,
  primaryEmail,
  system,
}: Pick<NotificationSettingsProps, 'patientId' | 'primaryEmail'> & { system: SystemReminderSettings }): ReactNode {
  const query = useCall(getNotificationSettings, { params: { patientId }, query: {} });
  const failure = failureOf(query.error);
  const isDefault = failure?.kind === 'refused' && failure.status === 404;
  useFailureMessage(getNotificationSettings.name, isDefault ? null : query.error);
  const editor = (saved: unknown) => (
    <NoticesEditor patientId={patientId} primaryEmail={primaryEmail} system={system} saved={saved} />
  );
  return isDefault ? editor(null) : <QueryBoundary query={query}>{(saved) => editor(saved)}</QueryBoundary>;
}
