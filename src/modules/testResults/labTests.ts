import { type LabTest, type LabTestValue, readableValue, timeValueText } from '@portal/api';
import { withoutAccents } from '../../ui/withoutAccents.ts';
import type { Words } from '../../words/index.ts';
import { historyOf, type TrendValue } from './trend.ts';

/** The two lists of the page; the first is the default. */
export const views = ['date', 'test'] as const;

/** The tests whose name contains what was typed, by name. */
export function testsNamed(tests: readonly LabTest[], typed: string, locale: string): readonly LabTest[] {
  const wanted = withoutAccents(typed.trim());
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return tests
    .filter(({ testDisplayName }) => withoutAccents(testDisplayName).includes(wanted))
    .toSorted((one, other) => compare(one.testDisplayName, other.testDisplayName));
}

/** The values that have a date, as a history, the oldest first; empty where they are not numbers. */
export const historyOfTest = ({ values, unitOfMeasure }: LabTest): readonly TrendValue[] =>
  historyOf(
    values.flatMap(({ takenOn, testValue, valueKind, ...one }) =>
      takenOn === null || testValue === null || valueKind !== 'number' ? [] : [{ takenOn, testValue, ...one }],
    ),
    unitOfMeasure,
  );

/** The difference between the newest value and the one before. */
export interface Change {
  readonly way: 'up' | 'down' | 'not';
  readonly before: TrendValue;
}

/** Null when there are fewer than two values, or when one is only known to be less or more than a number. */
export function changeOf(history: readonly TrendValue[]): Change | null {
  const [before, newest] = history.slice(-2);
  if (before === undefined || newest === undefined) return null;
  if (before.read === null || newest.read === null) return null;
  if (before.read.comparator !== null || newest.read.comparator !== null) return null;
  const by = newest.text === before.text ? 0 : newest.read.value - before.read.value;
  return { way: by > 0 ? 'up' : by < 0 ? 'down' : 'not', before };
}

export function valueWithUnit(
  { t, locale }: Pick<Words, 't' | 'locale'>,
  { testValue, valueKind, referencesRange }: LabTestValue,
  unit: string | null,
  timeZone: string,
): string {
  if (testValue === null) return t('testResults.longText');
  switch (valueKind) {
    case 'yesNo':
      return t(testValue === 'true' ? 'testResults.yes' : 'testResults.no');
    case 'time':
      return timeValueText(locale, testValue, timeZone);
    case 'number':
    case 'text': {
      const text = valueKind === 'number' ? readableValue(testValue, referencesRange, unit).text : testValue;
      return unit === null ? text : `${text} ${unit}`;
    }
  }
}
