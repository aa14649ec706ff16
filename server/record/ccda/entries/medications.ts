import { type EntryStatus, factText } from '@portal/api';
import type { XmlElement } from '../tree.ts';
import { attributeOf, childOf, childrenOf } from '../xml/elements.ts';
import { type Concept, conceptOf, isSnomed, wordsOf } from './concepts.ts';
import { datesOf, effectiveSpan, isRhythm, recordedOn, type Span, spanOf } from './dates.ts';
import { followsTemplate, isDeclined, isTrue, relatedTo } from './elements.ts';
import { authorOf } from './people.ts';
import {
  commentsOf,
  factsOf,
  isShell,
  type OtherReason,
  type Reading,
  type ReadEntry,
  readEntry,
} from './readEntry.ts';
import { quantityWords } from './values.ts';
import { wordsIn } from './written.ts';

const anyDrug = new Set(['410942007', '373873005', '763158003']);
const noDrugs = new Set(['182849000', '787481004']);
const unknownDrugs = new Set(['182904002']);

/** The product of a statement, in any of the forms that CDA has for it. */
export const productOf = (statement: XmlElement): XmlElement | null =>
  childOf(statement, 'consumable', 'manufacturedProduct') ?? childOf(statement, 'product', 'manufacturedProduct');
export const materialOf = (product: XmlElement | null): XmlElement | null =>
  childOf(product, 'manufacturedMaterial') ?? childOf(product, 'manufacturedLabeledDrug');
export function productConcept(statement: XmlElement, { narrative }: Reading): Concept {
  const material = materialOf(productOf(statement));
  const concept = conceptOf(childOf(material, 'code'), narrative);
  return { ...concept, name: concept.name ?? wordsIn(childOf(material, 'name'), 500) };
}

/** The dose: `1 TABLET`, `1–2`, with the rate of an infusion. */
export function doseOf(statement: XmlElement, { narrative }: Reading): string[] {
  const words = (of: XmlElement | null): string | null => {
    const [low, high] = [quantityWords(childOf(of, 'low')), quantityWords(childOf(of, 'high'))];
    return quantityWords(of) ?? (low !== null && high !== null && low !== high ? `${low} – ${high}` : (low ?? high));
  };
  const quantity = childOf(statement, 'doseQuantity');
  const dose = words(quantity);
  const hasUnit = [quantity, childOf(quantity, 'low')].some((each) => (attributeOf(each, 'unit') ?? '1') !== '1');
  const form = hasUnit ? null : wordsOf(childOf(statement, 'administrationUnitCode'), narrative);
  const given = dose === null ? null : [dose, form].filter((part) => part !== null).join(' ');
  return [given, words(childOf(statement, 'rateQuantity'))].filter((part) => part !== null);
}
/** So long before or after an event: `ACM (30 min)`. Where the event says which of the two, a sign would say it twice. */
function offsetOf(time: XmlElement, code: string | null): string {
  const offset = childOf(time, 'offset');
  const written = quantityWords(childOf(offset, 'low')) ?? quantityWords(offset);
  const [, number = '', unit] = /^(-?\d+(?:\.\d+)?) (min|h)$/.exec(written ?? '') ?? [];
  const minutes = Math.round(Number(number) * (unit === 'h' ? 60 : 1));
  if (minutes === 0) return '';
  return ` (${String(/^[AP]C/.test(code ?? '') ? Math.abs(minutes) : minutes)} min)`;
}
/** How often: the source's words for an event of the day, or digits and unit of a period. */
function frequencyOf(statement: XmlElement, { narrative }: Reading): string[] {
  return childrenOf(statement, 'effectiveTime')
    .filter(isRhythm)
    .flatMap((time) => {
      const words = narrative.nameOf(childOf(time, 'originalText'));
      if (words !== null) return [words];
      const period = childOf(time, 'period');
      const [low, high] = [quantityWords(childOf(period, 'low')), quantityWords(childOf(period, 'high'))];
      const every = quantityWords(period) ?? (low !== null && high !== null ? `${low} – ${high}` : (low ?? high));
      const event = childOf(time, 'event');
      const code = attributeOf(event, 'code');
      const told =
        attributeOf(event, 'displayName') ?? (code !== null && factText('frequency', code) !== null ? code : null);
      return every ?? (told === null ? [] : `${told}${offsetOf(time, code)}`);
    });
}
/** The most that may be taken in a time: `≤ 4 g / 1 d`. */
function mostOf(statement: XmlElement): string[] {
  const most = childOf(statement, 'maxDoseQuantity');
  const [dose, period] = [quantityWords(childOf(most, 'numerator')), quantityWords(childOf(most, 'denominator'))];
  return dose === null || period === null ? [] : [`≤ ${dose} / ${period}`];
}
export const frequenciesOf = (statement: XmlElement, reading: Reading): string[] => [
  ...frequencyOf(statement, reading),
  ...mostOf(statement),
];
/** The parts of a medicine, as a dose that is lowered in steps has them; words alone are instructions. */
const stepsIn = (statement: XmlElement): XmlElement[] =>
  relatedTo(statement)
    .filter(
      ({ typeCode, statement: one }) =>
        typeCode === 'COMP' && one.name === 'substanceAdministration' && !followsTemplate(one, '22.4.147'),
    )
    .toSorted((one, other) => one.sequence - other.sequence)
    .map(({ statement: one }) => one);
