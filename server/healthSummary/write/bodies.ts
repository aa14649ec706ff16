import { fixed, loinc, wordsAt } from './codes.ts';
import type { SummaryNote, SummaryContent } from './content.ts';
import { idOf, stableId, template } from './datatypes.ts';
import { memberEntity } from './header.ts';
import { lines, paragraph, spoken, type Style, table } from './narrative.ts';
import { note } from './visits.ts';
import { bare, type Child, el, type Written } from './xml.ts';

/** Sections that are no list of entries. */

export interface Body {
  readonly text: readonly Child[];
  readonly entries: readonly Written[];
}

/** The notes that a patient may read, those that are text with their words. */
export function notesBody({ notes }: SummaryContent, style: Style): Body | null {
  if (notes.length === 0) return null;
  const at = (index: number): string => `notes-${String(index + 1)}`;
  const headOf = (one: SummaryNote, index: number): Written =>
    paragraph(
      el('content', { ID: `${at(index)}-name`, styleCode: 'Bold' }, one.name),
      [
        one.date === null ? null : style.moment(one.date),
        one.writtenBy === null ? one.institution : `${style.words.writtenBy} ${one.writtenBy}`,
      ].flatMap((part) => (part === null ? [] : [`, ${part}`])),
    );
  return {
    text: notes.flatMap((one, index) => [
      headOf(one, index),
      el('paragraph', { ID: at(index) }, lines(one.text ?? style.words.otherNote)),
    ]),
    entries: notes.flatMap((one, index) =>
      one.text === null ? [] : [note(one, at(index), wordsAt(`${at(index)}-name`, one.name))],
    ),
  };
}

export function careTeamBody({ careTeam, facility, scope, patient }: SummaryContent, style: Style): Body | null {
  if (careTeam.length === 0) return null;
  const { words } = style;
  const at = (index: number): string => `careTeam-${String(index + 1)}`;
  const now = scope.now.toISOString().slice(0, 10);
  const since = bare('effectiveTime', el('low', { nullFlavor: 'UNK' }));
  return {
    text: [
      table(
        [
          {
            head: words.name,
            cells: careTeam.map((one) => spoken([one.careProviderTitleValue, one.firstName, one.lastName, one.suffix])),
          },
          { head: words.role, cells: careTeam.map(({ careProviderTitle }) => careProviderTitle) },
          { head: words.facts.place, cells: careTeam.map(({ institution }) => institution) },
          {
            head: words.contact,
            cells: careTeam.map((one): Child[] =>
              [one.publicPhone, one.publicEmail]
                .filter((part) => part !== null && part !== '')
                .flatMap((part, index): Child[] => (index === 0 ? [part] : [el('br'), part])),
            ),
          },
        ],
        careTeam.map((_, index) => at(index)),
      ),
    ],
    entries: [
      el(
        'organizer',
        { classCode: 'CLUSTER', moodCode: 'EVN' },
        template('22.4.500', '2022-06-01'),
        idOf(stableId(facility.root, 'careTeam', patient.mrn)),
        fixed('code', '86744-0', loinc, 'Care team'),
        el('statusCode', { code: 'active' }),
        bare('effectiveTime', el('low', { value: now.replaceAll('-', '') })),
        careTeam.map((one, index) =>
          bare(
            'component',
            el(
              'act',
              { classCode: 'PCPR', moodCode: 'EVN' },
              template('22.4.500.1', '2022-06-01'),
              idOf(stableId(facility.root, 'careTeamMember', one.careTeamId)),
              fixed('code', '85847-2', loinc, 'Patient Care team information'),
              bare('text', el('reference', { value: `#${at(index)}` })),
              el('statusCode', { code: 'active' }),
              since,
              el('performer', { typeCode: 'PRF' }, memberEntity(one, facility.root)),
            ),
          ),
        ),
      ),
    ],
  };
}
