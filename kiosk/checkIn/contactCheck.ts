import {
  type AnswerOf,
  type BodyOf,
  type IdempotencyKey,
  type askContactChange,
  type getCheckIn,
  type OwnContactDetail,
  OwnContactDetails,
  differingDetails,
  ownContactDetails,
  phoneShown,
  type RecordedContactDetails,
} from '@portal/api';
import * as v from 'valibot';
import { tidyPhone, typedPhone } from '../../src/ui/form/phones.ts';
import { type Problem, firstProblem, type Rule, schemaRule } from '../../src/ui/form/rules.ts';
import { type ContactStep, type DetailKind, detailsOf } from './contactSteps.ts';

export type ContactTexts = Readonly<Record<OwnContactDetail, string>>;

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

const isPhone = (name: OwnContactDetail): name is 'homePhone' | 'mobilePhone' =>
  name === 'homePhone' || name === 'mobilePhone';

/** The contact details as the patient knows them: those of the record with the changes that they requested. */
export const knownDetails = ({
  recorded,
  asked,
}: Pick<ContactCheck, 'recorded' | 'asked'>): RecordedContactDetails => ({
  ...recorded,
  ...asked,
});

/** The fields before anything is typed. */
function textsOf(known: RecordedContactDetails): ContactTexts {
  const text = (name: OwnContactDetail): string => {
    const value = known[name] ?? '';
    return isPhone(name) ? tidyPhone(value === '' ? '' : phoneShown(value), known.country ?? '') : value;
  };
  return v.parse(
    v.object(v.entriesFromList(ownContactDetails, v.string())),
    Object.fromEntries(ownContactDetails.map((name) => [name, text(name)])),
  );
}

export const newContactCheck = ({
  recorded,
  asked,
}: NonNullable<AnswerOf<typeof getCheckIn>['contact']>): ContactCheck => ({
  recorded,
  asked,
  place: { kind: 'look' },
  chosen: [],
  texts: textsOf({ ...recorded, ...asked }),
  showsProblems: false,
  key: null,
});

/** The details that were chosen as changed and have another text than before. */
function typedParts(check: ContactCheck): readonly OwnContactDetail[] {
  const before = textsOf(knownDetails(check));
  return check.chosen
    .flatMap((kind): readonly OwnContactDetail[] => detailsOf[kind])
    .filter((name) => check.texts[name].trim() !== before[name].trim());
}

const emptyAsNull = (text: string): string | null => text.trim() || null;

function valueOf(name: OwnContactDetail, texts: ContactTexts): string | null {
  if (!isPhone(name)) return emptyAsNull(texts[name]);
  const phone = typedPhone(texts[name], texts.country);
  return phone.kind === 'number' ? phone.value : emptyAsNull(texts[name]);
}

/** The details that differ from the facility's in more than their spelling; empty where none does. */
export const changedDetails = (check: ContactCheck): Partial<RecordedContactDetails> =>
  differingDetails(
    knownDetails(check),
    Object.fromEntries(typedParts(check).map((name) => [name, valueOf(name, check.texts)])),
  );

/** The body to send; null where nothing differs. Throws where a rule is broken, because the screens have checked the rules. */
export function changeToSend(check: ContactCheck): BodyOf<typeof askContactChange> | null {
  const changed = changedDetails(check);
  return Object.keys(changed).length === 0 ? null : v.parse(v.partial(OwnContactDetails), changed);
}

/** Whether something was typed that was not sent. */
export const hasUnsentChanges = (check: ContactCheck): boolean => Object.keys(changedDetails(check)).length > 0;

const { entries } = OwnContactDetails;
const phoneRule: Rule<string, ContactTexts> = (typed, { country }) =>
  typedPhone(typed, country).kind === 'wrong' ? { text: 'kiosk.phoneWrong' } : null;

/** The errors among the fields of a screen. An invalid value that the record has itself is no error of the patient. */
export function problemsOf(check: ContactCheck, kind: DetailKind): ReadonlyMap<OwnContactDetail, Problem> {
  const typed = typedParts(check);
  const found = new Map<OwnContactDetail, Problem>();
  for (const name of detailsOf[kind]) {
    if (!typed.includes(name)) continue;
    const rule: Rule<string, ContactTexts> = isPhone(name) ? phoneRule : schemaRule(entries[name]);
    const problem = firstProblem([rule], check.texts[name], check.texts);
    if (problem !== null) found.set(name, problem);
  }
  return found;
}

/** The lines of an address as on a letter; empty where nothing is known. */
export function addressLines(
  one: Pick<RecordedContactDetails, (typeof detailsOf)['address'][number]>,
  countryName: (code: string) => string,
): readonly string[] {
  const filled = (part: string | null): string => part?.trim() ?? '';
  const region = [filled(one.state), filled(one.zipCode)].filter((part) => part !== '').join(' ');
  const place = [filled(one.city), region].filter((part) => part !== '');
  const country = filled(one.country);
  return [
    filled(one.address1),
    filled(one.address2),
    place.join(', '),
    country === '' ? '' : countryName(country),
  ].filter((line) => line !== '');
}
