/** The modules of the portal, one line each. Everything else about them is derived from their declarations. */
export { default as account } from './modules/account/module.ts';
export { default as appointments } from './modules/appointments/module.ts';
export { default as contacts } from './modules/contacts/module.ts';
export { default as dashboard } from './modules/dashboard/module.ts';
export { default as education } from './modules/education/module.ts';
export { default as facility } from './modules/facility/module.ts';
export { default as followUpPlan } from './modules/followUpPlan/module.ts';
export { default as healthSummary } from './modules/healthSummary/module.ts';
export { default as medicalNotes } from './modules/medicalNotes/module.ts';
export { default as personalData } from './modules/personalData/module.ts';
export { default as questionnaires } from './modules/questionnaires/module.ts';
export { default as secondFactor } from './modules/secondFactor/module.ts';
export { default as secureMessages } from './modules/secureMessages/module.ts';
export { default as session } from './modules/session/module.ts';
export { default as signUp } from './modules/signUp/module.ts';
export { default as testResults } from './modules/testResults/module.ts';
export { default as treatmentSummary } from './modules/treatmentSummary/module.ts';

declare module './layout/module.ts' {
  interface Register {
    modules: typeof import('./modules.ts');
  }
}
