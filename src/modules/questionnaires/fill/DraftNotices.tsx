import type { Answer, AssignedQuestionnaire } from '@portal/api';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useConnection, useIsFacilityDown } from '../../../data/connection.ts';
import { useSession } from '../../../data/session.ts';
import { fittingAnswers } from '../../../data/drafts/record.ts';
import type { DraftHandle } from '../../../data/drafts/types.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button, ButtonRow } from '../../../ui/Button.tsx';
import { CloudOff } from '../../../ui/icons.ts';
import { useWords } from '../../../words/index.ts';
import type { AnswerSheet } from './answerSheet.ts';
import { bannerAction, noteSection } from './Fill.css.ts';
import { DifferingAnswers, LostAnswers } from './lazyAnswers.tsx';
import { useDraftState } from './openDraft.ts';

/** Answers for which a changed questionnaire has no question. */
export interface LostAnswersNotice {
  readonly answers: readonly Answer[];
  readonly from: AssignedQuestionnaire | null;
}

/** Banners that show for as long as they are true. */
export function StandingNotice({
  handle,
  onTakeOver,
}: {
  handle: DraftHandle;
  onTakeOver: () => Promise<void>;
}): ReactNode {
  const { t } = useWords();
  const state = useDraftState(handle);
  // Without a sign-in no draft reaches the server, which says nothing about the network.
  const session = useSession();
  const isUnlocked = session?.mode === 'offline';
  const byLink = session?.loginType === 'patientLinkUser';
  const isOffline = useConnection() === 'offline' || (!isUnlocked && state.connection === 'offline');
  const isDown = useIsFacilityDown();
  const [isTaking, setTaking] = useState(false);
  const takeOver = async () => {
    setTaking(true);
    try {
      await onTakeOver();
      // The button is gone with the next render, and so is this notice where the draft waits to be sent.
      requestAnimationFrame(() => (document.getElementById(revisedId) ?? document.getElementById('main'))?.focus());
    } finally {
      setTaking(false);
    }
  };
  if (state.ownership === 'elsewhere') {
    return (
      <Banner kind="info" title={t('questionnaires.elsewhereTitle')}>
        <p>{t('questionnaires.elsewhereText')}</p>
        <p className={bannerAction}>
          <Button size="small" busy={isTaking} onClick={() => void takeOver()}>
            {t('questionnaires.continueHere')}
          </Button>
        </p>
      </Banner>
    );
  }
  if (state.device === 'refused') {
    return (
      <div role="status">
        <Banner kind="error" title={t('questionnaires.refusedTitle')}>
          {t(
            isOffline
              ? 'questionnaires.refusedOffline'
              : state.server === 'undecided'
                ? 'questionnaires.refusedUndecided'
                : 'questionnaires.refusedOnline',
          )}
        </Banner>
      </div>
    );
  }
  const isOnlyHere = state.device === 'never';
  return (
    <div role="status">
      {isOffline ? (
        <Banner kind="warning" icon={CloudOff} title={t(isDown ? 'core.facilityDown' : 'questionnaires.offlineTitle')}>
          {t(
            isOnlyHere
              ? 'questionnaires.onlyHereText'
              : isDown
                ? 'questionnaires.downText'
                : 'questionnaires.offlineText',
          )}
        </Banner>
      ) : isOnlyHere && byLink ? (
        <Banner kind="info">{t('questionnaires.savedAtClinic')}</Banner>
      ) : null}
    </div>
  );
}

const revisedId = 'revised';

/** The questionnaire changed after the person began: matching answers were kept, the others are shown. */
export function Revised({ answers, from }: LostAnswersNotice): ReactNode {
  const { t } = useWords();
  const part = useRef<HTMLElement>(null);
  useEffect(() => part.current?.focus(), []);
  return (
    <section className={noteSection} id={revisedId} ref={part} tabIndex={-1}>
      <Banner kind="warning" title={t('questionnaires.revisedTitle')}>
        {t('questionnaires.revisedText')}
      </Banner>
      <NoLongerFit answers={answers} from={from} />
    </section>
  );
}

function NoLongerFit({ answers, from }: LostAnswersNotice): ReactNode {
  const { t } = useWords();
  return answers.length === 0 ? null : (
    <>
      <h2>{t('questionnaires.lostTitle')}</h2>
      <p>{t('questionnaires.lostText')}</p>
      <LostAnswers answers={answers} from={from} />
    </>
  );
}

/** Answers of another device that are not in this draft: both are shown, and the person chooses. */
export function OtherDevice({ handle, sheet }: { handle: DraftHandle; sheet: AnswerSheet }): ReactNode {
  const { t } = useWords();
  const [other, setOther] = useState(handle.other ?? null);
  useEffect(() => {
    const look = () => setOther(handle.other ?? null);
    look();
    return handle.subscribe(look);
  }, [handle]);
  /** What was used and did not fit: still shown after the choice. */
  const [unfit, setUnfit] = useState<readonly Answer[]>([]);
  if (other === null)
    return unfit.length === 0 ? null : (
      <section className={noteSection}>
        <NoLongerFit answers={unfit} from={handle.lostFrom} />
      </section>
    );
  const { questionnaireItems } = sheet.questionnaire;
  const answered = handle.lostFrom?.templateRevision === other.templateRevision ? handle.lostFrom : undefined;
  const { kept, lost } = fittingAnswers(sheet.questionnaire, other.answers, answered);
  const use = () => {
    sheet.replace(kept);
    handle.write(sheet.answers());
    handle.dismissOther?.(lost);
    setUnfit([...unfit, ...lost]);
  };
  return (
    <section className={noteSection}>
      <Banner kind="info" title={t('questionnaires.otherTitle')}>
        {t('questionnaires.otherText')}
      </Banner>
      <DifferingAnswers
        items={questionnaireItems}
        one={kept}
        oneLabel={t('questionnaires.otherThere')}
        other={sheet.answers()}
        otherLabel={t('questionnaires.otherHere')}
      />
      <NoLongerFit answers={[...unfit, ...lost]} from={handle.lostFrom} />
      <ButtonRow>
        <Button variant="secondary" onClick={() => handle.dismissOther?.()}>
          {t('questionnaires.otherKeep')}
        </Button>
        <Button variant="quiet" onClick={use}>
          {t('questionnaires.otherUse')}
        </Button>
      </ButtonRow>
    </section>
  );
}
