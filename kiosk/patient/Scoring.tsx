import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { QuestionnaireScoring } from '../../src/modules/questionnaires/Scoring.tsx';
import { Button } from '../../src/ui/Button.tsx';
import { ArrowRight } from '../../src/ui/icons.ts';
import { KioskBar } from '../../src/ui/KioskBar.tsx';
import { KioskScreen } from '../../src/ui/KioskQuestion.tsx';
import { useWords } from '../../src/words/index.ts';
import { useArrival } from '../arrival.ts';
import { KioskBrand } from '../parts/KioskBrand.tsx';
import { LanguageChoice } from '../parts/LanguageChoice.tsx';
import { endTheVisit } from '../wipe/leave.tsx';
import { spacer } from './Fill.css.ts';
import { result } from './visit.css.ts';
import { changeVisit, finishReason, remaining, useVisit } from './visit.ts';

/** The result of the questionnaire that was just sent; if nothing is left to fill in, a way to finish. */
export function Page(): ReactNode {
  const { t } = useWords();
  const navigate = useNavigate();
  const visit = useVisit();
  const completed = visit?.completed ?? null;
  const isLast = visit ? remaining(visit).length === 0 : true;
  useArrival(t('kiosk.sent'));
  if (!completed) return null;
  const finish = (): void => endTheVisit(visit ? finishReason(visit) : 'left');
  const toTheList = (): void => {
    changeVisit({ completed: null });
    void navigate({ to: '/patientKioskQuestionnaires', replace: true });
  };
  return (
    <KioskScreen
      isList
      head={
        <KioskBar brand={<KioskBrand />}>
          <LanguageChoice whose="visit" />
        </KioskBar>
      }
      actions={
        isLast ? (
          <>
            <span className={spacer} />
            <Button onClick={finish}>{t('kiosk.finishAndExit')}</Button>
          </>
        ) : (
          <>
            <Button variant="secondary" onClick={finish}>
              {t('kiosk.finishAndExit')}
            </Button>
            <Button iconAfter={ArrowRight} onClick={toTheList}>
              {t('kiosk.backToList')}
            </Button>
          </>
        )
      }
    >
      <div className={result}>
        <QuestionnaireScoring completed={completed} title={t('kiosk.yoursSent')} />
      </div>
    </KioskScreen>
  );
}
