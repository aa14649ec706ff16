import { codedFactText, type EntryValue, type FactName } from '@portal/api';
import type { Telling } from './telling.ts';

/** The text of a fact with a code of HL7 or FHIR; null where the source wrote its own text. */
export const codeText = (telling: Pick<Telling, 't'>, name: FactName, text: string): string | null =>
  codedFactText(name, text, telling.t);

/** Yes or no, where a source says `true` or `false`. */
export function booleanText({ t }: Pick<Telling, 't'>, { value, isNumber }: EntryValue): string | null {
  if (isNumber || (value !== 'true' && value !== 'false')) return null;
  return t(value === 'true' ? 'healthSummary.yes' : 'healthSummary.no');
}
