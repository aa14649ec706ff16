/** The preference with the order of sections, one for all documents. */
export const arrangementPreference = 'PatientPortal_HealthSummary_Sections';
