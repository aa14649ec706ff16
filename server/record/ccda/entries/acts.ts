import type { EntryStatus } from '@portal/api';
import type { XmlElement } from '../tree.ts';
import { attributeOf, childOf, childrenOf } from '../xml/elements.ts';
import { conceptOf, isSnomed, wordsOf } from './concepts.ts';
import { datesOf, effectiveSpan } from './dates.ts';
import { addedElement, followsTemplate, isDeclined, isTrue, relatedTo } from './elements.ts';
import { doseOf, frequenciesOf, instructionsOf, productConcept, reasonsOf } from './medications.ts';
import { readObservation } from './observed.ts';
import { performersOf, placesOf } from './people.ts';
import { sidesOf } from './problems.ts';
import {
  actStatus,
  commentsOf,
  factsOf,
  isShell,
  type OtherReason,
  type Reading,
  type ReadEntry,
  readEntry,
} from './readEntry.ts';
import { valuesOf } from './values.ts';

const anyProcedure = new Set(['71388002']);
const noProcedure = new Set(['416128008']);

/** What a statement is about: its code, else its product, its text, or the table row that it refers to. */
function subjectOf(statement: XmlElement, reading: Reading) {
  const { narrative } = reading;
  const code = conceptOf(childOf(statement, 'code'), narrative);
  const product = productConcept(statement, reading);
  const of = product.name !== null || product.codes.length > 0 ? product : code;
  const text = childOf(statement, 'text');
  const words = narrative.nameOf(text) ?? narrative.nameOf(childOf(statement, 'code', 'originalText'));
  return {
    name: of.name ?? words ?? narrative.rowOf(text) ?? null,
    missing: of.missing,
    codes: [...of.codes],
  };
}

/** Reads something that was done: a procedure, an examination, an advice. */
export function readProcedure(statement: XmlElement, reading: Reading): ReadEntry[] | OtherReason {
  const { narrative } = reading;
  if (!['procedure', 'observation', 'act'].includes(statement.name)) return 'otherKind';
  const subject = subjectOf(statement, reading);
  const isDenied = isTrue(statement, 'negationInd');
  const isNone =
    (isDenied && (isSnomed(subject, anyProcedure) || subject.codes.length === 0)) || isSnomed(subject, noProcedure);
  if (subject.name === null && subject.missing === null && !isNone) return 'saysNothing';
  const sites = childrenOf(statement, 'targetSiteCode');
  const entry = readEntry('procedures', reading, {
    ...subject,
    name: isNone ? null : subject.name,
    negation: isNone ? 'none' : isDenied ? 'negated' : null,
    status: isNone ? null : isDenied ? (isDeclined(statement) ? 'declined' : 'notDone') : actStatus(statement),
    ...datesOf(effectiveSpan(statement), statement),
    values: statement.name === 'observation' ? valuesOf(statement, narrative) : [],
    facts: factsOf([
      ['bodySite', sites.map((site) => wordsOf(site, narrative))],
      ['side', sites.flatMap((site) => sidesOf(site, reading))],
      ['method', childrenOf(statement, 'methodCode').map((each) => wordsOf(each, narrative))],
      ['reason', reasonsOf(statement, reading)],
      ['performer', performersOf(statement)],
      ['place', placesOf(statement)],
      ['comment', commentsOf(statement, reading)],
    ]),
  });
  return isShell(statement, entry) ? 'saysNothing' : [entry];
}

/** Diagnoses of a visit, in an act of their own or as a finding. */
const diagnosesOf = (encounter: XmlElement, { narrative }: Reading): string[] =>
  relatedTo(encounter).flatMap(({ statement }) =>
    followsTemplate(statement, '22.4.80')
      ? relatedTo(statement).flatMap(({ statement: one }) => wordsOf(childOf(one, 'value'), narrative) ?? [])
      : followsTemplate(statement, '22.4.4')
        ? (wordsOf(childOf(statement, 'value'), narrative) ?? [])
        : [],
  );

export function readEncounter(statement: XmlElement, reading: Reading): ReadEntry[] | OtherReason {
  const { narrative } = reading;
  if (statement.name !== 'encounter' && statement.name !== 'act') return 'otherKind';
  const subject = subjectOf(statement, reading);
  const span = effectiveSpan(statement);
  if (subject.name === null && subject.missing === null && span.start === null) return 'saysNothing';
  const entry = readEntry('encounters', reading, {
    ...subject,
    missing: subject.missing ?? 'unknown',
    status: actStatus(statement),
    ...datesOf(span, statement),
    facts: factsOf([
      ['performer', performersOf(statement)],
      ['place', placesOf(statement)],
      ['reason', reasonsOf(statement, reading)],
      ['diagnosis', diagnosesOf(statement, reading)],
      ['outcome', [wordsOf(addedElement(statement, 'dischargeDispositionCode'), narrative)]],
      ['comment', commentsOf(statement, reading)],
    ]),
  });
  return isShell(statement, entry) ? 'saysNothing' : [entry];
}