/** The days of a step and how long it lasts: `2026-01-02 – 2026-01-08`, `× 7 d`. */
function timesOfStep(step: XmlElement): string[] {
  const times = childrenOf(step, 'effectiveTime').filter((time) => !isRhythm(time));
  const dayOf = (time: XmlElement, end: 'low' | 'high'): string => {
    const bound = childOf(time, end);
    return bound === null ? '' : (spanOf(bound).start?.slice(0, 10) ?? '');
  };
  return times.flatMap((time) => {
    const bounds = `${dayOf(time, 'low')} – ${dayOf(time, 'high')}`.trim();
    const only = bounds === '–' ? spanOf(time).start?.slice(0, 10) : undefined;
    const days = only === undefined ? bounds : `${only} – ${only}`;
    const width = quantityWords(childOf(time, 'width'));
    return [...(days === '–' ? [] : [days]), ...(width === null ? [] : [`× ${width}`])];
  });
}
/** The ways in which steps are given, each once; null for that of a step that does not say it. */
const routesOf = (steps: readonly XmlElement[], { narrative }: Reading): (string | null)[] => [
  ...new Set(steps.map((step) => wordsOf(childOf(step, 'routeCode'), narrative))),
];
/**
 * How each step is taken, in one fact so that nobody takes one for the other: `20 mg, 1 / 12 h, × 7 d; 10 mg, 1 / 12 h`.
 * `route`: the way in which the medicine is given, which steps repeat only if theirs is another.
 */
function dosesOfSteps(steps: readonly XmlElement[], route: string | null, reading: Reading): string[] {
  const hasOneRoute = routesOf(steps, reading).every((one) => one === route);
  const phrases = steps.map((step) => {
    const rhythms = frequencyOf(step, reading).map((one) =>
      /^[\d.]+ (?:min|h|d|wk|mo|a)(?: – [\d.]+ (?:min|h|d|wk|mo|a))?$/.test(one)
        ? `1 / ${one.replace(/^(\S+) (\S+) – (\S+) \2$/, '$1–$3 $2')}`
        : one,
    );
    const routes = hasOneRoute ? [] : routesOf([step], reading).filter((one) => one !== null);
    const told = [...doseOf(step, reading), ...routes, ...rhythms];
    const words = told.length === 0 ? reading.narrative.textOf(childOf(step, 'text')) : null;
    const when = [...preconditionsOf(step, reading), ...timesOfStep(step), ...mostOf(step)];
    return [...told, ...(words === null ? [] : [words]), ...when].join(', ');
  });
  return [phrases.filter((phrase) => phrase !== '').join('; ')].filter((all) => all !== '');
}
/** When it is taken, if it is taken as needed. */
const preconditionsOf = (statement: XmlElement, { narrative }: Reading): string[] =>
  childrenOf(statement, 'precondition').flatMap((holder) => {
    const criterion = childOf(holder, 'criterion');
    return (
      wordsOf(childOf(criterion, 'value'), narrative) ??
      narrative.textOf(childOf(criterion, 'text')) ??
      conceptOf(childOf(criterion, 'code'), narrative).name ??
      []
    );
  });
