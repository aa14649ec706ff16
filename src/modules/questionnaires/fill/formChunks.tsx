import type { AssignedQuestionnaire, ItemOf, ItemPlace, QuestionnaireItem } from '@portal/api';
import type { ComponentProps, ReactNode } from 'react';
import { formLogicReady, isFormLogicReady } from '../../../data/drafts/formLogicReady.ts';
import type { AnswerSheet } from './answerSheet.ts';
import { hasItemParts, loadItemParts } from './items/index.tsx';

type Groups = typeof import('./groups/index.ts');

type Safety = typeof import('./safety/index.ts');

let groups: Groups | null = null;
let safety: Safety | null = null;

/** A group with its questions; nothing until groups were loaded for a questionnaire. */
export const groupFieldOf = (
  item: ItemOf<'QuestionGroup'>,
  sheet: AnswerSheet,
  Questions: ComponentProps<Groups['GroupField']>['Questions'],
): ReactNode => (groups ? <groups.GroupField item={item} sheet={sheet} Questions={Questions} /> : null);

/** The rows and groups around a question, before its text; nothing for one outside of groups. */
export const enclosingRowsOf = (sheet: AnswerSheet, place: Pick<ItemPlace, 'item' | 'rowPath'>): ReactNode =>
  groups && place.item.parentItemId !== undefined ? <groups.EnclosingRows sheet={sheet} place={place} /> : null;

/** What the facility says at once about the answer to a question; nothing for a questionnaire without such texts. */
export const safetyTextBelow = (sheet: AnswerSheet, item: QuestionnaireItem, kiosk: boolean): ReactNode =>
  safety && needsSafety(sheet.questionnaire) ? (
    <safety.SafetyTextBelow sheet={sheet} item={item} kiosk={kiosk} />
  ) : null;

/** All that it says about the answers so far. */
export const safetyTextsOf = (sheet: AnswerSheet, kiosk: boolean): ReactNode =>
  safety && needsSafety(sheet.questionnaire) ? <safety.AllSafetyTexts sheet={sheet} kiosk={kiosk} /> : null;

const needsSafety = ({ safetyTexts }: AssignedQuestionnaire): boolean => safetyTexts !== undefined;

const needsGroups = ({ questionnaireItems }: AssignedQuestionnaire): boolean =>
  questionnaireItems.some((item) => item.questionnaireItemType === 'QuestionGroup');

/** True where nothing has to be loaded before the questionnaire is shown. */
export const isFormReady = (questionnaire: AssignedQuestionnaire): boolean =>
  isFormLogicReady(questionnaire) &&
  hasItemParts(questionnaire.questionnaireItems) &&
  (groups !== null || !needsGroups(questionnaire)) &&
  (safety !== null || !needsSafety(questionnaire));

/** Loads what this questionnaire needs beyond a plain one, before it is shown. A plain one waits for nothing. */
export async function loadFormChunks(questionnaire: AssignedQuestionnaire, surface: 'portal' | 'kiosk'): Promise<void> {
  const needed: Promise<unknown>[] = [formLogicReady(questionnaire), loadItemParts(questionnaire.questionnaireItems)];
  if (needsGroups(questionnaire) && surface === 'portal' && groups === null)
    needed.push(
      import('./groups/index.ts').then((loaded) => {
        groups = loaded;
      }),
    );
  if (needsSafety(questionnaire) && safety === null)
    needed.push(
      import('./safety/index.ts').then((loaded) => {
        safety = loaded;
      }),
    );
  await Promise.all(needed);
}
