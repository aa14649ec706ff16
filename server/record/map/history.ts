import type { TreatmentGroup } from '@portal/api';
import * as v from 'valibot';
import type { JsonObject } from '../../questionnaires/fhir/json.ts';
import type { Moment } from '../fhir/dates.ts';
import { type Context, nameAt } from '../fhir/directory.ts';
import {
  Annotation,
  codesOf,
  codingsOf,
  commentOf,
  Concept,
  DateElement,
  joined,
  listOf,
  nameOf,
  namesOf,
  Period,
  Quantity,
  quantityText,
  Range,
  Reference,
  Text,
  wordsOf,
} from '../fhir/elements.ts';
import { saysNone } from './lists/named.ts';
import type { Fields, ItemRow, Made } from './mapped.ts';

export function itemMade(
  groupKey: TreatmentGroup,
  fields: Fields,
  moment: Moment | null,
  status: string | null,
  isHidden: boolean,
  nullMessage: string | null = null,
): Made {
  const own: ItemRow = { groupKey, kind: 'own', fields, nullMessage, itemAt: moment?.at ?? null };
  return { status, isHidden, content: { items: [own] } };
}

const knownStates: ReadonlySet<string> = new Set(
  'active recurrence relapse inactive remission resolved unconfirmed provisional differential confirmed refuted'.split(
    ' ',
  ),
);
/** The status of FHIR, which a source may write after a code of its own. */
export function statusCode(concept: Concept | null | undefined): string | null {
  const codes = concept ? codesOf([concept]) : [];
  return codes.find((code) => knownStates.has(code)) ?? codes[0] ?? null;
}
export const hasProfile = (
  meta: { profile?: readonly (string | null | undefined)[] | null | undefined } | null | undefined,
  end: RegExp,
) => (meta?.profile ?? []).some((profile) => end.test((profile ?? '').replace(/\|.*$/, '')));
export const MetaProfile = v.nullish(v.object({ profile: listOf(Text) }));

export const AllergyIntolerance = v.object({
  clinicalStatus: v.nullish(Concept),
  verificationStatus: v.nullish(Concept),
  type: Text,
  category: listOf(Text),
  code: v.nullish(Concept),
  onsetDateTime: DateElement,
  onsetPeriod: v.nullish(Period),
  onsetString: Text,
  onsetAge: v.nullish(Quantity),
  onsetRange: v.nullish(Range),
  recordedDate: DateElement,
  criticality: Text,
  note: listOf(Annotation),
  reaction: listOf(
    v.object({
      substance: v.nullish(Concept),
      manifestation: listOf(Concept),
      description: Text,
      severity: Text,
      exposureRoute: v.nullish(Concept),
    }),
  ),
});

/** Maps an AllergyIntolerance. "No known allergies" becomes an item without an allergen. */
export function mapAllergy(_: JsonObject, one: v.InferOutput<typeof AllergyIntolerance>): Made {
  const reactions = one.reaction ?? [];
  const allergen = nameOf(one.code) ?? namesOf(reactions.flatMap(({ substance }) => substance ?? []));
  if (allergen === null) return { leftOut: 'it names no allergen' };
  const moment = one.onsetDateTime ?? one.onsetPeriod?.start ?? null;
  const status = statusCode(one.verificationStatus) ?? statusCode(one.clinicalStatus);
  const clinical = statusCode(one.clinicalStatus);
  const isHidden = status === 'refuted' || clinical === 'resolved' || clinical === 'inactive';
  if (saysNone('allergies', codingsOf(one.code)))
    return itemMade('Allergy', {}, one.recordedDate ?? moment, status, isHidden, allergen);
  const response = joined(
    reactions.map(({ manifestation, description, severity }) => {
      const words = namesOf(manifestation) ?? wordsOf(description);
      return words === null || wordsOf(severity) === null ? words : `${words} (${severity ?? ''})`;
    }),
    '; ',
  );
  return itemMade(
    'Allergy',
    {
      allergen,
      allergyType: joined([joined(one.category ?? []), one.type]),
      onsetDate: moment?.text ?? wordsOf(one.onsetString),
      response,
      comment: commentOf(one.note),
    },
    moment ?? one.recordedDate ?? null,
    status,
    isHidden,
  );
}

