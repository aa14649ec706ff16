import {
  type AnswerOf,
  type BodyOf,
  type IdempotencyKey,
  type askContactChange,
  type getCheckIn,
  type OwnContactDetail,
  OwnContactDetails,
  type RecordedContactDetails,
} from '@portal/api';
import * as v from 'valibot';
import {
  changedContactDetails,
  contactDetailRule,
  type ContactTexts,
  contactTexts,
  typedDetails,
} from '../../src/ui/form/contactDetails.ts';
import { type Problem, firstProblem } from '../../src/ui/form/rules.ts';
import { type ContactStep, type DetailKind, detailsOf } from './contactSteps.ts';

/** The state of the question whether the facility has the right contact details, with everything that was typed. */
export interface ContactCheck {
  readonly recorded: RecordedContactDetails;
  /** An earlier request to change details that staff have not decided on. */
  readonly asked: Partial<RecordedContactDetails>;
  readonly place: ContactStep;
  readonly chosen: readonly DetailKind[];
  readonly texts: ContactTexts;
  /** Next was pressed on a screen with an error. */
  readonly showsProblems: boolean;
  /** Identifies the request of the summary; a changed text makes a new one. */
  readonly key: IdempotencyKey | null;
}

/** The contact details as the patient knows them: those of the record with the changes that they requested. */
export const knownDetails = ({
  recorded,
  asked,
}: Pick<ContactCheck, 'recorded' | 'asked'>): RecordedContactDetails => ({
  ...recorded,
  ...asked,
});

export const newContactCheck = ({
  recorded,
  asked,
}: NonNullable<AnswerOf<typeof getCheckIn>['contact']>): ContactCheck => ({
  recorded,
  asked,
  place: { kind: 'look' },
  chosen: [],
  texts: contactTexts({ ...recorded, ...asked }),
  showsProblems: false,
  key: null,
});

/** The details that were chosen as changed. */
const chosenDetails = ({ chosen }: ContactCheck): readonly OwnContactDetail[] =>
  chosen.flatMap((kind): readonly OwnContactDetail[] => detailsOf[kind]);

/** The details that differ from the facility's in more than their spelling; empty where none does. */
export const changedDetails = (check: ContactCheck): Partial<RecordedContactDetails> =>
  changedContactDetails(knownDetails(check), check.texts, chosenDetails(check));

/** The body to send; null where nothing differs. Throws where a rule is broken, because the screens have checked the rules. */
export function changeToSend(check: ContactCheck): BodyOf<typeof askContactChange> | null {
  const changed = changedDetails(check);
  return Object.keys(changed).length === 0 ? null : v.parse(v.partial(OwnContactDetails), changed);
}

/** Whether something was typed that was not sent. */
export const hasUnsentChanges = (check: ContactCheck): boolean => Object.keys(changedDetails(check)).length > 0;

/** The errors among the fields of a screen. An invalid value that the record has itself is no error of the patient. */
export function problemsOf(check: ContactCheck, kind: DetailKind): ReadonlyMap<OwnContactDetail, Problem> {
  const typed = typedDetails(knownDetails(check), check.texts, chosenDetails(check));
  const found = new Map<OwnContactDetail, Problem>();
  for (const name of detailsOf[kind]) {
    if (!typed.includes(name)) continue;
    const problem = firstProblem([contactDetailRule(name, 'kiosk.phoneWrong')], check.texts[name], check.texts);
    if (problem !== null) found.set(name, problem);
  }
  return found;
}
