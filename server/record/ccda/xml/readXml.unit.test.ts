import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { XmlElement } from '../tree.ts';
import { readXml } from './readXml.ts';

const read = (text: string): XmlElement => readXml(Buffer.from(text));
interface Plain {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: readonly (readonly [string, string])[];
  readonly children: readonly (Plain | string)[];
}
const plain = ({ name, namespace, attributes, children }: XmlElement): Plain => ({
  name,
  namespace,
  attributes: [...attributes],
  children: children.map((child) => (typeof child === 'string' ? child : plain(child))),
});

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[\r\n\t]/g, (one) => `&#${String(one.charCodeAt(0))};`);
const written = ({ name, namespace, attributes, children }: Plain): string => {
  const own = attributes.map(([key, value]) => ` ${key}="${escaped(value)}"`).join('');
  const inner = children.map((child) => (typeof child === 'string' ? escaped(child) : written(child))).join('');
  return `<p:${name} xmlns:p="${namespace}"${own}>${inner}</p:${name}>`;
};

// Names of properties that every object has must work like other names.
const name = fc.oneof(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,8}$/), fc.constantFrom('__proto__', 'constructor'));
const namespace = fc.constantFrom('urn:hl7-org:v3', 'http://www.w3.org/1999/xhtml', 'urn:x');
const text = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 12 })
  // Characters that XML cannot contain.
  // oxlint-disable-next-line no-control-regex
  .map((one) => one.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\uFFFE\uFFFF]|\p{Cs}/gu, ''))
  .filter((one) => one !== '');
/** Adjacent texts are joined. */
const joined = (children: readonly (Plain | string)[]): (Plain | string)[] =>
  children.reduce<(Plain | string)[]>((all, child) => {
    const last = all.at(-1);
    return typeof last === 'string' && typeof child === 'string'
      ? [...all.slice(0, -1), last + child]
      : [...all, child];
  }, []);
const { tree } = fc.letrec<{ tree: Plain }>((tie) => ({
  tree: fc.record({
    name,
    namespace,
    attributes: fc.uniqueArray(fc.tuple(name, text), { selector: ([key]) => key, maxLength: 4 }),
    children: fc.array(fc.oneof({ maxDepth: 5, depthSize: 'small' }, text, tie('tree')), { maxLength: 4 }).map(joined),
  }),
}));

it('gives back whatever was written', () => {
  fc.assert(
    fc.property(tree, (one) => {
      expect(plain(read(written(one)))).toEqual(one);
    }),
    { numRuns: 300 },
  );
});

it('text is what it is: CDATA, comments in the middle, blanks, line ends', () => {
  expect(read('<a> x<!-- c -->y<![CDATA[ <b> ]]>z\r\n </a>').children).toEqual([' xy <b> z\n ']);
});

it('tells where each element begins', () => {
  const root = read('<?xml version="1.0"?>\n<!-- c -->\n <a\n x="1"><b/><c>t</c>\n  <d\n/></a>');
  const places = (one: XmlElement): string[] => [
    `${one.name} ${String(one.line)}:${String(one.column)}`,
    ...one.children.flatMap((child) => (typeof child === 'string' ? [] : places(child))),
  ];
  expect(places(root)).toEqual(['a 3:2', 'b 4:8', 'c 4:12', 'd 5:3']);
});

it('knows elements by their namespace, whatever the prefix', () => {
  const {
    namespace: own,
    attributes,
    children,
  } = read('<a xmlns="urn:hl7-org:v3" xmlns:b="urn:x" b:y="1" y="2" xsi:type="ST"><b:c/><d xmlns=""/><e:f/></a>');
  expect(own).toBe('urn:hl7-org:v3');
  expect([...attributes]).toEqual([
    ['{urn:x}y', '1'],
    ['y', '2'],
    ['{http://www.w3.org/2001/XMLSchema-instance}type', 'ST'],
  ]);
  expect(children.map((child) => typeof child !== 'string' && child.namespace)).toEqual(['urn:x', '', 'unbound:e']);
});

it('a bound refuses where it is passed, and not before', () => {
  const deep = (count: number) => `${'<a>'.repeat(count)}${'</a>'.repeat(count)}`;
  expect(() => read(deep(200))).not.toThrow();
  expect(() => read(deep(201))).toThrow('its elements are nested more than 200 deep (line 1, column 603)');
  const attributes = Buffer.from('<a b="" c=""><d e=""/></a>');
  expect(() => readXml(attributes, { attributes: 3 })).not.toThrow();
  expect(() => readXml(attributes, { attributes: 2 })).toThrow('it has more than 2 attributes');
});

it('says where a byte is that the encoding does not have', () => {
  const lines = `<a>\n${'é'.repeat(40_000)}\n`;
  const bytes = Buffer.concat([Buffer.from(`${lines}12`), Buffer.from([0xe9]), Buffer.from('</a>')]);
  expect(() => readXml(bytes)).toThrow('it has bytes that are no UTF-8 (line 3, column 2)');
});
