import { codedFactText, type EntryValue, type FactName, isKnownFlag } from '@portal/api';
import { flagText } from '../../../records/flagText.ts';
import type { Telling } from './telling.ts';

/** The text of a fact with a code of HL7 or FHIR; null where the source wrote its own text. */
export const codeText = (telling: Pick<Telling, 't' | 'locale'>, name: FactName, text: string): string | null =>
  name === 'interpretation' ? ratingText(telling, text) : codedFactText(name, text, telling);

/** A rating by its code or usual word, perhaps of one part of a measurement: `Systolic: H`. */
function ratingText(telling: Pick<Telling, 't'>, text: string): string | null {
  const [, part = '', flag = ''] = /^(.*: )?(.*)$/s.exec(text) ?? [];
  if (!isKnownFlag(flag)) return null;
  return `${part}${flagText(telling, flag)?.text ?? telling.t('records.flag_inside')}`;
}

/** Yes or no, where a source says `true` or `false`. */
export function booleanText({ t }: Pick<Telling, 't'>, { value, isNumber }: EntryValue): string | null {
  if (isNumber || (value !== 'true' && value !== 'false')) return null;
  return t(value === 'true' ? 'healthSummary.yes' : 'healthSummary.no');
}
