/** Every page of the kiosk and the module that shows it, loaded when it is opened. The server preloads by this table. */
export const pages = {
  '/kioskLogin': () => import('./staff/Login.tsx'),
  '/kioskQuestionnaires': () => import('./staff/PatientList.tsx'),
  '/patientKioskUserLogin': () => import('./handover/HandOver.tsx'),
  '/patientKioskQuestionnaires': () => import('./patient/Questionnaires.tsx'),
  '/complete-kiosk-questionnaire': () => import('./patient/Fill.tsx'),
  '/kiosk-questionnaire-scoring': () => import('./patient/Scoring.tsx'),
} as const;

export type KioskPath = keyof typeof pages;
export const isKioskPath = (path: string): path is KioskPath => Object.hasOwn(pages, path);
