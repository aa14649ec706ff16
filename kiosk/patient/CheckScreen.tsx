import { faultOf, isAnswered, type QuestionnaireItem } from '@portal/api';
import type { ReactNode } from 'react';
import { AnswerText } from '../../src/modules/questionnaires/fill/AnswerList.tsx';
import { type AnswerSheet, useSheetProgress } from '../../src/modules/questionnaires/fill/answerSheet.ts';
import { LostAnswers } from '../../src/modules/questionnaires/fill/LostAnswers.tsx';
import { useDraftState } from '../../src/modules/questionnaires/fill/openDraft.ts';
import { Banner } from '../../src/ui/Banner.tsx';
import { Button } from '../../src/ui/Button.tsx';
import { Icon } from '../../src/ui/Icon.tsx';
import { CircleAlert, CloudOff } from '../../src/ui/icons.ts';
import { RichText } from '../../src/ui/RichText.tsx';
import { VisuallyHidden } from '../../src/ui/VisuallyHidden.tsx';
import { useWords } from '../../src/words/index.ts';
import {
  checkAct,
  checkAnswer,
  checkList,
  checkNone,
  checkProblem,
  checkRow,
  screen as screenClass,
} from './Fill.css.ts';
import { goTo } from './open.ts';
import { SavedWords } from './SavedWords.tsx';
import type { OpenQuestionnaire } from './visit.ts';

interface Asked {
  readonly number: number;
  readonly item: QuestionnaireItem;
  /** Of the screen that asks it. */
  readonly index: number;
}

/** Every question in its order with its number and its screen. */
function allAsked({ screens, sheet }: Pick<OpenQuestionnaire, 'screens' | 'sheet'>): Asked[] {
  const items = new Map(sheet.items.map((item) => [item.questionnaireItemId, item] as const));
  return screens
    .flatMap(({ answerable }, index) =>
      answerable.flatMap((id) => {
        const item = items.get(id);
        return item ? [{ item, index }] : [];
      }),
    )
    .map((asked, place) => ({ ...asked, number: place + 1 }));
}

const hasFault = (item: QuestionnaireItem, sheet: AnswerSheet): boolean =>
  faultOf(item, sheet.view(item.questionnaireItemId).entries) !== null;

/** The last look: every question with its answer and a way to it. Nothing has been sent yet. */
export function CheckScreen({ open }: { readonly open: OpenQuestionnaire }): ReactNode {
  const { t } = useWords();
  const { sheet, handle, revised } = open;
  const waiting = open.sending === 'waiting';
  const state = useDraftState(handle);
  // Renders again when answers change underneath, as they do when a draft is matched anew.
  const { answered, total } = useSheetProgress(sheet);
  const asked = allAsked(open);
  const missing = asked.filter(({ item }) => hasFault(item, sheet)).length;
  return (
    <div className={screenClass}>
      <div>
        <h2>{t('kiosk.checkTitle')}</h2>
        <p>{t('kiosk.checkText', { answered, total, missing })}</p>
        <p>
          <SavedWords state={state} />
        </p>
      </div>
      <div role="status">
        {waiting ? (
          <Banner kind="warning" icon={CloudOff} title={t('kiosk.notSentYet')}>
            {t('kiosk.notSentYetText')} {t(state.server === 'saved' ? 'kiosk.untilSentSaved' : 'kiosk.untilSentHere')}
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
        <dl className={checkList} aria-label={t('kiosk.yourAnswers')}>
          {asked.map((one) => (
            <CheckRow key={one.item.questionnaireItemId} asked={one} sheet={sheet} />
          ))}
        </dl>
      )}
    </div>
  );
}

function CheckRow({ asked, sheet }: { readonly asked: Asked; readonly sheet: AnswerSheet }): ReactNode {
  const { t } = useWords();
  const { item, number, index } = asked;
  const { entries } = sheet.view(item.questionnaireItemId);
  const hasAnswer = isAnswered(item, entries);
  return (
    <div className={checkRow}>
      <dt>
        {number}. <RichText html={item.formattedText} inline noLinks />
      </dt>
      <dd className={hasAnswer ? checkAnswer : checkNone}>
        {hasAnswer ? <AnswerText item={item} entries={entries} /> : t('kiosk.noAnswer')}
      </dd>
      {hasFault(item, sheet) ? (
        <dd className={checkProblem}>
          <Icon of={CircleAlert} size="s" /> {t('kiosk.needsLook')}
        </dd>
      ) : null}
      <dd className={checkAct}>
        <Button variant="quiet" onClick={() => goTo({ kind: 'question', index }, item.questionnaireItemId)}>
          {t(hasAnswer ? 'kiosk.change' : 'kiosk.answer')}
          <VisuallyHidden>{t('kiosk.changeHidden', { number })}</VisuallyHidden>
        </Button>
      </dd>
    </div>
  );
}
