import { concept, fixed, loinc, snomed } from './codes.ts';
import type { SummaryNote } from './content.ts';
import { idOf, interval, template, timestamp, valueOf, when } from './datatypes.ts';
import {
  acted,
  authored,
  completed,
  factsOf,
  inWords,
  nameConcept,
  negationInd,
  observed,
  ownId,
  partId,
  performers,
  person,
  places,
  recordedAt,
  relation,
  remarks,
  rowText,
  textAt,
  statusOrUnknown,
} from './entryParts.ts';
import type { NarratedEntry } from './narrative.ts';
import { bare, el, type Written } from './xml.ts';

const cpt = '2.16.840.1.113883.6.12';
const visitCodes = [cpt, snomed, '2.16.840.1.113883.5.4', loinc];

const diagnoses = (row: NarratedEntry): Written[] =>
  factsOf(row, 'diagnosis').map((fact, index) =>
    relation(
      'COMP',
      acted(
        template('22.4.80', '2015-08-01'),
        fixed('code', '29308-4', loinc, 'Diagnosis'),
        relation(
          'SUBJ',
          observed(
            template('22.4.4', '2015-08-01'),
            partId(row, 'diagnosis', index),
            fixed('code', '282291009', snomed, 'Diagnosis', {}, fixed('translation', '29308-4', loinc, 'Diagnosis')),
            completed,
            interval(null, null),
            inWords('value', fact, { 'xsi:type': 'CD' }),
          ),
        ),
      ),
    ),
  );

export const encounter = (row: NarratedEntry): Written =>
  el(
    'encounter',
    { classCode: 'ENC', moodCode: 'EVN', ...negationInd(row) },
    template('22.4.49', '2015-08-01'),
    ownId(row),
    nameConcept('code', row, visitCodes),
    rowText(row),
    statusOrUnknown(row.entry.status),
    when(row.entry.start, row.entry.end),
    performers(row),
    recordedAt(row),
    places(row),
    diagnoses(row),
    remarks(row, 'performer', 'place', 'diagnosis'),
  );

export const goal = (row: NarratedEntry): Written =>
  el(
    'observation',
    { classCode: 'OBS', moodCode: 'GOL', ...negationInd(row) },
    // The template knows goals alone that somebody aims at now.
    row.entry.status === 'active' ? template('22.4.121') : null,
    ownId(row),
    nameConcept('code', row),
    rowText(row),
    row.entry.status === 'planned' ? el('statusCode', { code: 'new' }) : statusOrUnknown(row.entry.status),
    interval(row.entry.start, row.entry.end),
    row.entry.values.slice(0, 1).map(valueOf),
    recordedAt(row),
    remarks(row),
  );

/** A visit or a treatment that is to come. What is under way or over is no intention any more, and no template of a plan has it. */
export const planned = (row: NarratedEntry): Written =>
  el(
    'act',
    { classCode: 'ACT', moodCode: row.entry.status === 'planned' ? 'INT' : 'EVN', ...negationInd(row) },
    row.entry.status === 'planned' ? template('22.4.39', '2014-06-09') : null,
    ownId(row),
    nameConcept('code', row),
    rowText(row),
    statusOrUnknown(row.entry.status),
    row.entry.start === null && row.entry.end === null ? null : when(row.entry.start, row.entry.end),
    performers(row),
    recordedAt(row),
    places(row),
    remarks(row, 'performer', 'place'),
  );

export const note = (one: SummaryNote, at: string, name: Written): Written =>
  acted(
    template('22.4.202', '2016-11-01'),
    idOf(one.id),
    fixed(
      'code',
      '34109-9',
      loinc,
      'Note',
      {},
      name,
      one.codes.length === 0 ? null : concept('translation', { codes: one.codes, of: [loinc] }),
    ),
    textAt(at),
    completed,
    one.date === null
      ? el('effectiveTime', { nullFlavor: 'UNK' })
      : el('effectiveTime', { value: timestamp(one.date) }),
    authored(
      one.date,
      one.writtenBy === null ? null : person(one.writtenBy),
      one.institution === null ? null : bare('representedOrganization', bare('name', one.institution)),
    ),
  );
