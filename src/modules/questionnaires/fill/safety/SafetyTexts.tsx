import {
  type Answer,
  formOf,
  type PlacedSafetyText,
  type QuestionnaireItem,
  safetyTextsFor,
  type SafetyTexts,
} from '@portal/api';
import { type ReactNode, useDeferredValue, useEffect, useRef, useSyncExternalStore } from 'react';
import { whenReleased } from '../../../../ui/form/press.ts';
import { AlertMessages } from '../../AlertMessages.tsx';
import type { AnswerSheet } from '../answerSheet.ts';
import { safetyText } from './SafetyTexts.css.ts';

/** By the answers, which are another array after each change: all questions of a page ask for the same. */
const textsByAnswers = new WeakMap<readonly Answer[], readonly PlacedSafetyText[]>();

function useSafetyTexts(sheet: AnswerSheet, rules: SafetyTexts): readonly PlacedSafetyText[] {
  const answers = useDeferredValue(useSyncExternalStore(sheet.subscribeAnswers, sheet.answers, sheet.answers));
  const known = textsByAnswers.get(answers);
  if (known) return known;
  const texts = safetyTextsFor(formOf(sheet.questionnaire), rules, answers);
  textsByAnswers.set(answers, texts);
  return texts;
}

interface BelowProps {
  readonly sheet: AnswerSheet;
  readonly item: QuestionnaireItem;
  readonly kiosk: boolean;
}

/** What the facility says at once about the answer to this question, before anything is sent and without a connection. */
export function SafetyTextBelow({ sheet, item, kiosk }: BelowProps): ReactNode {
  const { safetyTexts } = sheet.questionnaire;
  const ids = [item, ...sheet.rows(item.questionnaireItemId)].map((one) => one.questionnaireItemId);
  const isDecidedHere = safetyTexts?.rules.some(({ when }) =>
    when.kind === 'score'
      ? safetyTexts.scores.some(({ terms }) => terms.some((term) => ids.includes(term.questionnaireItemId)))
      : ids.includes(when.questionnaireItemId),
  );
  return safetyTexts && isDecidedHere ? (
    <Below sheet={sheet} rules={safetyTexts} slots={ids.map(sheet.slot)} kiosk={kiosk} />
  ) : null;
}

function Below({
  sheet,
  rules,
  slots,
  kiosk,
}: Pick<BelowProps, 'sheet' | 'kiosk'> & {
  readonly rules: SafetyTexts;
  readonly slots: readonly string[];
}): ReactNode {
  const texts = useSafetyTexts(sheet, rules).filter(({ slot }) => slots.includes(slot));
  const place = useRef<HTMLDivElement>(null);
  const count = texts.length;
  useEffect(() => {
    // Only below an answer that was just given: a draft that is opened again stays at its top.
    if (count > 0 && sheet.isChanged()) whenReleased(() => place.current?.scrollIntoView({ block: 'nearest' }));
  }, [count, sheet]);
  return count === 0 ? null : (
    <div ref={place} className={safetyText}>
      <AlertMessages completed={{ alertMessages: texts.map(({ text }) => text) }} noLinks={kiosk} />
    </div>
  );
}

/** All that the facility says about the answers so far, where their questions are not shown. */
export function AllSafetyTexts({ sheet, kiosk }: Pick<BelowProps, 'sheet' | 'kiosk'>): ReactNode {
  const { safetyTexts } = sheet.questionnaire;
  return safetyTexts ? <All sheet={sheet} rules={safetyTexts} kiosk={kiosk} /> : null;
}

function All({
  sheet,
  rules,
  kiosk,
}: Pick<BelowProps, 'sheet' | 'kiosk'> & { readonly rules: SafetyTexts }): ReactNode {
  const texts = useSafetyTexts(sheet, rules);
  return <AlertMessages completed={{ alertMessages: texts.map(({ text }) => text) }} noLinks={kiosk} />;
}
