import * as v from 'valibot';
import type { JsonObject } from '../../questionnaires/fhir/json.ts';
import { nameParts } from '../../secureMessages/senderName.ts';
import { type Context, nameAt, organizationAt } from '../fhir/directory.ts';
import { Concept, joined, listOf, Period, Reference, Text, wordsOf } from '../fhir/elements.ts';
import { namedBy } from './lists/named.ts';
import type { CareTeamRow, Made } from './mapped.ts';

const Member = v.object({ ...Reference.entries, type: Text });
export const CareTeam = v.object({
  status: Text,
  period: v.nullish(Period),
  participant: listOf(
    v.object({
      role: listOf(Concept),
      member: v.nullish(Member),
      onBehalfOf: v.nullish(Reference),
      period: v.nullish(Period),
    }),
  ),
  managingOrganization: listOf(Reference),
});

type Participant = NonNullable<NonNullable<v.InferOutput<typeof CareTeam>['participant']>[number]>;

/** When the first of these periods is over, wherever on earth; null where none has an end. A day, a month or a year counts as a whole. */
function endOf(periods: readonly (Period | null | undefined)[]): string | null {
  const ends = periods.flatMap((period) => {
    const { at, precision } = period?.end ?? {};
    // Some write the end of time where there is none.
    if (at === null || at === undefined || at.startsWith('9999')) return [];
    const end = new Date(at);
    if (precision === 'year') end.setUTCFullYear(end.getUTCFullYear() + 1);
    if (precision === 'month') end.setUTCMonth(end.getUTCMonth() + 1);
    if (precision === 'day') end.setUTCDate(end.getUTCDate() + 1);
    if (precision !== 'time') end.setUTCHours(12);
    return [end.toISOString()];
  });
  return ends.toSorted()[0] ?? null;
}

const longest = 200;
/** A participant who is a person of the care team; null for organizations, relatives, the patient, and participants without a name. */
function rowOf(
  { member, role, onBehalfOf, period }: Participant,
  team: v.InferOutput<typeof CareTeam>,
  own: string,
  context: Context,
): CareTeamRow | null {
  const written = wordsOf(member?.reference);
  const key = written === null ? null : context.keyOf(written);
  const entry = key === null ? null : context.entry(key);
  const isPerson =
    /(^|\/)Practitioner(Role)?[/?]/.test(key ?? '') ||
    entry?.person !== undefined ||
    (key === null && /^Practitioner(Role)?$/.test(member?.type ?? ''));
  if (!isPerson) return null;
  // A role says where somebody works as what. Who they are is in the Practitioner.
  const personKey = entry?.practitioner?.key ?? key;
  const person = personKey === null ? null : context.entry(personKey);
  const details = [entry?.person, person?.person].filter((one) => one !== undefined);
  const detail = <Name extends keyof (typeof details)[number]>(name: Name) =>
    details.map((one) => one[name]).find((value) => value !== null) ?? null;
  const name = nameAt(context, member);
  const [firstName, lastName] = [detail('firstName'), detail('lastName')];
  const parts = lastName === null ? nameParts(name ?? '') : { firstName: firstName ?? '', lastName };
  if (parts.lastName === '') return null;
  const place = details.find(({ lines, city }) => lines.length > 0 || city !== null);
  // If the source has no key for a person, the name tells people apart.
  const kept =
    personKey === null || personKey.startsWith('#') ? `${own} ${parts.firstName} ${parts.lastName}` : personKey;
  return {
    providerKey: kept.slice(0, 600),
    firstName: parts.firstName.slice(0, longest),
    lastName: parts.lastName.slice(0, longest),
    titleValue: detail('prefix'),
    suffix: detail('suffix'),
    title: joined((role ?? []).map((one) => namedBy(one)?.name)) ?? detail('profession'),
    email: entry?.email ?? person?.email ?? null,
    phone: entry?.phone ?? person?.phone ?? null,
    fax: detail('fax'),
    institution: organizationAt(context, [onBehalfOf, member, ...(team.managingOrganization ?? [])]),
    address1: place?.lines[0] ?? null,
    address2: place?.lines[1] ?? null,
    address3: place?.lines.slice(2).join(', ') || null,
    city: place?.city ?? null,
    state: place?.state ?? null,
    zipCode: place?.zipCode ?? null,
    country: place?.country ?? null,
    endsAt: endOf([period, team.period]),
  };
}

/** Maps a CareTeam to the people of the patient's care team. A team that is proposed, suspended or over has none. */
export function mapCareTeam(resource: JsonObject, one: v.InferOutput<typeof CareTeam>, context: Context): Made {
  const status = wordsOf(one.status);
  if (status === 'proposed') return { content: {}, status, isHidden: true };
  const isOver = status === 'inactive' || status === 'suspended';
  const own = `CareTeam/${String(resource['id'])}`;
  const members = isOver
    ? []
    : (one.participant ?? []).flatMap((participant) => rowOf(participant, one, own, context) ?? []);
  return { content: { careTeam: members }, status, isHidden: false };
}