/** Why it is taken: its indications, and the precondition if it is taken as needed. */
export const reasonsOf = (statement: XmlElement, reading: Reading): string[] => [
  ...relatedTo(statement).flatMap(({ typeCode, statement: one }) =>
    // The priority of an order is not a reason.
    !followsTemplate(one, '22.4.143') &&
    (followsTemplate(one, '22.4.19', '1.28') || (typeCode === 'RSON' && one.name === 'observation'))
      ? (wordsOf(childOf(one, 'value'), reading.narrative) ?? reading.narrative.nameOf(childOf(one, 'text')) ?? [])
      : [],
  ),
  ...preconditionsOf(statement, reading),
];
/** Instructions to the patient. A text that only repeats the name is left out. */
export function instructionsOf(statement: XmlElement, name: string | null, { narrative }: Reading): string[] {
  const related = relatedTo(statement).flatMap(({ statement: one }) => {
    const isSig = followsTemplate(one, '22.4.147');
    const isInstruction = followsTemplate(
      one,
      '22.4.20',
      '1.49',
      '2.16.840.1.113883.3.88.11.83.8.3',
      '1.3.6.1.4.1.19376.1.5.3.1.4.3',
    );
    return isSig || isInstruction ? (narrative.textOf(childOf(one, 'text')) ?? []) : [];
  });
  const own = narrative.textOf(childOf(statement, 'text'));
  return [...related, ...(own === null || own === name ? [] : [own])].filter((words) => words !== name);
}

/** Who prescribed it: the author of the supply order, or of a statement that is itself an order. */
function prescriberOf(statement: XmlElement): string | null {
  for (const { statement: one } of relatedTo(statement))
    if (one.name === 'supply' && attributeOf(one, 'moodCode') !== 'EVN') {
      const author = authorOf(one);
      if (author !== null) return author;
    }
  return attributeOf(statement, 'moodCode') === 'EVN' ? null : authorOf(statement);
}

const statuses: Readonly<Record<string, EntryStatus>> = {
  '55561003': 'active',
  '73425007': 'inactive',
  '421139008': 'onHold',
  '392521001': 'stopped',
  '385654001': 'planned',
};
/** "Completed" alone may refer to the record. Only with an end does it mean that the medicine is no longer taken. */
function statusOf(statement: XmlElement, { end, isOver }: Span): EntryStatus | null {
  for (const { statement: one } of relatedTo(statement)) {
    const code = attributeOf(childOf(one, 'value'), 'code');
    const isStatus = followsTemplate(one, '1.47', '22.4.6') || attributeOf(childOf(one, 'code'), 'code') === '33999-4';
    if (isStatus && code !== null && Object.hasOwn(statuses, code)) return statuses[code] ?? null;
  }
  switch (attributeOf(childOf(statement, 'statusCode'), 'code') ?? '') {
    case 'active':
      return 'active';
    case 'suspended':
    case 'held':
      return 'onHold';
    case 'aborted':
      return 'stopped';
    case 'cancelled':
      return 'notDone';
    case 'completed':
      return end !== null || isOver ? 'completed' : null;
    default:
      return null;
  }
}

