import type { XmlElement } from '../tree.ts';
import { attributeOf, childOf, childrenOf } from '../xml/elements.ts';
import { reactionsIn } from './allergies.ts';
import { isSnomed, wordsOf } from './concepts.ts';
import { datesOf, effectiveSpan } from './dates.ts';
import { followsTemplate, isDeclined, isTrue, relatedTo } from './elements.ts';
import { doseOf, instructionsOf, materialOf, productConcept, productOf } from './medications.ts';
import { performersOf } from './people.ts';
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
import { wordsIn } from './written.ts';

/** Codes for any vaccination. Negated, they say that there was none. */
const anyVaccine = new Set(['71181003', '33879002']);

export function readImmunization(statement: XmlElement, reading: Reading): ReadEntry[] | OtherReason {
  const { narrative } = reading;
  if (statement.name !== 'substanceAdministration' && statement.name !== 'supply') return 'otherKind';
  const concept = productConcept(statement, reading);
  const text = childOf(statement, 'text');
  const name = concept.name ?? narrative.nameOf(text) ?? narrative.rowOf(text) ?? null;
  if (name === null && concept.missing === null) return 'saysNothing';
  const isDenied = isTrue(statement, 'negationInd');
  const isNone = isDenied && isSnomed(concept, anyVaccine);
  const related = relatedTo(statement).map(({ typeCode, statement: one }) => ({ typeCode, one }));
  const refusals = related.filter(
    ({ typeCode, one }) => followsTemplate(one, '22.4.53', '1.27') || (isDenied && typeCode === 'RSON'),
  );
  const indications = related.filter(({ one }) => followsTemplate(one, '22.4.19'));
  const reactions = related.filter(
    ({ typeCode, one }) => followsTemplate(one, '22.4.9') || typeCode === 'CAUS' || typeCode === 'MFST',
  );
  const product = productOf(statement);
  const valueOf = ({ one }: { one: XmlElement }) => wordsOf(childOf(one, 'value'), narrative);
  const entry = readEntry('immunizations', reading, {
    name: isNone ? null : name,
    missing: isNone ? null : concept.missing,
    codes: [...concept.codes],
    negation: isNone ? 'none' : isDenied ? 'negated' : null,
    // One that was given, but has a reason why it was not, is contradictory and gets no status.
    status: isNone
      ? null
      : isDenied
        ? isDeclined(statement)
          ? 'declined'
          : 'notDone'
        : refusals.length > 0
          ? null
          : actStatus(statement),
    ...datesOf(effectiveSpan(statement), statement),
    facts: factsOf([
      ['reason', [...refusals.map(({ one }) => wordsOf(childOf(one, 'code'), narrative)), ...indications.map(valueOf)]],
      ['reaction', reactions.flatMap(({ one }) => reactionsIn(one, reading))],
      ['doseNumber', [attributeOf(childOf(statement, 'repeatNumber'), 'value')]],
      ['dose', doseOf(statement, reading)],
      ['route', [wordsOf(childOf(statement, 'routeCode'), narrative)]],
      ['bodySite', childrenOf(statement, 'approachSiteCode').map((site) => wordsOf(site, narrative))],
      ['manufacturer', [wordsIn(childOf(product, 'manufacturerOrganization', 'name'), 300)]],
      ['lot', [wordsIn(childOf(materialOf(product), 'lotNumberText'), 100)]],
      ['performer', performersOf(statement)],
      ['instructions', instructionsOf(statement, name, reading)],
      ['comment', commentsOf(statement, reading)],
    ]),
  });
  return isShell(statement, entry) ? 'saysNothing' : [entry];
}
