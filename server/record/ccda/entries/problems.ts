import type { EntryStatus } from '@portal/api';
import type { XmlElement } from '../tree.ts';
import { attributeOf, childOf, childrenOf } from '../xml/elements.ts';
import { snomed } from './codeSystems.ts';
import { type Concept, conceptOf, isSnomed, wordsOf } from './concepts.ts';
import { datesOf, effectiveSpan, type Span } from './dates.ts';
import { followsTemplate, isTrue, relatedTo } from './elements.ts';
import {
  commentsOf,
  factsOf,
  isShell,
  type OtherReason,
  type Reading,
  type ReadEntry,
  readEntry,
} from './readEntry.ts';
import { quantityWords, valuesOf } from './values.ts';

/** Codes for a problem of any kind. Negated, they say that there is none. */
const anyProblem = new Set([
  '55607006',
  '404684003',
  '64572001',
  '282291009',
  '409586006',
  '248536006',
  '373930000',
  '64572001',
]);
const noProblem = new Set(['160245001']);

const statuses: Readonly<Record<string, EntryStatus>> = {
  '55561003': 'active',
  '90734009': 'active',
  '7087005': 'active',
  '255227004': 'active',
  '246455001': 'active',
  '263855007': 'active',
  '73425007': 'inactive',
  '277022003': 'inactive',
  '413322009': 'resolved',
  '415684004': 'unconfirmed',
  '410516002': 'refuted',
};
/** The status in a status observation within a statement. Null: it says that the status is unknown; undefined: there is none. */
function toldStatus(observation: XmlElement): EntryStatus | null | undefined {
  for (const { statement } of relatedTo(observation)) {
    const isStatus =
      followsTemplate(statement, '22.4.6', '22.4.28', '1.50', '1.39', '1.57') ||
      attributeOf(childOf(statement, 'code'), 'code') === '33999-4';
    const code = attributeOf(childOf(statement, 'value'), 'code');
    if (isStatus && code !== null && Object.hasOwn(statuses, code)) return statuses[code];
    if (isStatus && attributeOf(childOf(statement, 'value'), 'nullFlavor') === 'UNK') return null;
  }
  return undefined;
}
/**
 * A stated status counts first, then an end, then whether the concern is still followed. If it is over with an unknown date, but the
 * concern is active, they contradict each other and there is no status.
 */
export function concernStatus(
  concern: XmlElement | null,
  observation: XmlElement,
  { end, isOver }: Span,
): EntryStatus | null {
  const said = toldStatus(observation);
  if (said !== undefined && said !== null) return said;
  if (end !== null) return 'resolved';
  if (said === null) return null;
  const followed = concern === null ? null : attributeOf(childOf(concern, 'statusCode'), 'code');
  switch (followed ?? '') {
    case 'active':
      return isOver ? null : 'active';
    case 'suspended':
    case 'aborted':
      return 'inactive';
    case 'completed':
      return isOver ? 'resolved' : 'inactive';
    default:
      return isOver ? 'resolved' : null;
  }
}

/** A negated fact can only have the status "ruled out". */
export const deniedStatus = (observation: XmlElement): EntryStatus | null =>
  toldStatus(observation) === 'refuted' ? 'refuted' : null;

/** Templates of observations that say more about a problem and are not the problem itself. */
const aside = [
  '22.4.5',
  '22.4.6',
  '22.4.8',
  '22.4.9',
  '22.4.31',
  '22.4.113',
  '22.4.143',
  '22.4.145',
  '1.50',
  '1.51',
  '1.55',
];
/** The observations of a concern: those of its own kind, else those with a value. */
export function observationsOf(concern: XmlElement, ...templates: readonly string[]): XmlElement[] {
  const all = relatedTo(concern).flatMap(({ statement }) => (statement.name === 'observation' ? [statement] : []));
  const own = all.filter((one) => followsTemplate(one, ...templates));
  return own.length > 0 ? own : all.filter((one) => !followsTemplate(one, ...aside) && childOf(one, 'value') !== null);
}

