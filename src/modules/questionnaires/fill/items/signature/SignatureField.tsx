import { type Answer, formOf, Instant, type Stroke } from '@portal/api';
import { hashOf, isSameText, textToSign } from '@portal/api/signedText';
import { type ReactNode, useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { currentTime } from '../../../../../data/serverClock.ts';
import { Button } from '../../../../../ui/Button.tsx';
import { TextField } from '../../../../../ui/Field.tsx';
import { Pencil } from '../../../../../ui/icons.ts';
import { FieldGroup } from '../../../../../ui/FieldGroup.tsx';
import { VisuallyHidden } from '../../../../../ui/VisuallyHidden.tsx';
import { useWords } from '../../../../../words/index.ts';
import type { AnswerSheet } from '../../answerSheet.ts';
import { faultText } from '../../faultText.ts';
import type { ItemFieldProps } from '../itemParts.ts';
import { useQuestionText } from '../QuestionText.tsx';
import { useQuestion } from '../useQuestion.ts';
import { signatureBox, signatureWays } from './signature.css.ts';
import { SignatureAnswer } from './SignatureAnswer.tsx';
import { SignaturePad } from './SignaturePad.tsx';

const noRows = { rows: [], entriesOf: (): readonly Answer[] => [] };

/** True while a file that was chosen is not on the server: once it is, the answers are not those that were signed. */
const hasPendingFile = (sheet: AnswerSheet): boolean => {
  const files = new Set(
    sheet.items.flatMap((item) =>
      item.questionnaireItemType === 'AttachmentQuestion' ? [item.questionnaireItemId] : [],
    ),
  );
  return sheet.answers().some(({ questionnaireItemId, attachment, textAnswer }) => {
    return files.has(questionnaireItemId) && attachment === undefined && Boolean(textAnswer);
  });
};

/** True where an answer, a text or the language is not what it was when somebody signed. */
function useIsVoid(
  sheet: AnswerSheet,
  { questionnaireItemId: id }: ItemFieldProps<'SignatureQuestion'>['item'],
): boolean {
  const answers = useDeferredValue(useSyncExternalStore(sheet.subscribeAnswers, sheet.answers, sheet.answers));
  return useMemo(() => {
    const slot = sheet.slot(id);
    const signature = sheet.view(id).entries[0]?.signature;
    if (signature === undefined) return false;
    const now = textToSign(formOf(sheet.questionnaire), answers, slot);
    return now !== null && !isSameText(now, signature.signedText);
  }, [sheet, id, answers]);
}

/** A signature: drawn, or a typed name, and in both cases a press on "I sign". It is void once what it covers changes. */
export function SignatureField({ item, sheet, kiosk }: ItemFieldProps<'SignatureQuestion'>): ReactNode {
  const words = useWords();
  const { t } = words;
  const { questionnaireItemId } = item;
  const { id, entries, fault, change, leave } = useQuestion(sheet, item);
  const label = useQuestionText(item);
  const isVoid = useIsVoid(sheet, item);
  const size = kiosk ? 'medium' : 'small';
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<'notSigned' | 'filesFirst' | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isSigned = entries[0]?.signature !== undefined && !isVoid;

  const focusBox = (): number =>
    requestAnimationFrame(() => document.getElementById(`${id}-signed`)?.focus({ preventScroll: true }));

  async function sign(): Promise<void> {
    const typed = name.trim();
    if (strokes.length === 0 && typed === '') return setProblem('notSigned');
    if (hasPendingFile(sheet)) return setProblem('filesFirst');
    const signedText = textToSign(formOf(sheet.questionnaire), sheet.answers(), sheet.slot(questionnaireItemId));
    if (signedText === null) return undefined;
    setBusy(true);
    const hash = await hashOf(signedText);
    setBusy(false);
    setProblem(null);
    change([
      {
        questionnaireItemId,
        signature: {
          signedText,
          hash,
          signedAt: v.parse(Instant, new Date(currentTime()).toISOString()),
          mark:
            strokes.length > 0
              ? { kind: 'drawn', strokes: strokes.map((stroke) => [...stroke]) }
              : { kind: 'typed', name: typed },
        },
      },
    ]);
    leave();
    focusBox();
    return undefined;
  }
  const again = (): void => {
    setStrokes([]);
    change([]);
    requestAnimationFrame(() => document.getElementById(`${id}-name`)?.focus());
  };

  const shown = isVoid ? ({ kind: 'signatureVoid' } as const) : fault;
  const error =
    problem === 'filesFirst'
      ? t('questionnaires.signAfterFiles')
      : problem === 'notSigned'
        ? t('questionnaires.fault.notSigned')
        : shown && faultText(words, shown);
  return (
    <FieldGroup
      role="group"
      id={id}
      label={label}
      required={item.isRequired}
      hint={isSigned ? null : t('questionnaires.signHow')}
      error={isSigned ? null : error}
    >
      <VisuallyHidden>
        <span role="status">{isVoid ? t('questionnaires.fault.signatureVoid') : null}</span>
      </VisuallyHidden>
      {isSigned ? (
        <div className={signatureBox} id={`${id}-signed`} tabIndex={-1}>
          <SignatureAnswer item={item} entries={entries} {...noRows} />
          <Button variant="secondary" size={size} onClick={again}>
            {t('questionnaires.signAgain')}
          </Button>
        </div>
      ) : (
        <div className={signatureWays}>
          <div className={signatureBox}>
            <SignaturePad label={t('questionnaires.signPad')} strokes={strokes} onDraw={setStrokes} />
            {strokes.length > 0 ? (
              <Button variant="quiet" size={size} onClick={() => setStrokes([])}>
                {t('questionnaires.signClear')}
              </Button>
            ) : null}
          </div>
          <div className={signatureBox}>
            <TextField
              id={`${id}-name`}
              label={t('questionnaires.signName')}
              value={name}
              onChange={setName}
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
            />
            <Button variant="secondary" icon={Pencil} busy={isBusy} onClick={() => void sign()}>
              {t('questionnaires.signNow')}
            </Button>
          </div>
        </div>
      )}
    </FieldGroup>
  );
}
