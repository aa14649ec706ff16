import { type HealthLists, recordDay } from '@portal/api';
import { SaxesParser } from 'saxes';

/** For tests: the facts of documents and resources, read a second time in the simplest way, and the facts that lists show. */

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
}
function treeOf(xml: string): Element {
  const top: Element = { name: '', attributes: {}, children: [] };
  const open = [top];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const one = { name: name.replace(/^.*:/, ''), attributes, children: [] };
    open.at(-1)?.children.push(one);
    open.push(one);
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return top;
}
const at = (of: Element | undefined, ...path: readonly string[]): Element | undefined =>
  path.reduce<Element | undefined>((one, name) => one?.children.find((child) => child.name === name), of);
const all = (of: Element, test: (one: Element) => boolean): Element[] =>
  of.children.flatMap((child) => [...(test(child) ? [child] : []), ...all(child, test)]);
const has = (one: Element, template: string): boolean =>
  one.children.some(
    ({ name, attributes }) =>
      name === 'templateId' && attributes['root'] === `2.16.840.1.113883.10.20.22.4.${template}`,
  );

/** A fact in one line: list, code, value with unit, day. */
export const factLine = (list: string, code: string, value: string, day: string): string =>
  [list, code, value, day].join(' | ');
function dayIn(digits = ''): string {
  const [, year = '', month, day] = /^(\d{4})(0[1-9]|1[0-2])?(\d\d)?/.exec(digits) ?? [];
  // Where the month does not exist, as in 20013021, only the year is certain.
  if (month === undefined) return year;
  return [year, month, day].filter((part) => part !== undefined).join('-');
}
function whenOf(statement: Element): string {
  const time = at(statement, 'effectiveTime');
  const first = time?.attributes['value'] ?? (at(time, 'low') ?? at(time, 'center'))?.attributes['value'];
  return dayIn(first);
}
const codeIn = (coded: Element | undefined): string => coded?.attributes['code'] ?? '';
const valueIn = (statement: Element): string => {
  const value = at(statement, 'value');
  return [value?.attributes['value'], value?.attributes['unit']]
    .filter((part) => part !== undefined && part !== '1')
    .join(' ');
};

const material = (one: Element) => at(one, 'consumable', 'manufacturedProduct', 'manufacturedMaterial', 'code');
/** By section code: the section's list, the template of a statement with a fact, and where the fact's code is. */
const kinds: Readonly<
  Record<string, readonly [list: string, template: string, code: (one: Element) => Element | undefined]>
> = {
  '48765-2': ['allergies', '7', (one) => at(one, 'participant', 'participantRole', 'playingEntity', 'code')],
  '11450-4': ['problems', '4', (one) => at(one, 'value')],
  '10160-0': ['medications', '16', material],
  '11369-6': ['immunizations', '52', material],
  '8716-3': ['vitals', '27', (one) => at(one, 'code')],
  '30954-2': ['results', '2', (one) => at(one, 'code')],
  '47519-4': ['procedures', '14', (one) => at(one, 'code')],
  '46240-8': ['encounters', '49', (one) => at(one, 'code')],
  '29762-2': ['socialHistory', '38', (one) => at(one, 'code')],
  '18776-5': ['carePlans', '41', (one) => at(one, 'code')],
  '62387-6': ['carePlans', '39', (one) => at(one, 'code')],
  '11383-7': ['carePlans', '144', (one) => at(one, 'code')],
};
/** The coded facts of a clinical document. */
export const factsOfDocument = (xml: string): string[] =>
  all(treeOf(xml), ({ name }) => name === 'section').flatMap((section) => {
    const kind = kinds[codeIn(at(section, 'code'))];
    if (kind === undefined) return [];
    const [list, template, codeOf] = kind;
    return all(section, (one) => has(one, template)).flatMap((one) => {
      if (one.attributes['negationInd'] === 'true') return [factLine(list, 'denied', '', '')];
      const code = codeIn(codeOf(one));
      const value = list === 'vitals' || list === 'results' ? valueIn(one) : '';
      return code === '' ? [] : [factLine(list, code, value, whenOf(one))];
    });
  });

/** The facts that the lists show, once for every code of an entry. */
export const factsShown = ({ lists }: HealthLists, timeZone: string): Set<string> =>
  new Set(
    lists.flatMap(({ key, entries }) =>
      entries.flatMap(({ codes, negation, start, end, values }) => {
        if (negation !== null) return [factLine(key, 'denied', '', '')];
        const day = start ?? end;
        const written = day === null ? '' : recordDay(day, timeZone);
        const measured = values.map((value) => ({
          text: [value.comparator, value.value, value.unit].filter((part) => part !== null).join(' '),
          codes: value.name === null || value.codes.length === 0 ? codes : value.codes,
        }));
        return [
          ...codes.map((code) => ({ text: '', code })),
          ...measured.flatMap((one) => one.codes.map((code) => ({ text: one.text, code }))),
        ].map(({ text, code: { code } }) => factLine(key, code, text, written));
      }),
    ),
  );
