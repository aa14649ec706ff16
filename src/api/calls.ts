import * as account from './account.ts';
import type { CallShape } from './call.ts';
import * as dailyCare from './dailyCare.ts';
import * as facility from './facility.ts';
import * as facilityPages from './facilityPages.ts';
import * as kiosk from './kiosk.ts';
import * as questionnaires from './questionnaires.ts';
import * as session from './session.ts';
import * as signUp from './signUp.ts';
import * as singleSignOn from './singleSignOn.ts';

/** Every call of the contract by its name: what the server must mount and what the tests loop over. */
export const calls = {
  requestToken: session.requestToken,
  getLoginProfile: session.getLoginProfile,
  getCapabilities: session.getCapabilities,
  getPatient: session.getPatient,
  acceptTerms: session.acceptTerms,
  getPasswordRules: session.getPasswordRules,
  changePasswordAtLogin: session.changePasswordAtLogin,
  setUserLanguage: session.setUserLanguage,
  getPatientLanguage: session.getPatientLanguage,
  setPatientLanguage: session.setPatientLanguage,
  sendAuditEvent: session.sendAuditEvent,
  logOff: session.logOff,
  getDeviceKey: session.getDeviceKey,
  putDeviceKey: session.putDeviceKey,
  deleteDeviceKey: session.deleteDeviceKey,
  listDevices: session.listDevices,
  sendConfirmEmail: account.sendConfirmEmail,
  validateUser: account.validateUser,
  confirmEmail: account.confirmEmail,
  changePassword: account.changePassword,
  forgotPassword: account.forgotPassword,
  resetPassword: account.resetPassword,
  changeEmail: account.changeEmail,
  replaceEmail: account.replaceEmail,
  getPreferences: account.getPreferences,
  setPreference: account.setPreference,
  getFacility: facility.getFacility,
  getLogoUrl: facility.getLogoUrl,
  getThemeCss: facility.getThemeCss,
  getSupportedLanguages: facility.getSupportedLanguages,
  getLanguagePack: facility.getLanguagePack,
  getTranslations: facility.getTranslations,
  getFacilityText: facility.getFacilityText,
  listFaqs: facilityPages.listFaqs,
  listFacilityContacts: facilityPages.listFacilityContacts,
  listDownloadableForms: facilityPages.listDownloadableForms,
  getDownloadableForm: facilityPages.getDownloadableForm,
  createDownloadToken: facilityPages.createDownloadToken,
  countPageView: facilityPages.countPageView,
  listExternalSystems: facilityPages.listExternalSystems,
  listPatientFacilities: facilityPages.listPatientFacilities,
  listQuestionnaires: questionnaires.listQuestionnaires,
  countNewQuestionnaires: questionnaires.countNewQuestionnaires,
  declineQuestionnaire: questionnaires.declineQuestionnaire,
  listQuestionnaireHistory: questionnaires.listQuestionnaireHistory,
  getQuestionnaireHistory: questionnaires.getQuestionnaireHistory,
  getQuestionnaire: questionnaires.getQuestionnaire,
  submitQuestionnaire: questionnaires.submitQuestionnaire,
  putDraft: questionnaires.putDraft,
  deleteDraft: questionnaires.deleteDraft,
  listAppointments: dailyCare.listAppointments,
  listUpcomingAppointments: dailyCare.listUpcomingAppointments,
  getNotificationSettings: dailyCare.getNotificationSettings,
  getFollowUpPlan: dailyCare.getFollowUpPlan,
  listEducation: dailyCare.listEducation,
  countUnreadEducation: dailyCare.countUnreadEducation,
  countArchivedEducation: dailyCare.countArchivedEducation,
  markArticleRead: dailyCare.markArticleRead,
  getArticleContent: dailyCare.getArticleContent,
  listCareTeam: dailyCare.listCareTeam,
  listKioskPatients: kiosk.listKioskPatients,
  initiateKioskLogon: kiosk.initiateKioskLogon,
  resumeKiosk: kiosk.resumeKiosk,
  getVerificationFields: signUp.getVerificationFields,
  validateInvitedPatient: signUp.validateInvitedPatient,
  postAccountInformation: signUp.postAccountInformation,
  verifyInvitationToken: signUp.verifyInvitationToken,
  createSsoTicket: singleSignOn.createSsoTicket,
} as const satisfies Readonly<Record<string, CallShape>>;

export type CallName = keyof typeof calls;
