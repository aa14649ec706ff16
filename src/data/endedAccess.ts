import type { Capabilities, Section } from '@portal/api';
import { firstPatient } from './firstPatient.ts';
import type { Identity, Represented } from './identity.ts';

const pad = (part: number): string => String(part).padStart(2, '0');

/** Sections that a birthday of the patient or a last day has ended since the server was asked. */
const endedSince = ({ endsByAge, sectionEnds }: Represented, today: string): ReadonlySet<Section> =>
  new Set([
    ...endsByAge.flatMap(({ birthday, isOver, sections }) => (!isOver && birthday <= today ? sections : [])),
    ...sectionEnds.flatMap(({ section, lastDay }) => (lastDay !== null && lastDay < today ? section : [])),
  ]);

/** Modules and parts of the home page that show none of these sections. */
function withoutSections({ modules }: Capabilities, sections: ReadonlySet<Section>): Capabilities {
  const names = new Set([...sections].map((one) => one.toLowerCase()));
  const stays = (name: string): boolean => !names.has(name.toLowerCase());
  return {
    modules: modules
      .filter(({ moduleName }) => stays(moduleName))
      .map((module) => ({ ...module, details: module.details.filter(({ fieldName }) => stays(fieldName)) })),
  };
}

/**
 * An identity that a device has kept, without the patients for whom the user's last day is over, and without the sections that a last day or a
 * patient's birthday has ended. There is no server to ask, so the device's own day decides.
 */
export function withoutEndedAccess(kept: Identity, now: Date): Identity {
  const today = `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
  const isOver = ({ lastDay }: Represented): boolean => lastDay !== null && lastDay < today;
  const over = new Set(kept.representations.filter(isOver).map(({ patientId }) => patientId));
  const profile = {
    ...kept.profile,
    ids: kept.profile.ids.filter(({ idType, value }) => idType === 'Patient' || !over.has(value)),
  };
  const representations = kept.representations
    .filter((one) => !isOver(one))
    .map((one) => {
      const ended = endedSince(one, today);
      return { ...one, rights: one.rights?.filter(({ section }) => !ended.has(section)) ?? null };
    });
  const patientId = firstPatient(profile, kept.patientId);
  const open = kept.representations.find((one) => one.patientId === patientId);
  const capabilities =
    open === undefined ? kept.capabilities : withoutSections(kept.capabilities, endedSince(open, today));
  return { ...kept, profile, capabilities, representations, patientId };
}
