/** Units as people write them, with their UCUM codes. */
const ucum = new Map([
  ['mmHg', 'mm[Hg]'],
  ['bpm', '/min'],
  ['beats/minute', '/min'],
  ['breaths/minute', '/min'],
  ['°C', 'Cel'],
  ['°F', '[degF]'],
  ['lb', '[lb_av]'],
  ['lbs', '[lb_av]'],
  ['in', '[in_i]'],
  ['µg/L', 'ug/L'],
  ['x10³/µL', '10*3/uL'],
  ['x10^3/uL', '10*3/uL'],
  ['10^3/uL', '10*3/uL'],
  ['10^6/uL', '10*6/uL'],
  ['x10E3/uL', '10*3/uL'],
]);
export const unitCode = (unit: string): string => ucum.get(unit) ?? unit;
const readable = new Map([
  ['mm[Hg]', 'mmHg'],
  ['Cel', '°C'],
  ['[degF]', '°F'],
  ['[lb_av]', 'lb'],
  ['[in_i]', 'in'],
  ['{beats}/min', '/min'],
  ['10*3/uL', '10³/µL'],
  ['10*6/uL', '10⁶/µL'],
  ['{score}', ''],
]);
export const unitWords = (unit: string): string => readable.get(unit) ?? unit.replace(/[{}]/g, '');
