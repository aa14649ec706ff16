import {
  AlreadyCompleted,
  AnswersInvalid,
  type AssignedQuestionnaire,
  formOf,
  type QuestionnaireItemId,
  SignatureMismatch,
  submittedAnswers,
  TemplateRevised,
} from '@portal/api';
import * as v from 'valibot';
import { type Failure, failureOf, isPassing } from '../errors.ts';
import type { FilesSent } from './fileParts.ts';
import type { DraftKeeping } from './draftKeeping.ts';
import type { DraftSaving } from './draftSaving.ts';
import { isForNow } from '../unsent/isForNow.ts';
import type { RetryTimer } from '../unsent/retryTimer.ts';
import type { DraftWork } from './draftWork.ts';
import { formLogicReady } from './formLogicReady.ts';
import { differingItems, fitTo } from './record.ts';
import type { SubmitOutcome } from './types.ts';

type Answered =
  | { readonly kind: 'completed'; readonly completed: AssignedQuestionnaire }
  | { readonly kind: 'failure'; readonly failure: Failure | null };

/** Sends a draft that is `waiting` to the server. */
export interface DraftSending {
  /** The sending in progress; null when there is none. */
  current(): Promise<SubmitOutcome> | null;
  /** Sends what waits, one sending at a time. Tries again soon, after each of these pauses (milliseconds). */
  start(quick: readonly number[]): Promise<SubmitOutcome>;
  /** The result of the last sending; null before the first. */
  outcome(): SubmitOutcome | null;
}

/** The server has a completion. With the same answers the draft is done; else it is another's, and ours are kept for comparison. */
export async function completedBy<Lease>(
  work: DraftWork<Lease>,
  keeping: DraftKeeping<Lease>,
  retry: RetryTimer,
  completed: AssignedQuestionnaire,
): Promise<SubmitOutcome> {
  const { parts, draft } = work;
  await Promise.all([formLogicReady(draft.questionnaire), formLogicReady(completed)]);
  const differing = differingItems({ questionnaire: draft.questionnaire, answers: draft.answers }, completed);
  parts.onSent(completed);
  work.isResting = true;
  if (differing.length > 0) {
    work.change({ submission: 'refused' });
    await keeping.settle();
    return { kind: 'alreadyCompleted', completed, differing, mine: work.draft.answers };
  }
  work.isSent = true;
  retry.stop();
  await keeping.ended();
  work.isClosed = true;
  await parts.files?.current()?.end();
  await keeping.remove();
  work.publish();
  parts.onChange();
  return { kind: 'sent', completed };
}

