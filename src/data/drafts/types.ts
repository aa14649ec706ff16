import type {
  Answer,
  AssignedQuestionnaire,
  AssignedQuestionnaireId,
  Draft,
  PatientId,
  QuestionnaireItemId,
} from '@portal/api';
import type { AnswerFiles } from './fileParts.ts';

/** Where the answers of the moment are (rulings, section 5). A state is shown only after the write is durable. */
export interface DraftState {
  /** `never`: this surface keeps nothing on the device (kiosk). `refused`: the device would not store; typing goes on. */
  readonly device: 'none' | 'writing' | 'saved' | 'refused' | 'never';
  /**
   * `waiting`: there is something newer than the server has, and no connection or not yet its turn. `undecided`: a save would go over
   * other answers, which the device refuses to keep; it waits until the person has chosen.
   */
  readonly server: 'none' | 'waiting' | 'undecided' | 'writing' | 'saved';
  readonly connection: 'online' | 'offline';
  /** `elsewhere`: another tab edits this draft; nothing is written from here. */
  readonly ownership: 'owner' | 'elsewhere';
  /** `waiting`: the person sent it, and it goes out when there is a connection. */
  readonly submission: 'none' | 'waiting' | 'sending' | 'sent';
}

export type SubmitOutcome =
  | { readonly kind: 'sent'; readonly completed: AssignedQuestionnaire }
  /** No connection, or the session ended: it stays in the outbox and is sent once, later. */
  | { readonly kind: 'waiting' }
  /** Another completion stands; `differing` are the items on which ours says something else. */
  | {
      readonly kind: 'alreadyCompleted';
      readonly completed: AssignedQuestionnaire;
      readonly differing: readonly QuestionnaireItemId[];
      readonly mine: readonly Answer[];
    }
  | {
      readonly kind: 'revised';
      readonly questionnaire: AssignedQuestionnaire;
      readonly kept: readonly Answer[];
      readonly lost: readonly Answer[];
    }
  | { readonly kind: 'invalid'; readonly questionnaireItemIds: readonly QuestionnaireItemId[] }
  | { readonly kind: 'noLongerOpen' }
  | { readonly kind: 'failed' };

/** One opened draft. `write` is called on every change and returns at once. */
export interface DraftHandle {
  readonly questionnaire: AssignedQuestionnaire;
  /** What to start with: the newest of the device's and the server's draft, matched to `questionnaire`. */
  readonly answers: readonly Answer[];
  /** Answers of an older form of the questionnaire that no longer fit; shown, never dropped. */
  readonly lost: readonly Answer[];
  /** The questionnaire as it was when `lost` was given, to name its questions; null where unknown. */
  readonly lostFrom: AssignedQuestionnaire | null;
  /** Answers given on another device that the newer draft does not contain; shown, and kept until `dismissOther`. */
  readonly other?: Draft | null;
  dismissOther?(): void;
  /** How the last sending ended, also one that went out later by itself; null before the first. */
  readonly outcome?: SubmitOutcome | null;
  write(answers: readonly Answer[]): void;
  /** Files that answer questions of it; null while no question takes any. */
  files(): AnswerFiles | null;
  /** True for an answer whose file goes up by itself, with the answers or before them. */
  isOnItsWay(entry: Answer): boolean;
  /** Resolves when what was written is durable on the device and, with a connection, on the server. */
  flush(): Promise<void>;
  submit(answers: readonly Answer[]): Promise<SubmitOutcome>;
  /** Discards on the device and on the server; never comes back. */
  discard(): Promise<void>;
  /** Takes the draft over from another tab; resolves with the answers that tab had last. */
  takeOver(): Promise<readonly Answer[]>;
  /** Leaves: flushes and gives the lock back. */
  release(): Promise<void>;
  state(): DraftState;
  subscribe(listener: () => void): () => void;
}

/** How a surface keeps drafts: the portal in the vault and on the server, the kiosk in memory and on the server. */
export interface Drafts {
  open(patientId: PatientId, assignedQuestionnaireId: AssignedQuestionnaireId): Promise<DraftHandle>;
}

/** An unsent draft as the list shows it. */
export interface UnsentDraft {
  readonly patientId: PatientId;
  readonly assignedQuestionnaireId: AssignedQuestionnaireId;
  readonly templateTitle: string;
  readonly submission: 'none' | 'waiting' | 'sending' | 'refused';
  /** False while the server has not got what this device has. */
  readonly onServer: boolean;
}
