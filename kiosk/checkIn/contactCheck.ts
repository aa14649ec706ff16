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
import { type ContactPlace, type DetailKind, detailsOf } from './places.ts';

/** Each part as it stands in its field. */
export type ContactTexts = Readonly<Record<OwnContactDetail, string>>;

/** The question whether the facility still has the right address and numbers, with all that was typed for an answer. */
export interface ContactCheck {
  readonly recorded: RecordedContactDetails;
  /** What the patient asked to change before, which staff have not decided. */
  readonly asked: Partial<RecordedContactDetails>;
  readonly place: ContactPlace;
  readonly chosen: readonly DetailKind[];
  readonly texts: ContactTexts;
  /** Next was pressed here with something that cannot be. */
  readonly showsProblems: boolean;
  /** Of what the last look shows: another text is another request. */
  readonly key: IdempotencyKey | null;
}

const isPhone = (name: OwnContactDetail): name is 'homePhone' | 'mobilePhone' =>
  name === 'homePhone' || name === 'mobilePhone';

/** How the patient can be reached as far as they know: by the record, and by what they asked to change. */
export const knownDetails = ({
  recorded,
  asked,
}: Pick<ContactCheck, 'recorded' | 'asked'>): RecordedContactDetails => ({
  ...recorded,
  ...asked,
});

/** The fields as they stand before anything is typed. */
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

/** The question at its beginning. */
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

/** The parts that were said to have changed and hold another text than before. */
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

/** What differs from what the facility knows; nothing where only the writing is another. */
export const changedDetails = (check: ContactCheck): Partial<RecordedContactDetails> =>
  differingDetails(
    knownDetails(check),
    Object.fromEntries(typedParts(check).map((name) => [name, valueOf(name, check.texts)])),
  );

/** What is sent of it; null where nothing differs. Throws where a rule is broken, which the screens have looked at. */
export function changeToSend(check: ContactCheck): BodyOf<typeof askContactChange> | null {
  const changed = changedDetails(check);
  return Object.keys(changed).length === 0 ? null : v.parse(v.partial(OwnContactDetails), changed);
}

/** Whether something was typed that nobody has yet. */
export const hasUnsentChanges = (check: ContactCheck): boolean => Object.keys(changedDetails(check)).length > 0;

const { entries } = OwnContactDetails;
const phoneRule: Rule<string, ContactTexts> = (typed, { country }) =>
  typedPhone(typed, country).kind === 'wrong' ? { text: 'kiosk.phoneWrong' } : null;

/** What cannot be among the fields of a screen. What the record itself has is no mistake of whoever looks at it. */
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

/** The lines of an address as they stand on a letter; none where nothing is known. */
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
