import { type Contact, getContactRights, withdrawInvitation } from '@portal/api';
import { type ReactNode, type Ref, useId, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { currentTime } from '../../data/serverClock.ts';
import { isOffered } from '../../data/version.ts';
import { FacilityBoundary } from '../../records/FacilityBoundary.tsx';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { LockKeyholeOpen, Mail, RefreshCw } from '../../ui/icons.ts';
import { formatDate, formatInstant, useWords } from '../../words/index.ts';
import type { AccessState } from './access.ts';
import { access } from './contacts.css.ts';

export type AccessAct = 'invite' | 'withdraw' | 'resetPassword' | 'unlock' | 'enable' | 'disable' | 'remove';

interface AccessPanelProps {
  readonly state: AccessState;
  readonly contact: Contact | null;
  readonly name: string;
  /** The act that is being sent. */
  readonly busy: AccessAct | null;
  readonly onAct: (act: AccessAct) => void;
  readonly ref?: Ref<HTMLElement>;
}

/** Whether a contact may see the record, and the buttons of that state (specification 2, section 4). */
export function AccessPanel({ state, contact, name, busy, onAct, ref }: AccessPanelProps): ReactNode {
  const { t, locale } = useWords();
  const id = useId();
  const isOffline = useConnection() === 'offline';
  if (state.kind === 'nothing') return null;
  const hasRights = isOffered(getContactRights);
  // The reason is shown above the form.
  const press = (act: AccessAct) => ({
    busy: busy === act,
    disabled: isOffline || (busy !== null && busy !== act),
    onClick: () => onAct(act),
  });
  return (
    <section ref={ref} tabIndex={-1} aria-labelledby={id}>
      <Card>
        <div className={access}>
          <h2 id={id}>{t('contacts.access')}</h2>
          {state.kind === 'notInvited' ? (
            <>
              <p>
                {contact === null
                  ? t(hasRights ? 'contacts.accessNew' : 'contacts.accessNewWhole')
                  : t(hasRights ? 'contacts.accessNone' : 'contacts.accessNoneWhole', { name })}
              </p>
              <ButtonRow>
                <Button variant="secondary" icon={Mail} {...press('invite')}>
                  {t('contacts.invite')}
                </Button>
              </ButtonRow>
            </>
          ) : null}
          {state.kind === 'invited' ? (
            <>
              <p>{t(state.isOver ? 'contacts.accessOver' : 'contacts.accessPending', { name })}</p>
              <ButtonRow>
                {state.canResend ? (
                  <Button variant="secondary" icon={Mail} {...press('invite')}>
                    {t('contacts.resend')}
                  </Button>
                ) : null}
                {isOffered(withdrawInvitation) ? (
                  <Button variant="dangerQuiet" {...press('withdraw')}>
                    {t('contacts.withdraw')}
                  </Button>
                ) : null}
              </ButtonRow>
            </>
          ) : null}
          {state.kind === 'enabled' ? (
            <>
              <p>{t('contacts.accessEnabled', { name, userName: contact?.userInfo?.userName ?? '' })}</p>
              {state.lockedMinutes === null ? null : (
                <LockedUntil key={state.lockedMinutes} minutes={state.lockedMinutes} />
              )}
              <ButtonRow>
                {state.lockedMinutes === null ? null : (
                  <Button variant="secondary" icon={LockKeyholeOpen} {...press('unlock')}>
                    {t('contacts.unlock')}
                  </Button>
                )}
                <Button variant="secondary" icon={RefreshCw} {...press('resetPassword')}>
                  {t('contacts.resetPassword')}
                </Button>
                <Button variant="dangerQuiet" {...press('disable')}>
                  {t('contacts.disable')}
                </Button>
              </ButtonRow>
            </>
          ) : null}
          {state.kind === 'ended' ? (
            <p>{t('contacts.accessEnded', { name, date: formatDate(locale, state.lastDay, 'long') })}</p>
          ) : null}
          {state.kind === 'disabled' ? (
            <>
              <p>{t('contacts.accessDisabled', { name })}</p>
              <ButtonRow>
                <Button variant="secondary" {...press('enable')}>
                  {t('contacts.enable')}
                </Button>
              </ButtonRow>
            </>
          ) : null}
        </div>
      </Card>
    </section>
  );
}

/** The server says how long the lock lasts; `minutes` is the key, so that a new answer restarts the countdown. */
function LockedUntil({ minutes }: { minutes: number }): ReactNode {
  const { t, locale } = useWords();
  const [until] = useState(() => new Date(currentTime() + minutes * 60_000).toISOString());
  return (
    <FacilityBoundary>
      {({ timeZoneId }) => <p>{t('contacts.accessLocked', { time: formatInstant(locale, until, timeZoneId) })}</p>}
    </FacilityBoundary>
  );
}
