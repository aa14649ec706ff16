import { AlreadyCompleted, type Answer, AnswersInvalid, type AssignedQuestionnaire, type Draft, DraftSuperseded, type IdempotencyKey, type Instant, type QuestionnaireItemId, submittedAnswers, TemplateRevised } from '@portal/api';
import * as v from 'valibot';
import { type Failure, failureOf, isPassing } from '../errors.ts';
import { blankDraft, differingItems, type DraftRecord, fitTo, instantAfter, isUnchanged, sameAnswers, type StoredDraft, withOther } from './record.ts';
import type { DraftState, SubmitOutcome } from './types.ts';

/** The device's part of one draft. Rejects with `StorageRefused` when the device would not. */
export interface SheetStore<Mark> {
  /** Takes the right to write, and gives what stands there. Rejects without taking it where, once the device is ready, it is no longer wanted. */
  claim(isWanted?: () => Promise<boolean>): Promise<{ readonly mark: Mark; readonly stored: StoredDraft | null }>;
  /** `lost`: another tab has taken it. `gone`: the browser has taken the place away; it must be claimed anew. */
  write(mark: Mark, record: StoredDraft): Promise<'written' | 'lost' | 'gone'>;
  remove(mark: Mark): Promise<unknown>;
}

/** The server's part of one draft. Rejects with `CallError`. */
export interface SheetServer {
  load(): Promise<AssignedQuestionnaire>;
  putDraft(draft: Draft): Promise<unknown>;
  deleteDraft(discardedAt: Instant): Promise<unknown>;
  submit(key: IdempotencyKey, templateRevision: number, answers: Answer[]): Promise<AssignedQuestionnaire>;
}

/** Time and chance, so that tests can hold them. */
export interface SheetClock {
  /** Milliseconds of the device's clock, which may be wrong. */
  readonly wall: () => number;
  /** Runs later; gives the way to stop it. */
  readonly later: (milliseconds: number, run: () => void) => () => void;
  /** Runs once what was just typed has been painted, and at once when the page goes away; gives the way to stop it. Without it everything runs at once. */
  readonly afterPaint?: (run: () => void) => () => void;
  readonly random: () => number;
}

export interface SheetParts<Mark> {
  readonly draft: DraftRecord;
  /** `null` for a surface that keeps nothing on the device. */
  readonly store: SheetStore<Mark> | null;
  /** Null while the device has not let this sheet write yet. */
  readonly mark: Mark | null;
  /** True when the device is only getting ready and has nothing of this draft: it has refused nothing yet, and is claimed as soon as it lets itself be. */
  readonly isDeviceToCome?: boolean;
  /** What stands on the device at this moment. */
  readonly stored: StoredDraft | null;
  readonly server: SheetServer;
  /** True when `draft` was merged with what the server has. */
  readonly seenServer: boolean;
  readonly clock: SheetClock;
  readonly ownership: DraftState['ownership'];
  /** Resolves once a robbery that has happened by now is known here: a tab that slept hears of it only after its own timers. */
  readonly ownershipNews?: () => Promise<unknown>;
  /** Runs a submit while no other tab of the person does. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  readonly onSent: (completed: AssignedQuestionnaire) => void;
  /** Something that a list of drafts shows has changed. */
  readonly onChange: () => void;
  /** No person is looking: a refusal is kept to be shown later. */
  readonly unattended: boolean;
}

const debounce = 1_000;
const longestDebounce = 4_000;
const firstBackoff = 2_000;
const longestBackoff = 60_000;
const quickTries = [700, 2_000] as const;