/** Reads a medicine. Some documents wrap it into an act, such as discharge medications. */
export function readMedication(statement: XmlElement, reading: Reading): ReadEntry[] | OtherReason {
  const { narrative } = reading;
  if (statement.name === 'act') {
    const inner = relatedTo(statement).filter(({ statement: one }) => one.name === 'substanceAdministration');
    const found = inner
      .map(({ statement: one }) => readMedication(one, reading))
      .flatMap((one) => (typeof one === 'string' ? [] : one));
    return found.length > 0 ? found : 'saysNothing';
  }
  if (statement.name === 'observation') return saysNone(statement, reading);
  if (statement.name !== 'substanceAdministration' && statement.name !== 'supply') return 'otherKind';
  const concept = productConcept(statement, reading);
  const own = conceptOf(childOf(statement, 'code'), narrative);
  const isDenied = isTrue(statement, 'negationInd');
  const said = [concept, own].find((one) => isSnomed(one, noDrugs));
  const isNone =
    said !== undefined ||
    (isDenied && (isSnomed(concept, anyDrug) || (concept.name === null && concept.codes.length === 0)));
  const isUnknown = [concept, own].some((one) => isSnomed(one, unknownDrugs));
  const text = childOf(statement, 'text');
  const name =
    concept.name ?? narrative.nameOf(text) ?? narrative.rowOf(text) ?? (concept.codes.length > 0 ? null : own.name);
  if (name === null && concept.missing === null && !isNone) return 'saysNothing';
  const span = effectiveSpan(statement);
  const parts = stepsIn(statement);
  // A part with a code or name of its own is another medicine, as in a regimen.
  const others = parts.filter((part) => {
    const product = productConcept(part, reading);
    const isSameCode = product.codes.some(({ system, code }) =>
      concept.codes.some((one) => one.system === system && one.code === code),
    );
    return product.name !== null && !isSameCode && product.name.toLowerCase() !== name?.toLowerCase();
  });
  const ownParts = parts.filter((part) => !others.includes(part));
  // What is not taken is no dose of the others.
  const steps = ownParts.filter((part) => !isTrue(part, 'negationInd'));
  const notTaken = ownParts.filter((part) => !steps.includes(part));
  const ownRoute = wordsOf(childOf(statement, 'routeCode'), narrative);
  const [sharedRoute = null, ...otherRoutes] = routesOf(steps, reading);
  const route = ownRoute ?? (otherRoutes.length === 0 ? sharedRoute : null);
  const entry = readEntry('medications', reading, {
    name: isNone || isUnknown ? null : name,
    missing: isNone ? null : isUnknown ? 'unknown' : concept.missing,
    codes: [...(said ?? concept).codes],
    negation: isNone ? 'none' : isDenied ? 'negated' : null,
    status: isNone ? null : isDenied ? (isDeclined(statement) ? 'declined' : 'notDone') : statusOf(statement, span),
    ...datesOf(span, statement),
    facts: isNone
      ? []
      : factsOf([
          ['instructions', instructionsOf(statement, name, reading)],
          ['dose', [...doseOf(statement, reading), ...dosesOfSteps(steps, route, reading)]],
          ['route', [route]],
          ['frequency', frequenciesOf(statement, reading)],
          ['bodySite', childrenOf(statement, 'approachSiteCode').map((site) => wordsOf(site, narrative))],
          ['reason', reasonsOf(statement, reading)],
          ['prescriber', [prescriberOf(statement)]],
          ['comment', commentsOf(statement, reading)],
        ]),
  });
  const further = [
    ...others.map((one) => readMedication(one, reading)).flatMap((one) => (typeof one === 'string' ? [] : one)),
    ...(isDenied || isNone ? [] : notTaken).map((step) => {
      const dose = dosesOfSteps([step], route, reading);
      // The dose says when it would have been taken, and the words of a step that says nothing else.
      const conditions = preconditionsOf(step, reading);
      return readEntry('medications', reading, {
        name: isUnknown ? null : name,
        missing: isUnknown ? 'unknown' : concept.missing,
        codes: [...concept.codes],
        negation: 'negated',
        status: isDeclined(step) ? 'declined' : 'notDone',
        ...datesOf(effectiveSpan(step), step, statement),
        facts: factsOf([
          ['instructions', instructionsOf(step, name, reading).filter((words) => !dose.includes(words))],
          ['dose', dose],
          ['reason', reasonsOf(step, reading).filter((words) => !conditions.includes(words))],
        ]),
      });
    }),
  ];
  if (isShell(statement, entry)) return further.length > 0 ? further : 'saysNothing';
  return [entry, ...further];
}
/** Reads "No known medications" in the form of an observation. */
function saysNone(observation: XmlElement, reading: Reading): ReadEntry[] | OtherReason {
  const said = ['value', 'code']
    .map((part) => conceptOf(childOf(observation, part), reading.narrative))
    .find((one) => isSnomed(one, noDrugs));
  return said === undefined
    ? 'otherKind'
    : [
        readEntry('medications', reading, {
          codes: [...said.codes],
          negation: 'none',
          recorded: recordedOn(observation),
        }),
      ];
}
