/*
 * The handlers of the server's rooms, one line each. Some are complete; others are functions that make handlers from the services.
 * `start/allHandlers.ts` does not compile while a call of the contract has no handler. `calls.md` says which room answers which call.
 */
export { facilityHandlers } from './facilities/facility.ts';
export { facilityPageHandlers } from './facilities/pageHandlers.ts';
export { lookupHandlers } from './facilities/lookups.ts';
export { accountHandlers } from './account/handlers.ts';
export { accountSettingsHandlers } from './account/accountSettings.ts';
export { reminderHandlers } from './account/reminders.ts';
export { deviceHandlers } from './account/deviceHandlers.ts';
export { emailUndoHandlers } from './account/emailUndo.ts';
export { signedInPlaceHandlers } from './account/signedInPlaces.ts';
export { contactHandlers } from './contacts/handlers.ts';
export { contactInvitationHandlers } from './contacts/invitationHandlers.ts';
export { tabletHandlers } from './tablets/handlers.ts';
export { appointmentHandlers } from './care/appointmentHandlers.ts';
export { careTeamHandlers } from './care/careTeamHandlers.ts';
export { educationHandlers } from './care/educationHandlers.ts';
export { followUpPlanHandlers } from './care/followUpPlanHandlers.ts';
export { answerFileHandlers } from './questionnaires/answerFileHandlers.ts';
export { questionnaireHandlers } from './questionnaires/handlers.ts';
export { receiptHandlers } from './questionnaires/receipts.ts';
export { valueSetHandlers } from './questionnaires/valueSetHandlers.ts';
export { messageAttachmentHandlers } from './secureMessages/attachmentHandlers.ts';
export { messageSystemHandlers } from './secureMessages/systemHandlers.ts';
export { secureMessageHandlers } from './secureMessages/handlers.ts';
export { labResultHandlers } from './testResults/handlers.ts';
export { medicalNoteHandlers } from './medicalNotes/handlers.ts';
export { treatmentSummaryHandlers } from './treatmentSummary/handlers.ts';
export { noticeHandlers } from './notices/handlers.ts';
export { pushHandlers } from './notices/push/handlers.ts';
export { healthListHandlers } from './healthSummary/lists/handlers.ts';
export { summaryLinkHandlers } from './healthSummary/links.ts';
export { healthSummaryHandlers } from './healthSummary/handlers.ts';
export { recordChangeHandlers } from './recordChanges/handlers.ts';
export { activityHandlers } from './personalData/activity/handlers.ts';
export { personalDataHandlers } from './personalData/handlers.ts';
export { checkInHandlers } from './kiosk/checkInHandlers.ts';
export { kioskDueHandlers } from './kiosk/dueHandlers.ts';
export { kioskHandlers } from './kiosk/handlers.ts';
export { kioskVisitorHandlers } from './kiosk/visitorHandlers.ts';
export { countHandlers } from './session/countHandlers.ts';
export { profileHandlers } from './session/profileHandlers.ts';
export { sessionHandlers } from './session/handlers.ts';
export { singleSignOnHandlers } from './session/singleSignOn.ts';
export { acceptanceHandlers } from './signUp/acceptanceHandlers.ts';
export { signUpHandlers } from './signUp/handlers.ts';
