import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type AnswerSheet, useSheetProgress } from '../../src/features/questionnaires/answerSheet.ts';
import { ItemField } from '../../src/features/questionnaires/ItemField.tsx';
import { LostAnswers } from '../../src/features/questionnaires/LostAnswers.tsx';
import type { QuestionScreen } from '../../src/features/questionnaires/screens.ts';
import { Banner } from '../../src/ui/Banner.tsx';
import { Button } from '../../src/ui/Button.tsx';
import { Icon } from '../../src/ui/Icon.tsx';
import { Check, CircleAlert, CloudOff } from '../../src/ui/icons.ts';
import { KioskCard } from '../../src/ui/KioskCard.tsx';
import { KioskStage } from '../../src/ui/KioskStage.tsx';
import { RichText } from '../../src/ui/RichText.tsx';
import { VisuallyHidden } from '../../src/ui/VisuallyHidden.tsx';
import { useWords } from '../../src/words/index.ts';
import { useArrival } from '../arrival.ts';
import { KioskBrand } from '../parts/KioskBrand.tsx';
import { PatientMenu } from '../parts/PatientMenu.tsx';
import { endTheVisit } from '../wipe/leave.tsx';
import type { Ending } from './Fill.tsx';
import { checkList, checkRow, checkState, instructions as instructionsClass, questionWords, screen as screenClass } from './Fill.css.ts';
import type { Place } from './places.ts';
import { type ScreenState, screenState } from './screenState.ts';
import { changeVisit, currentVisit, type OpenSheet } from './visit.ts';

/** What the facility wants to be read first. */
export function IntroScreen({ instructions, total }: { readonly instructions: string; readonly total: number }): ReactNode {
  const { t } = useWords();
  return (
    <div className={screenClass}>
      <h2>{t('kiosk.beforeYouStart')}</h2>
      <div className={instructionsClass}>
        <RichText html={instructions} noLinks />
      </div>
      <p>{t('kiosk.allQuestions', { total })}</p>
    </div>
  );
}

/** One question with the section headers that lead to it. */
export function QuestionScreenView({ screen, sheet }: { readonly screen: QuestionScreen; readonly sheet: AnswerSheet }): ReactNode {
  return (
    <div className={screenClass}>
      {screen.headings.map((heading) => (
        <ItemField key={heading.questionnaireItemId} sheet={sheet} item={heading} kiosk />
      ))}
      {screen.block ? <ItemField sheet={sheet} item={screen.block.item} kiosk /> : null}
    </div>
  );
}

/** The last look: what was answered and what not, and a way to each question. */
export function CheckScreen({ open, waiting, onGo }: { readonly open: OpenSheet; readonly waiting: boolean; readonly onGo: (place: Place) => void }): ReactNode {
  const { t } = useWords();
  const { sheet, screens, handle, revised } = open;
  // Renders again when answers change underneath, as they do when a draft is matched anew.
  useSheetProgress(sheet);
  const states = screens.map((screen) => screenState(screen, sheet));
  const total = screens.filter((screen) => screen.block !== null).length;
  const answered = screens.filter((screen, index) => screen.block !== null && states[index] === 'answered').length;
  return (
    <div className={screenClass}>
      <h2>{t('kiosk.checkTitle')}</h2>
      <p>{t('kiosk.checkText', { answered, total })}</p>
      <div role="status">
        {waiting ? (
          <Banner kind="warning" icon={CloudOff} title={t('kiosk.notSentYet')}>
            {t('kiosk.notSentYetText')}
          </Banner>
        ) : null}
      </div>
      {revised ? <Banner kind="info">{t('kiosk.revised')}</Banner> : null}
      {handle.lost.length > 0 ? (
        <Banner kind="warning" title={t('kiosk.lostAnswers')}>
          <LostAnswers answers={handle.lost} from={handle.lostFrom} />
        </Banner>
      ) : null}
      {handle.other ? (
        <Banner kind="warning" title={t('kiosk.otherAnswers')} onClose={() => handle.dismissOther?.()}>
          <LostAnswers answers={handle.other.answers} from={handle.questionnaire} />
        </Banner>
      ) : null}
      {waiting ? null : (
        <ol className={checkList} aria-label={t('kiosk.yourAnswers')}>
          {screens.map((screen, index) =>
            screen.block ? (
              <CheckRow
                key={screen.block.item.questionnaireItemId}
                number={index + 1}
                html={screen.block.item.formattedText}
                state={states[index] ?? 'open'}
                onChange={() => onGo({ kind: 'question', index })}
              />
            ) : null,
          )}
        </ol>
      )}
    </div>
  );
}

function CheckRow({ number, html, state, onChange }: { readonly number: number; readonly html: string; readonly state: ScreenState; readonly onChange: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <li className={checkRow}>
      <div className={questionWords}>
        <span>
          <RichText html={html} inline noLinks />
        </span>
        <span className={checkState}>
          {state === 'answered' ? <Icon of={Check} size="s" /> : state === 'problem' ? <Icon of={CircleAlert} size="s" /> : null}
          {t(state === 'answered' ? 'kiosk.answered' : state === 'problem' ? 'kiosk.needsLook' : 'kiosk.notAnswered')}
        </span>
      </div>
      <Button variant="secondary" size="small" onClick={onChange}>
        {t('kiosk.change')}
        <VisuallyHidden>{t('kiosk.changeHidden', { number })}</VisuallyHidden>
      </Button>
    </li>
  );
}

/** The questionnaire was answered or closed elsewhere meanwhile. */
export function EndScreen({ ending, title, last }: { readonly ending: Ending; readonly title: string; readonly last: boolean }): ReactNode {
  const { t } = useWords();
  const navigate = useNavigate();
  const heading = t(ending.kind === 'alreadyCompleted' ? 'kiosk.alreadySent' : 'kiosk.noLongerOpen');
  useArrival(heading);
  const toTheList = (): void => {
    const visit = currentVisit();
    const id = visit?.open?.handle.questionnaire.assignedQuestionnaireId;
    const sent = new Set(visit?.sent);
    if (id !== undefined) sent.add(id);
    void visit?.open?.handle.release();
    changeVisit({ open: null, sent });
    void navigate({ to: '/patientKioskQuestionnaires', replace: true });
  };
  return (
    <KioskStage brand={<KioskBrand />} utilities={<PatientMenu />}>
      <KioskCard labelledBy="ending">
        <h1 id="ending">{heading}</h1>
        <p>{title}</p>
        <p role="alert">{ending.kind === 'alreadyCompleted' ? t('kiosk.alreadySentText', { differing: ending.differing.length }) : t('kiosk.noLongerOpenText')}</p>
        {last ? (
          <Button size="block" onClick={() => endTheVisit('left')}>
            {t('kiosk.finishAndExit')}
          </Button>
        ) : (
          <Button size="block" onClick={toTheList}>
            {t('kiosk.backToList')}
          </Button>
        )}
      </KioskCard>
    </KioskStage>
  );
}
