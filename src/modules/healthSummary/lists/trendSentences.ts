import type { DrawnValue } from '../../../records/trend/drawing.ts';
import { dateText, type Telling } from './telling.ts';
import type { Vital, VitalTrend } from './vitals.ts';

/** The history of a vital sign as text, which states and never judges. */
export function trendSentences(telling: Telling, { measures, isPair }: Vital, trend: VitalTrend): readonly string[] {
  const { t } = telling;
  const { drawing, unit, first, second, leftOut } = trend;
  const inUnit = ({ text }: DrawnValue) =>
    unit === null ? text : t('healthSummary.valueWithUnit', { value: text, unit });
  const count = measures.length;
  const [oldest, newest] = [first[0], first.at(-1)];
  if (drawing !== null && oldest !== undefined && newest !== undefined) {
    const drawn = count - leftOut;
    const [lowUpper, highUpper] = span(first);
    const [lowLower, highLower] = span(second);
    const isTwo = isPair && lowLower !== undefined && highLower !== undefined && drawing.secondLines.length > 0;
    return [
      isTwo
        ? t('healthSummary.pairFacts', {
            count: drawn,
            lowUpper: lowUpper?.text ?? '',
            highUpper: highUpper?.text ?? '',
            lowLower: lowLower.text,
            highLower: highLower.text,
          })
        : t('healthSummary.lineFacts', {
            count: drawn,
            first: inUnit(oldest),
            firstDate: dateText(telling, oldest.takenOn),
            last: inUnit(newest),
            lastDate: dateText(telling, newest.takenOn),
          }),
      ...(leftOut > 0 ? [t('healthSummary.leftOut', { count: leftOut })] : []),
    ];
  }
  if (count === 2 && leftOut === 0 && !isPair && oldest !== undefined && newest !== undefined && first.length === 2)
    return [
      t('healthSummary.twoFacts', {
        first: oldest.text,
        firstDate: dateText(telling, oldest.takenOn),
        last: newest.text,
      }),
    ];
  return [t('healthSummary.valuesCounted', { count })];
}

/** The lowest and the highest of some values. */
function span(values: readonly DrawnValue[]): readonly [DrawnValue | undefined, DrawnValue | undefined] {
  const byValue = values.toSorted((one, other) => one.value - other.value);
  return [byValue[0], byValue.at(-1)];
}
