/** The preference that keeps the filter (specification 2, section 7). */
export const followUpFilterPreference = 'PatientPortal_FollowupPlanFilter_Date';
