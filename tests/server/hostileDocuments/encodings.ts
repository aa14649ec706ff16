import { clinicalDocument } from '../ccdaDocuments.ts';
import { after, type Case, character, good, utf8 } from './parts.ts';

const encoding = /^it is in an encoding that is not read/;
const bytesOf = /^it has bytes that are no /;
const spliced = (bytes: readonly number[]) => () => {
  const [before = '', rest = ''] = good.split('None known');
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(rest)]);
};

export const encodings: readonly Case[] = [
  [
    'UTF-7',
    utf8(() => after('<?xml version="1.0" encoding="UTF-7"?>').replace('None known', '+ADw-script+AD4-')),
    encoding,
  ],
  ['UTF-32 by its mark', () => Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]), encoding],
  ['UTF-32 without a mark', () => Buffer.from([0, 0, 0, 0x3c]), encoding],
  ['EBCDIC', () => Buffer.from([0x4c, 0x6f, 0xa7, 0x94, 0x93]), encoding],
  ['Shift_JIS', utf8(() => after('<?xml version="1.0" encoding="Shift_JIS"?>')), encoding],
  ['an encoding that nobody knows', utf8(() => after('<?xml version="1.0" encoding="x-\u{1F600}"?>')), encoding],
  ['ISO-8859-1 that says UTF-8', spliced([0x63, 0x61, 0x66, 0xe9]), bytesOf],
  ['overlong UTF-8', spliced([0xc0, 0xbc]), bytesOf],
  ['half a surrogate pair in UTF-8', spliced([0xed, 0xa0, 0x80]), bytesOf],
  ['UTF-8 that ends in a character', () => Buffer.concat([Buffer.from(good), Buffer.from([0xe2, 0x82])]), bytesOf],
  [
    'US-ASCII with other bytes',
    utf8(() => after('<?xml version="1.0" encoding="US-ASCII"?>').replace('None', 'Né')),
    bytesOf,
  ],
  ['UTF-16 that ends in a character', () => Buffer.from(`\uFEFF${good}`, 'utf16le').subarray(0, -1), bytesOf],
  [
    'half a surrogate pair in UTF-16',
    () => Buffer.from(`\uFEFF${good.replace('None', '\uD800x')}`, 'utf16le'),
    bytesOf,
  ],
  ['UTF-16 that says UTF-8', () => Buffer.from(`\uFEFF${good}`, 'utf16le'), null],
  ['UTF-16 without a mark', () => Buffer.from(good, 'utf16le'), null],
  ['UTF-16BE', () => Buffer.from(`\uFEFF${good}`, 'utf16le').swap16(), null],
  ['UTF-8 that says UTF-16', utf8(() => after('<?xml version="1.0" encoding="UTF-16"?>')), null],
  [
    'windows-1252',
    () => Buffer.from(after('<?xml version="1.0" encoding="windows-1252"?>').replace('None', 'café'), 'latin1'),
    null,
  ],
  ['NUL', spliced([0]), character],
  ['a vertical tab', spliced([0x0b]), character],
  ['XML 1.1 with what only it allows', utf8(() => after('<?xml version="1.1"?>').replace('None', '&#1;')), character],
  [
    'NULs behind the end',
    () => Buffer.concat([Buffer.from(good), Buffer.alloc(1000)]),
    /outside of its root|does not allow/,
  ],
  [
    'bidirectional controls',
    utf8(() => clinicalDocument({ title: '\u202Egpj.exe', extension: '\u2066x\u2069' })),
    null,
  ],
];
