import {
  Capabilities,
  type Capability,
  type FacilityId,
  type PatientId,
  Section,
  type SectionRight,
  type SwitchedDetail,
  partsOf,
} from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { moduleCalled } from '../facilities/modules.ts';
import type { Actor } from '../http/handler.ts';
import { Rights, rightsOfLink } from './representatives.ts';

const Modules = v.record(v.string(), v.array(v.string()));
type Modules = v.InferOutput<typeof Modules>;
const ownModules = statement(
  'rights.ownModules',
  'select capabilities from facilities where id = $facilityId',
  v.object({ capabilities: Modules }),
);
const representedModules = statement(
  'rights.representedModules',
  `select f.capabilities, ${rightsOfLink} as rights, p.deceased_since is not null as "hasDied" from current_representatives l join patients p on p.id = l.patient_id join facilities f on f.id = p.home_facility_id
   where l.user_id = $userId and ($patientId::bigint is null or l.patient_id = $patientId) order by l.created_at, l.patient_id`,
  v.object({ capabilities: Modules, rights: Rights, hasDied: v.boolean() }),
);

/** Parts of the dashboard that show a section and need the right to read it. A module needs the right for the section with its own name. */
const sectionOfField: Readonly<Partial<Record<Capability, Section>>> = {
  'Dashboard.Appointments': 'Appointments',
  'Dashboard.RequestNewAppointment': 'Appointments',
  'Dashboard.HealthSummary': 'HealthSummary',
  'Dashboard.CareTeam': 'CareTeam',
  'Dashboard.PersonalContacts': 'PersonalContacts',
};
/** What nobody may do for another patient. */
const forOneself: readonly Capability[] = ['Dashboard.AddContact', 'Dashboard.InviteContact'];
/** What nobody does for somebody who has died. */
const forTheLiving: readonly Capability[] = ['Dashboard.RequestNewAppointment'];

// By names in lower case, because a facility may write them in any capitalization.
const sections: ReadonlyMap<string, Section> = new Map(
  [...Section.options.map((one) => [one, one] as const), ...Object.entries(sectionOfField)].map(([name, section]) => [
    name.toLowerCase(),
    section,
  ]),
);
const ownOnly: ReadonlySet<string> = new Set(forOneself.map((name) => name.toLowerCase()));
const notAfterDeath: ReadonlySet<string> = new Set(forTheLiving.map((name) => name.toLowerCase()));

export function modulesWithin(modules: Modules, rights: readonly SectionRight[], hasDied = false): Modules {
  const mayUse = (capability: string): boolean => {
    const name = capability.toLowerCase();
    const section = sections.get(name);
    const reads = section === undefined || rights.some((one) => one.section === section && one.right === 'read');
    return reads && !ownOnly.has(name) && !(hasDied && notAfterDeath.has(name));
  };
  return Object.fromEntries(
    Object.entries(modules)
      .filter(([name]) => mayUse(name))
      .map(([name, fields]) => [name, fields.filter((field) => mayUse(`${name}.${field}`))]),
  );
}

export const offeredBy = async (db: Db, facilityId: FacilityId): Promise<Capabilities> =>
  asCapabilities((await db.one(ownModules, { facilityId })).capabilities);

/** What a user may use: for themselves, for the given patient, or, if they are not a patient, for all whom they represent together. */
export async function capabilitiesOf(
  db: Db,
  actor: Pick<Actor, 'userId' | 'role' | 'patientId' | 'facilityId'>,
  patientId: PatientId | null,
): Promise<Capabilities> {
  const forSelf = patientId === null ? actor.role !== 'representative' : patientId === actor.patientId;
  if (forSelf) return offeredBy(db, actor.facilityId);
  const all: Record<string, string[]> = {};
  for (const one of await db.many(representedModules, { userId: actor.userId, patientId })) {
    for (const [name, details] of Object.entries(modulesWithin(one.capabilities, one.rights, one.hasDied)))
      all[name] = [...new Set([...(all[name] ?? []), ...details])];
  }
  return asCapabilities(all);
}

/** Turns dotted names into trees: `TreatmentTypes.Allergy.comment` is a part of a part. */
function asDetails(paths: readonly (readonly string[])[]): SwitchedDetail[] {
  const parts = new Map<string, (readonly string[])[]>();
  for (const [name = '', ...rest] of paths)
    parts.set(name, [...(parts.get(name) ?? []), ...(rest.length === 0 ? [] : [rest])]);
  return [...parts].map(([fieldName, within]) =>
    within.length === 0 ? { fieldName } : { fieldName, details: asDetails(within) },
  );
}

const asCapabilities = (modules: Modules): Capabilities =>
  v.parse(Capabilities, {
    modules: Object.entries(modules).map(([moduleName, fields]) => {
      const module = moduleCalled(moduleName);
      const parts = fields.flatMap((field) => (module === null ? [field] : partsOf(module, field)));
      return { moduleName, details: asDetails(parts.map((part) => part.split('.'))) };
    }),
  });
