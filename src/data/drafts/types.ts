import type {
  Answer,
  AssignedQuestionnaire,
  AssignedQuestionnaireId,
  Draft,
  PatientId,
  QuestionnaireItemId,
} from '@portal/api';
import type { AnswerFiles } from './fileParts.ts';

/** Where the current answers are stored (rulings, section 5). A state is shown only after the write is durable. */
export interface DraftState {
  /** `never`: this app keeps nothing on the device (kiosk). `refused`: the device refuses to store; the person can go on typing. */
  readonly device: 'none' | 'writing' | 'saved' | 'refused' | 'never';
  /**
   * `waiting`: the server does not have the newest answers, because there is no connection or the next save is not due yet. `undecided`: a
   * save would overwrite another device's answers, which this device refuses to keep; it waits until the person has chosen.
   */
  readonly server: 'none' | 'waiting' | 'undecided' | 'writing' | 'saved';
  readonly connection: 'online' | 'offline';
  /** `elsewhere`: another tab edits this draft, so this one writes nothing. */
  readonly ownership: 'owner' | 'elsewhere';
  /** `waiting`: the person has sent it, and it is delivered when there is a connection. */
  readonly submission: 'none' | 'waiting' | 'sending' | 'sent';
}

/** The server has another completion; `differing` are the items on which our answers differ. */
export interface OtherCompletion {
  readonly completed: AssignedQuestionnaire;
  readonly differing: readonly QuestionnaireItemId[];
  readonly mine: readonly Answer[];
}

export type SubmitOutcome =
  | { readonly kind: 'sent'; readonly completed: AssignedQuestionnaire }
  /** No connection, or the session ended. It stays in the outbox and is sent once, later. */
  | { readonly kind: 'waiting' }
  | ({ readonly kind: 'alreadyCompleted' } & OtherCompletion)
  | {
      readonly kind: 'revised';
      readonly questionnaire: AssignedQuestionnaire;
      readonly kept: readonly Answer[];
      readonly lost: readonly Answer[];
    }
  | { readonly kind: 'invalid'; readonly questionnaireItemIds: readonly QuestionnaireItemId[] }
  | { readonly kind: 'noLongerOpen' }
  | { readonly kind: 'failed' };

export interface TakenOver {
  /** The other tab's last answers. */
  readonly answers: readonly Answer[];
  /** It waited to be sent. The form here is newer, so it is a draft again and the person must see it first. */
  readonly wasWaiting: boolean;
}

/** An opened draft. `write` is called on every change and returns at once. */
export interface DraftHandle {
  readonly questionnaire: AssignedQuestionnaire;
  /** The answers to start with: the newest of the device's and the server's draft, matched to `questionnaire`. */
  readonly answers: readonly Answer[];
  /** Answers to an older version of the questionnaire that no longer fit. They are shown, never dropped. */
  readonly lost: readonly Answer[];
  /** The questionnaire as it was when the `lost` answers were given, to name its questions; null when unknown. */
  readonly lostFrom: AssignedQuestionnaire | null;
  /** It waited to be sent when it was opened, and is a draft again because the questionnaire has changed. */
  readonly wasWaiting?: boolean;
  /** Answers from another device that the newer draft does not contain. They are shown, and kept until `dismissOther`. */
  readonly other?: Draft | null;
  /** `unfit`: what of them was to be used and does not fit any more; it stays as lost. */
  dismissOther?(unfit?: readonly Answer[]): void;
  /** The result of the last sending, also of an automatic one; null before the first. */
  readonly outcome?: SubmitOutcome | null;
  write(answers: readonly Answer[]): void;
  /** The files that answer its questions; null while no question takes files. */
  files(): AnswerFiles | null;
  /** True for an answer whose file is uploaded without the person, with the answers or before them. */
  isOnItsWay(entry: Answer): boolean;
  /** Resolves when what was written is durable on the device and, with a connection, on the server. */
  flush(): Promise<void>;
  submit(answers: readonly Answer[]): Promise<SubmitOutcome>;
  /** The person changes what waits, so it is not sent by itself. A request that is on its way may still arrive. */
  takeBack(): void;
  /** Discards the draft on the device and on the server. It never comes back. */
  discard(): Promise<void>;
  /** Takes the draft over from another tab. */
  takeOver(): Promise<TakenOver>;
  /** Flushes, then releases the lock. */
  release(): Promise<void>;
  state(): DraftState;
  subscribe(listener: () => void): () => void;
}

/** How an app keeps drafts: the portal in the vault and on the server, the kiosk in memory and on the server. */
export interface Drafts {
  open(patientId: PatientId, assignedQuestionnaireId: AssignedQuestionnaireId): Promise<DraftHandle>;
}

export interface UnsentDraft {
  readonly patientId: PatientId;
  readonly assignedQuestionnaireId: AssignedQuestionnaireId;
  readonly templateTitle: string;
  readonly submission: 'none' | 'waiting' | 'sending' | 'refused';
  /** False while the server does not have what this device has. */
  readonly onServer: boolean;
}
