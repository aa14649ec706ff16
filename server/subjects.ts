/*
 * What the server's rooms declare of their subjects, one line each: the export, the activity log and the audit of what pages open
 * know them by this list alone.
 */
export { educationSubject } from './care/educationSubject.ts';
export { contactSubject } from './contacts/subject.ts';
export { healthSummarySubject } from './healthSummary/subject.ts';
export { medicalNoteSubject } from './medicalNotes/subject.ts';
export { questionnaireSubject } from './questionnaires/subject.ts';
export { secureMessageSubject } from './secureMessages/subject.ts';
export { testResultSubject } from './testResults/subject.ts';