/** Smoking, work, pregnancy: reads an observation. What is known of a pregnancy's end is part of it. */
export function readSocial(statement: XmlElement, reading: Reading): ReadEntry[] | OtherReason {
  if (statement.name !== 'observation') return 'otherKind';
  const entry = readObservation('socialHistory', null, statement, reading);
  if (entry === null) return 'saysNothing';
  const more = relatedTo(statement).flatMap(({ statement: one }) =>
    followsTemplate(one, '15.3.1')
      ? valuesOf(one, reading.narrative, wordsOf(childOf(one, 'code'), reading.narrative))
      : [],
  );
  return [{ ...entry, entry: { ...entry.entry, values: [...entry.entry.values, ...more] } }];
}

/** A goal is intended by its nature, so only its own status code says how it stands. */
function goalStatus(statement: XmlElement): EntryStatus | null {
  const code = attributeOf(childOf(statement, 'statusCode'), 'code');
  if (code === 'active') return 'active';
  const status = actStatus(statement);
  return status === 'planned' && code !== 'new' ? null : status;
}

export function readGoal(statement: XmlElement, reading: Reading): ReadEntry[] | OtherReason {
  if (statement.name !== 'observation' && statement.name !== 'act') return 'otherKind';
  const subject = subjectOf(statement, reading);
  const values = statement.name === 'observation' ? valuesOf(statement, reading.narrative) : [];
  if (subject.name === null && values.length === 0) return 'saysNothing';
  const words = reading.narrative.textOf(childOf(statement, 'text'));
  return [
    readEntry('goals', reading, {
      ...subject,
      missing: subject.missing ?? 'unknown',
      negation: isTrue(statement, 'negationInd') ? 'negated' : null,
      status: goalStatus(statement),
      ...datesOf(effectiveSpan(statement), statement),
      values,
      facts: factsOf([['comment', [words === subject.name ? null : words, ...commentsOf(statement, reading)]]]),
    }),
  ];
}

/** The acts that an intervention groups; it says nothing more itself. Acts that it only refers to are read where they are. */
const interventionParts = (statement: XmlElement): XmlElement[] =>
  followsTemplate(statement, '22.4.131', '22.4.146') && !isTrue(statement, 'negationInd')
    ? relatedTo(statement).flatMap(({ typeCode, statement: one }) =>
        typeCode === 'REFR' && !followsTemplate(one, '22.4.121', '22.4.122') ? [one] : [],
      )
    : [];
/** How far an outcome met its goal. */
const progressOf = (outcome: XmlElement, { narrative }: Reading): (string | null)[] =>
  relatedTo(outcome).flatMap(({ statement: one }) =>
    followsTemplate(one, '22.4.110') ? [wordsOf(childOf(one, 'value'), narrative)] : [],
  );

/** Reads what a plan intends or has done, of any kind, and its outcome. */
export function readPlanned(statement: XmlElement, reading: Reading): ReadEntry[] | OtherReason {
  const parts = interventionParts(statement);
  if (parts.length === 0) return readPlannedAct(statement, reading);
  const all = parts.flatMap((part) => {
    const read = readPlannedAct(part, reading);
    return typeof read === 'string' ? [] : read;
  });
  return all.length === 0 ? 'saysNothing' : all;
}

function readPlannedAct(statement: XmlElement, reading: Reading): ReadEntry[] | OtherReason {
  if (statement.name === 'organizer' || statement.name === 'observationMedia') return 'otherKind';
  // It names another document and says nothing about it.
  if (attributeOf(childOf(statement, 'code'), 'code') === 'DOCCLIN') return 'otherKind';
  const subject = subjectOf(statement, reading);
  if (subject.name === null && subject.missing === null) return 'saysNothing';
  const { narrative } = reading;
  const isDenied = isTrue(statement, 'negationInd');
  // A negation without a code says that nothing at all is planned.
  const isNone = isDenied && subject.codes.length === 0;
  const entry = readEntry('carePlans', reading, {
    ...subject,
    ...(isNone && { name: null, missing: null }),
    negation: isNone ? 'none' : isDenied ? 'negated' : null,
    status: isDenied ? null : actStatus(statement),
    ...datesOf(effectiveSpan(statement), statement),
    values: statement.name === 'observation' ? valuesOf(statement, narrative) : [],
    facts: factsOf([
      ['instructions', instructionsOf(statement, subject.name, reading)],
      ['dose', doseOf(statement, reading)],
      ['route', [wordsOf(childOf(statement, 'routeCode'), narrative)]],
      ['frequency', frequenciesOf(statement, reading)],
      ['bodySite', childrenOf(statement, 'targetSiteCode').map((site) => wordsOf(site, narrative))],
      ['reason', reasonsOf(statement, reading)],
      ['performer', performersOf(statement)],
      ['outcome', progressOf(statement, reading)],
      ['place', placesOf(statement)],
      ['comment', commentsOf(statement, reading)],
    ]),
  });
  return isShell(statement, entry) ? 'saysNothing' : [entry];
}