/** One draft being worked on: every change goes to the device, then to the server; the one place where its state changes. */
export interface Sheet<Mark> {
  current(): DraftRecord;
  state(): DraftState;
  subscribe(listener: () => void): () => void;
  write(answers: readonly Answer[]): void;
  flush(): Promise<void>;
  submit(answers: readonly Answer[]): Promise<SubmitOutcome>;
  /** Sends what waits: the outbox's knock, or the network being back. */
  pump(): Promise<SubmitOutcome | null>;
  /** A connection may be back: what waits is tried now rather than at its time. */
  nudge(): void;
  discard(): Promise<void>;
  dismissOther(): void;
  /** Everything typed is durable, as far as the device allows. */
  settle(): Promise<void>;
  /** Another tab has taken it. */
  yieldOwnership(): void;
  /** This tab has taken it, and this is what the other left. */
  own(mark: Mark | null, draft: DraftRecord | null): void;
  /** How the last sending ended; null before the first. */
  outcome(): SubmitOutcome | null;
  isClosed(): boolean;
  /** What was typed here and the device has not kept; null when it has, or nothing was typed. */
  unkept(): readonly Answer[] | null;
  /** True when trying again by itself would not help. */
  rests(): boolean;
  /** Another tab discarded it: what this one shows of it goes as well. */
  blank(): void;
  /** Stops every timer; nothing is written any more. */
  close(): void;
  /** Leaves: durable, then closed; a place where nothing was written is given back. */
  leave(): Promise<void>;
}

