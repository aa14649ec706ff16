import { codedFactText, type EntryValue, type FactName } from '@portal/api';
import type { Telling } from './telling.ts';

const every = { h: 'everyHours', d: 'everyDays', wk: 'everyWeeks' } as const;
const isPeriod = (unit: string): unit is keyof typeof every => Object.hasOwn(every, unit);

/** The text of a period: "12 h", "Q8H", once in so many hours: "1 / 8 h", or between two numbers of hours: "1 / 4–6 h". */
function periodText({ t }: Pick<Telling, 't'>, value: string): string | null {
  const [, from, to] = /^1 \/ (\d{1,3})–(\d{1,3}) h$/.exec(value) ?? [];
  if (from !== undefined && to !== undefined) return t('healthSummary.everyHoursBetween', { from, to });
  const [, count, written = ''] = /^(?:Q|1 \/ )?(\d{1,3}) ?(h|d|wk)$/i.exec(value) ?? [];
  const unit = written.toLowerCase();
  return count === undefined || !isPeriod(unit) ? null : t(`healthSummary.${every[unit]}`, { count: Number(count) });
}

/** The text of a fact with a code of HL7 or FHIR; null where the source wrote its own text. */
export const codeText = (telling: Pick<Telling, 't'>, name: FactName, text: string): string | null =>
  codedFactText(name, text, telling.t, (part) => periodText(telling, part));

/** Yes or no, where a source says `true` or `false`. */
export function booleanText({ t }: Pick<Telling, 't'>, { value, isNumber }: EntryValue): string | null {
  if (isNumber || (value !== 'true' && value !== 'false')) return null;
  return t(value === 'true' ? 'healthSummary.yes' : 'healthSummary.no');
}