export const FamilyMemberHistory = v.object({
  status: Text,
  date: DateElement,
  name: Text,
  relationship: v.nullish(Concept),
  deceasedBoolean: v.nullish(v.boolean()),
  deceasedAge: v.nullish(Quantity),
  deceasedDate: DateElement,
  deceasedString: Text,
  note: listOf(Annotation),
  condition: listOf(
    v.object({ code: v.nullish(Concept), onsetAge: v.nullish(Quantity), onsetString: Text, note: listOf(Annotation) }),
  ),
});
/** Maps a FamilyMemberHistory to one item for each condition of the relative. The relative's name is left out. */
export function mapFamily(_: JsonObject, one: v.InferOutput<typeof FamilyMemberHistory>): Made {
  const relationship = nameOf(one.relationship);
  if (relationship === null) return { leftOut: 'it names no relationship' };
  const isDead =
    one.deceasedBoolean ?? (one.deceasedAge || one.deceasedDate || wordsOf(one.deceasedString) !== null ? true : null);
  const currentStatus = isDead === null ? null : isDead ? 'Deceased' : 'Alive';
  const items: ItemRow[] = (one.condition ?? []).flatMap(({ code, onsetAge, onsetString, note }) => {
    const condition = nameOf(code);
    if (condition === null) return [];
    const fields = {
      relationship,
      cancerDiagnosis: condition,
      ageAtDiagnosis: quantityText(onsetAge) ?? wordsOf(onsetString),
      currentStatus,
      comment: joined([commentOf(note), commentOf(one.note)], '\n'),
    };
    return [{ groupKey: 'FamilyHistory', kind: 'own', fields, nullMessage: null, itemAt: one.date?.at ?? null }];
  });
  if (items.length === 0) return { leftOut: 'it names no condition' };
  return { status: wordsOf(one.status), isHidden: one.status === 'health-unknown', content: { items } };
}

export const ResearchSubject = v.object({
  status: Text,
  period: v.nullish(Period),
  study: v.nullish(Reference),
  identifier: listOf(v.object({ value: Text })),
});
const onStudy: ReadonlySet<string> = new Set([
  'on-study',
  'on-study-intervention',
  'on-study-observation',
  'follow-up',
]);
/** Maps a ResearchSubject to a clinical trial. During the trial, registration shows it as well. */
export function mapTrial(_: JsonObject, one: v.InferOutput<typeof ResearchSubject>, context: Context): Made {
  const trialName = nameAt(context, one.study);
  if (trialName === null) return { leftOut: 'it names no study' };
  const study = wordsOf(one.study?.reference);
  const moment = one.period?.start ?? null;
  const trialId = wordsOf(one.identifier?.[0]?.value);
  const isOn = onStudy.has(one.status ?? '') && !one.period?.end;
  const made = itemMade(
    'ClinicalTrial',
    {
      trialName,
      trialId,
      trialDescription: study === null ? null : (context.entry(context.keyOf(study))?.description ?? null),
      startDate: moment?.text ?? null,
      endDate: one.period?.end?.text ?? null,
    },
    moment,
    wordsOf(one.status),
    ['candidate', 'eligible', 'ineligible', 'not-registered', 'potential-candidate', 'screening'].includes(
      one.status ?? '',
    ),
  );
  if ('leftOut' in made || !isOn) return made;
  return { ...made, content: { ...made.content, details: { isClinicalTrial: true, clinicalTrialID: trialId } } };
}

export const AdverseEvent = v.object({
  actuality: Text,
  event: v.nullish(Concept),
  date: DateElement,
  detected: DateElement,
  severity: v.nullish(Concept),
});
/** Maps an AdverseEvent that has happened to a side effect. */
export function mapSideEffect(_: JsonObject, one: v.InferOutput<typeof AdverseEvent>): Made {
  const event = nameOf(one.event);
  if (event === null) return { leftOut: 'its event has no name' };
  const moment = one.date ?? one.detected ?? null;
  return itemMade(
    'SideEffectBundle',
    { sideEffectList: [event], comment: nameOf(one.severity) },
    moment,
    wordsOf(one.actuality),
    one.actuality === 'potential',
  );
}
