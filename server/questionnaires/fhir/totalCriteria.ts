import { type Expression, linearPattern } from '@portal/api';
import { NotRead } from './fhirPath.ts';
import type { Reading } from './totalItems.ts';

const weightUrls = [
  'http://hl7.org/fhir/StructureDefinition/ordinalValue',
  'http://hl7.org/fhir/StructureDefinition/itemWeight',
  'http://hl7.org/fhir/StructureDefinition/questionnaire-ordinalValue',
  'http://hl7.org/fhir/StructureDefinition/valueset-ordinalValue',
  'http://hl7.org/fhir/StructureDefinition/codesystem-ordinalValue',
  'http://hl7.org/fhir/StructureDefinition/iso21090-CO-value',
];
export const isWeightUrl = (url: string): boolean => weightUrls.includes(url);

/** Whether `where()` keeps an item. A criterion that answers exist makes no difference to a sum. */
export function isChosen(reading: Reading, criterion: Expression, linkId: string): boolean {
  const asText = (of: Expression): string | null => {
    if (of.kind === 'literal') return String(of.value);
    if (of.kind === 'member' && of.name === 'linkId' && (of.focus === null || of.focus.kind === 'this')) return linkId;
    if (of.kind === 'variable') {
      const value = reading.evaluate(of, null);
      return value.kind === 'text' ? value.text : null;
    }
    return null;
  };
  if (criterion.kind === 'literal' && typeof criterion.value === 'boolean') return criterion.value;
  if (criterion.kind === 'binary') {
    const { operator, left, right } = criterion;
    if (operator === 'and') return isChosen(reading, left, linkId) && isChosen(reading, right, linkId);
    if (operator === 'or') return isChosen(reading, left, linkId) || isChosen(reading, right, linkId);
    if (operator === '=' || operator === '~' || operator === '!=') {
      const [a, b] = [asText(left), asText(right)];
      if (a !== null && b !== null) return (a === b) === (operator !== '!=');
    }
    const options = (of: Expression): Expression[] =>
      of.kind === 'binary' && of.operator === '|' ? [...options(of.left), ...options(of.right)] : [of];
    if (operator === 'in') return options(right).some((option) => asText(option) === asText(left));
    if (operator === 'contains') return options(left).some((option) => asText(option) === asText(right));
  }
  if (criterion.kind === 'call') {
    const text = criterion.focus === null ? null : asText(criterion.focus);
    const given = criterion.args[0] === undefined ? null : asText(criterion.args[0]);
    if (criterion.name === 'not' && criterion.focus) return !isChosen(reading, criterion.focus, linkId);
    if (text !== null && given !== null) {
      if (criterion.name === 'matches') {
        const pattern = linearPattern(given);
        if (!pattern) throw new NotRead('a pattern for linkIds cannot be run');
        return pattern.find(text, 0) !== null;
      }
      if (criterion.name === 'startsWith') return text.startsWith(given);
      if (criterion.name === 'endsWith') return text.endsWith(given);
      if (criterion.name === 'contains') return text.includes(given);
    }
    if ((criterion.name === 'exists' || criterion.name === 'hasValue') && criterion.focus?.kind === 'member')
      return /^(answer|value\w*|linkId)$/.test(criterion.focus.name);
  }
  throw new NotRead('it chooses items by something other than their linkId');
}
/** Whether the criterion selects, from an item's options, the one that was answered. */
export function picksChosen(reading: Reading, criterion: Expression, ids: readonly string[]): boolean {
  if (criterion.kind !== 'binary' || !['=', '~', 'in', 'contains'].includes(criterion.operator)) return false;
  const isOwn = (of: Expression): boolean =>
    of.kind === 'this' ||
    (of.kind === 'member' &&
      /^(value(Coding|String|Integer|Date)?|code)$/.test(of.name) &&
      (of.focus === null || isOwn(of.focus)));
  const other = isOwn(criterion.left) ? criterion.right : isOwn(criterion.right) ? criterion.left : null;
  if (other === null) return false;
  const value = reading.evaluate(other, null);
  return (
    (value.kind === 'codes' || value.kind === 'values') &&
    ids.length === 1 &&
    value.ids.length === 1 &&
    value.ids[0] === ids[0]
  );
}
export const textOf = (reading: Reading, expression: Expression): string => {
  const value = reading.evaluate(expression, null);
  if (value.kind !== 'text') throw new NotRead('a text was expected');
  return value.text;
};
export const isWeightExtension = (reading: Reading, criterion: Expression): boolean => {
  if (criterion.kind !== 'binary') throw new NotRead('it chooses an extension in a way that is not read');
  if (criterion.operator === 'or')
    return isWeightExtension(reading, criterion.left) && isWeightExtension(reading, criterion.right);
  const isUrl = (of: Expression) => of.kind === 'member' && of.name === 'url';
  const other = isUrl(criterion.left) ? criterion.right : isUrl(criterion.right) ? criterion.left : null;
  if (criterion.operator !== '=' || other === null)
    throw new NotRead('it chooses an extension in a way that is not read');
  return isWeightUrl(textOf(reading, other));
};
