/**
 * Every page of the kiosk and the module that shows it, loaded when it is opened. The server preloads by this table: `gate` stands
 * alone, `app` needs the router and sessions around it.
 */
const table = {
  gate: {
    '/kioskLogin': () => import('./staff/Login.tsx'),
  },
  app: {
    '/kioskQuestionnaires': () => import('./staff/PatientList.tsx'),
    '/patientKioskUserLogin': () => import('./handover/HandOver.tsx'),
    '/patientKioskQuestionnaires': () => import('./patient/Questionnaires.tsx'),
    '/complete-kiosk-questionnaire': () => import('./patient/Fill.tsx'),
    '/kiosk-questionnaire-scoring': () => import('./patient/Scoring.tsx'),
  },
} as const;

export const pages = { ...table.gate, ...table.app };
