import type { XmlElement } from '../tree.ts';
import { attributeOf, childOf, childrenOf } from '../xml/elements.ts';
import { type Concept, conceptOf, isSnomed, noConcept, wordsOf } from './concepts.ts';
import { datesOf, effectiveSpan } from './dates.ts';
import { followsTemplate, isTrue, relatedTo } from './elements.ts';
import { concernStatus, deniedStatus, observationsOf, severitiesOf } from './problems.ts';
import {
  commentsOf,
  factsOf,
  isShell,
  type OtherReason,
  type Reading,
  type ReadEntry,
  readEntry,
} from './readEntry.ts';
import { wordsIn } from './written.ts';

/** Codes for an allergy to anything at all. */
const anyAllergy = new Set(['419199007', '418038007', '420134006', '106190000', '281647001', '609328004']);
/** Codes for allergies to a whole kind: medicines, foods, what is in the air. */
const kindOfAllergy = new Set([
  '416098002',
  '419511003',
  '59037007',
  '414285001',
  '418471000',
  '235719002',
  '426232007',
  '232347008',
]);
/** Codes for "substance", and for kinds of substances. */
const anySubstance = new Set(['105590001']);
const kindOfSubstance = new Set(['410942007', '373873005', '762766007', '255620007', '106181007', '763158003']);
/** Codes that by themselves say that there is no allergy, of any kind or of one kind. */
const noneAtAll = new Set(['716186003', '160244002']);
const noneOfAKind = new Set([
  '409137002',
  '428607008',
  '429625007',
  '428197003',
  '1003774007',
  '716184000',
  '716220001',
]);

function substanceOf(observation: XmlElement, { narrative }: Reading): Concept {
  for (const participant of childrenOf(observation, 'participant')) {
    const playing = childOf(participant, 'participantRole', 'playingEntity');
    if (playing === null || (attributeOf(participant, 'typeCode') ?? 'CSM') !== 'CSM') continue;
    const concept = conceptOf(childOf(playing, 'code'), narrative);
    return { ...concept, name: concept.name ?? wordsIn(childOf(playing, 'name'), 500) };
  }
  return noConcept;
}

/** The reactions that an observation names; one that is denied names none. */
export function reactionsIn(statement: XmlElement, { narrative }: Reading): string[] {
  if (isTrue(statement, 'negationInd')) return [];
  const words = childrenOf(statement, 'value').flatMap((one) => wordsOf(one, narrative) ?? narrative.nameOf(one) ?? []);
  return words.length > 0 ? words : [narrative.nameOf(childOf(statement, 'text')) ?? []].flat();
}

/** Reactions with their severity, the overall severity, and the criticality. */
function reactionFacts(observation: XmlElement, reading: Reading) {
  const { narrative } = reading;
  const reactions = relatedTo(observation).flatMap(({ typeCode, statement }) => {
    const isReaction =
      followsTemplate(statement, '22.4.9', '1.54') || (typeCode === 'MFST' && !followsTemplate(statement, '22.4.8'));
    const words = isReaction ? reactionsIn(statement, reading).join(', ') : '';
    return words === ''
      ? []
      : [['reaction', [words]] as const, ['severity', severitiesOf(statement, reading)] as const];
  });
  const criticality = relatedTo(observation).flatMap(({ statement }) =>
    followsTemplate(statement, '22.4.145') || attributeOf(childOf(statement, 'code'), 'code') === '82606-5'
      ? (wordsOf(childOf(statement, 'value'), narrative) ?? [])
      : [],
  );
  return [
    ...reactions,
    ['severity', severitiesOf(observation, reading)] as const,
    ['criticality', criticality] as const,
  ];
}

function allergy(concern: XmlElement | null, observation: XmlElement, reading: Reading): ReadEntry | null {
  const { narrative } = reading;
  const value = childOf(observation, 'value');
  const kind = conceptOf(value, narrative);
  const substance = substanceOf(observation, reading);
  const said = [kind, substance, conceptOf(childOf(observation, 'code'), narrative)];
  const isDenied = isTrue(observation, 'negationInd') || isTrue(value, 'negationInd');
  const whole = said.find((one) => isSnomed(one, noneAtAll));
  const part = said.find((one) => isSnomed(one, noneOfAKind));
  const isOfKind = isSnomed(substance, kindOfSubstance) || isSnomed(kind, kindOfAllergy);
  const namesNothing =
    isSnomed(substance, anySubstance) ||
    isSnomed(substance, kindOfSubstance) ||
    substance.codes.length + Number(substance.name !== null) === 0;
  const isNone = whole !== undefined || part !== undefined || (isDenied && namesNothing);
  const span = effectiveSpan(observation);
  const text = childOf(observation, 'text');
  const common = datesOf(span, observation, concern);
  const facts = factsOf([
    ...reactionFacts(observation, reading),
    ['comment', [...commentsOf(observation, reading), ...(concern === null ? [] : commentsOf(concern, reading))]],
  ]);
  if (isNone) {
    const of = whole ?? part ?? (isSnomed(substance, kindOfSubstance) ? substance : kind);
    const isAll = whole !== undefined || (part === undefined && !isOfKind);
    return readEntry('allergies', reading, {
      ...common,
      name: isAll ? null : of.name,
      codes: [...of.codes],
      negation: 'none',
      facts,
    });
  }
  const name =
    substance.name ??
    narrative.nameOf(text) ??
    narrative.rowOf(text) ??
    (substance.codes.length > 0 ? null : nameOfKind(kind));
  if (name === null && substance.missing === null) return null;
  const entry = readEntry('allergies', reading, {
    ...common,
    name,
    missing: substance.missing,
    // The kind of an allergy does not say to what it is: two allergies to medicines are two entries.
    codes: [...substance.codes],
    negation: isDenied ? 'negated' : null,
    status: isDenied ? deniedStatus(observation) : concernStatus(concern, observation, span),
    facts,
  });
  return isShell(observation, entry) ? null : entry;
}
/** Some documents write the substance where the kind belongs. The code of a kind is not a name. */
const nameOfKind = (kind: Concept): string | null =>
  isSnomed(kind, anyAllergy) || isSnomed(kind, kindOfAllergy) ? null : kind.name;

/** Reads allergies and intolerances: a concern with its observations, or a single observation. */
export function readAllergy(statement: XmlElement, reading: Reading): ReadEntry[] | OtherReason {
  if (statement.name !== 'act' && statement.name !== 'observation') return 'otherKind';
  const found =
    statement.name === 'observation'
      ? [allergy(null, statement, reading)]
      : observationsOf(statement, '22.4.7', '22.4.90', '1.18', '1.3.6.1.4.1.19376.1.5.3.1.4.6').map((one) =>
          allergy(statement, one, reading),
        );
  const allergies = found.filter((one) => one !== null);
  return allergies.length > 0 ? allergies : 'saysNothing';
}
