import { type CallShape, isAboutPatient } from '@portal/api';

/**
 * Whether the answers of a call may stay on this device in clear: it says `offline: 'keep'`, and it is not about a patient or about
 * whoever is signed in. Everything else is the vault's, or nobody's; files are sealed in any case.
 */
export const isKeptInClear = (call: CallShape): boolean =>
  call.offline === 'keep' && !isAboutPatient(call) && call.answerType !== 'file';
