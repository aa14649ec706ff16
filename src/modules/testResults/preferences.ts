export const dateFilterPreference = 'PatientPortal_LabResultFilter_Date';
export const viewPreference = 'PatientPortal_LabResults_View';