export function createDraftSending<Lease>(
  work: DraftWork<Lease>,
  keeping: DraftKeeping<Lease>,
  saving: DraftSaving,
  retry: RetryTimer,
): DraftSending {
  const { parts } = work;
  const { clock } = parts;
  let sending: Promise<SubmitOutcome> | null = null;
  let last: SubmitOutcome | null = null;

  async function askServerToComplete(): Promise<Answered> {
    const { idempotencyKey, templateRevision, questionnaire, answers } = work.draft;
    try {
      await formLogicReady(questionnaire);
      const form = formOf(questionnaire);
      const body = submittedAnswers(form, answers);
      return {
        kind: 'completed',
        completed: await parts.withSubmitLock(() =>
          parts.server.submit(idempotencyKey, templateRevision, body, form.today),
        ),
      };
    } catch (error) {
      return { kind: 'failure', failure: failureOf(error) };
    }
  }

  async function sendFiles(): Promise<FilesSent | null> {
    const files = parts.files?.current() ?? null;
    if (files === null) return null;
    const sent = await files.send(work.draft);
    work.takeFiles();
    await keeping.settle();
    return sent;
  }

  async function refusedBy(status: number, body: unknown): Promise<SubmitOutcome> {
    const already = v.safeParse(AlreadyCompleted, body);
    if (already.success) return completedBy(work, keeping, retry, already.output.completed);
    const back = parts.unattended ? 'refused' : 'none';
    const revised = v.safeParse(v.union([TemplateRevised, SignatureMismatch]), body);
    if (revised.success) {
      const { questionnaire } = revised.output;
      await parts.files?.readyFor(questionnaire).catch(() => undefined);
      const before = work.draft.lost.length;
      const fitted = fitTo(work.draft, { ...questionnaire, draft: null }, clock.wall());
      work.content += 1;
      work.change({ ...fitted, submission: back });
      await keeping.settle();
      saving.soon();
      const { draft } = work;
      return {
        kind: 'revised',
        questionnaire: draft.questionnaire,
        kept: draft.answers,
        lost: draft.lost.slice(before),
      };
    }
    const invalid = v.safeParse(AnswersInvalid, body);
    const noLongerOpen = v.is(v.looseObject({ error: v.literal('no_longer_open') }), body) || status === 404;
    work.change({ submission: noLongerOpen ? 'refused' : back });
    await keeping.settle();
    if (invalid.success)
      return {
        kind: 'invalid',
        questionnaireItemIds: invalid.output.faults.map((fault): QuestionnaireItemId => fault.questionnaireItemId),
      };
    return noLongerOpen ? { kind: 'noLongerOpen' } : { kind: 'failed' };
  }

  const isOurs = () => work.ownership === 'owner';
  /** Not sent. The person sees it, at once if somebody is looking at the page. */
  const giveBack = () => work.change({ submission: parts.unattended ? 'refused' : 'none' });

  async function sendOnce(quick: readonly number[]): Promise<SubmitOutcome> {
    // The files are sent before the answers that name them.
    const files = work.isClosed ? null : await sendFiles();
    // The session was closed during the sending, so the answers have left memory and the outbox sends the device's copy. Or another tab has
    // taken the draft, and reports the result there.
    if (work.isClosed || !isOurs()) return { kind: 'waiting' };
    if (work.draft.submission !== 'waiting') {
      // The person typed while it was about to be sent. It is sent when they press Send again.
      saving.soon();
      return { kind: 'failed' };
    }
    if (files?.kind === 'broken') {
      giveBack();
      await keeping.settle();
      saving.soon();
      return { kind: 'invalid', questionnaireItemIds: files.questionnaireItemIds };
    }
    const answered: Answered =
      files?.kind === 'passing' ? { kind: 'failure', failure: files.failure } : await askServerToComplete();
    if (answered.kind === 'completed') {
      retry.failed = 0;
      work.connection = 'online';
      return completedBy(work, keeping, retry, answered.completed);
    }
    const { failure } = answered;
    const passing = isForNow(failure);
    if (failure?.kind === 'refused' && !passing) return refusedBy(failure.status, failure.body);
    if (failure?.kind === 'offline') work.connection = 'offline';
    const [wait, ...rest] = quick;
    if (wait !== undefined && failure !== null && isPassing(failure) && !work.isClosed && isOurs()) {
      await new Promise<void>((resolve) => {
        clock.later(wait, resolve);
      });
      // Another tab may have taken the draft during the pause, and then reports the result.
      return isOurs() ? sendOnce(rest) : { kind: 'waiting' };
    }
    // What was typed meanwhile waits for the next press of Send.
    const isKeptHere =
      keeping.hasAll() &&
      parts.files?.current()?.summary(work.draft).isInPage !== true &&
      work.draft.submission === 'waiting';
    if (!passing || !isKeptHere) {
      // It was not sent, and the device does not keep it for later. It is still on the page, and the page says so.
      work.change({ submission: parts.unattended && !passing ? 'refused' : 'none' });
      work.isResting = false;
      saving.soon();
      return { kind: 'failed' };
    }
    retry.failed += 1;
    if (!work.isClosed && isOurs() && failure?.kind !== 'sessionEnded') retry.planNext();
    return { kind: 'waiting' };
  }

  return {
    current: () => sending,
    start(quick) {
      retry.stop();
      // The outbox sent it before the person pressed Send, so it is not sent again.
      if (work.isSent && sending === null && last !== null) return Promise.resolve(last);
      sending ??= sendOnce(quick)
        .then((outcome) => {
          last = outcome;
          return outcome;
        })
        .finally(() => {
          sending = null;
          work.publish();
          parts.onChange();
        });
      work.publish();
      return sending;
    },
    outcome: () => last,
  };
}
