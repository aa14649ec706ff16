import {
  type PatientId,
  type SystemReminderSettings,
  type UserId,
  getNotificationSettings,
  getSystemReminderSettings,
} from '@portal/api';
import { type ReactNode, useEffect, useState } from 'react';
import { statusOf } from '../../data/errors.ts';
import { pause } from '../../data/pause.ts';
import { hasCapability } from '../../data/profile.ts';
import { useCall } from '../../data/query/query.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Bell, Lock } from '../../ui/icons.ts';
import { PageHead } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useWords } from '../../words/index.ts';
import { settings } from './account.css.ts';
import { AccountNav, type AccountNavProps } from './AccountNav.tsx';
import { NoticesEditor } from './NoticesEditor.tsx';
import { offeredKinds } from './notices.ts';
import { type ThisDevice, readThisDevice } from './thisDevice.ts';

interface NotificationSettingsProps {
  readonly userId: UserId;
  readonly patientId: PatientId;
  readonly primaryEmail: string | null;
  /** The facility's time zone. */
  readonly timeZone: string;
  /** The patient's name, where the settings are not the reader's own. */
  readonly actingFor: string | null;
  readonly nav: AccountNavProps;
}

/** By which channels a patient wants to be notified of what (specification 3, sections 2, 4 and 5). */
export function NotificationSettings({ actingFor, nav, ...props }: NotificationSettingsProps): ReactNode {
  const { t } = useWords();
  const system = useCall(getSystemReminderSettings, {});
  return (
    <>
      <PageHead title={t('account.notifications')} />
      <div className={settings}>
        <AccountNav {...nav} />
        <div>
          {actingFor === null ? (
            <QueryBoundary
              query={system}
              isEmpty={(offered) => offeredKinds(offered, hasCapability).length === 0}
              empty={
                <EmptyState icon={Bell} level={2} title={t('account.noticesNone')}>
                  {t('account.noticesNoneText')}
                </EmptyState>
              }
            >
              {(offered) => <Saved {...props} system={offered} />}
            </QueryBoundary>
          ) : (
            <EmptyState icon={Lock} level={2} title={t('account.noticesNotYours', { name: actingFor })}>
              {t('account.noticesNotYoursText')}
            </EmptyState>
          )}
        </div>
      </div>
    </>
  );
}

/** Milliseconds to wait for what the browser says about notices. */
const deviceBound = 6_000;

/** The state of this device; undefined: loading, null: it cannot show notices. */
function useThisDevice(userId: UserId): ThisDevice | null | undefined {
  const [device, setDevice] = useState<ThisDevice | null>();
  useEffect(() => {
    let isOpen = true;
    void Promise.race([readThisDevice(userId), pause(deviceBound)])
      .catch(() => null)
      .then((found) => {
        if (isOpen) setDevice(found);
      });
    return () => {
      isOpen = false;
    };
  }, [userId]);
  return device;
}

/** Waits for the saved settings; a 404 means that nothing is saved yet, and the defaults apply. */
function Saved({
  system,
  ...person
}: Pick<NotificationSettingsProps, 'userId' | 'patientId' | 'primaryEmail' | 'timeZone'> & {
  system: SystemReminderSettings;
}): ReactNode {
  const { patientId, userId } = person;
  const device = useThisDevice(userId);
  const query = useCall(getNotificationSettings, { params: { patientId }, query: {} });
  const [wasDefault, setWasDefault] = useState(false);
  // Known until something is saved: a later request that is on its way or fails does not take away what was typed.
  const isDefault = query.data === undefined && (wasDefault || statusOf(query.error) === 404);
  if (isDefault !== wasDefault) setWasDefault(isDefault);
  const editor = (saved: unknown) =>
    device === undefined ? (
      <Skeleton lines={6} />
    ) : (
      <NoticesEditor {...person} system={system} saved={saved} device={device} />
    );
  // The same editor before and after the first save: another one would lose the focus.
  if (isDefault || query.data !== undefined) return editor(query.data ?? null);
  return <QueryBoundary query={query}>{(saved) => editor(saved)}</QueryBoundary>;
}
