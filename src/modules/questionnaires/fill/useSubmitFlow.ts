import type { AssignedQuestionnaire } from '@portal/api';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DraftHandle, SubmitOutcome } from '../../../data/drafts/types.ts';
import { type AnswerSheet, openAnswerSheet } from './answerSheet.ts';
import type { LostAnswersNotice } from './DraftNotices.tsx';
import { loadChapterParts } from './chapterParts.ts';
import { loadFormChunks } from './formChunks.tsx';
import { useOwnership } from './openDraft.ts';
import { type FillPhase, phaseOf } from './phase.ts';
import { type SendOutcome, showOutcome, useSheetSubmit } from './sheetSubmit.ts';

interface Sheet {
  readonly sheet: AnswerSheet;
  /** Set when the questionnaire has changed since the answers were given. */
  readonly revision: LostAnswersNotice | null;
}

/** A revised questionnaire may need parts that the one before did not. */
const partsFor = (questionnaire: AssignedQuestionnaire): Promise<unknown> =>
  Promise.all([loadFormChunks(questionnaire, 'portal'), loadChapterParts(questionnaire)]).catch(() => undefined);

const readyFor = async (outcome: SendOutcome): Promise<void> => {
  if (outcome.kind === 'revised') await partsFor(outcome.questionnaire);
};

const revisionOf = ({ lost, lostFrom }: DraftHandle, wasWaiting = false): LostAnswersNotice | null =>
  lost.length > 0 || wasWaiting ? { answers: lost, from: lostFrom } : null;

/** Sends the open questions and shows every outcome, whether Send was pressed here or the outbox sent them. */
export function useSubmitFlow(handle: DraftHandle, onDone: (completed: AssignedQuestionnaire) => void) {
  const [phase, setPhase] = useState<FillPhase>(() => phaseOf(handle));
  const [{ sheet, revision }, setSheet] = useState<Sheet>(() => ({
    sheet: openAnswerSheet(handle),
    revision: revisionOf(handle, handle.wasWaiting),
  }));
  const { isBusy, send } = useSheetSubmit(handle, sheet);
  const [failedSends, setFailedSends] = useState(0);
  const [isTaking, setTaking] = useState(false);
  const isElsewhere = useOwnership(handle) === 'elsewhere';
  const [wasElsewhere, setWasElsewhere] = useState(false);
  if (isElsewhere !== wasElsewhere) {
    setWasElsewhere(isElsewhere);
    // The tab that has the draft may be sending or changing it. One that is taken over may wait to be sent.
    if (phase.kind === 'waiting' || phase.kind === 'filling')
      setPhase(isElsewhere ? { kind: 'filling' } : phaseOf(handle));
  } else if (isElsewhere && phase.kind === 'waiting') setPhase({ kind: 'filling' });

  const isSending = useRef(false);
  const isTakenBack = useRef(false);
  const applied = useRef<SubmitOutcome | null>(null);

  const apply = useCallback(
    (outcome: SendOutcome) => {
      switch (outcome.kind) {
        case 'sent':
          return onDone(outcome.completed);
        case 'waiting':
          setPhase({ kind: 'waiting' });
          break;
        case 'alreadyCompleted':
          setPhase({ ...outcome, kind: 'already' });
          break;
        case 'noLongerOpen':
          setPhase({ kind: 'closed', mine: sheet.answers() });
          break;
        case 'revised':
          setPhase({ kind: 'filling' });
          setSheet({
            sheet: openAnswerSheet({
              questionnaire: outcome.questionnaire,
              answers: outcome.kept,
              write: (answers) => handle.write(answers),
              isOnItsWay: (entry) => handle.isOnItsWay(entry),
            }),
            revision: { answers: outcome.lost, from: sheet.questionnaire },
          });
          break;
        case 'incomplete':
        case 'invalid':
          setPhase({ kind: 'filling' });
          setFailedSends((count) => count + 1);
          break;
        case 'failed':
          setPhase({ kind: 'filling' });
          break;
      }
      window.scrollTo(0, 0);
    },
    [onDone, sheet, handle],
  );

  const submit = useCallback(async () => {
    if (isSending.current) return;
    isSending.current = true;
    isTakenBack.current = false;
    const outcome = await send();
    if (outcome) await readyFor(outcome);
    isSending.current = false;
    applied.current = handle.outcome ?? null;
    if (outcome) apply(outcome);
  }, [send, apply, handle]);

  // The outbox may send a waiting draft meanwhile; its result is shown here too, once.
  useEffect(() => {
    const look = () => {
      const outcome = handle.outcome ?? null;
      if (isSending.current || outcome === null || outcome === applied.current) return;
      applied.current = outcome;
      // A try that fails after the person went back to the answers has nothing to tell them: it is a draft again.
      if (outcome.kind === 'waiting' || (outcome.kind === 'failed' && isTakenBack.current)) return;
      showOutcome(sheet, outcome);
      void readyFor(outcome).then(() => apply(outcome));
    };
    look();
    return handle.subscribe(look);
  }, [handle, sheet, apply]);

  const takeOver = useCallback(async () => {
    // This tab has the draft before it shows it: what was typed until then would go over the other tab's answers.
    setTaking(true);
    try {
      const { answers, wasWaiting } = await handle.takeOver();
      // The other tab may have had a newer form.
      const isSameForm = handle.questionnaire.templateRevision === sheet.questionnaire.templateRevision;
      if (isSameForm) sheet.replace(answers);
      else await partsFor(handle.questionnaire);
      setSheet({ sheet: isSameForm ? sheet : openAnswerSheet(handle), revision: revisionOf(handle, wasWaiting) });
    } finally {
      setTaking(false);
    }
  }, [handle, sheet]);

  const change = useCallback(() => {
    isTakenBack.current = true;
    handle.takeBack();
    setPhase({ kind: 'filling' });
  }, [handle]);
  return {
    phase,
    sheet,
    revision,
    failedSends,
    isBusy,
    isShownOnly: isElsewhere || isTaking,
    submit,
    takeOver,
    change,
  };
}
