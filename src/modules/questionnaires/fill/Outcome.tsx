import { type ReactNode, useId } from 'react';
import { useConnection } from '../../../data/connection.ts';
import { useSession } from '../../../data/session.ts';
import type { DraftHandle } from '../../../data/drafts/types.ts';
import { Button, ButtonRow } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { CloudUpload, Hourglass } from '../../../ui/icons.ts';
import { useWords } from '../../../words/index.ts';
import { FacilityNumber } from '../FacilityNumber.tsx';
import { canDo, sentHead, sentMark } from '../Sent.css.ts';
import type { AnswerSheet } from './answerSheet.ts';
import { safetyTextsOf } from './formChunks.tsx';
import { useDraftState } from './openDraft.ts';
import { Ended } from './lazyAnswers.tsx';
import type { FillPhase } from './phase.ts';

interface WaitingProps {
  readonly handle: DraftHandle;
  readonly sheet: AnswerSheet;
  readonly onChange: () => void;
  /** What is left to do meanwhile. */
  readonly rest: ReactNode;
}

/** Replaces the questions once they cannot be changed here any more. */
export function Outcome({
  phase,
  onLeave,
  ...waiting
}: WaitingProps & {
  readonly phase: Exclude<FillPhase, { kind: 'filling' }>;
  readonly onLeave: () => void;
}): ReactNode {
  const { handle, sheet } = waiting;
  return phase.kind === 'waiting' ? (
    <Waiting {...waiting} />
  ) : (
    <Ended phase={phase} handle={handle} questionnaire={sheet.questionnaire} onLeave={onLeave} />
  );
}

/** Send was pressed, but the facility does not have the answers yet: a page of its own, which never says that anything was sent. */
function Waiting({ handle, sheet, onChange, rest }: WaitingProps): ReactNode {
  const { t } = useWords();
  const id = useId();
  const state = useDraftState(handle);
  const isOffline = useConnection() === 'offline' || state.connection === 'offline';
  const isSending = state.submission === 'sending' && !isOffline;
  const isUnlocked = useSession()?.mode === 'offline';
  const text = isUnlocked ? 'waitingSignIn' : isOffline ? 'waitingOffline' : 'waitingText';
  return (
    <>
      {safetyTextsOf(sheet, false)}
      <div className={sentHead}>
        <span className={sentMark}>
          <Icon of={CloudUpload} size="l" />
        </span>
        <h1>{t('questionnaires.waitingTitle')}</h1>
        <p>{t(`questionnaires.${text}`)}</p>
        {handle.files()?.summary(handle).isUnchecked ? <p>{t('questionnaires.waitingFile')}</p> : null}
        <div role="status">
          <Chip kind={isSending ? 'draft' : 'offline'} icon={isSending ? CloudUpload : Hourglass}>
            {t(isSending ? 'questionnaires.sending' : 'questionnaires.waitingToSend')}
          </Chip>
        </div>
      </div>
      <Card className={canDo} labelledBy={id}>
        <h2 id={id}>{t('questionnaires.whatYouCanDo')}</h2>
        <ul>
          <li>{t('questionnaires.waitingKeepOpen')}</li>
          <li>
            {t('questionnaires.waitingUrgent')} <FacilityNumber />
          </li>
        </ul>
        <ButtonRow>
          <Button variant="secondary" disabled={isSending} onClick={onChange}>
            {t('questionnaires.changeAnswers')}
          </Button>
        </ButtonRow>
      </Card>
      {rest}
    </>
  );
}
