import { type HealthListKey, type ListedEntry, type MissingReason, type RecordDate, visitKind } from '@portal/api';
import { dateText, type Telling } from './telling.ts';

/** A text of ours, or one of a source in its own language. */
interface EntryText {
  readonly text: string;
  readonly isOfSource: boolean;
}
const ours = (text: string): EntryText => ({ text, isOfSource: false });

export const missingText = ({ t }: Pick<Telling, 't'>, reason: MissingReason | null): string =>
  t(`healthSummary.missing_${reason ?? 'other'}`);

/** Codes of SNOMED CT and the International Patient Summary for "no known allergies" of different kinds; all others show their own text. */
const noneByCode: Readonly<Record<string, 'all' | 'medicines' | 'food' | 'environment'>> = {
  '716186003': 'all',
  '420134006': 'all',
  '419199007': 'all',
  '418038007': 'all',
  '106190000': 'all',
  '409137002': 'medicines',
  '416098002': 'medicines',
  '419511003': 'medicines',
  '59037007': 'medicines',
  '429625007': 'food',
  '414285001': 'food',
  '418471000': 'food',
  '235719002': 'food',
  '428607008': 'environment',
  '426232007': 'environment',
  'no-known-allergies': 'all',
  'no-known-medication-allergies': 'medicines',
  'no-known-food-allergies': 'food',
  'no-known-environmental-allergies': 'environment',
};
/** Codes of the other lists that mean "none known". */
const noneOfAll = new Set([
  'no-known-problems',
  'no-known-medications',
  'no-known-immunizations',
  'no-known-procedures',
]);

/** The title of an entry that says "none known", such as "No known allergies to medicines". */
function noneTitle({ t }: Telling, key: HealthListKey, { name, codes }: ListedEntry): EntryText {
  if (key === 'allergies') {
    const [kind] = codes.flatMap(({ code }) => noneByCode[code] ?? []);
    if (kind === 'all') return ours(t('healthSummary.none_allergies'));
    if (kind !== undefined) return ours(t(`healthSummary.none_allergies_${kind}`));
  }
  return name === null || codes.some(({ code }) => noneOfAll.has(code))
    ? ours(t(`healthSummary.none_${key}`))
    : { text: t('healthSummary.noneOf', { name }), isOfSource: false };
}

export function titleOf(telling: Telling, key: HealthListKey, entry: ListedEntry): EntryText {
  const { name, missing, negation, codes } = entry;
  if (negation === 'none') return noneTitle(telling, key, entry);
  const kind = key === 'encounters' && name === null ? visitKind(codes) : null;
  if (kind !== null) return ours(telling.t(kind));
  return name === null
    ? ours(telling.t('healthSummary.nameMissing', { reason: missingText(telling, missing) }))
    : { text: name, isOfSource: true };
}

/** The state for a badge. Null where it is obvious, or where a sentence says it. */
export function statusText({ t }: Telling, key: HealthListKey, { status, negation }: ListedEntry): string | null {
  if (status === null || negation !== null) return null;
  // A medicine in the list is being taken unless its entry says otherwise, and an entry in a list of procedures was done.
  if (key === 'medications' && status === 'active') return null;
  const isDoing = key === 'procedures' || key === 'encounters' || key === 'vitals' || key === 'results';
  if (status === 'completed' && isDoing) return null;
  return t(`healthSummary.status_${status}`);
}

/** That something did not happen or is not so; null where it did or is. */
export function negationText(telling: Telling, key: HealthListKey, entry: ListedEntry): string | null {
  const { t, isOwn } = telling;
  const { negation, status, start, facts } = entry;
  const isNot = negation === 'negated' || (negation === null && key === 'immunizations' && isUndone(status));
  if (!isNot) return null;
  switch (key) {
    case 'immunizations': {
      const text = notGiven(telling, status, start, isOwn);
      const reason = facts.find(({ name }) => name === 'reason')?.value;
      return reason === undefined ? text : t('healthSummary.notGivenReason', { text, reason });
    }
    case 'problems':
    case 'allergies':
    case 'medications':
    case 'vitals':
    case 'results':
    case 'procedures':
    case 'encounters':
      return t(`healthSummary.not_${key}`);
    case 'socialHistory':
    case 'goals':
    case 'carePlans':
      return t('healthSummary.not_other');
  }
}

const isUndone = (status: ListedEntry['status']): boolean => status === 'notDone' || status === 'declined';

function notGiven(telling: Telling, status: ListedEntry['status'], start: RecordDate | null, isOwn: boolean): string {
  const { t } = telling;
  const whose = isOwn ? 'yes' : 'no';
  if (status === 'declined')
    return start === null
      ? t('healthSummary.declined', { isOwn: whose })
      : t('healthSummary.declinedOn', { isOwn: whose, date: dateText(telling, start) });
  return start === null
    ? t('healthSummary.not_immunizations')
    : t('healthSummary.notGivenOn', { date: dateText(telling, start) });
}
