/** Modules that a facility can switch on, with the fields of each that the portal knows (specification 1, section 6; 3, section 6). */
export const knownModules: Readonly<Record<string, readonly string[]>> = {
  Dashboard: ['Appointments', 'HealthSummary', 'CareTeam', 'PersonalContacts', 'AddContact', 'InviteContact', 'RequestNewAppointment'],
  Appointments: ['RequestAppointment'],
  TreatmentSummary: ['TreatmentTypes'],
  FollowUpPlan: [],
  Education: [],
  Questionnaires: [],
  TestResults: [],
  MedicalNotes: [],
  SecureMessages: [],
  ContactUs: [],
};

/** A module by its name, whatever its capitals; null where there is none. */
export const moduleCalled = (name: string): string | null => Object.keys(knownModules).find((known) => known.toLowerCase() === name.toLowerCase()) ?? null;

/** Modules in the order of the portal's navigation; one that it does not know comes last. */
export const inOrder = <T>(capabilities: Readonly<Record<string, T>>): [string, T][] => {
  const places = Object.keys(knownModules);
  const placeOf = (name: string) => (places.includes(name) ? places.indexOf(name) : places.length);
  return Object.entries(capabilities).sort(([a], [b]) => placeOf(a) - placeOf(b));
};
