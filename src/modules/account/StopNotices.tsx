import type { ReminderKind, StopLink } from '@portal/api';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { FormStack } from '../../ui/Form.tsx';
import { GateCard } from '../../ui/Gate.tsx';
import { ButtonLink } from '../../ui/LinkButton.tsx';
import { useWords } from '../../words/index.ts';

interface StopNoticesProps {
  /** What the link is about; null: the link is no longer valid. */
  readonly about: StopLink | null;
  /** The kind whose stopping is being sent. */
  readonly busy: ReminderKind | null;
  readonly offline: boolean;
  readonly onStop: (kind: ReminderKind) => void;
}

/** Says what the link of a notice stops, stops it by a press, and then offers to turn it on again. */
export function StopNotices({ about, busy, offline, onStop }: StopNoticesProps): ReactNode {
  const { t } = useWords();
  const kinds = about?.kinds ?? [];
  const stopped = kinds.filter(({ isOn }) => !isOn);
  const going = kinds.filter(({ isOn, isUsed }) => isOn && !isUsed);
  const onAgain = kinds.filter(({ isOn, isUsed }) => isOn && isUsed);
  const settings = (
    <ButtonLink variant="secondary" href="/notification-settings">
      {t('account.stopSettings')}
    </ButtonLink>
  );
  return (
    <GateCard>
      <FormStack>
        {about !== null && going.length > 0 ? <p>{t(`account.stopBy_${about.channel}`)}</p> : null}
        {going.map(({ kind }) => (
          <Button
            key={kind}
            size="block"
            busy={busy === kind}
            disabled={offline || (busy !== null && busy !== kind)}
            onClick={() => onStop(kind)}
          >
            {t('account.stopNow', { kind: t(`account.kind_${kind}`) })}
          </Button>
        ))}
        <div role="status">
          {about === null ? <p>{t('account.stopOver')}</p> : null}
          {stopped.map(({ kind }) => (
            <p key={kind}>{t('account.stopDone', { kind: t(`account.kind_${kind}`) })}</p>
          ))}
          {onAgain.map(({ kind }) => (
            <p key={kind}>{t('account.stopUsed', { kind: t(`account.kind_${kind}`) })}</p>
          ))}
          {stopped.length > 0 ? <p>{t('account.stopBack')}</p> : null}
        </div>
        {going.length < kinds.length || about === null ? settings : null}
      </FormStack>
    </GateCard>
  );
}
