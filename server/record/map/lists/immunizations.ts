import * as v from 'valibot';
import type { JsonObject } from '../../../questionnaires/fhir/json.ts';
import { type Context, nameAt, organizationAt, providerAt } from '../../fhir/directory.ts';
import {
  Annotation,
  commentOf,
  Concept,
  DateElement,
  joined,
  listOf,
  nameOf,
  namesOf,
  Quantity,
  quantityText,
  Reference,
  Text,
  wordsOf,
} from '../../fhir/elements.ts';
import type { HealthEntryRow } from '../mapped.ts';
import { entryRow } from './entry.ts';
import { isDeclined } from './notDone.ts';
import { namedBy, saysNone } from './named.ts';

const Count = v.nullish(v.number());
export const Immunization = v.object({
  status: Text,
  statusReason: v.nullish(Concept),
  vaccineCode: v.nullish(Concept),
  occurrenceDateTime: DateElement,
  occurrenceString: Text,
  recorded: DateElement,
  location: v.nullish(Reference),
  manufacturer: v.nullish(Reference),
  lotNumber: Text,
  site: v.nullish(Concept),
  route: v.nullish(Concept),
  doseQuantity: v.nullish(Quantity),
  performer: listOf(v.object({ actor: v.nullish(Reference) })),
  note: listOf(Annotation),
  reasonCode: listOf(Concept),
  protocolApplied: listOf(
    v.object({
      doseNumberPositiveInt: Count,
      doseNumberString: Text,
      seriesDosesPositiveInt: Count,
      seriesDosesString: Text,
    }),
  ),
});

/** The entry of an Immunization. One that was not given says why. */
export function immunizationEntries(
  resource: JsonObject,
  one: v.InferOutput<typeof Immunization>,
  context: Context,
): HealthEntryRow[] {
  const named = namedBy(one.vaccineCode);
  if (named === null) return [];
  const isNotDone = one.status === 'not-done';
  const isNone = saysNone('immunizations', named.codes);
  const statusReasons = one.statusReason ? [one.statusReason] : [];
  const actors = (one.performer ?? []).map(({ actor }) => actor);
  const doses = (one.protocolApplied ?? []).map((protocol) => {
    const number = protocol.doseNumberPositiveInt?.toString() ?? wordsOf(protocol.doseNumberString);
    const all = protocol.seriesDosesPositiveInt?.toString() ?? wordsOf(protocol.seriesDosesString);
    return number === null ? null : all === null ? number : `${number} / ${all}`;
  });
  const notGiven = isDeclined([...statusReasons, ...(one.reasonCode ?? [])]) ? 'declined' : 'notDone';
  return [
    entryRow('immunizations', resource, {
      ...named,
      negation: isNone ? 'none' : isNotDone ? 'negated' : null,
      status: isNone ? null : isNotDone ? notGiven : one.status === 'completed' ? 'completed' : null,
      start: one.occurrenceDateTime,
      recorded: one.recorded,
      facts: [
        ['onset', one.occurrenceString],
        ['reason', namesOf(isNotDone ? [...statusReasons, ...(one.reasonCode ?? [])] : one.reasonCode)],
        ['doseNumber', joined(doses)],
        ['dose', quantityText(one.doseQuantity)],
        ['route', nameOf(one.route)],
        ['bodySite', nameOf(one.site)],
        ['manufacturer', nameAt(context, one.manufacturer)],
        ['lot', one.lotNumber],
        ['performer', providerAt(context, actors).providerName],
        ['place', nameAt(context, one.location) ?? organizationAt(context, actors)],
        ['comment', commentOf(one.note)],
      ],
    }),
  ];
}
