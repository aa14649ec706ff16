import { entriesByPlace, isAnswered } from '@portal/api';
import type { ReactNode } from 'react';
import { AnswerText } from '../../src/modules/questionnaires/fill/answers/AnswerList.tsx';
import { type EnabledQuestion, useSheetProgress } from '../../src/modules/questionnaires/fill/answerSheet.ts';
import { safetyTextsOf } from '../../src/modules/questionnaires/fill/formChunks.tsx';
import { questionId } from '../../src/modules/questionnaires/fill/items/itemParts.ts';
import { LostAnswers } from '../../src/modules/questionnaires/fill/answers/LostAnswers.tsx';
import { type RowName, rowNamesOf } from '../../src/modules/questionnaires/fill/answers/rowNames.ts';
import { RowWords } from '../../src/modules/questionnaires/fill/answers/RowWords.tsx';
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

interface Asked extends EnabledQuestion {
  readonly number: number;
  readonly index: number;
  /** The group rows that contain it. */
  readonly rows: readonly RowName[];
  readonly hasFault: boolean;
}

/** Every question in order, with its number and its screen. */
function allAsked({ screens, sheet }: Pick<OpenQuestionnaire, 'screens' | 'sheet'>): Asked[] {
  const faults = sheet.faults();
  const bySlot = entriesByPlace(sheet.answers());
  return screens
    .flatMap(({ answerable }, index) =>
      answerable.map((question) => ({
        ...question,
        index,
        rows: rowNamesOf(sheet.items, bySlot, { item: question.item, rowPath: question.sheet.rowPath }),
      })),
    )
    .map((asked, place) => ({ ...asked, number: place + 1, hasFault: faults.has(asked.slot) }));
}

/** The summary before sending: every question with its answer and a link to it. */
export function CheckScreen({ open }: { readonly open: OpenQuestionnaire }): ReactNode {
  const { t } = useWords();
  const { sheet, handle, revised } = open;
  const waiting = open.sending === 'waiting';
  const state = useDraftState(handle);
  // Renders again when answers change without a press on this screen, for example when a draft is matched to a revised questionnaire.
  const { answered, total } = useSheetProgress(sheet);
  const asked = allAsked(open);
  const missing = asked.filter(({ hasFault }) => hasFault).length;
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
      {safetyTextsOf(sheet, true)}
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
            <CheckRow key={one.slot} asked={one} />
          ))}
        </dl>
      )}
    </div>
  );
}

function CheckRow({ asked }: { readonly asked: Asked }): ReactNode {
  const { t } = useWords();
  const { item, sheet, number, index, rows, hasFault } = asked;
  const { entries } = sheet.view(item.questionnaireItemId);
  const hasAnswer = isAnswered(item, entries);
  return (
    <div className={checkRow}>
      <dt>
        {number}. <RowWords rows={rows} />
        <RichText html={item.formattedText} inline noLinks />
      </dt>
      <dd className={hasAnswer ? checkAnswer : checkNone}>
        {hasAnswer ? <AnswerText item={item} entries={entries} /> : t('kiosk.noAnswer')}
      </dd>
      {hasFault ? (
        <dd className={checkProblem}>
          <Icon of={CircleAlert} size="s" /> {t('kiosk.needsLook')}
        </dd>
      ) : null}
      <dd className={checkAct}>
        <Button
          variant="quiet"
          onClick={() => goTo({ kind: 'question', index }, questionId(item.questionnaireItemId, sheet.rowPath))}
        >
          {t(hasAnswer ? 'kiosk.change' : 'kiosk.answer')}
          <VisuallyHidden>{t('kiosk.changeHidden', { number })}</VisuallyHidden>
        </Button>
      </dd>
    </div>
  );
}
