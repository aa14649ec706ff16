/** The preference that keeps the date filter (specification 2, section 7). */
export const dateFilterPreference = 'PatientPortal_AppointmentsFilter_Date';