/** Makes the sheet of one draft. `Mark` is the store's proof of the right to write. */
export function createSheet<Mark>(parts: SheetParts<Mark>): Sheet<Mark> {
  const { store, server, clock } = parts;
  const listeners = new Set<() => void>();
  let draft = parts.draft;
  let mark = parts.mark;
  let ownership = parts.ownership;
  let closed = false;

  // The device: `stamp` grows with every change of the record, `content` with every change of what was typed.
  let stamp = 0;
  let durableStamp = 0;
  let content = 0;
  let durableContent = 0;
  let stored = parts.stored !== null;
  let refused = store !== null && parts.mark === null && parts.ownership === 'owner' && parts.isDeviceToCome !== true;
  let writing: Promise<void> | null = null;
  let stopKeeping: (() => void) | null = null;

  // The server.
  let confirmed = draft.savedAt === draft.serverSavedAt ? 0 : -1;
  let putting: Promise<void> | null = null;
  let stopTimer: (() => void) | null = null;
  let firstUnsent: number | null = null;
  let attempts = 0;
  let connection: DraftState['connection'] = 'online';
  let resting = false;
  let seenServer = parts.seenServer;
  let sending: Promise<SubmitOutcome> | null = null;
  let sent = false;
  let lastOutcome: SubmitOutcome | null = null;
  let typed = draft.answers.length > 0;

  // Merging with the server made something that the device does not have yet.
  const merged = draft.answers.length > 0 || draft.lost.length > 0 || draft.others.length > 0 || parts.stored?.kind === 'draft';
  if (merged && JSON.stringify(parts.stored) !== JSON.stringify(draft)) {
    stamp = 1;
    durableContent = -1;
  }

  let shown: DraftState = computeState();

  function computeState(): DraftState {
    return {
      device: store === null ? 'never' : refused ? 'refused' : durableContent < content ? 'writing' : stored ? 'saved' : 'none',
      server: !typed ? 'none' : putting !== null ? 'writing' : confirmed === content ? 'saved' : 'waiting',
      connection,
      ownership,
      submission: sent ? 'sent' : sending ? 'sending' : draft.submission === 'waiting' ? 'waiting' : 'none',
    };
  }

  function publish(): void {
    const next = computeState();
    const same = next.device === shown.device && next.server === shown.server && next.connection === shown.connection && next.ownership === shown.ownership && next.submission === shown.submission;
    if (!same) shown = next;
    for (const listener of listeners) listener();
  }

  function change(part: Partial<DraftRecord>, keepIt: () => void = keep): void {
    draft = { ...draft, ...part };
    stamp += 1;
    keepIt();
    publish();
  }

  // ---- on the device

  /** Serializing and encrypting must not hold up the frame that shows the keystroke. Whoever needs it durable calls `settle`, which does not wait. */
  function keepAfterPaint(): void {
    if (writing !== null || clock.afterPaint === undefined) { keep(); return; }
    if (stopKeeping !== null) return;
    let isDone = false;
    const stop = clock.afterPaint(() => { isDone = true; keep(); });
    if (!isDone) stopKeeping = stop;
  }

  function keep(): void {
    stopKeeping?.();
    stopKeeping = null;
    if (store === null || closed || ownership !== 'owner') return;
    writing ??= keepAll(store).finally(() => {
      writing = null;
      publish();
      parts.onChange();
    });
  }

  /** One write at a time, always of the newest, until nothing is newer. */
  async function keepAll(into: SheetStore<Mark>): Promise<void> {
    while ((durableStamp < stamp || mark === null) && ownership === 'owner' && !closed) {
      try {
        mark ??= await claimLate(into);
        if (durableStamp === stamp) return;
        const [target, targetContent, record] = [stamp, content, draft];
        const written = await into.write(mark, record);
        if (written === 'lost') { yieldOwnership(); return; }
        if (written === 'gone') { mark = null; refused = true; return; }
        durableStamp = target;
        durableContent = targetContent;
        stored = true;
        refused = false;
        publish();
      } catch {
        // The next keystroke tries again; until then the page says that this device does not keep it.
        refused = true;
        return;
      }
    }
  }

  /** The device was not ready when the sheet opened: what it turns out to have must not be written over unseen. */
  async function claimLate(from: SheetStore<Mark>): Promise<Mark> {
    const late = await from.claim(async () => {
      await parts.ownershipNews?.();
      return ownership === 'owner' && !closed;
    });
    const there = late.stored;
    if (there?.kind === 'discarded') draft = { ...draft, discardedAt: there.discardedAt, savedAt: instantAfter(clock.wall(), draft.savedAt, there.discardedAt) };
    if (there?.kind === 'draft') {
      draft = {
        ...draft,
        savedAt: instantAfter(clock.wall(), draft.savedAt, there.savedAt),
        idempotencyKey: there.idempotencyKey,
        lost: [...there.lost, ...draft.lost],
        lostFrom: draft.lostFrom ?? there.lostFrom,
        others: withOther({ ...draft, others: [...draft.others, ...there.others] }, there),
      };
    }
    return late.mark;
  }

  async function settle(): Promise<void> {
    if (store === null || ownership !== 'owner') return;
    if (durableStamp < stamp) keep();
    while (writing !== null) await writing;
  }

  // ---- on the server

  const unsent = () => typed && confirmed !== content && draft.submission === 'none' && !resting && !closed && !sent && ownership === 'owner';

  function plan(delay: number): void {
    stopTimer?.();
    stopTimer = clock.later(delay, () => {
      stopTimer = null;
      if (draft.submission === 'waiting') void pump();
      else void putNow();
    });
  }

  const backoff = () => Math.min(firstBackoff * 2 ** Math.min(attempts - 1, 10), longestBackoff) * (0.75 + clock.random() / 2);

  function putSoon(): void {
    if (!unsent() || putting !== null) return;
    if (attempts > 0) { if (stopTimer === null) plan(backoff()); return; }
    firstUnsent ??= clock.wall();
    const waited = Math.max(0, clock.wall() - firstUnsent);
    plan(Math.max(0, Math.min(debounce, longestDebounce - waited)));
  }

  function putNow(): Promise<void> {
    stopTimer?.();
    stopTimer = null;
    if (!unsent()) return putting ?? Promise.resolve();
    putting ??= put().finally(() => {
      putting = null;
      publish();
      putSoon();
      parts.onChange();
    });
    publish();
    return putting;
  }

  async function put(): Promise<void> {
    firstUnsent = null;
    // The server never gets what this device may yet fail to keep from another tab: whoever opens the draft next sees it here.
    await settle();
    await parts.ownershipNews?.();
    if (!unsent()) return;
    let savedAt = draft.savedAt;
    try {
      if (!seenServer) await lookAtServer();
      const [target, answers, templateRevision] = [content, draft.answers, draft.templateRevision];
      savedAt = draft.savedAt;
      await server.putDraft({ answers, templateRevision, savedAt });
      confirmed = target;
      attempts = 0;
      connection = 'online';
      if (!closed) change({ serverSavedAt: savedAt });
    } catch (error) {
      await putFailed(failureOf(error), savedAt);
    }
  }

  async function putFailed(failure: Failure | null, savedAt: Instant): Promise<void> {
    if (failure && isPassing(failure)) {
      attempts += 1;
      if (failure.kind === 'offline') connection = 'offline';
      return;
    }
    if (failure?.kind === 'refused' && failure.status === 409) {
      const superseded = v.safeParse(DraftSuperseded, failure.body);
      if (superseded.success) {
        connection = 'online';
        await supersededBy(superseded.output.draft, savedAt);
        return;
      }
    }
    // Nothing that waiting would mend: it rests until the person types again, signs in again or sends.
    resting = true;
    if (!parts.unattended || failure?.kind !== 'refused' || failure.status === 401) return;
    const already = v.safeParse(AlreadyCompleted, failure.body);
    if (already.success) await completedBy(already.output.completed);
    else change({ submission: 'refused' });
  }

  /** The server has a draft, or a discard, that is later by its `savedAt`. */
  async function supersededBy(theirs: Draft, savedAt: Instant): Promise<void> {
    if (theirs.savedAt === savedAt && sameAnswers(theirs.answers, draft.answers)) { confirmed = content; return; }
    // Nobody is typing here: the next opening merges the two, and shows what differs.
    if (parts.unattended) { resting = true; return; }
    // What is typed here goes on from there; what the other device said is kept to be shown.
    attempts += 1;
    change({
      savedAt: instantAfter(clock.wall(), draft.savedAt, theirs.savedAt),
      others: theirs.savedAt === draft.serverSavedAt ? draft.others : withOther(draft, theirs),
    });
  }

  /** A draft opened without a network goes over another device's only after that one has been looked at. */
  async function lookAtServer(): Promise<void> {
    const standing = (await server.load()).draft;
    seenServer = true;
    if (!standing || standing.savedAt === draft.serverSavedAt || standing.savedAt === draft.savedAt) return;
    const others = withOther(draft, standing);
    if (others !== draft.others) change({ others });
    await settle();
  }

  // ---- sending

  type Answered = { readonly kind: 'completed'; readonly completed: AssignedQuestionnaire } | { readonly kind: 'failure'; readonly failure: Failure | null };

  async function ask(): Promise<Answered> {
    const { idempotencyKey, templateRevision, questionnaire, answers } = draft;
    try {
      const body = submittedAnswers(questionnaire.questionnaireItems, answers);
      return { kind: 'completed', completed: await parts.alone(() => server.submit(idempotencyKey, templateRevision, body)) };
    } catch (error) {
      return { kind: 'failure', failure: failureOf(error) };
    }
  }

  /** A completion stands: ours if it says what we say, else another's, and ours is kept to be compared. */
  async function completedBy(completed: AssignedQuestionnaire): Promise<SubmitOutcome> {
    const differing = differingItems({ items: draft.questionnaire.questionnaireItems, answers: draft.answers }, completed);
    parts.onSent(completed);
    resting = true;
    if (differing.length > 0) {
      change({ submission: 'refused' });
      await settle();
      return { kind: 'alreadyCompleted', completed, differing, mine: draft.answers };
    }
    sent = true;
    stopTimer?.();
    while (writing !== null) await writing;
    closed = true;
    if (store !== null && mark !== null) await store.remove(mark).catch(() => undefined);
    publish();
    parts.onChange();
    return { kind: 'sent', completed };
  }

  async function refusedBy(status: number, body: unknown): Promise<SubmitOutcome> {
    const already = v.safeParse(AlreadyCompleted, body);
    if (already.success) return completedBy(already.output.completed);
    const back = parts.unattended ? 'refused' : 'none';
    const revised = v.safeParse(TemplateRevised, body);
    if (revised.success) {
      const { questionnaire } = revised.output;
      const before = draft.lost.length;
      const fitted = fitTo(draft, { ...questionnaire, draft: null }, clock.wall());
      content += 1;
      change({ ...fitted, submission: back });
      await settle();
      putSoon();
      return { kind: 'revised', questionnaire: draft.questionnaire, kept: draft.answers, lost: draft.lost.slice(before) };
    }
    const invalid = v.safeParse(AnswersInvalid, body);
    const noLongerOpen = v.is(v.looseObject({ error: v.literal('no_longer_open') }), body) || status === 404;
    change({ submission: noLongerOpen ? 'refused' : back });
    await settle();
    if (invalid.success) return { kind: 'invalid', questionnaireItemIds: invalid.output.faults.map((fault): QuestionnaireItemId => fault.questionnaireItemId) };
    return noLongerOpen ? { kind: 'noLongerOpen' } : { kind: 'failed' };
  }

  const hasYielded = () => ownership === 'elsewhere';

  async function sendOnce(quick: readonly number[]): Promise<SubmitOutcome> {
    if (draft.submission !== 'waiting') {
      // The person typed on while it was about to go: it goes when they send it again.
      putSoon();
      return { kind: 'failed' };
    }
    const answered = await ask();
    if (answered.kind === 'completed') { connection = 'online'; attempts = 0; return completedBy(answered.completed); }
    const { failure } = answered;
    const passing = failure !== null && (isPassing(failure) || failure.kind === 'sessionEnded' || (failure.kind === 'refused' && failure.status === 401));
    if (failure?.kind === 'refused' && !passing) return refusedBy(failure.status, failure.body);
    if (failure?.kind === 'offline') connection = 'offline';
    const [wait, ...rest] = quick;
    if (wait !== undefined && failure !== null && isPassing(failure) && !closed && ownership === 'owner') {
      await new Promise<void>((resolve) => { clock.later(wait, resolve); });
      // Another tab may have taken it in the pause: what becomes of it is said there.
      return hasYielded() ? { kind: 'waiting' } : sendOnce(rest);
    }
    const keptHere = store !== null && !refused && durableStamp === stamp;
    if (!passing || !keptHere) {
      // Not sent and not kept to be sent later: it is still on the page, and the page says so.
      change({ submission: parts.unattended && !passing ? 'refused' : 'none' });
      resting = false;
      putSoon();
      return { kind: 'failed' };
    }
    attempts += 1;
    if (!closed && ownership === 'owner' && failure.kind !== 'sessionEnded') plan(backoff());
    return { kind: 'waiting' };
  }

  function startSending(quick: readonly number[]): Promise<SubmitOutcome> {
    stopTimer?.();
    stopTimer = null;
    sending ??= sendOnce(quick)
      .then((outcome) => { lastOutcome = outcome; return outcome; })
      .finally(() => { sending = null; publish(); parts.onChange(); });
    publish();
    return sending;
  }

  function pump(): Promise<SubmitOutcome | null> {
    if (closed || ownership !== 'owner') return Promise.resolve(null);
    if (draft.submission === 'waiting') return startSending([]);
    resting = false;
    return putNow().then(() => null);
  }

  // ---- what the person does

  function write(answers: readonly Answer[]): void {
    if (closed || ownership !== 'owner' || sent) return;
    if (isUnchanged(answers, draft.answers)) return;
    typed = true;
    content += 1;
    resting = false;
    change({ answers: [...answers], savedAt: instantAfter(clock.wall(), draft.savedAt, draft.serverSavedAt, draft.discardedAt), submission: 'none' }, keepAfterPaint);
    if (clock.afterPaint) clock.afterPaint(putSoon);
    else putSoon();
  }

  function yieldOwnership(): void {
    if (ownership === 'elsewhere') return;
    if (stopKeeping !== null) keep();
    ownership = 'elsewhere';
    mark = null;
    stopTimer?.();
    stopTimer = null;
    publish();
  }

  if (stamp > durableStamp || parts.isDeviceToCome === true) keep();

  return {
    current: () => draft,
    state: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    write,
    async flush() {
      await settle();
      if (putting) await putting;
      await putNow();
      await settle();
    },
    async submit(answers) {
      if (closed || ownership !== 'owner') return { kind: 'failed' };
      if (sending) return sending;
      write(answers);
      typed = true;
      change({ submission: 'waiting' });
      await settle();
      // The draft's own save is let finish, so that it cannot arrive after the completion.
      if (putting) await putting;
      return startSending(quickTries);
    },
    pump,
    nudge() {
      if (closed || ownership !== 'owner') return;
      if (draft.submission === 'waiting') { if (!sending) plan(clock.random() * 1_000); return; }
      if (unsent() && putting === null) plan(clock.random() * 1_000);
    },
    async discard() {
      if (closed) return;
      stopTimer?.();
      stopTimer = null;
      stopKeeping?.();
      stopKeeping = null;
      closed = true;
      const owner = ownership === 'owner';
      while (writing !== null) await writing;
      if (putting) await putting;
      const discardedAt = instantAfter(clock.wall(), draft.savedAt, draft.serverSavedAt);
      let remembered = false;
      try {
        if (owner && store !== null && mark !== null) remembered = (await store.write(mark, { kind: 'discarded', patientId: draft.patientId, assignedQuestionnaireId: draft.assignedQuestionnaireId, discardedAt })) === 'written';
      } catch { /* the server's word is enough where there is a connection */ }
      draft = { ...draft, answers: [], discardedAt, submission: 'none', others: [], lost: [], lostFrom: null };
      publish();
      parts.onChange();
      await deleteOnServer(discardedAt, remembered ? 1 : 5);
      parts.onChange();
    },
    dismissOther() {
      if (draft.others.length > 0) change({ others: draft.others.slice(1) });
    },
    settle,
    yieldOwnership,
    own(nextMark, next) {
      ownership = 'owner';
      mark = nextMark;
      refused = store !== null && mark === null;
      if (next) {
        draft = next;
        typed = typed || next.answers.length > 0;
        stored = mark !== null;
        confirmed = next.savedAt === next.serverSavedAt ? content : -1;
      }
      durableStamp = stamp;
      durableContent = content;
      resting = false;
      publish();
      putSoon();
    },
    blank() {
      if (ownership === 'owner') return;
      draft = blankDraft(draft.questionnaire, draft.patientId, clock.wall(), instantAfter(clock.wall(), draft.savedAt, draft.serverSavedAt));
      typed = false;
      publish();
    },
    async leave() {
      await settle();
      close();
      if (store !== null && mark !== null && !stored) await store.remove(mark).catch(() => undefined);
    },
    outcome: () => lastOutcome,
    isClosed: () => closed,
    unkept: () => (content > 0 && durableContent < content ? draft.answers : null),
    rests: () => resting,
    close,
  };

  function close(): void {
    if (stopKeeping !== null) keep();
    closed = true;
    stopTimer?.();
    stopTimer = null;
    listeners.clear();
    // What was typed leaves memory with the sheet; the device and the server have what they have.
    draft = { ...draft, answers: [], lost: [], lostFrom: null, others: [] };
  }

  async function deleteOnServer(discardedAt: Instant, tries: number): Promise<void> {
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      try {
        await server.deleteDraft(discardedAt);
        if (store !== null && mark !== null) await store.remove(mark).catch(() => undefined);
        return;
      } catch (error) {
        const failure = failureOf(error);
        if (!failure || !isPassing(failure)) return;
        if (attempt < tries) await new Promise<void>((resolve) => { clock.later(firstBackoff * 2 ** attempt, resolve); });
      }
    }
  }
}
