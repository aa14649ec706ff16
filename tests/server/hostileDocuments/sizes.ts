import { clinicalDocument, sectionsBody } from '../ccdaDocuments.ts';
import { type Case, inside, many, utf8 } from './parts.ts';

export const sizes: readonly Case[] = [
  ['100,000 elements deep', utf8(() => `${many(100_000, '<a>')}${many(100_000, '</a>')}`), /nested more than 200 deep/],
  ['100,000 elements deep in a narrative', utf8(() => inside(many(100_000, '<content>'))), /nested more than 200 deep/],
  ['600,000 elements', utf8(() => inside(many(600_000, '<br/>'))), /more than 500000 elements/],
  [
    '100,000 attributes of one element',
    utf8(() => inside(`<content ${Array.from({ length: 100_000 }, (_, at) => `a${String(at)}=""`).join(' ')}/>`)),
    /more than 100 attributes/,
  ],
  [
    '100,000 namespaces of one element',
    utf8(() =>
      inside(`<content ${Array.from({ length: 100_000 }, (_, at) => `xmlns:a${String(at)}="u"`).join(' ')}/>`),
    ),
    /more than 100 attributes/,
  ],
  ['an attribute of 2 MB', utf8(() => inside(`<content ID="${many(2_000_000, 'x')}"/>`)), /an attribute is too long/],
  ['a name of 2 MB', utf8(() => inside(`<${many(2_000_000, 'x')}/>`)), /a name that is too long/],
  ['a comment of 3 MB', utf8(() => inside(`<!--${many(3_000_000, 'x')}-->`)), null],
  ['26 MB', utf8(() => inside(many(26_000_000, ' '))), /larger than 25 MB/],
  ['5 MB of blanks', utf8(() => inside(many(5_000_000, ' '))), null],
  [
    '20,000 identifiers of the patient',
    utf8(() => clinicalDocument({ ids: Array.from({ length: 20_000 }, (_, at) => ['1.2', String(at)] as const) })),
    null,
  ],
  [
    'a section in a section, sixty times',
    utf8(() =>
      clinicalDocument({ body: sectionsBody(many(60, '<component><section>') + many(60, '</section></component>')) }),
    ),
    null,
  ],
  ['an id of 1 MB', utf8(() => clinicalDocument({ extension: many(900_000, '1') })), /its id is too long/],
  ['a date of 1 MB', utf8(() => clinicalDocument({ date: many(900_000, '1') })), null],
  ['a title of 2 MB', utf8(() => clinicalDocument({ title: many(1_000_000, 'x ') })), null],
];