const isLaterality = new Set(['78615007', '272741003']);
/** The side of the body, from the qualifiers of a code. */
export const sidesOf = (of: XmlElement | null, { narrative }: Reading): string[] =>
  childrenOf(of, 'qualifier').flatMap((qualifier) =>
    isLaterality.has(attributeOf(childOf(qualifier, 'name'), 'code') ?? '')
      ? (wordsOf(childOf(qualifier, 'value'), narrative) ?? [])
      : [],
  );
export const severitiesOf = (statement: XmlElement, { narrative }: Reading): string[] =>
  relatedTo(statement).flatMap(({ statement: one }) =>
    followsTemplate(one, '22.4.8', '1.55') || attributeOf(childOf(one, 'code'), 'code') === 'SEV'
      ? (wordsOf(childOf(one, 'value'), narrative) ?? narrative.nameOf(childOf(one, 'text')) ?? [])
      : [],
  );

/** The age at which it began, as digits and unit. */
const agesAtOnset = (observation: XmlElement): (string | null)[] =>
  relatedTo(observation).flatMap(({ statement }) =>
    followsTemplate(statement, '22.4.31') ? [quantityWords(childOf(statement, 'value'))] : [],
  );

/** Removes the code for "problem" if another code says which problem it is. */
function specific(concept: Concept): Concept {
  const codes = concept.codes.filter(({ system, code }) => system !== snomed || !anyProblem.has(code));
  const [first] = codes;
  return first === undefined || codes.length === concept.codes.length
    ? concept
    : { ...concept, name: first.display ?? concept.name, codes };
}

function problem(concern: XmlElement | null, observation: XmlElement, reading: Reading): ReadEntry | null {
  const { narrative } = reading;
  const value = childOf(observation, 'value');
  const concept = specific(conceptOf(value, narrative));
  const [plainValue] = valuesOf(observation, narrative);
  const isDenied = isTrue(observation, 'negationInd') || isTrue(value, 'negationInd');
  const isNone =
    (isDenied && (isSnomed(concept, anyProblem) || concept.codes.length === 0)) || isSnomed(concept, noProblem);
  const text = childOf(observation, 'text');
  const name = concept.name ?? plainValue?.value ?? narrative.nameOf(text) ?? narrative.rowOf(text);
  if (name === null && concept.missing === null && !isNone) return null;
  const span = effectiveSpan(observation);
  const sites = childrenOf(observation, 'targetSiteCode');
  const entry = readEntry('problems', reading, {
    name: isNone ? null : name,
    missing: isNone ? null : concept.missing,
    codes: [...concept.codes],
    negation: isNone ? 'none' : isDenied ? 'negated' : null,
    status: isNone ? null : isDenied ? deniedStatus(observation) : concernStatus(concern, observation, span),
    ...datesOf(span, observation, concern),
    facts: factsOf([
      ['onset', span.start === null ? agesAtOnset(observation) : []],
      ['severity', severitiesOf(observation, reading)],
      ['side', [...sidesOf(value, reading), ...sites.flatMap((site) => sidesOf(site, reading))]],
      ['bodySite', sites.map((site) => wordsOf(site, narrative))],
      ['comment', [...commentsOf(observation, reading), ...(concern === null ? [] : commentsOf(concern, reading))]],
    ]),
  });
  return isShell(observation, entry) ? null : entry;
}

/** Reads problems: a concern with its observations, or a single observation. */
export function readProblem(statement: XmlElement, reading: Reading): ReadEntry[] | OtherReason {
  if (followsTemplate(statement, '22.4.136')) return 'risk';
  if (statement.name !== 'act' && statement.name !== 'observation') return 'otherKind';
  const found =
    statement.name === 'observation'
      ? [problem(null, statement, reading)]
      : observationsOf(statement, '22.4.4', '1.28', '1.3.6.1.4.1.19376.1.5.3.1.4.5').map((one) =>
          problem(statement, one, reading),
        );
  const problems = found.filter((one) => one !== null);
  return problems.length > 0 ? problems : 'saysNothing';
}
