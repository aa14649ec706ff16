import { type Answer, QuestionnaireItemId } from '@portal/api';
import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { questionnaireOf } from '../../../../tests/apps/data/questionnaire.ts';
import type { SubmitOutcome } from '../../../data/drafts/types.ts';
import { clearMessage, currentMessage } from '../../../words/index.ts';
import { openAnswerSheet } from './answerSheet.ts';
import { sendSheet } from './sheetSubmit.ts';
import { textEntries } from './typed.ts';

const id = v.parse(QuestionnaireItemId, 1);
const questionnaire = questionnaireOf([
  {
    questionnaireItemId: id,
    questionnaireItemType: 'TextQuestion',
    sortOrder: 1,
    questionMatrixGuid: null,
    formattedText: 'How are you?',
    isRequired: true,
    isMultiline: false,
    maxLength: 20,
  },
]);

function prepared(outcome: SubmitOutcome | Error, typed = 'Fine') {
  const sent: (readonly Answer[])[] = [];
  const sheet = openAnswerSheet({ questionnaire, answers: textEntries(id, typed), write: () => undefined });
  const handle = {
    submit: (answers: readonly Answer[]) => {
      sent.push(answers);
      return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
    },
  };
  return { sheet, sent, handle };
}

describe('sending a sheet', () => {
  beforeEach(clearMessage);

  it('sends nothing that breaks a rule, and shows where', async () => {
    const { sheet, handle, sent } = prepared({ kind: 'failed' }, '');
    expect(await sendSheet(handle, sheet)).toEqual({ kind: 'incomplete' });
    expect(sent).toEqual([]);
    expect(sheet.problems().map(({ fault }) => fault.kind)).toEqual(['required']);
  });

  it('sends all the answers and says nothing when they arrive', async () => {
    const { sheet, handle, sent } = prepared({ kind: 'sent', completed: questionnaire });
    expect((await sendSheet(handle, sheet)).kind).toBe('sent');
    expect(sent).toEqual([textEntries(id, 'Fine')]);
    expect(currentMessage()).toBeNull();
  });

  it('shows what the server found on the questions themselves', async () => {
    const { sheet, handle } = prepared({ kind: 'invalid', questionnaireItemIds: [id] });
    await sendSheet(handle, sheet);
    expect(sheet.problems().map(({ item }) => item.questionnaireItemId)).toEqual([id]);
  });

  it.each([{ kind: 'failed' } as const, new Error('broken')])(
    'says in the message bar that the answers are still here',
    async (outcome) => {
      const { sheet, handle } = prepared(outcome);
      expect((await sendSheet(handle, sheet)).kind).toBe('failed');
      expect(currentMessage()?.code).toBe('questionnairesendfailed');
    },
  );
});
