/**
 * Modules that a facility can switch on, with the fields of each (specification 1, section 6; 3, section 6), in the order of the portal's
 * navigation. Other names of a facility's own back end have no effect.
 */
export const facilityModules = {
  Dashboard: [
    'Appointments',
    'HealthSummary',
    'CareTeam',
    'PersonalContacts',
    'AddContact',
    'InviteContact',
    'RequestNewAppointment',
  ],
  Appointments: ['RequestAppointment'],
  TreatmentSummary: ['TreatmentTypes'],
  FollowUpPlan: [],
  Education: [],
  Questionnaires: [],
  TestResults: [],
  MedicalNotes: [],
  SecureMessages: [],
  ContactUs: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ModuleName = keyof typeof facilityModules;
/** A module, or `Module.Field` for one of its fields. */
export type Capability =
  | ModuleName
  | { [Name in ModuleName]: `${Name}.${(typeof facilityModules)[Name][number]}` }[ModuleName];

/** A field of a module, with its own parts when a facility switches those one by one. */
export interface SwitchedDetail {
  readonly fieldName: string;
  readonly details?: readonly SwitchedDetail[] | undefined;
}
/** What is switched on, as `getCapabilities` answers. */
export interface Switched {
  readonly modules: readonly { readonly moduleName: string; readonly details: readonly SwitchedDetail[] }[];
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** True when a capability is switched on. Facilities' names are compared without case. */
export function includesCapability({ modules }: Switched, capability: Capability): boolean {
  const [name = '', field] = capability.split('.');
  const details = modules.find(({ moduleName }) => isSame(moduleName, name))?.details;
  return details !== undefined && (field === undefined || details.some(({ fieldName }) => isSame(fieldName, field)));
}

/** The parts of the field with this name; none when the field is not in the list. */
export const detailsOf = (details: readonly SwitchedDetail[], name: string): readonly SwitchedDetail[] =>
  details.find(({ fieldName }) => isSame(fieldName, name))?.details ?? [];
