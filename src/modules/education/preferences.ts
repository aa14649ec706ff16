/** The preference for the view, and its default (specification 2, section 9). */
export const viewPreference = 'EducationMaterials_EducationPreviewSetting';
