/** The preference for the date filter (specification 3, section 3). */
export const dateFilterPreference = 'PatientPortal_MedicalNotesFilter_Date';
