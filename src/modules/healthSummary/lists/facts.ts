import type { EntryValue, HealthListKey, ListedEntry } from '@portal/api';
import type { SaidBefore } from '../../../records/changes/BeforeDetails.tsx';
import { booleanText, codeText } from './codeWords.ts';
import { missingText } from './sentences.ts';
import { dateText, type Telling, timeOfStatus } from './telling.ts';
import { valueWithUnit } from './units.ts';

export type Fact = Required<SaidBefore>;
const ours = (label: string, value: string): Fact => ({ label, isLabelOfSource: false, value, isOfSource: false });

/** A value as text, or why it is missing. */
export const valueText = (telling: Telling, one: EntryValue): string =>
  one.value === null
    ? missingText(telling, one.missing)
    : (booleanText(telling, one) ?? valueWithUnit(telling, { ...one, value: one.value }));

/** When it began and ended, in the words of each list. */
function dateFacts(telling: Telling, key: HealthListKey, entry: ListedEntry): Fact[] {
  const { t } = telling;
  const { start, end, recorded, negation, status } = entry;
  const at = (label: Parameters<typeof t>[0], date: ListedEntry['start']) =>
    date === null ? [] : [ours(t(label), dateText(telling, date))];
  if (negation !== null) return at('healthSummary.date_recorded', recorded ?? start);
  if (start === null && end === null) return at('healthSummary.date_recorded', recorded);
  switch (key) {
    case 'problems':
    case 'allergies':
    case 'socialHistory':
    case 'goals':
    case 'carePlans':
      return end === null && timeOfStatus(status) !== 'past'
        ? at('healthSummary.date_since', start)
        : [...at('healthSummary.date_from', start), ...at('healthSummary.date_to', end)];
    case 'medications':
      return [...at('healthSummary.date_started', start), ...at('healthSummary.date_until', end)];
    case 'immunizations':
    case 'vitals':
    case 'results':
    case 'procedures':
    case 'encounters':
      return end === null || end === start || start === null
        ? at('healthSummary.date_on', start ?? end)
        : [...at('healthSummary.date_from', start), ...at('healthSummary.date_to', end)];
  }
}

/**
 * What sources said beside names, values and dates. Of several entries, such as the two values of a blood pressure, each thing once, and of which
 * value a rating and a range are.
 */
export function saidFacts(telling: Telling, entries: readonly Pick<ListedEntry, 'name' | 'facts'>[]): readonly Fact[] {
  const all = entries.flatMap(({ name: of, facts }) =>
    facts.map(({ name, value: words }): Fact => {
      const isOfValue = (name === 'interpretation' || name === 'referenceRange') && entries.length > 1;
      const value = isOfValue && of !== null ? `${of}: ${words}` : words;
      const label = telling.t(`healthSummary.fact_${name}`);
      const inWords = codeText(telling, name, value);
      return inWords === null ? { label, isLabelOfSource: false, value, isOfSource: true } : ours(label, inWords);
    }),
  );
  return all.filter(
    (one, at) => all.findIndex((other) => other.label === one.label && other.value === one.value) === at,
  );
}

/** The facts of an entry besides its name: values, what every list has, and dates. */
export function factsOf(telling: Telling, key: HealthListKey, entry: ListedEntry): readonly Fact[] {
  const { t } = telling;
  const { values, facts, negation, sources } = entry;
  const ofValues = values.map((one): Fact => ({
    label: one.name ?? t('records.value'),
    isLabelOfSource: one.name !== null,
    value: valueText(telling, one),
    isOfSource: one.value !== null && !one.isNumber && booleanText(telling, one) === null,
  }));
  const said = saidFacts(telling, [entry]);
  // People look for how to take a medicine, so the page says it where no source does.
  const howTo = facts.some(({ name }) => name === 'instructions' || name === 'dose' || name === 'frequency');
  const isSilent = key === 'medications' && negation === null && !howTo;
  const inDocument = sources.every(({ document }) => document !== null);
  const missing = isSilent
    ? [
        ours(
          t('healthSummary.fact_instructions'),
          inDocument ? t('healthSummary.notInDocument') : t('healthSummary.missing_other'),
        ),
      ]
    : [];
  const dates = dateFacts(telling, key, entry);
  return key === 'problems' ? [...dates, ...ofValues, ...said] : [...ofValues, ...missing, ...said, ...dates];
}
