import type { RecordChange } from '@portal/api';
import { formatInstantDate, formatList, type Words } from '../../words/index.ts';

/** How many values from before stand in one line. */
const valuesInLine = 3;

type Saying = Pick<Words, 't' | 'locale'>;

export const changeName = ({ t }: Saying, { name }: RecordChange): string => name ?? t('records.changeNoName');

export const changedOn = ({ locale }: Saying, { changedAt }: RecordChange, timeZone: string): string =>
  formatInstantDate(locale, changedAt, timeZone, 'medium');

/** What was said before, in one line; null where that is not stored, or may not be told. */
export function beforeText(words: Saying, change: RecordChange, timeZone: string): string | null {
  const { t, locale } = words;
  const { row, valuesBefore } = change;
  if (valuesBefore.length === 0) return null;
  const values = formatList(
    locale,
    valuesBefore.slice(0, valuesInLine).map(({ name, value }) => `${name} ${value}`),
  );
  const count = valuesBefore.length - valuesInLine;
  if (row.kind === 'none') return t('records.changeSaid', { values });
  const date = changedOn(words, change, timeZone);
  return count > 0
    ? t('records.changeBeforeMore', { date, values, count })
    : t('records.changeBefore', { date, values });
}
